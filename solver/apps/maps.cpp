#include "maps.hpp"

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/error.hpp"
#include "maps/run_maps.hpp"
#include "output/result_files.hpp"
#include "parallel/threads.hpp"
#include "polarization_option.hpp"
#include "refusal.hpp"

namespace pace {
namespace {

struct MapsOptions {
  std::string job, results = "results", out = ".", incident, received;
  std::optional<double> frequency, theta_to, phi_to, radius;
  double theta = 0.0, phi = 0.0;
  std::vector<double> receiver, layer;
};

void compute(const MapsOptions& o) {
  const Job job = read_job(o.job);
  set_threads(job.threads);
  MapsRequest request;
  request.results = o.results;
  request.frequency_hz = o.frequency;
  request.from = {o.theta, o.phi};
  request.to = {o.theta_to.value_or(o.theta), o.phi_to.value_or(o.phi)};
  if (!o.receiver.empty()) request.receiver = {o.receiver[0], o.receiver[1]};
  request.incident = polarization_of(o.incident);
  request.received = polarization_of(o.received);
  request.radius_m = o.radius;
  if (!o.layer.empty()) request.layer = {{o.layer[0], -o.layer[1]}, {o.layer[2], -o.layer[3]}};
  const DesignMaps maps = design_maps(job, request);
  std::filesystem::create_directories(o.out);
  write_maps(std::filesystem::path(o.out) / "maps.bin", maps.maps);
  write_json(std::filesystem::path(o.out) / "maps.json", maps_file(maps.record, maps.maps));
}

}  // namespace

void add_maps_command(CLI::App& app, int& exit_code) {
  const auto o = std::make_shared<MapsOptions>();
  CLI::App* verb = app.add_subcommand(
      "maps", "Shares of parts and first-order derivatives of the RCS, from the currents of a finished run");
  verb->add_option("job", o->job, "job.json of the run")->required();
  verb->add_option("--results", o->results, "Folder of its results")->capture_default_str();
  verb->add_option("--out", o->out, "Folder of maps.json and maps.bin")->capture_default_str();
  verb->add_option("--frequency", o->frequency, "[Hz]; without it the run's first")
      ->check(CLI::PositiveNumber);
  verb->add_option("--theta", o->theta, "Where the wave comes from [deg]")->required();
  verb->add_option("--phi", o->phi, "[deg]")->required();
  verb->add_option("--theta-to", o->theta_to, "Mean over the illuminations from --theta to here [deg]");
  verb->add_option("--phi-to", o->phi_to, "Mean over the illuminations from --phi to here [deg]");
  verb->add_option("--receiver", o->receiver,
                   "theta phi of a receiver elsewhere: an illumination of the run [deg]")
      ->expected(2);
  verb->add_option("--incident", o->incident, "V or H; without it what the run has")
      ->check(CLI::IsMember({"V", "H"}));
  verb->add_option("--received", o->received, "V or H; without it as incident")
      ->check(CLI::IsMember({"V", "H"}));
  verb->add_option("--radius", o->radius,
                   "Of the neighbourhood that maps sum over [m]; without it half a wavelength")
      ->check(CLI::PositiveNumber);
  verb->add_option("--layer", o->layer, "eps' eps'' mu' mu'' of a thin layer")->expected(4);
  verb->callback([o, &exit_code] {
    exit_code = exit_code_of([&] {
      compute(*o);
      return exit_done;
    });
  });
}

}  // namespace pace
