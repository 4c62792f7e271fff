// Sweeps whose frequencies share trees: the same fields and error bars as alone.
#include <doctest/doctest.h>

#include "../mesh/shapes.hpp"
#include "run_folder.hpp"
#include "swept_records.hpp"

using nlohmann::json;
namespace fs = std::filesystem;

namespace shared_bands_test {

std::vector<double> band(int count) {
  std::vector<double> frequencies;
  for (int i = 0; i < count; ++i) frequencies.push_back(std::round(2.7e8 + 6e7 * i / (count - 1.0)));
  return frequencies;
}

json swept(const std::vector<double>& frequencies) {
  return {{"solvertype", 2},
          {"anglesweep", 1},
          {"excitation", {50, 80, 70, 70, 4, 15, 0}},
          {"freqsweep", 2},
          {"frequencylist", frequencies},
          {"numberoffarlocations", 0},
          {"numberoflevels", {0, 3}},
          {"residualerror", 1e-3},
          {"numberofiterations", 200}};
}

std::vector<double> interpolated(const json& result) {
  std::vector<double> frequencies;
  for (const json& f : result.at("frequencies"))
    if (f.at("mlfma").at("nearInterpolated") == true) frequencies.push_back(f.at("frequencyHz"));
  return frequencies;
}

TEST_CASE("conductor: most of nine frequencies are interpolated, and have the fields and bars of LU") {
  const std::vector<double> nine = band(9);
  const RunFolder folder(shapes::slanted_body(7)), alone(shapes::slanted_body(7));
  const auto job = [](const RunFolder& in, const std::vector<double>& frequencies, const char* method) {
    return in.job(swept(frequencies), {{"errorEstimate", true}, {"method", method}});
  };
  run(job(folder, nine, "mlfma"), folder.results());
  const json result = folder.read("result.json"), rows = folder.read("monostatic.json");
  CHECK(result.at("converged") == true);
  const std::vector<double> some = interpolated(result);
  CHECK(some.size() >= 3);
  CHECK(some.size() <= 6);
  for (const double f : {some.front(), some.back()}) {
    CAPTURE(f);
    fs::remove_all(alone.results());
    run(job(alone, {f}, "dense-lu"), alone.results());
    const json of_one = alone.read("monostatic.json");
    CHECK(difference(rows, of_one, f) < 1.5e-3);
    CHECK(difference(rows, of_one, f, {"s_VV_Error", "s_HH_Error"}) < 0.1);
  }
  // Files that serve the run have no names, and nothing else stays.
  for (const auto& entry : fs::directory_iterator(folder.results()))
    CHECK_FALSE(entry.path().filename().string().starts_with(".near"));
}

TEST_CASE("a sweep that was stopped between its samples goes on without them, to the same fields") {
  const std::vector<double> nine = band(9);
  const RunFolder whole(shapes::slanted_body(7)), folder(shapes::slanted_body(7));
  const json method{{"method", "mlfma"}};
  run(whole.job(swept(nine), method), whole.results());
  const Job job = folder.job(swept(nine), method);
  // From coarse to fine: the files of the entries that are there by then go with the process.
  run_until(job, folder.results(),
            [&](const json& said) { return said.value("frequencyHz", 0.0) == nine[1]; });
  CHECK(folder.read("result.json").at("frequencies").size() >= 3);
  run(job, folder.results());
  const json result = folder.read("result.json");
  CHECK(result.at("converged") == true);
  CHECK(result.at("frequencies").size() == nine.size());
  for (const double f : nine)
    CHECK(difference(folder.read("monostatic.json"), whole.read("monostatic.json"), f) < 2e-3);
}

TEST_CASE(
    "a lossy medium whose wave numbers are complex, between a conductor's frequencies: the fields of LU") {
  const std::vector<double> ten = band(10);
  json params = json::array();
  for (const double f : {2.6e8, 3e8, 3.4e8})
    params.push_back({{"frequency", f},
                      {"permitivity", {{"real", 2.6 - f / 3e9}, {"imaginary", -0.3 - f / 3e9}}},
                      {"permeability", {{"real", 1.2}, {"imaginary", -0.1}}}});
  const json medium{{"id", "Lossy"},
                    {"name", "Lossy"},
                    {"frequency", 3e8},
                    {"permitivity", params[1].at("permitivity")},
                    {"permeability", params[1].at("permeability")},
                    {"params", params}},
      materials{{"isConstant", false},
                {"inputMaterials", json::array({medium})},
                {"outerMedias", {{{"surfaceApplied", 1}, {"outerMedia", 0}, {"outerMaterial", "Lossy"}}}}};
  const RunFolder folder(shapes::slanted_body(7)), alone(shapes::slanted_body(7));
  const auto job = [&](const RunFolder& in, const std::vector<double>& frequencies, const char* method) {
    return in.job(swept(frequencies), {{"programType", 3},
                                       {"materials", materials},
                                       {"formulation", "pmchwt"},
                                       {"errorEstimate", false},
                                       {"method", method}});
  };
  run(job(folder, ten, "mlfma"), folder.results());
  const json result = folder.read("result.json");
  CHECK(result.at("converged") == true);
  const std::vector<double> some = interpolated(result);
  REQUIRE(some.size() >= 1);
  const double f = some[0];
  run(job(alone, {f}, "dense-lu"), alone.results());
  CHECK(difference(folder.read("monostatic.json"), alone.read("monostatic.json"), f) < 2.5e-3);
}

}  // namespace shared_bands_test
