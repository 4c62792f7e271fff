// Runs that say of themselves when their numbers are wrong: the field inside, cancellation, coarse meshes.
#include <doctest/doctest.h>

#include "../close_to.hpp"
#include "../mesh/shapes.hpp"
#include "model/resolution.hpp"
#include "observables/interior_field.hpp"
#include "run_folder.hpp"
#include "solved.hpp"

using namespace solved;
using nlohmann::json;

namespace {

const Vec3 centre(0.13, -0.21, 0.34);

/// Of the volume of the ball, so that its resonances are nearly the ball's.
Mesh ball(double radius, int n) {
  const Mesh plain = shapes::sphere(1.0, n);
  double volume = 0.0;
  for (int t = 0; t < static_cast<int>(plain.triangles.size()); ++t)
    volume += plain.centroid(t).dot(plain.area_vector(t)) / 6.0;
  return shapes::sphere(radius * std::cbrt(4.0 / 3.0 * pi / volume), n, centre);
}

/// A sphere whose triangles grow from its lower to its upper end.
Mesh graded_sphere(double radius, int n, double power) {
  Mesh mesh = shapes::sphere(1.0, n);
  for (Vec3& v : mesh.vertices) {
    const double z = 2.0 * std::pow(0.5 * (1.0 + v.z()), power) - 1.0, across = std::hypot(v.x(), v.y());
    const double factor = across > 1e-9 ? std::sqrt(std::max(0.0, 1.0 - z * z)) / across : 0.0;
    v = radius * Vec3(factor * v.x(), factor * v.y(), z);
  }
  return mesh;
}

const json* notice(const json& result, const std::string& code) {
  for (const json& n : result["notices"])
    if (n["code"] == code) return &n;
  return nullptr;
}

json input(double hertz, json more = json::object()) {
  json in{{"excitation", {63, 40, 1}},
          {"frequency", {hertz, -1, -1}},
          {"numberoffarlocations", 0},
          {"solvertype", 2}};
  in.update(more);
  return in;
}

constexpr double resonant = 2.74370727;  ///< first zero of (x j₁)', ka of a ball

}  // namespace

TEST_CASE(
    "the field inside a conducting sphere is the error of its far field at a resonance of the MFIE, and small beside it "
    "otherwise") {
  const double radius = 0.4, k = resonant / radius;
  const Mesh mesh = ball(radius, 5);
  const RwgSpace space(mesh, analyse(mesh));
  const DualSpace dual(space);
  const auto directions = scattered_directions(60);
  const std::vector<Vec3> points =
      interior_points(space, k, 16, [](const SurfaceTriangle& t) { return !t.sheet; });
  REQUIRE(points.size() == 16);
  for (const Vec3& p : points) CHECK((p - centre).norm() < 0.9 * radius);
  const auto outcome = [&](const Wave& from, double part_alpha) {
    const std::vector<double> alpha = cfie_weights(space, std::vector<double>{part_alpha});
    LuFactors lu(assemble_dense(space, &dual, k, alpha, QuadratureChoice{}));
    Columns column(space.size(), 1);
    const PlaneWave wave = plane_wave(from.theta, from.phi, from.polarization);
    excite(space, &dual, k, wave, alpha, column.column(0));
    lu.solve(column);
    const auto fields = far_field(space, k, directions, column);
    const double error = difference(fields, 0, mie_of(radius, centre, k, from, directions)).complex_relative;
    return std::pair(error,
                     field_left(points, field_at(space, k, points, column, Columns(0, 0))[0], k, wave));
  };
  for (const Wave& wave : {Wave{1.1, 0.7, 1}, Wave{2.3, -1.2, 0}}) {
    const auto [wrong, seen] = outcome(wave, 0.0);
    CHECK(wrong > 0.2);
    CHECK(seen == close_to(wrong, 0.15));
    const auto [right, left] = outcome(wave, 0.5);
    CHECK(right < 0.03);  // flat facets of λ/7
    CHECK(left < 0.01);   // what they leave inside
  }
  // Without any current all of the wave is there.
  CHECK(field_left(points, std::vector<PointField>(points.size()), k, plane_wave(1.1, 0.7, 1)) ==
        close_to(1.0));
}

TEST_CASE("a run at an interior resonance says so by MFIE and EFIE, and the CFIE is honest down to λ/5") {
  const double radius = 0.4, hertz = resonant / radius * speed_of_light / (2.0 * pi);
  const RunFolder folder(ball(radius, 5));
  const auto solved_with = [&](double alpha, double at_hertz) {
    std::filesystem::remove_all(folder.results());
    run(folder.job(input(at_hertz, {{"cfiealpha", {alpha}}})), folder.results());
    return folder.read("result.json");
  };
  const json mfie = solved_with(0.0, hertz);
  REQUIRE(notice(mfie, "INTERIOR_RESONANCE") != nullptr);
  CHECK((*notice(mfie, "INTERIOR_RESONANCE"))["sentence"].get<std::string>().find("the MFIE alone") !=
        std::string::npos);
  CHECK(notice(mfie, "CLOSED_MFIE") != nullptr);
  CHECK(mfie["frequencies"][0]["extinction"]["fieldInside"] > 0.2);
  const json efie = solved_with(1.0, hertz);
  CHECK(notice(efie, "INTERIOR_RESONANCE") != nullptr);
  CHECK(notice(efie, "CLOSED_MFIE") == nullptr);
  for (const double at : {hertz, 1.4 * hertz}) {  // λ/7, λ/5
    const json cfie = solved_with(0.5, at);
    CHECK(notice(cfie, "INTERIOR_RESONANCE") == nullptr);
    CHECK(notice(cfie, "FIELD_INSIDE") == nullptr);
    CHECK(cfie["frequencies"][0]["extinction"]["points"] == 16);
    CHECK(cfie["frequencies"][0]["extinction"]["fieldInside"] < 0.015);
  }
}

TEST_CASE("a plate has no inside, and a box thinner than two edges has none that can be looked at") {
  shapes::Builder plate;
  plate.surface(5, 5, [](double u, double v) { return Vec3(0.4 * u, 0.4 * v, 0.0); });
  shapes::Builder slab;
  slab.box(Vec3(0, 0, 0), Vec3(0.4, 0.4, 0.02), 4);
  for (const Mesh& mesh : {plate.mesh, slab.mesh}) {
    const RunFolder folder(mesh);
    run(folder.job(input(3e8)), folder.results());
    const json result = folder.read("result.json");
    CHECK_FALSE(result["frequencies"][0].contains("extinction"));
    CHECK(notice(result, "FIELD_INSIDE") == nullptr);
  }
}

TEST_CASE(
    "a scatterer of ε = 1.0001 is reported as too weak for its mesh by LU and by MLFMA, one of ε = 2 is not") {
  const RunFolder small(ball(0.25, 4)), large(ball(0.7, 12));
  for (const auto& [method, permittivity] : {std::pair("dense-lu", 1.0001), std::pair("dense-lu", 2.0),
                                             std::pair("mlfma", 1.0001), std::pair("mlfma", 2.0)}) {
    CAPTURE(method);
    CAPTURE(permittivity);
    const RunFolder& folder = std::string(method) == "mlfma" ? large : small;
    const json medium{{"id", "Foam"},
                      {"name", "Foam"},
                      {"frequency", 3e8},
                      {"permitivity", {{"real", permittivity}, {"imaginary", 0.0}}},
                      {"permeability", {{"real", 1.0}, {"imaginary", 0.0}}}};
    const json filled{{"surfaceApplied", 1}, {"outerMedia", 0}, {"outerMaterial", "Foam"}};
    const json materials{{"inputMaterials", json::array({medium})}, {"outerMedias", json::array({filled})}};
    std::filesystem::remove_all(folder.results());
    const json in = input(3e8, {{"numberofiterations", 100}});
    run(folder.job(in, {{"programType", 3}, {"materials", materials}, {"method", method}}), folder.results());
    const json result = folder.read("result.json");
    REQUIRE(result["method"] == method);
    CHECK(result["converged"] == true);
    CHECK(result["frequencies"][0]["extinction"]["fieldInside"] < 0.02);
    const json* weak = notice(result, "WEAK_RETURN");
    CHECK((weak != nullptr) == (permittivity < 1.5));
    if (weak)
      CHECK((*weak)["sentence"].get<std::string>().find("whatever the residual says") != std::string::npos);
  }
}

TEST_CASE(
    "a mesh is coarse by its long edges and their share of the area, part by part, in the densest medium") {
  const Mesh fine = graded_sphere(0.5, 8, 1.0), graded = graded_sphere(0.5, 8, 3.0);
  const auto checked = [](const Mesh& mesh, double k) {
    return coarse_mesh(mesh, std::vector<double>(mesh.triangles.size(), k));
  };
  CHECK_FALSE(checked(fine, wavenumber_of_unit));  // λ/10 throughout
  // The mean edge is λ/11 all the same, but a quarter of the area has edges above λ/5.
  const auto found = checked(graded, wavenumber_of_unit);
  REQUIRE(found);
  CHECK(found->share > 0.8);
  CHECK(found->longest_edge == close_to(0.29, 0.02));
  // One long edge on a fine mesh.
  shapes::Builder b;
  b.surface(20, 20, [](double u, double v) { return Vec3(u, v, 0.0); });
  b.triangle(Vec3(1, 0, 0), Vec3(1.26, 0, 0), Vec3(1, 0.05, 0), 2);
  const auto single = checked(b.mesh, wavenumber_of_unit);
  REQUIRE(single);
  CHECK(single->part == 1);
  CHECK(single->parts == 1);
  // A dense medium beside one part of two.
  Mesh parts = fine;
  parts.parts.push_back({2, "Part 2"});
  std::vector<double> k(parts.triangles.size(), wavenumber_of_unit);
  for (std::size_t t = 0; t < k.size() / 2; ++t) parts.triangles[t].part = 1, k[t] *= 2.0;
  REQUIRE(coarse_mesh(parts, k));
  CHECK(coarse_mesh(parts, k)->part == 1);
  CHECK(coarse_mesh(parts, k)->parts == 1);
  // What carries no wave is not checked.
  std::fill_n(k.begin(), k.size() / 2, 0.0);
  CHECK_FALSE(coarse_mesh(parts, k));
}

TEST_CASE("a run on a graded sphere says where its mesh is coarse, one on an even mesh says nothing") {
  const double hertz = speed_of_light;
  const RunFolder graded(graded_sphere(0.3, 5, 3.0)), even(graded_sphere(0.3, 5, 1.0));
  run(graded.job(input(hertz)), graded.results());
  run(even.job(input(hertz)), even.results());
  const json result = graded.read("result.json");
  const json* coarse = notice(result, "MESH_COARSE");
  REQUIRE(coarse != nullptr);
  CHECK((*coarse)["sentence"].get<std::string>().find("on part 1 edges above 1/8 of the wavelength hold ") !=
        std::string::npos);
  CHECK(notice(even.read("result.json"), "MESH_COARSE") == nullptr);
}
