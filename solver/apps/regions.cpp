#include "regions.hpp"

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "mesh/topology.hpp"
#include "model/job_mesh.hpp"
#include "refusal.hpp"
#include "regions/region_graph.hpp"

namespace pace {
namespace {

using Json = nlohmann::json;

int print(const std::string& file) {
  const Job job = read_job(file);
  const Mesh mesh = read_in_metres(job);
  const RegionExamination examination = examine_regions(mesh, analyse(mesh), job.materials);
  Json regions = Json::array();
  for (const Region& region : examination.graph.regions) {
    Json entry = region;
    entry["borders"] = Json::array();
    for (const int part : region.parts) entry["borders"].push_back(mesh.parts[part].number);
    regions.push_back(entry);
  }
  std::cout << Json{{"regions", regions}, {"findings", examination.findings}}.dump(
                   2, ' ', false, Json::error_handler_t::replace)
            << "\n";
  return examination.has_errors() ? exit_model_errors : exit_done;
}

}  // namespace

void add_regions_command(CLI::App& app, int& exit_code) {
  const auto job = std::make_shared<std::string>();
  CLI::App* verb =
      app.add_subcommand("regions", "Regions of a composite job: what lies inside what, of which material");
  verb->add_option("job", *job, "job.json")->required();
  verb->callback([job, &exit_code] { exit_code = exit_code_of([&] { return print(*job); }); });
}

}  // namespace pace
