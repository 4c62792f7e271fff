#include "backprojection.hpp"

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "maps/run_back_projection.hpp"
#include "output/result_files.hpp"
#include "parallel/threads.hpp"
#include "polarization_option.hpp"
#include "refusal.hpp"

namespace pace {
namespace {

struct BackProjectionOptions {
  std::string job, results = "results", out = ".", incident, received;
  std::vector<double> frequency, theta, phi;
  int spots = 10;
  double floor_db = 20.0;
};

std::optional<std::pair<double, double>> range_of(const std::vector<double>& ends) {
  if (ends.empty()) return std::nullopt;
  return std::pair(ends[0], ends[1]);
}

void compute(const BackProjectionOptions& o) {
  const Job job = read_job(o.job);
  set_threads(job.threads);
  BackProjectionRequest request;
  request.results = o.results;
  request.frequencies_hz = range_of(o.frequency);
  request.thetas_deg = range_of(o.theta);
  request.phis_deg = range_of(o.phi);
  request.incident = polarization_of(o.incident);
  request.received = polarization_of(o.received);
  request.most_spots = o.spots;
  request.floor_db = o.floor_db;
  const RunBackProjection made = back_projection(job, request);
  std::filesystem::create_directories(o.out);
  write_maps(std::filesystem::path(o.out) / "backprojection.bin", std::span(&made.image, 1));
  write_json(std::filesystem::path(o.out) / "backprojection.json", back_projection_file(made.record));
}

}  // namespace

void add_backprojection_command(CLI::App& app, int& exit_code) {
  const auto o = std::make_shared<BackProjectionOptions>();
  CLI::App* verb = app.add_subcommand(
      "backprojection",
      "Where the echoes come from: the monostatic sweep of a finished run projected back onto the surface");
  verb->add_option("job", o->job, "job.json of the run")->required();
  verb->add_option("--results", o->results, "Folder of its results")->capture_default_str();
  verb->add_option("--out", o->out, "Folder of backprojection.json and backprojection.bin")
      ->capture_default_str();
  verb->add_option("--frequency", o->frequency, "From and to [Hz]; without it all of the run")->expected(2);
  verb->add_option("--theta", o->theta, "From and to [deg]; without it all of the run")->expected(2);
  verb->add_option("--phi", o->phi, "From and to [deg]; without it all of the run")->expected(2);
  verb->add_option("--incident", o->incident, "V or H; without it what the run has, V of both")
      ->check(CLI::IsMember({"V", "H"}));
  verb->add_option("--received", o->received, "V or H; without it as incident")
      ->check(CLI::IsMember({"V", "H"}));
  verb->add_option("--spots", o->spots, "At most so many places")
      ->capture_default_str()
      ->check(CLI::Range(1, 100));
  verb->add_option("--floor", o->floor_db, "Places down to so many dB below the strongest")
      ->capture_default_str()
      ->check(CLI::Range(1.0, 60.0));
  verb->callback([o, &exit_code] {
    exit_code = exit_code_of([&] {
      compute(*o);
      return exit_done;
    });
  });
}

}  // namespace pace
