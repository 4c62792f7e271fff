// The runs of the other files are checked as they end (run_folder.hpp); here is what the check itself finds.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "../mesh/shapes.hpp"
#include "../schemas/file_schemas.hpp"
#include "core/cancel.hpp"
#include "run_folder.hpp"

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

json example(const std::string& path) {
  std::ifstream file(fs::path(PACE_REPOSITORY) / "contract/examples/runs" / path);
  return json::parse(file);
}

bool is_whole(const json& result) { return schema_complaints("result", result).empty(); }

}  // namespace

TEST_CASE("results of every method that the contract has as examples fit the schemas") {
  for (const char* run :
       {"dense", "both", "mlfma", "ranks", "composite", "hybrid", "optics", "unconverged"}) {
    CAPTURE(run);
    const std::string folder = run;
    CHECK(schema_complaints("result", example(folder + "/result.json")) == "");
    CHECK(schema_complaints("monostatic", example(folder + "/monostatic.json")) == "");
  }
}

TEST_CASE("a broken result is refused by its schema") {
  for (const char* run : {"dense", "mlfma", "hybrid", "optics"}) {
    CAPTURE(run);
    const json whole = example(std::string(run) + "/result.json");
    for (const auto& [key, value] : whole.items()) {
      if (key == "formulation") continue;
      CAPTURE(key);
      json broken = whole;
      broken.erase(key);
      CHECK_FALSE(is_whole(broken));
      broken = whole;
      broken[key] = nullptr;
      CHECK_FALSE(is_whole(broken));
    }
    json broken = whole;
    broken["unheardOf"] = 1;
    CHECK_FALSE(is_whole(broken));
    broken = whole;
    broken["method"] = "dense LU";
    CHECK_FALSE(is_whole(broken));
    broken = whole;
    broken["frequencies"][0]["frequencyHz"] = "300000000";
    CHECK_FALSE(is_whole(broken));
  }
}

TEST_CASE("a broken far field and a broken history are refused by their schemas") {
  json far = example("dense/solver_result_300000000_farzone_600_300.json");
  CHECK(schema_complaints("farzone", far) == "");
  far["cuts"][1]["e_Phi_Imag"][0] = nullptr;
  CHECK(schema_complaints("farzone", far) != "");
  json history = example("unconverged/solver_result_300000000_iterations_600_300.json");
  CHECK(schema_complaints("iterations", history) == "");
  history["iterations"][0].erase("residual");
  CHECK(schema_complaints("iterations", history) != "");
}
