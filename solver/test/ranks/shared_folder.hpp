// What tests of whole runs over ranks share.
#pragma once

#include <doctest/doctest.h>

#include <chrono>
#include <fstream>

#include "mesh/unv.hpp"
#include "run/driver.hpp"

namespace pace::ranks_test {

/// A folder that all ranks see, gone with the test.
class SharedFolder {
 public:
  SharedFolder(Communicator& ranks, const Mesh& mesh) : ranks_(ranks) {
    std::string name;
    if (ranks.is_first()) {
      name =
          (std::filesystem::temp_directory_path() /
           ("pace-test-ranks-" + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count())))
              .string();
      std::filesystem::create_directories(name);
      write_unv(mesh, std::filesystem::path(name) / "mesh.unv");
    }
    ranks.broadcast(name);
    path_ = name;
  }
  ~SharedFolder() {
    // The others wait while the first solves alone.
    ranks_.wait_idle();
    if (ranks_.is_first()) std::filesystem::remove_all(path_);
  }
  /// @param with  beside the input
  Job job(const nlohmann::json& input, const nlohmann::json& with = nlohmann::json::object()) const {
    nlohmann::json document{{"schema", "pace-job-1"}, {"programType", 1},  {"mesh", "mesh.unv"},
                            {"threads", 1},           {"method", "mlfma"}, {"errorEstimate", false},
                            {"solverInput", input}};
    document.update(with);
    return parse_job(document, path_);
  }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  nlohmann::json read(const std::string& name) const {
    std::ifstream file(path_ / name);
    return nlohmann::json::parse(file, nullptr, false);
  }

 private:
  Communicator& ranks_;
  std::filesystem::path path_;
};

/// ‖a − b‖ / ‖b‖ of complex fields.
inline double difference(const nlohmann::json& a, const nlohmann::json& b) {
  double error = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (const char* name : {"e_Theta_Real", "e_Theta_Imag", "e_Phi_Real", "e_Phi_Imag"}) {
      const double x = a[i][name], y = b[i][name];
      error += (x - y) * (x - y);
      norm += y * y;
    }
  return std::sqrt(error / norm);
}

inline void say_nothing(const Job& job, const std::filesystem::path& folder, Communicator& ranks) {
  EventStream silent(nullptr);
  solve(job, folder, silent, ranks);
}

inline bool has_notice(const nlohmann::json& result, const std::string& code) {
  for (const auto& n : result["notices"])
    if (n["code"] == code) return true;
  return false;
}

inline int files_like(const std::filesystem::path& folder, const std::string& head) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    count += entry.path().filename().string().starts_with(head);
  return count;
}

/// Bars, corrected fields and the map of errors of the runs `together` and `alone`.
/// @param cuts  file of the far zone that has bars
inline void check_same_bars(const SharedFolder& folder, const std::string& cuts) {
  const auto result = folder.read("together/result.json");
  REQUIRE(result["method"] == "mlfma");
  CHECK(result["frequencies"][0]["mlfma"].contains("ranks"));
  const auto estimate = result["frequencies"][0]["errorEstimate"],
             expected = folder.read("alone/result.json")["frequencies"][0]["errorEstimate"];
  CHECK(estimate["receivers"] == expected["receivers"]);
  for (const char* part : {"equation", "discretisation", "geometry", "corrected"}) {
    REQUIRE(estimate.contains(part) == expected.contains(part));
    if (!expected.contains(part)) continue;
    CHECK(estimate[part].get<double>() == doctest::Approx(expected[part].get<double>()).epsilon(0.05));
  }
  CHECK(files_like(folder / "together", ".") == 0);

  double error = 0.0, norm = 0.0;
  const auto compare = [&](double x, double y) { error += (x - y) * (x - y), norm += y * y; };
  const auto different = [&] {
    REQUIRE(norm > 0.0);
    return std::sqrt(error / norm);
  };
  const auto records = folder.read("together/monostatic.json")["monoStaticRcs"],
             of_one = folder.read("alone/monostatic.json")["monoStaticRcs"];
  REQUIRE(records.size() == of_one.size());
  for (std::size_t i = 0; i < records.size(); ++i)
    for (const char* name : {"s_VV", "s_HV", "s_VH", "s_HH"}) {
      const auto term = [&](const char* part) { return std::string(name) + part; };
      compare(records[i][term("_Error")], of_one[i][term("_Error")]);
      REQUIRE(records[i].contains("corrected") == of_one[i].contains("corrected"));
      if (!of_one[i].contains("corrected")) continue;
      for (const char* part : {"_Real", "_Imag", "_Error"})
        compare(records[i]["corrected"][term(part)], of_one[i]["corrected"][term(part)]);
    }
  CHECK(different() < 0.01);
  error = norm = 0.0;
  const auto far = folder.read("together/" + cuts)["cuts"], of_one_far = folder.read("alone/" + cuts)["cuts"];
  for (std::size_t c = 0; c < of_one_far.size(); ++c)
    for (const char* name : {"s_VV_Error", "s_HV_Error", "s_VH_Error", "s_HH_Error"})
      for (std::size_t i = 0; i < of_one_far[c][name].size(); ++i)
        compare(far[c][name][i], of_one_far[c][name][i]);
  CHECK(different() < 0.01);
  error = norm = 0.0;
  std::vector<std::vector<float>> maps;
  for (const char* name : {"together", "alone"}) {
    std::ifstream file(folder / name / estimate["map"]["file"].get<std::string>(), std::ios::binary);
    file.seekg(12);
    maps.emplace_back();
    for (float v; file.read(reinterpret_cast<char*>(&v), sizeof v);) maps.back().push_back(v);
  }
  REQUIRE(maps[0].size() == maps[1].size());
  for (std::size_t t = 0; t < maps[0].size(); ++t) compare(maps[0][t], maps[1][t]);
  CHECK(different() < 0.01);
}

}  // namespace pace::ranks_test
