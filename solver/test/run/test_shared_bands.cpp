// Sweeps whose frequencies share trees: the same fields and error bars as alone.
#include <doctest/doctest.h>

#include "../mesh/shapes.hpp"
#include "run_folder.hpp"

using nlohmann::json;
namespace fs = std::filesystem;

namespace shared_bands_test {

/// Without symmetry and away from the origin, 1.2 wavelengths long at 300 MHz.
Mesh body(int edges) {
  shapes::Builder b;
  b.box(Vec3(-0.5, -0.2, -0.2), Vec3(0.7, 0.25, 0.15), edges);
  for (Vec3& v : b.mesh.vertices)
    v += Vec3(2.0, -1.0, 0.5) + Vec3(0.15 * v.y() * v.z(), 0.3 * v.x() * v.x(), 0.2 * v.x());
  return b.mesh;
}

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

/// ‖a − b‖ / ‖b‖ of some numbers of the records of a frequency.
double difference(const json& a, const json& b, double frequency_hz, const std::vector<std::string>& names) {
  double error = 0.0, norm = 0.0;
  int rows = 0;
  for (const json& of_a : a.at("monoStaticRcs"))
    for (const json& of_b : b.at("monoStaticRcs")) {
      if (of_a.at("frequency") != frequency_hz || of_b.at("frequency") != frequency_hz ||
          of_a.at("angleTheta") != of_b.at("angleTheta"))
        continue;
      ++rows;
      for (const std::string& name : names) {
        const double x = of_a.at(name), y = of_b.at(name);
        error += (x - y) * (x - y), norm += y * y;
      }
    }
  REQUIRE(rows == 3);
  return std::sqrt(error / norm);
}

const std::vector<std::string> fields{"s_VV_Real", "s_VV_Imag", "s_HH_Real", "s_HH_Imag",
                                      "s_VH_Real", "s_VH_Imag", "s_HV_Real", "s_HV_Imag"},
    bars{"s_VV_Error", "s_HH_Error"};

std::vector<double> interpolated(const json& result) {
  std::vector<double> frequencies;
  for (const json& f : result.at("frequencies"))
    if (f.at("mlfma").at("nearInterpolated") == true) frequencies.push_back(f.at("frequencyHz"));
  return frequencies;
}

TEST_CASE("conductor: most of nine frequencies are interpolated, and have the fields and bars of LU") {
  const std::vector<double> nine = band(9);
  const RunFolder folder(body(7)), alone(body(7));
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
    CHECK(difference(rows, of_one, f, fields) < 1.5e-3);
    CHECK(difference(rows, of_one, f, bars) < 0.1);
  }
  // Files that serve the run have no names, and nothing else stays.
  for (const auto& entry : fs::directory_iterator(folder.results()))
    CHECK_FALSE(entry.path().filename().string().starts_with(".near"));
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
  const RunFolder folder(body(7)), alone(body(7));
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
  CHECK(difference(folder.read("monostatic.json"), alone.read("monostatic.json"), f, fields) < 2.5e-3);
}

}  // namespace shared_bands_test
