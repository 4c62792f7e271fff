// Surface currents at vertices and at the middles of bent sides, against the exact current of a sphere.
#include <doctest/doctest.h>

#include "../mesh/shapes.hpp"
#include "observables/surface_current.hpp"
#include "reference/riccati_bessel.hpp"
#include "solved.hpp"

using namespace pace;

namespace {

/// n × H on a perfectly conducting sphere, for 1 V/m along `electric` that travels along `towards` with phase
/// zero at the centre [A/m] [Harrington, Time-Harmonic Electromagnetic Fields, 6-103].
/// @param n  unit vector from the centre
CVec3 exact_current(double ka, const Vec3& towards, const Vec3& electric, const Vec3& n) {
  const int orders = static_cast<int>(ka + 10.0 * std::cbrt(ka) + 10.0);
  const RiccatiFunction psi = riccati_regular(ka, orders), chi = riccati_second(ka, orders);
  const double c = n.dot(towards), s = std::sqrt(1.0 - c * c);
  const Vec3 across = towards.cross(electric), in_plane = (n - c * towards) / s;
  const Vec3 theta = c * in_plane - s * towards, phi = towards.cross(in_plane);
  Complex along_theta = 0.0, along_phi = 0.0, turn = 1.0;
  double pi_before = 0.0, pi_n = 1.0;
  for (int order = 1; order <= orders; ++order) {
    if (order > 1) {
      const double next = ((2 * order - 1) * c * pi_n - order * pi_before) / (order - 1);
      pi_before = std::exchange(pi_n, next);
    }
    const double tau = order * c * pi_n - (order + 1) * pi_before;
    turn *= -imaginary_unit;
    const Complex a = turn * ((2.0 * order + 1.0) / (order * (order + 1.0)));
    const Complex outgoing = psi.value[order].value() + imaginary_unit * chi.value[order].value(),
                  slope = psi.derivative[order].value() + imaginary_unit * chi.derivative[order].value();
    along_theta += a * (tau / slope - imaginary_unit * pi_n / outgoing);
    along_phi += a * (-pi_n / slope + imaginary_unit * tau / outgoing);
  }
  const Complex factor = imaginary_unit / (ka * vacuum_impedance);
  return factor * (along_theta * in_plane.dot(electric) * theta + along_phi * in_plane.dot(across) * phi);
}

}  // namespace

TEST_CASE("currents on a bent sphere are those of the series, in the middles of sides as at vertices") {
  const double radius = 0.5, k = 7.0;
  const Vec3 centre(0.3, -0.2, 0.7);
  const Mesh mesh = shapes::bent_sphere(radius, 8, centre);
  const RwgSpace space(mesh, analyse(mesh));
  const PlaneWave wave = plane_wave(0.8, 2.1, Polarization::vertical);
  const std::vector<double> alpha(space.size(), 0.5);
  const DualSpace dual(space);
  LuFactors lu(assemble_dense(space, &dual, k, alpha, QuadratureChoice{}));
  Columns columns(space.size(), 1);
  excite(space, &dual, k, wave, alpha, columns.column(0));
  lu.solve(columns);

  const BentSides sides(mesh);
  REQUIRE(sides.vertices().size() == 3 * mesh.triangles.size() / 2);
  const SurfaceCurrent current = surface_current(space, mesh.vertices.size(), sides, columns.column(0));
  const Vec3 electric = wave.polarization.real();
  const Complex phase = std::polar(1.0, -k * wave.direction.dot(centre));
  const auto error = [&](const std::vector<CVec3>& values, const auto& normal_at) {
    double squares = 0.0, norm = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const CVec3 exact = phase * exact_current(k * radius, wave.direction, electric, normal_at(i));
      squares += (values[i] - exact).squaredNorm();
      norm += exact.squaredNorm();
    }
    return std::sqrt(squares / norm);
  };
  const double at_vertices =
      error(current.vertices, [&](std::size_t v) { return (mesh.vertices[v] - centre).normalized(); });
  const double at_middles = error(current.middles, [&](std::size_t i) {
    const auto [a, b] = sides.vertices()[i];
    return (0.5 * (mesh.vertices[a] + mesh.vertices[b]) - centre).normalized();
  });
  MESSAGE("relative error at vertices " << at_vertices << ", at middles " << at_middles);
  CHECK(at_vertices < 0.05);
  CHECK(at_middles < 0.05);
}

TEST_CASE("only sides of bent triangles have middles, each once, from both of its triangles") {
  Mesh mesh = shapes::bent_sphere(0.5, 2);
  for (std::size_t t = 1; t < mesh.bends.size(); ++t)
    for (Vec3& sagitta : mesh.bends[t].sagitta) sagitta = Vec3::Zero();
  const BentSides sides(mesh);
  const auto& v = mesh.triangles[0].vertex;
  REQUIRE(sides.vertices().size() == 3);
  for (int i = 0; i < 3; ++i) {
    const int found = sides.find(v[(i + 1) % 3], v[i]);
    REQUIRE(found >= 0);
    CHECK(sides.vertices()[found][0] == std::min(v[i], v[(i + 1) % 3]));
    CHECK(sides.find(v[i], v[(i + 1) % 3]) == found);
  }
  CHECK(BentSides(shapes::sphere(0.5, 2)).vertices().empty());
}
