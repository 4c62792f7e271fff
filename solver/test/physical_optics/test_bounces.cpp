#include <doctest/doctest.h>

#include "scene.hpp"

using namespace optics;

namespace {

/// Two squares of side a at right angles along z, open towards +x+y.
Mesh dihedral(double a) {
  shapes::Builder b;
  b.surface(2, 2, [a](double u, double v) { return Vec3(a * u, 0.0, a * (v - 0.5)); });
  b.surface(2, 2, [a](double u, double v) { return Vec3(0.0, a * u, a * (v - 0.5)); });
  return b.mesh;
}

Mesh square_trihedral(double a) {
  shapes::Builder b;
  b.surface(2, 2, [a](double u, double v) { return Vec3(a * u, a * v, 0.0); });
  b.surface(2, 2, [a](double u, double v) { return Vec3(0.0, a * u, a * v); });
  b.surface(2, 2, [a](double u, double v) { return Vec3(a * v, 0.0, a * u); });
  return b.mesh;
}

Mesh triangular_trihedral(double a) {
  shapes::Builder b;
  const Vec3 o = Vec3::Zero(), x(a, 0, 0), y(0, a, 0), z(0, 0, a);
  b.triangle(o, x, y);
  b.triangle(o, y, z);
  b.triangle(o, z, x);
  return b.mesh;
}

/// Backscatter (E_θ, E_φ) of a unit wave with all reflections.
std::array<Complex, 2> back(const Scene& scene, double k, double theta, double phi, int polarization,
                            const RayGrid& grid) {
  CVec3 field = scene.field(k, theta, phi, polarization, r_hat(theta, phi));
  trace_bounces(scene.surface, scene.rays, theta, phi, grid, [&](std::span<const Bounce> b) {
    field += bounce_field(b, k, r_hat(theta, phi))[polarization == 1 ? 0 : 1];
  });
  return {component(theta_hat(theta, phi), field), component(phi_hat(theta, phi), field)};
}

double dbsm(Complex e) { return 10.0 * std::log10(4.0 * pi * std::norm(e)); }

}  // namespace

/// What the reflections of one order alone send back.
Complex of_order(const Scene& scene, double k, double theta, double phi, int polarization, double step,
                 int order) {
  const int co = polarization == 1 ? 0 : 1;
  return back(scene, k, theta, phi, polarization, {step, order})[co] -
         back(scene, k, theta, phi, polarization, {step, order - 1})[co];
}

TEST_CASE("dihedral corner of 8 wavelengths on its axis of symmetry: 8πa²b²/λ², H and V in opposite phase") {
  const double a = 8.0, k = 2.0 * pi;
  const Scene scene(dihedral(a));
  const double theta = 0.5 * pi, phi = 0.25 * pi, expected = 10.0 * std::log10(8.0 * pi * a * a * a * a);
  for (const int polarization : {0, 1})
    CHECK(std::abs(dbsm(of_order(scene, k, theta, phi, polarization, 0.1, 2)) - expected) < 0.05);
  const auto v = back(scene, k, theta, phi, 1, {0.1, 4}), h = back(scene, k, theta, phi, 0, {0.1, 4});
  // The formula leaves out what each face sends back by itself: sidelobes 35 dB below.
  CHECK(std::abs(dbsm(v[0]) - expected) < 0.25);
  CHECK(std::abs(dbsm(h[1]) - expected) < 0.25);
  CHECK(std::abs(std::arg(-v[0] / h[1])) < 0.05);
}

TEST_CASE(
    "dihedral corner off its axis, in the plane across the edge: 16π(ab sin)²/λ² of the part that reflects twice") {
  const double a = 8.0, k = 2.0 * pi;
  const Scene scene(dihedral(a));
  for (const double phi_deg : {25.0, 35.0, 60.0}) {
    // The narrower face's aperture, twice, goes back. [Knott, Shaeffer, Tuley, Radar Cross Section, 2004, §6]
    const double phi = phi_deg * pi / 180.0, aperture = 2.0 * a * a * std::min(std::sin(phi), std::cos(phi));
    const auto v = back(scene, k, 0.5 * pi, phi, 1, {0.1, 4});
    const double expected = 10.0 * std::log10(4.0 * pi * aperture * aperture);
    CAPTURE(phi_deg);
    CAPTURE(dbsm(v[0]));
    CAPTURE(expected);
    CHECK(std::abs(dbsm(v[0]) - expected) < 0.5);
  }
}

TEST_CASE("trihedral corners of 8 wavelengths on their axis: 12πa⁴/λ² square, 4πa⁴/3λ² triangular") {
  const double a = 8.0, k = 2.0 * pi, theta = std::acos(1.0 / std::sqrt(3.0)), phi = 0.25 * pi,
               a4 = a * a * a * a;
  const Scene square(square_trihedral(a)), triangular(triangular_trihedral(a));
  const double of_square = 10.0 * std::log10(12.0 * pi * a4),
               of_triangular = 10.0 * std::log10(4.0 * pi * a4 / 3.0);
  for (const int polarization : {0, 1}) {
    const int co = polarization == 1 ? 0 : 1;
    // Rays a twentieth of a wavelength apart leave a staircase along the rim of the aperture.
    CHECK(std::abs(dbsm(of_order(square, k, theta, phi, polarization, 0.05, 3)) - of_square) < 0.05);
    CHECK(std::abs(dbsm(of_order(triangular, k, theta, phi, polarization, 0.05, 3)) - of_triangular) < 0.1);
    // The formulae leave out what has been reflected once or twice.
    CHECK(std::abs(dbsm(back(square, k, theta, phi, polarization, {0.05, 5})[co]) - of_square) < 0.1);
    CHECK(std::abs(dbsm(back(triangular, k, theta, phi, polarization, {0.05, 5})[co]) - of_triangular) < 0.6);
  }
}

TEST_CASE("a plate and a convex body reflect no ray twice") {
  for (const Mesh& mesh : {plate(3.0, 2.0), shapes::sphere(1.0, 6)}) {
    const Scene scene(mesh);
    std::size_t bounces = 0;
    trace_bounces(scene.surface, scene.rays, 0.6, 0.2, {0.05, 5},
                  [&](std::span<const Bounce> b) { bounces += b.size(); });
    CHECK(bounces == 0);
  }
}

TEST_CASE("a corner keeps its field when it is turned and moved with the wave: phase by the distance alone") {
  const double k = 2.0 * pi;
  Mesh moved = dihedral(4.0);
  const Vec3 shift(0.31, -0.72, 0.18);
  for (Vec3& v : moved.vertices) v += shift;
  const double theta = 1.3, phi = 0.7;
  const auto here = back(Scene(dihedral(4.0)), k, theta, phi, 1, {0.05, 3}),
             there = back(Scene(moved), k, theta, phi, 1, {0.05, 3});
  CHECK(std::abs(there[0] - here[0] * std::polar(1.0, 2.0 * k * r_hat(theta, phi).dot(shift))) <
        0.01 * std::abs(here[0]));
}
