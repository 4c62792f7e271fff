#include <doctest/doctest.h>

#include <algorithm>

#include "../close_to.hpp"
#include "coating_job.hpp"
#include "materials/coating_validity.hpp"

using namespace pace;
using coating::f;
using coating::Json;
using coating::lambda;
using coating::layer;
using coating::material;
using shapes::Builder;

namespace {

Mesh cylinder(double radius, double height) {
  Builder b;
  b.surface(40, 20, [=](double u, double v) {
    return Vec3(radius * std::cos(2 * pi * u), radius * std::sin(2 * pi * u), height * v);
  });
  return b.mesh;
}

Mesh box(double size) {
  Builder b;
  b.box(Vec3::Zero(), Vec3::Constant(size), 6);
  return b.mesh;
}

PartCurvature of(const Mesh& mesh) { return curvature_of_parts(mesh, analyse(mesh)).at(0); }

std::vector<CoatingFinding> findings(const Mesh& mesh, Complex eps, Complex mu, double thickness,
                                     bool pec_back = true) {
  const Json materials = {{"pecBack", pec_back},
                          {"inputMaterials", {material("A", 0, eps, mu)}},
                          {"thicknesses", {layer(1, 0, "A", thickness)}}};
  return coating_findings(coating::job(materials), mesh, analyse(mesh), {f});
}

bool told(const std::vector<CoatingFinding>& all, const std::string& code) {
  return std::any_of(all.begin(), all.end(), [&](const CoatingFinding& one) { return one.code == code; });
}

}  // namespace

TEST_CASE(
    "the radius of curvature of a sphere is its radius, wherever it lies and however its triangles are wound") {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Mesh mesh = shapes::with_random_winding(shapes::sphere(0.3, 8, Vec3(5, -2, 1)), seed);
    CHECK(of(mesh).radius_m == close_to(0.3, 1e-9));
    CHECK(of(mesh).sharp_edges_m == 0.0);
  }
}

TEST_CASE("a cylinder has the radius of its round direction, a flat face none, a box only sharp edges") {
  CHECK(of(cylinder(0.1, 1.0)).radius_m == close_to(0.1, 0.03));
  const PartCurvature cube = of(box(2.0));
  CHECK(cube.radius_m > 1e6);
  CHECK(cube.sharp_edges_m == close_to(24.0));
  CHECK(cube.longest_sharp_edge_m == close_to(2.0));
  CHECK(of(shapes::sphere(1.0, 1)).smooth_vertices == 0);
}

TEST_CASE("one bad triangle does not move the radius of a part") {
  Mesh mesh = shapes::sphere(1.0, 10);
  mesh.vertices[37] *= 1.05;
  CHECK(of(mesh).radius_m == close_to(1.0, 0.1));
}

TEST_CASE("a thin coating of high refraction on a large smooth body draws no word") {
  CHECK(findings(shapes::sphere(5 * lambda, 16), {20.0, -5.0}, {1.0, 0.0}, 0.01 * lambda).empty());
}

TEST_CASE(
    "each limit of the impedance model is told with the surface and its numbers, and offers Composite") {
  const Mesh large = shapes::sphere(5 * lambda, 16);
  const auto thick = findings(large, {4.0, 0.0}, 1.0, 0.3 * lambda / 2.0);
  REQUIRE(told(thick, "COATING_THICK"));
  for (const CoatingFinding& one : thick) {
    CHECK(one.surface == 1);
    CHECK(one.frequency_hz == f);
    CHECK(one.sentence.find("Surface 1") == 0);
    CHECK(one.sentence.find("Composite") != std::string::npos);
  }
  for (const CoatingFinding& one : thick)
    if (one.code == "COATING_THICK") CHECK(one.sentence.find("0.3 wavelengths") != std::string::npos);
  CHECK(told(findings(large, {1.05, 0.0}, 1.0, 0.1 * lambda), "COATING_REFRACTION"));
  CHECK(told(findings(large, {1.05, 0.0}, 1.0, 0.25 * lambda), "COATING_ANGLE"));
  CHECK(told(findings(large, {4.0, -0.1}, 1.0, 0.02 * lambda, false), "COATING_TRANSPARENT"));
  CHECK(told(findings(shapes::sphere(0.3 * lambda, 8), {20.0, -5.0}, 1.0, 0.01 * lambda), "COATING_CURVED"));
  CHECK(told(findings(shapes::sphere(5 * lambda, 16), {20.0, -5.0}, 1.0, 0.6 * lambda), "COATING_CURVED"));
  CHECK(told(findings(box(3 * lambda), {20.0, -5.0}, 1.0, 0.01 * lambda), "COATING_EDGES"));
}

TEST_CASE(
    "sharp edges of a coating are told with what a strip of its thickness along the longest of them returns") {
  const double side = 3 * lambda, thickness = 0.01 * lambda;
  const auto found = findings(box(side), {20.0, -5.0}, 1.0, thickness);
  const auto edges = std::find_if(found.begin(), found.end(),
                                  [](const CoatingFinding& one) { return one.code == "COATING_EDGES"; });
  REQUIRE(edges != found.end());
  const double dbsm = 10.0 * std::log10(4.0 * pi * std::pow(thickness * side / lambda, 2));
  CAPTURE(edges->sentence);
  CHECK(edges->message.values["dbsm"] == decimals(dbsm, 1));
}

TEST_CASE(
    "a surface of unknown coating is told, one of PEC is not, and a sweep tells its worst frequency once") {
  const Mesh large = shapes::sphere(5 * lambda, 16);
  CHECK(
      told(coating_findings(coating::job(Json::object()), large, analyse(large), {f}), "COATING_NO_LAYERS"));
  const Json pec = {{"inputMaterials", {material("PEC", 0, 1.0)}},
                    {"thicknesses", {layer(1, 0, "PEC", 1e-3)}}};
  CHECK(coating_findings(coating::job(pec), large, analyse(large), {f}).empty());
  const Json thick = {{"inputMaterials", {material("A", 0, {4.0, 0.0})}},
                      {"thicknesses", {layer(1, 0, "A", 0.2 * lambda)}}};
  const auto sweep = coating_findings(coating::job(thick), large, analyse(large), {0.1 * f, f, 0.9 * f});
  CHECK(std::count_if(sweep.begin(), sweep.end(),
                      [](const auto& one) { return one.code == "COATING_THICK"; }) == 1);
  for (const auto& one : sweep)
    if (one.code == "COATING_THICK") CHECK(one.frequency_hz == f);
}

TEST_CASE(
    "a table that overrides layers is told with both values, and nothing is said of layers that are not used") {
  Json materials = {{"inputMaterials", {material("A", 0, {4.0, -1.0}, {1.0, 0.0})}},
                    {"thicknesses", {layer(1, 0, "A", 20e-3)}},
                    {"impedances", {coating::impedance(f, 1, 500, 0)}}};
  const Mesh mesh = box(2.0);
  const auto of = [&] { return coating_findings(coating::job(materials), mesh, analyse(mesh), {f}); };
  const std::vector<CoatingFinding> typed = of();
  REQUIRE(typed.size() == 1);
  CHECK(typed[0].code == "COATING_TYPED");
  CHECK(typed[0].sentence.find("says 500 ohm at 10 GHz, its layers ") != std::string::npos);
  materials["impedances"] = {coating::impedance(f, 1, 0.001, 0)};
  CHECK(told(of(), "COATING_DEFAULT"));
  CHECK(told(of(), "COATING_EDGES"));
  CHECK_FALSE(told(of(), "COATING_TYPED"));
}
