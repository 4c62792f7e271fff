// Bodies of several media against exact series, off centre and tilted.
#include <doctest/doctest.h>

#include "../mesh/shapes.hpp"
#include "../method/solved.hpp"
#include "equations/current_equations.hpp"

using namespace pace;
using namespace solved;

namespace {

struct Material {
  Complex permittivity = 1.0, permeability = 1.0;
};

RegionMedium medium(const Material& m, double k0) {
  Complex index = std::sqrt(m.permittivity * m.permeability);
  if (index.imag() > 0.0) index = -index;
  return {k0 * index, std::sqrt(m.permeability / m.permittivity)};
}

/// Solves with LU; materials by region, nothing for a conductor.
std::vector<std::vector<FarFieldAmplitude>> fields_of(const Mesh& mesh, const SideRegions& sides, const std::vector<Material>& materials, double k,
                                                      const std::vector<Wave>& waves, const std::vector<Direction>& directions,
                                                      double alpha = 1.0) {
  std::vector<bool> lossless;
  for (const Material& m : materials) lossless.push_back((m.permittivity * m.permeability).imag() == 0.0);
  const CurrentSpaces spaces = region_spaces(mesh, analyse(mesh), sides, std::vector<double>(mesh.parts.size(), alpha), lossless);
  CurrentEquations equations{&spaces, {}, {}};
  for (const RegionBoundary& r : spaces.regions) equations.media.push_back(medium(materials[r.region], k));
  LuFactors lu(assemble_dense(equations, std::vector<QuadratureChoice>(spaces.regions.size())));
  Columns columns(spaces.unknowns, static_cast<int>(waves.size()));
  for (std::size_t w = 0; w < waves.size(); ++w)
    excite(equations, plane_wave(waves[w].theta, waves[w].phi, waves[w].polarization), columns.column(w));
  lu.solve(columns);
  return far_field(spaces.regions[0].space, k, directions, outer_currents(spaces, columns));
}

/// A sphere of the volume of its ball.
void add_ball(shapes::Builder& builder, const Vec3& centre, double radius, int n, int part) {
  const Mesh plain = shapes::sphere(1.0, n);
  double volume = 0.0;
  for (int t = 0; t < static_cast<int>(plain.triangles.size()); ++t) volume += plain.centroid(t).dot(plain.area_vector(t)) / 6.0;
  shapes::add_sphere(builder, centre, radius * std::cbrt(4.0 / 3.0 * pi / volume), n, part);
}

std::vector<MieFarField> exact(const Sphere& sphere, double k, const Wave& wave, const std::vector<Direction>& directions) {
  std::vector<std::pair<double, double>> angles;
  for (const Direction& d : directions) angles.emplace_back(d.theta, d.phi);
  return mie_far_field(sphere, k * speed_of_light / (2.0 * pi), wave.theta, wave.phi, wave.polarization == 1 ? 1.0 : 0.0,
                       wave.polarization == 0 ? 1.0 : 0.0, angles);
}

}  // namespace

TEST_CASE("homogeneous balls agree with the exact series: dielectric, lossy, magnetic, dense and lossy as water") {
  const Vec3 centre(0.07, -0.11, 0.16);
  const std::vector<Wave> waves{{1.1, 0.7, 1}, {2.3, -1.2, 0}};
  const auto directions = scattered_directions(60);
  struct Case { Material m; double radius; int n; };
  for (const auto& [m, radius, n] : {Case{{2.56, 1.0}, 0.25, 8}, Case{{Complex(4.0, -1.0), 1.0}, 0.2, 8}, Case{{Complex(1.5, -0.1), Complex(2.0, -0.3)}, 0.2, 8}, Case{{12.0, 1.0}, 0.1, 8}, Case{{Complex(75.0, -13.0), 1.0}, 0.05, 8}}) {
    shapes::Builder b;
    add_ball(b, centre, radius, n, 1);
    SideRegions sides{std::vector<std::array<int, 2>>(b.mesh.triangles.size(), {0, 1}), {false, false}, {}};
    const auto fields = fields_of(b.mesh, sides, {{}, m}, wavenumber_of_unit, waves, directions);
    for (int w = 0; w < 2; ++w) {
      Sphere sphere;
      sphere.core = Sphere::Core::dielectric;
      sphere.layers = {{radius, m.permittivity, m.permeability}};
      sphere.center_m = centre;
      const auto [relative, db] = difference(fields, w, exact(sphere, wavenumber_of_unit, waves[w], directions));
      CHECK(relative < 0.02);
      CHECK(db < 0.2);
    }
  }
}

TEST_CASE("layered balls and a conductor under a layer agree with the exact series") {
  const Vec3 centre(0.07, -0.11, 0.16);
  const std::vector<Wave> waves{{1.1, 0.7, 1}, {2.3, -1.2, 0}};
  const auto directions = scattered_directions(60);
  for (const bool conducting : {false, true}) for (const double alpha : {1.0, 0.5}) {
    shapes::Builder b;
    add_ball(b, centre, 0.22, 8, 1);
    const std::size_t outer = b.mesh.triangles.size();
    add_ball(b, centre, 0.15, 6, 2);
    SideRegions sides{{}, {false, false, conducting}, {}};
    for (std::size_t t = 0; t < b.mesh.triangles.size(); ++t)
      sides.of_triangle.push_back(t < outer ? std::array<int, 2>{0, 1} : std::array<int, 2>{1, 2});
    const Material shell{2.5, 1.2}, core{Complex(3.0, -0.6), 1.0};
    const auto fields = fields_of(b.mesh, sides, {{}, shell, core}, wavenumber_of_unit, waves, directions, alpha);
    for (int w = 0; w < 2; ++w) {
      Sphere sphere;
      sphere.core = conducting ? Sphere::Core::pec : Sphere::Core::dielectric;
      if (conducting) sphere.core_radius_m = 0.15;
      else sphere.layers.push_back({0.15, core.permittivity, core.permeability});
      sphere.layers.push_back({0.22, shell.permittivity, shell.permeability});
      sphere.center_m = centre;
      const auto [relative, db] = difference(fields, w, exact(sphere, wavenumber_of_unit, waves[w], directions));
      CHECK(relative < 0.02);
      CHECK(db < 0.2);
    }
  }
}
