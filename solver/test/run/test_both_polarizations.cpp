// Vertical and horizontal incidence solved together: the columns are those of two runs, and the matrix that
// they make keeps reciprocity and the symmetry of a sphere.
#include <doctest/doctest.h>

#include <stop_token>
#include <thread>

#include "../mesh/shapes.hpp"
#include "output/result_files.hpp"
#include "run_folder.hpp"

using nlohmann::json;
namespace fs = std::filesystem;

namespace both {

constexpr double hertz = 3e8;

/// Closed, neither convex nor symmetric, 1.2 wavelengths long.
Mesh twisted_box(int n) {
  shapes::Builder b;
  b.box(Vec3(-0.5, -0.2, -0.2), Vec3(0.7, 0.25, 0.15), n);
  Mesh mesh = b.mesh;
  for (Vec3& v : mesh.vertices) v += Vec3(0.15 * v.y() * v.z(), 0.3 * v.x() * v.x(), 0.2 * v.x());
  return mesh;
}

/// Two parts: one for physical optics, one for the full wave.
Mesh plate_and_box() {
  shapes::Builder b;
  b.surface(
      12, 12, [](double u, double v) { return Vec3(3.0 * u, 3.0 * v, 0.2 * u * v); }, 1);
  b.box(Vec3(0.4, 0.3, 1.2), Vec3(0.8, 0.9, 1.5), 3, 2);
  return b.mesh;
}

json sweep_input() {
  return {{"anglesweep", 1},
          {"excitation", {40, 80, 70, 110, 4, 40, 20}},
          {"frequency", {hertz, -1, -1}},
          {"numberoffarlocations", 12},
          {"solvertype", 2},
          {"residualerror", 1e-4},
          {"numberofiterations", 200}};
}

Complex number(const json& record, const std::string& name, std::size_t i) {
  const auto part = [&](const char* ending) {
    const json& value = record[name + ending];
    return value.is_array() ? value[i].get<double>() : value.get<double>();
  };
  return {part("_Real"), part("_Imag")};
}

/// ‖a − b‖ / ‖b‖ of a wave's terms in records of both waves against its own run's.
double difference(const json& of_both, const json& of_one, const char* theta, const char* phi) {
  double error = 0.0, norm = 0.0;
  REQUIRE(of_both.size() == of_one.size());
  for (std::size_t r = 0; r < of_both.size(); ++r) {
    const json& angles = of_one[r]["angleTheta"];
    CHECK(of_both[r]["angleTheta"] == angles);
    for (std::size_t i = 0; i < (angles.is_array() ? angles.size() : 1); ++i)
      for (const auto& [term, component] : {std::pair{theta, "e_Theta"}, {phi, "e_Phi"}}) {
        const Complex exact = number(of_one[r], component, i);
        error += std::norm(number(of_both[r], term, i) - exact);
        norm += std::norm(exact);
      }
  }
  REQUIRE(norm > 0.0);
  return std::sqrt(error / norm);
}

/// The worst of both columns, of the backscatter and of one illumination's cuts.
double worst_difference(const Mesh& mesh, json input, const json& more = json::object()) {
  const RunFolder together(mesh);
  run(together.job(input, more), together.results());
  const char* far = "solver_result_300000000_farzone_800_900.json";
  double worst = 0.0;
  for (const auto& [polarization, theta, phi] :
       {std::tuple{1, "s_VV", "s_HV"}, std::tuple{0, "s_VH", "s_HH"}}) {
    input["excitation"][4] = polarization;
    const RunFolder alone(mesh);
    run(alone.job(input, more), alone.results());
    CHECK(together.read("result.json")["method"] == alone.read("result.json")["method"]);
    worst = std::max({worst,
                      difference(together.read("monostatic.json")["monoStaticRcs"],
                                 alone.read("monostatic.json")["monoStaticRcs"], theta, phi),
                      difference(together.read(far)["cuts"], alone.read(far)["cuts"], theta, phi)});
  }
  return worst;
}

json layer_of(const char* name, Complex permittivity) {
  return {{"id", name},
          {"name", name},
          {"frequency", hertz},
          {"permitivity", {{"real", permittivity.real()}, {"imaginary", permittivity.imag()}}},
          {"permeability", {{"real", 1.0}, {"imaginary", 0.0}}}};
}

/// |S_VH − S_HV| of the whole sweep over the matrix.
double break_of_reciprocity(const json& monostatic) {
  double error = 0.0, norm = 0.0;
  for (const json& r : monostatic["monoStaticRcs"]) {
    error += std::norm(number(r, "s_VH", 0) - number(r, "s_HV", 0));
    for (const char* term : {"s_VV", "s_VH", "s_HV", "s_HH"}) norm += std::norm(number(r, term, 0));
  }
  return std::sqrt(error / norm);
}

/// Share of the cross-polar terms, beside it that of the co-handed circular ones.
std::pair<double, double> forbidden_of_sphere(const json& monostatic) {
  const Complex j = imaginary_unit;
  double cross = 0.0, handed = 0.0, norm = 0.0;
  for (const json& r : monostatic["monoStaticRcs"]) {
    const Complex vv = number(r, "s_VV", 0), vh = number(r, "s_VH", 0), hv = number(r, "s_HV", 0),
                  hh = number(r, "s_HH", 0);
    cross += std::norm(vh) + std::norm(hv);
    // contract/src/run/scattering.ts
    handed += std::norm(0.5 * (j * (hh - vv) + vh + hv)) + std::norm(0.5 * (j * (vv - hh) + vh + hv));
    norm += std::norm(vv) + std::norm(hh);
  }
  return {std::sqrt(cross / norm), std::sqrt(handed / norm)};
}

}  // namespace both

TEST_CASE("both polarizations by LU are the columns of two runs") {
  CHECK(both::worst_difference(both::twisted_box(4), both::sweep_input()) < 1e-10);
}

TEST_CASE("both polarizations by MLFMA are two runs within the digits of its product") {
  json input = both::sweep_input();
  input["numberoflevels"] = {0, 3};
  CHECK(both::worst_difference(both::twisted_box(9), input) < 1e-3);
}

TEST_CASE("both polarizations by physical optics, hybrid, of a coating and of a composite are two runs") {
  json optics = both::sweep_input();
  optics.update({{"solvertype", 1}, {"numberofreflections", 3}, {"edgediffraction", 1}});
  CHECK(both::worst_difference(shapes::torus(20, 10), optics) < 1e-12);

  json hybrid = both::sweep_input();
  hybrid.update({{"solvertype", 3}, {"partmethods", {1, 2}}, {"residualerror", 1e-5}});
  CHECK(both::worst_difference(both::plate_and_box(), hybrid) < 1e-3);

  const json foam{
      {"inputMaterials", {both::layer_of("Foam", {4.0, -1.0})}},
      {"thicknesses",
       {{{"id", 1}, {"materialName", "Foam"}, {"surface", 1}, {"surfaceIndex", 0}, {"thickness", 0.02}}}}};
  CHECK(both::worst_difference(both::twisted_box(4), both::sweep_input(),
                               {{"programType", 2}, {"materials", foam}}) < 1e-10);

  const json glass{{"inputMaterials", {both::layer_of("Glass", {2.5, -0.1})}},
                   {"outerMedias", {{{"surfaceApplied", 1}, {"outerMedia", 0}, {"outerMaterial", "Glass"}}}}};
  json composite = both::sweep_input();
  composite["solvertype"] = 3;
  CHECK(both::worst_difference(both::twisted_box(4), composite, {{"programType", 3}, {"materials", glass}}) <
        1e-10);
}

TEST_CASE("files that there are once an incident wave have its letter, and nothing has the plain name") {
  const RunFolder folder(both::twisted_box(3));
  run(folder.job(both::sweep_input()), folder.results());
  for (const std::string kind : {"currents", "coefficients", "iterations"}) {
    const std::string ending = kind == "iterations" ? "_800_900.json" : "_800_900.bin";
    const auto exists = [&](const std::string& letter) {
      return fs::exists(folder.results() / ("solver_result_300000000_" + kind + letter + ending));
    };
    CAPTURE(kind);
    CHECK((exists("V") && exists("H")));
    CHECK_FALSE(exists(""));
  }
  CHECK(folder.read("result.json")["polarization"] == 4);
  CHECK(folder.read("solver_result_300000000_farzone_800_900.json")["polarization"] == 4);
}

TEST_CASE("the cross-polar terms of a body without symmetry are reciprocal, the better the finer its mesh") {
  json input = both::sweep_input();
  input["outputselection"] = {0, 0, 0, 0, 0};
  // The EFIE is its own transpose, so its monostatic matrix is symmetric whatever the mesh, but for the rules
  // of its integrals.
  input["cfiealpha"] = {1.0};
  const RunFolder efie(both::twisted_box(4));
  run(efie.job(input), efie.results());
  CHECK(both::break_of_reciprocity(efie.read("monostatic.json")) < 1e-8);
  // The CFIE is not: what it breaks is an error of the mesh.
  input["cfiealpha"] = {0.5};
  std::vector<double> breaks;
  for (const int n : {4, 8}) {
    const RunFolder cfie(both::twisted_box(n));
    run(cfie.job(input), cfie.results());
    breaks.push_back(both::break_of_reciprocity(cfie.read("monostatic.json")));
  }
  CAPTURE(breaks[0]);
  CAPTURE(breaks[1]);
  CHECK(breaks[0] < 0.03);
  CHECK(breaks[1] < 0.5 * breaks[0]);
}

TEST_CASE("a sphere returns no cross-polar wave and turns right into left") {
  json input = both::sweep_input();
  input["outputselection"] = {0, 0, 0, 0, 0};
  std::vector<std::pair<double, double>> found;
  for (const int n : {4, 8}) {
    const RunFolder folder(shapes::sphere(0.3, n, Vec3(0.1, 0.0, 0.2)));
    run(folder.job(input), folder.results());
    found.push_back(both::forbidden_of_sphere(folder.read("monostatic.json")));
  }
  CAPTURE(found[0].first);
  CAPTURE(found[0].second);
  CAPTURE(found[1].first);
  CAPTURE(found[1].second);
  // Of 192 triangles with edges of λ/8, seen from where the mesh has no symmetry; with twice as many on a
  // side a quarter is left, as of any error of flat triangles.
  CHECK(found[0].first < 0.02);
  CHECK(found[0].second < 0.06);
  CHECK(found[1].first < 0.3 * found[0].first);
  CHECK(found[1].second < 0.3 * found[0].second);
}

TEST_CASE("a run of both polarizations that stopped is taken up with both of its columns") {
  json input = both::sweep_input();
  // By MLFMA from its checkpoint.
  input["numberoflevels"] = {0, 3};
  const RunFolder stopped(both::twisted_box(9)), whole(both::twisted_box(9));
  run(whole.job(input), whole.results());
  const json exact = whole.read("monostatic.json");
  input["numberofiterations"] = 3;
  run(stopped.job(input), stopped.results());
  CHECK(stopped.read("result.json")["converged"] == false);
  input["numberofiterations"] = 200;
  run(stopped.job(input), stopped.results());
  CHECK(stopped.read("result.json")["converged"] == true);
  for (const char* letter : {"V", "H"}) {
    const std::string name = std::string("solver_result_300000000_iterations") + letter + "_800_900.json";
    CHECK(stopped.read(name)["iterations"].size() > 3);
  }
  const auto distance = [](const json& a, const json& b) {
    double error = 0.0, norm = 0.0;
    for (std::size_t i = 0; i < b["monoStaticRcs"].size(); ++i)
      for (const char* term : {"s_VV", "s_VH", "s_HV", "s_HH"}) {
        const Complex value = both::number(b["monoStaticRcs"][i], term, 0);
        error += std::norm(both::number(a["monoStaticRcs"][i], term, 0) - value);
        norm += std::norm(value);
      }
    return std::sqrt(error / norm);
  };
  CHECK(distance(stopped.read("monostatic.json"), exact) < 1e-3);

  // By LU from the illuminations that are done: what they returned is kept as it was.
  input["numberoflevels"] = {1, 0};
  const RunFolder folder(both::twisted_box(3));
  const Job job = folder.job(input);
  run(job, folder.results());
  json result = folder.read("result.json"), mono = folder.read("monostatic.json");
  const json finished = mono;
  REQUIRE(mono["monoStaticRcs"].size() == 6);
  result["finished"] = false;
  result["frequencies"] = json::array();
  result["partial"] = {{"frequencyHz", both::hertz},
                       {"illuminations", 2},
                       {"backwardError", 1e-15},
                       {"digits", 0},
                       {"converged", true}};
  mono["monoStaticRcs"].erase(mono["monoStaticRcs"].begin() + 2, mono["monoStaticRcs"].end());
  mono["monoStaticRcs"][0]["s_VH_Real"] = 123.0;
  write_json(folder.results() / "result.json", result);
  write_json(folder.results() / "monostatic.json", mono);
  run(job, folder.results());
  mono = folder.read("monostatic.json");
  REQUIRE(mono["monoStaticRcs"].size() == 6);
  CHECK(mono["monoStaticRcs"][0]["s_VH_Real"] == 123.0);
  mono["monoStaticRcs"][0] = finished["monoStaticRcs"][0];
  CHECK(distance(mono, finished) < 1e-12);

  // By physical optics from the arrivals that are done.
  json optics = both::sweep_input();
  optics.update({{"solvertype", 1}, {"excitation", {10, 80, 0, 0, 4, 1, 0}}});
  const RunFolder interrupted(shapes::torus(30, 12)), in_one(shapes::torus(30, 12));
  run(in_one.job(optics, {{"threads", 1}}), in_one.results());
  std::jthread stopper([&](std::stop_token told) {
    while (!told.stop_requested() &&
           !fs::exists(interrupted.results() / "solver_result_300000000_farzone_300_0.json"))
      std::this_thread::yield();
    stop_requested() = true;
  });
  CHECK_THROWS_AS(run(interrupted.job(optics, {{"threads", 1}}), interrupted.results()), Cancelled);
  stopper.request_stop();
  stopper.join();
  stop_requested() = false;
  REQUIRE(fs::exists(interrupted.results() / ".checkpoint_optics.bin"));
  run(interrupted.job(optics, {{"threads", 1}}), interrupted.results());
  CHECK(interrupted.read("monostatic.json") == in_one.read("monostatic.json"));
}
