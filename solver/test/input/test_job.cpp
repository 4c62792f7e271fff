#include <doctest/doctest.h>

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "input/job.hpp"

using namespace pace;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

struct Example {
  std::string title;
  Json content;
};

std::vector<Example> examples(const std::string& verdict) {
  std::vector<Example> all;
  for (const auto& entry :
       fs::directory_iterator(fs::path(PACE_REPOSITORY) / "contract/examples" / verdict)) {
    std::ifstream file(entry.path());
    all.push_back({entry.path().stem().stem().string(), Json::parse(file)});
  }
  return all;
}

Json smallest() {
  return Json::parse(R"({"schema": "pace-job-1", "programType": 1, "mesh": "mesh.unv", "solverInput": {}})");
}

/// "CODE at where: sentence" of what parse_job throws; empty if it accepts.
std::string complaint(const Json& job) {
  try {
    parse_job(job, "/run");
    return "";
  } catch (const InputError& error) {
    return error.code() + " at " + error.where() + ": " + error.what();
  }
}

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text)
      : path_(fs::temp_directory_path() / ("pace_test_job_" + std::to_string(::getpid()) + ".json")) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() { fs::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// where() and sentence of what read_job throws about a file with this text.
std::pair<std::string, std::string> file_complaint(const std::string& text) {
  const TemporaryFile file(text);
  try {
    read_job(file.path());
    return {"accepted", ""};
  } catch (const InputError& error) {
    CHECK(error.code() == "JOB_INVALID");
    return {error.where(), error.what()};
  }
}

}  // namespace

TEST_CASE("every good example of the contract is accepted") {
  const auto good = examples("good");
  CHECK(good.size() >= 12);
  for (const auto& [title, content] : good) {
    CAPTURE(title);
    CHECK(complaint(content["job"]) == "");
  }
}

TEST_CASE("every bad example of the contract is refused with its code, place and sentence") {
  const auto bad = examples("bad");
  CHECK(bad.size() >= 25);
  for (const auto& [title, content] : bad) {
    CAPTURE(title);
    const Json& expected = content["expect"];
    try {
      parse_job(content["job"], "/run");
      FAIL_CHECK("accepted");
    } catch (const InputError& error) {
      CHECK(error.code() == expected["code"].get<std::string>());
      CHECK(error.where() == expected["where"].get<std::string>());
      if (expected.contains("message")) CHECK(error.what() == expected["message"].get<std::string>());
    }
  }
}

TEST_CASE("an empty solver input gets the defaults of the contract") {
  const Job job = parse_job(smallest(), "/run");
  CHECK(job.program_type == 1);
  CHECK(job.threads == 1);
  CHECK_FALSE(job.memory_limit_bytes.has_value());
  CHECK(job.materials.is_null());
  const SolverInput& input = job.input;
  CHECK_FALSE(input.manual_levels);
  CHECK_FALSE(input.metres_per_unit.has_value());
  CHECK_FALSE(input.change_normal);
  CHECK_FALSE(input.angle_sweep);
  CHECK(input.excitation == std::vector<double>{180, 180, 0});
  CHECK(input.polarization() == 0);
  CHECK(input.frequencies_hz == std::vector<double>{1.3e9});
  CHECK(input.far_locations == 360);
  CHECK(input.thetas_3d == 0);
  CHECK(input.solver == SolverType::hybrid);
  CHECK(input.residual == 0.001);
  CHECK(input.max_iterations == 15);
  CHECK(input.cfie_alpha.empty());
  CHECK(input.outer_media.empty());
  CHECK((input.outputs.coefficients && input.outputs.currents && input.outputs.iterations &&
         input.outputs.time && input.outputs.farzone));
}

TEST_CASE("every field of a full job arrives") {
  const fs::path file = fs::path(PACE_REPOSITORY) / "contract/examples/good/every-field.job.json";
  std::ifstream stream(file);
  const Job job = parse_job(Json::parse(stream)["job"], "/run");
  CHECK(job.mesh == fs::path("/run/run/mesh.unv"));
  CHECK(job.threads == 4);
  CHECK(job.memory_limit_bytes == 8589934592u);
  CHECK(job.materials["thicknesses"][0]["thickness"] == 0.002);
  const SolverInput& input = job.input;
  CHECK(input.manual_levels);
  CHECK(input.levels == 4);
  CHECK(input.metres_per_unit == 0.0254);
  CHECK(input.change_normal);
  CHECK(input.angle_sweep);
  CHECK(input.excitation == std::vector<double>{0, 180, 0, 90, 1, 0.5, 45});
  CHECK(input.polarization() == 1);
  CHECK(input.frequencies_hz.size() == 11);
  CHECK(input.frequencies_hz.back() == 2e9);
  CHECK(input.far_locations == 720);
  CHECK(input.thetas_3d == 91);
  CHECK(input.solver == SolverType::mlfma);
  CHECK(input.residual == 1e-4);
  CHECK(input.max_iterations == 300);
  CHECK(input.cfie_alpha == std::vector<double>{1, 0.5, 0});
  CHECK(input.outer_media == std::vector<int>{0, -1, 2});
  CHECK((input.outputs.coefficients && input.outputs.iterations && input.outputs.farzone));
  CHECK_FALSE((input.outputs.currents || input.outputs.time));
}

TEST_CASE("materials get their defaults and names without the spaces around them") {
  Json json = smallest();
  json["materials"] = Json::parse(R"({"inputMaterials": [{"id": 1, "name": " Foam\t", "frequency": 0,
    "permitivity": {"real": 1, "imaginary": 0}, "permeability": {"real": 1, "imaginary": 0}}],
    "outerMedias": [{"surfaceApplied": 1, "outerMedia": 0, "outerMaterial": "Foam "}]})");
  const Job job = parse_job(json, "/run");
  CHECK(job.materials["pecBack"] == true);
  CHECK(job.materials["isConstant"] == true);
  CHECK(job.materials["thicknesses"] == Json::array());
  CHECK(job.materials["inputMaterials"][0]["name"] == "Foam");
  CHECK(job.materials["outerMedias"][0]["outerMaterial"] == "Foam");
}

TEST_CASE("a mesh path is relative to the job file and becomes absolute") {
  Json json = smallest();
  CHECK(parse_job(json, "/run/7").mesh == fs::path("/run/7/mesh.unv"));
  json["mesh"] = "../shared/almond.unv";
  CHECK(parse_job(json, "/run/7").mesh == fs::path("/run/shared/almond.unv"));
  json["mesh"] = "/data/almond.unv";
  CHECK(parse_job(json, "/run/7").mesh == fs::path("/data/almond.unv"));
  CHECK(parse_job(json, "").mesh.is_absolute());
  json["mesh"] = "mesh.unv";
  CHECK(parse_job(json, "").mesh == fs::current_path() / "mesh.unv");
  const TemporaryFile file(json.dump());
  CHECK(read_job(file.path()).mesh == fs::temp_directory_path() / "mesh.unv");
}

TEST_CASE("a wrong value is told with its place and what it must be") {
  Json json = smallest();
  json["solverInput"]["residualerror"] = 2;
  CHECK(complaint(json) ==
        "JOB_INVALID at /solverInput/residualerror: The job's solverInput/residualerror is 2; it "
        "must be a number greater than 0 and at most 1.");
  json = smallest();
  json["solverInput"]["solvertype"] = "MLFMA";
  CHECK(complaint(json) ==
        "JOB_INVALID at /solverInput/solvertype: The job's solverInput/solvertype is \"MLFMA\"; it "
        "must be 1, 2 or 3.");
  json = smallest();
  json["solverInput"]["frequency"] = {1e9};
  CHECK(complaint(json) ==
        "JOB_INVALID at /solverInput/frequency: The job's solverInput/frequency is a list of 1; it "
        "must be a list of 3 entries.");
  json = smallest();
  json.erase("mesh");
  CHECK(complaint(json) ==
        "JOB_INVALID at /mesh: The job's mesh is missing; it must be a text that is not empty.");
  CHECK(complaint(Json()) == "JOB_INVALID at : The job is null; it must be an object.");
}

TEST_CASE("a job file that is not there is an error with its name") {
  CHECK_THROWS_WITH_AS(read_job("/nowhere/job.json"),
                       "The job file /nowhere/job.json cannot be read: No such file or directory.",
                       InputError);
  CHECK_THROWS_AS(read_job(fs::temp_directory_path()), InputError);
}

TEST_CASE("broken JSON is told with line and column") {
  CHECK(file_complaint("{\n  \"schema\": \"pace-job-1\",\n  mesh: 3\n}").first == "line 3, column 3");
  CHECK(file_complaint("").first == "line 1, column 1");
  CHECK(file_complaint("{\"a\": 1}\n{").first == "line 2, column 1");
  CHECK(file_complaint("{\"a\": NaN}").first == "line 1, column 7");
  CHECK(file_complaint("{\"a\": [1, 2").second.find("is not valid JSON at line 1, column 12: ") !=
        std::string::npos);
}

TEST_CASE("a number beyond the range of doubles is told with line and column") {
  const auto [where, sentence] = file_complaint("{\n \"solverInput\": {\"frequency\": [1e999, -1, -1]}}");
  CHECK(where == "line 2, column 32");
  CHECK(sentence.find("the number 1e999 is too large") != std::string::npos);
}

TEST_CASE("a million brackets are refused without a crash") {
  const std::string deep = std::string(1000000, '[') + std::string(1000000, ']');
  const std::string sentence = "The job is nested too deeply; a job has a handful of levels.";
  CHECK(file_complaint("{\"a\": " + deep + "}").second == sentence);
}

TEST_CASE("huge sweeps are refused at once") {
  Json json = smallest();
  json["solverInput"] = {{"freqsweep", 1}, {"frequency", {1e9, 1e-300, 1e11}}};
  CHECK(complaint(json) ==
        "SWEEP_TOO_LARGE at /solverInput/frequency: The sweep has more than 1e15 points (angles × "
        "frequencies); at most 100000 are allowed. Use larger steps or several projects");
}
