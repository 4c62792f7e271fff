#include "impedance.hpp"

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/error.hpp"
#include "excitation/sweep.hpp"
#include "materials/coating_validity.hpp"
#include "mesh/topology.hpp"
#include "model/job_mesh.hpp"
#include "refusal.hpp"

namespace pace {
namespace {

using Json = nlohmann::json;

struct ImpedanceOptions {
  std::string job;
  std::optional<double> frequency_hz;
};

Json impedances_at(const Job& job, const Mesh& mesh, double frequency_hz) {
  Json params = Json::array();
  for (const SurfaceImpedance& z : surface_impedances(job, mesh, frequency_hz))
    params.push_back({{"impedanceSurface", z.surface},
                      {"impedanceReal", z.ohm.real()},
                      {"impedanceImaginary", z.ohm.imag()},
                      {"source", name_of(z.source)}});
  return {{"frequency", frequency_hz}, {"params", params}};
}

void print(const ImpedanceOptions& options) {
  const Job job = read_job(options.job);
  const Mesh mesh = read_in_metres(job);
  const std::vector<double> frequencies =
      options.frequency_hz ? std::vector{*options.frequency_hz} : job.input.frequencies_hz;
  Json impedances = Json::array(), findings = Json::array();
  for (const double f : frequencies) impedances.push_back(impedances_at(job, mesh, f));
  for (const CoatingFinding& f : coating_findings(job, mesh, analyse(mesh), frequencies)) {
    Json finding = static_cast<const Statement&>(f);
    finding.update({{"surface", f.surface}, {"frequency", f.frequency_hz}});
    findings.push_back(finding);
  }
  std::cout << Json{{"impedances", impedances}, {"findings", findings}}.dump(2, ' ', false,
                                                                             Json::error_handler_t::replace)
            << "\n";
}

}  // namespace

void add_impedance_command(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<ImpedanceOptions>();
  CLI::App* verb = app.add_subcommand(
      "impedance", "Surface impedances of a coating job, and where they cannot be trusted");
  verb->add_option("job", options->job, "job.json")->required();
  verb->add_option("--frequency", options->frequency_hz, "This frequency instead of the job's [Hz]")
      ->check(CLI::PositiveNumber);
  verb->callback([options, &exit_code] {
    exit_code = exit_code_of([&] {
      print(*options);
      return exit_done;
    });
  });
}

}  // namespace pace
