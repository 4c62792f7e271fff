#include <doctest/doctest.h>

#include "../mesh/shapes.hpp"
#include "core/cancel.hpp"
#include "core/error.hpp"
#include "input/job.hpp"
#include "mesh/unv.hpp"
#include "output/result_files.hpp"
#include "run/driver.hpp"
#include "run_folder.hpp"
#include "solved.hpp"

using namespace pace;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

Complex e_theta(const json& record) { return {record["e_Theta_Real"], record["e_Theta_Imag"]}; }
Complex e_phi(const json& record) { return {record["e_Phi_Real"], record["e_Phi_Imag"]}; }

json small_input() {
  return {{"excitation", {40, 70, 1}},
          {"frequency", {3e8, -1, -1}},
          {"numberoffarlocations", 36},
          {"solvertype", 2}};
}

/// Relative error of the complex field on each cut of the result at 300 MHz, the wave of `small_input`,
/// beside that of a conducting sphere.
std::vector<double> errors_of_cuts(const RunFolder& folder, double radius, const Vec3& centre) {
  std::vector<double> errors;
  const json far = folder.read("solver_result_300000000_farzone_400_700.json");
  for (const json& cut : far["cuts"]) {
    std::vector<Direction> directions;
    for (std::size_t i = 0; i < cut["angleTheta"].size(); ++i)
      directions.push_back(
          {cut["angleTheta"][i].get<double>() / 1800.0 * pi, cut["anglePhi"][i].get<double>() / 1800.0 * pi});
    const auto exact = solved::mie_of(radius, centre, 2.0 * pi * 3e8 / speed_of_light,
                                      {40.0 / 180.0 * pi, 70.0 / 180.0 * pi, 1}, directions);
    double error = 0.0, norm = 0.0;
    for (std::size_t i = 0; i < directions.size(); ++i) {
      error += std::norm(Complex(cut["e_Theta_Real"][i], cut["e_Theta_Imag"][i]) - exact[i].theta) +
               std::norm(Complex(cut["e_Phi_Real"][i], cut["e_Phi_Imag"][i]) - exact[i].phi);
      norm += std::norm(exact[i].theta) + std::norm(exact[i].phi);
    }
    errors.push_back(std::sqrt(error / norm));
  }
  return errors;
}

}  // namespace

TEST_CASE(
    "a run writes what it was asked for, and its backscatter equals its bistatic field in the same direction") {
  const RunFolder folder(shapes::sphere(0.3, 3, Vec3(0.1, 0.0, 0.2)));
  json input = small_input();
  input["excitation"] = {90, 70, 1};  // in the xy cut
  const auto events = run(folder.job(input), folder.results());
  CHECK(events.back()["event"] == "finished");
  const json far = folder.read("solver_result_300000000_farzone_900_700.json");
  const json mono = folder.read("monostatic.json")["monoStaticRcs"][0];
  REQUIRE(far["cuts"].size() == 3);
  CHECK(far["cuts"][0]["anglePhi"][7] == 700.0);
  const Complex bistatic(far["cuts"][0]["e_Theta_Real"][7], far["cuts"][0]["e_Theta_Imag"][7]);
  CHECK(std::abs(bistatic - e_theta(mono)) < 1e-12);
  CHECK(std::abs(bistatic) > 0.01);
  for (const char* name :
       {"solver_result_300000000_currents_900_700.bin", "solver_result_300000000_coefficients_900_700.bin",
        "solver_result_300000000_iterations_900_700.json", "solver_result_300000000_time_900_700.json"})
    CHECK(fs::exists(folder.results() / name));
  CHECK(folder.read("solver_result_300000000_iterations_900_700.json")["iterations"][0]["residual"] < 1e-10);
}

TEST_CASE("outputs that were not selected are not written") {
  const RunFolder folder(shapes::sphere(0.3, 2));
  json input = small_input();
  input["outputselection"] = {0, 0, 1, 0, 0};
  run(folder.job(input), folder.results());
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder.results())) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{"monostatic.json", "result.json",
                                          "solver_result_300000000_iterations_400_700.json"});
}

TEST_CASE("the far field along each cut agrees with Mie, points where the cut says they are") {
  const Vec3 centre(0.1, 0.0, 0.2);
  const RunFolder folder(shapes::sphere(0.3, 7, centre));
  json input = small_input();
  input["cfiealpha"] = {1.0};
  run(folder.job(input), folder.results());
  for (const double error : errors_of_cuts(folder, 0.3, centre)) CHECK(error < 0.03);
}

TEST_CASE("a sphere of facets, rounded by its job, has the far field of the sphere") {
  const Vec3 centre(0.1, 0.0, 0.2);
  const RunFolder folder(shapes::with_random_winding(shapes::sphere(0.3, 4, centre), 3));
  std::vector<double> worst;
  for (const double angle : {0.0, 30.0}) {
    json input = small_input();
    input["roundingangle"] = angle;
    // The winding of the file is not what is rounded by.
    input["changenormal"] = angle > 0.0 ? 1 : 0;
    run(folder.job(input), folder.results());
    const std::vector<double> errors = errors_of_cuts(folder, 0.3, centre);
    worst.push_back(*std::max_element(errors.begin(), errors.end()));
  }
  MESSAGE("relative error of the complex field: facets ", worst[0], ", rounded ", worst[1]);
  CHECK(worst[0] > 0.02);
  CHECK(worst[1] < 0.2 * worst[0]);
}

TEST_CASE("circular polarization is the combination of the linear ones") {
  const RunFolder folder(shapes::sphere(0.3, 2, Vec3(0.2, 0.1, 0.0)));
  std::vector<json> records;
  for (const int polarization : {0, 1, 2, 3}) {
    json input = small_input();
    input["excitation"][2] = polarization;
    run(folder.job(input), folder.results());
    records.push_back(folder.read("monostatic.json")["monoStaticRcs"][0]);
  }
  const Complex j(0.0, 1.0);
  const double half = 1.0 / std::sqrt(2.0);
  CHECK(std::abs(e_theta(records[2]) - half * (e_theta(records[0]) - j * e_theta(records[1]))) < 1e-12);
  CHECK(std::abs(e_phi(records[3]) - half * (e_phi(records[0]) + j * e_phi(records[1]))) < 1e-12);
}

TEST_CASE("a sweep in angle and frequency equals its points one by one") {
  const RunFolder folder(shapes::sphere(0.3, 2, Vec3(0.2, 0.1, 0.0)));
  json sweep = small_input();
  sweep.update({{"anglesweep", 1},
                {"excitation", {30, 60, 10, 20, 0, 30, 10}},
                {"freqsweep", 1},
                {"frequency", {2e8, 1e8, 3e8}}});
  run(folder.job(sweep), folder.results());
  const json all = folder.read("monostatic.json")["monoStaticRcs"];
  REQUIRE(all.size() == 8);
  for (const json& record : all) {
    json one = small_input();
    one.update(
        {{"excitation", {record["angleTheta"].get<double>() / 10, record["anglePhi"].get<double>() / 10, 0}},
         {"frequency", {record["frequency"], -1, -1}}});
    run(folder.job(one), folder.results());
    const json single = folder.read("monostatic.json")["monoStaticRcs"][0];
    CHECK(std::abs(e_phi(single) - e_phi(record)) < 1e-12);
  }
}

TEST_CASE("a restarted job keeps the frequencies it has and computes only the rest") {
  const RunFolder folder(shapes::sphere(0.3, 2));
  json sweep = small_input();
  sweep.update({{"freqsweep", 1}, {"frequency", {1e8, 1e8, 3e8}}});
  const Job job = folder.job(sweep);
  run(job, folder.results());
  const json whole = folder.read("monostatic.json");
  json cut_off = folder.read("result.json");
  cut_off["frequencies"].erase(2);
  write_json(folder.results() / "result.json", cut_off);
  const auto events = run(job, folder.results());
  int starts = 0;
  for (const json& e : events) starts += e["event"] == "stage" && e["stage"] == stage::fields;
  CHECK(starts == 1);
  CHECK(cut_off["processorSeconds"] > 0.0);
  CHECK(folder.read("result.json")["processorSeconds"] > cut_off["processorSeconds"]);
  const json again = folder.read("monostatic.json");
  REQUIRE(again["monoStaticRcs"].size() == 3);
  for (int i = 0; i < 3; ++i) {
    const json &a = again["monoStaticRcs"][i], &b = whole["monoStaticRcs"][i];
    CHECK(a["frequency"] == b["frequency"]);
    CHECK(std::abs(e_theta(a) - e_theta(b)) < 1e-12);
  }
}

TEST_CASE("a cancelled run stops, and what it finished stays") {
  const RunFolder folder(shapes::sphere(0.3, 2));
  stop_requested() = true;
  CHECK_THROWS_AS(run(folder.job(small_input()), folder.results()), Cancelled);
  stop_requested() = false;
}

TEST_CASE("what cannot be solved is refused with its code before anything is computed") {
  const RunFolder folder(shapes::sphere(0.3, 2));
  json input = small_input();
  input["cfiealpha"] = {0.5, 0.5, 0.5};
  CHECK(code_of([&] { run(folder.job(input), folder.results()); }) == "ALPHA_COUNT");
  input = small_input();
  CHECK(code_of([&] {
          run(folder.job(small_input(), {{"programType", 3}}), folder.results());
        }) == "REGION_TABLE");
  CHECK(code_of([&] {
          run(folder.job(small_input(), {{"memoryLimitBytes", 1000}}), folder.results());
        }) == "MEMORY");
}

TEST_CASE("an open part is solved by the EFIE whatever its alpha, and the run says so") {
  shapes::Builder plate;
  plate.surface(4, 3, [](double u, double v) { return Vec3(0.4 * u, 0.3 * v, 0.0); });
  const RunFolder folder(plate.mesh);
  run(folder.job(small_input()), folder.results());
  bool said = false;
  const json result = folder.read("result.json");
  for (const json& n : result["notices"]) said |= n["code"] == "OPEN_PARTS_EFIE";
  CHECK(said);
}

TEST_CASE("scalefactor is metres per unit: inches with 0.0254 are the same body as metres with 1") {
  Mesh inches = shapes::sphere(0.3 / 0.0254, 2);
  const RunFolder a(shapes::sphere(0.3, 2)), b(inches);
  run(a.job(small_input()), a.results());
  json input = small_input();
  input["scalefactor"] = 0.0254;
  run(b.job(input), b.results());
  const Complex one = e_theta(a.read("monostatic.json")["monoStaticRcs"][0]);
  CHECK(std::abs(one - e_theta(b.read("monostatic.json")["monoStaticRcs"][0])) < 1e-9 * std::abs(one));
}
