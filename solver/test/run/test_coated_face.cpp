#include <doctest/doctest.h>

#include "../mesh/shapes.hpp"
#include "run_folder.hpp"
#include "solved.hpp"

using namespace pace;
using nlohmann::json;

namespace {

constexpr double metal_radius = 0.3, thickness = 0.01, frequency_hz = 3e8;
const Complex permittivity(4.0, -1.0);

/// ‖E − E_exact‖ / ‖E_exact‖ over the cuts, of a coated sphere whose mesh encloses the volume of this radius.
double error_of_mesh_at(double radius) {
  Mesh mesh = shapes::sphere(1.0, 5);
  double volume = 0.0;
  for (const Triangle& t : mesh.triangles)
    volume +=
        mesh.vertices[t.vertex[0]].dot(mesh.vertices[t.vertex[1]].cross(mesh.vertices[t.vertex[2]])) / 6.0;
  scale(mesh, radius * std::cbrt(4.0 * pi / 3.0 / volume));
  const RunFolder folder(mesh);
  const json materials{
      {"inputMaterials",
       {{{"id", 1},
         {"name", "Foam"},
         {"frequency", frequency_hz},
         {"permitivity", {{"real", permittivity.real()}, {"imaginary", permittivity.imag()}}},
         {"permeability", {{"real", 1.0}, {"imaginary", 0.0}}}}}},
      {"thicknesses",
       {{{"id", 1},
         {"materialName", "Foam"},
         {"surface", 1},
         {"surfaceIndex", 0},
         {"thickness", thickness}}}}};
  run(folder.job({{"excitation", {40, 70, 1}},
                  {"frequency", {frequency_hz, -1, -1}},
                  {"numberoffarlocations", 36},
                  {"outputselection", {0, 0, 0, 0, 1}},
                  {"solvertype", 2}},
                 {{"programType", 2}, {"materials", materials}}),
      folder.results());
  Sphere sphere;
  sphere.core_radius_m = metal_radius;
  sphere.layers.push_back({metal_radius + thickness, permittivity, 1.0});
  double error = 0.0, norm = 0.0;
  const json far = folder.read("solver_result_300000000_farzone_400_700.json");
  for (const json& cut : far["cuts"]) {
    std::vector<Direction> directions;
    for (std::size_t i = 0; i < cut["angleTheta"].size(); ++i)
      directions.push_back(
          {cut["angleTheta"][i].get<double>() / 1800.0 * pi, cut["anglePhi"][i].get<double>() / 1800.0 * pi});
    const auto exact = solved::mie_of(sphere, 2.0 * pi * frequency_hz / speed_of_light,
                                      {40.0 / 180.0 * pi, 70.0 / 180.0 * pi, 1}, directions);
    for (std::size_t i = 0; i < directions.size(); ++i) {
      error += std::norm(Complex(cut["e_Theta_Real"][i], cut["e_Theta_Imag"][i]) - exact[i].theta) +
               std::norm(Complex(cut["e_Phi_Real"][i], cut["e_Phi_Imag"][i]) - exact[i].phi);
      norm += std::norm(exact[i].theta) + std::norm(exact[i].phi);
    }
  }
  return std::sqrt(error / norm);
}

}  // namespace

TEST_CASE("a coated mesh is the outer face of the coating: one of the metal is more than twice as wrong") {
  // Of 300 triangles; what is left at the outer face is the mesh and the curvature.
  const double outer = error_of_mesh_at(metal_radius + thickness), metal = error_of_mesh_at(metal_radius);
  CAPTURE(outer);
  CAPTURE(metal);
  CHECK(outer < 0.04);
  CHECK(metal > 0.06);
}
