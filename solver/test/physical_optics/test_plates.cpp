#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "../close_to.hpp"
#include "physical_optics/facet_integral.hpp"
#include "scene.hpp"

using namespace optics;

namespace {

/// Complex far field of a plate a × b across z by physical optics: the product of two sinc functions.
CVec3 closed_form(double a, double b, const Vec3& centre, double k, const PlaneWave& wave,
                  const Vec3& observer) {
  const Vec3 w = k * (observer - wave.direction);
  const double side = wave.direction.z() < 0.0 ? 1.0 : -1.0;
  const Complex integral = a * b * sinc(0.5 * w.x() * a) * sinc(0.5 * w.y() * b) * rotation(w.dot(centre));
  return physical_optics_field(k, wave, observer, Vec3(0.0, 0.0, side).cast<Complex>() * integral);
}

}  // namespace

TEST_CASE(
    "plates of 5 and 20 wavelengths: two facets give the closed form, complex, at every angle, from either side, all polarizations") {
  const double k = 2.0 * pi;
  for (const double size : {5.0, 20.0}) {
    const Vec3 centre(0.3, -1.1, 0.7);
    const Scene scene(plate(size, 0.7 * size, 1, centre));
    const double broadside = k / (2.0 * pi) * 0.7 * size * size;
    for (const int polarization : {0, 1, 2, 3})
      for (const auto& [theta, phi] : {std::pair{0.0, 0.0}, std::pair{0.6, 0.4}, std::pair{1.2, 2.9},
                                       std::pair{1.5, 0.0}, std::pair{2.4, 5.0}}) {
        const PlaneWave wave = plane_wave(theta, phi, polarization);
        for (const Vec3& observer : {r_hat(theta, phi), r_hat(0.9, 3.3), r_hat(2.2, 0.8)}) {
          const CVec3 expected = closed_form(size, 0.7 * size, centre, k, wave, observer);
          CHECK((scene.field(k, theta, phi, polarization, observer) - expected).norm() < 1e-11 * broadside);
        }
      }
  }
}

TEST_CASE("broadside the plate has 4πA²/λ², and the phase of its distance") {
  const double k = 2.0 * pi;
  const Scene scene(plate(5.0, 5.0, 1, Vec3(0.0, 0.0, 0.13)));
  const CVec3 field = scene.field(k, 0.0, 0.0, 1, Vec3::UnitZ());
  CHECK(4.0 * pi * field.squaredNorm() == close_to(4.0 * pi * 625.0));
  // E0 = x̂ is reflected with −1 and has 2·0.13 m less to go; −j is that of a Fresnel area.
  CHECK(std::abs(field.x() / 25.0 - imaginary_unit * rotation(2.0 * k * 0.13) * -1.0 * -1.0 * -1.0) < 1e-12);
}

TEST_CASE("a finer mesh of the same plate changes nothing") {
  const double k = 40.0;
  const Scene coarse(plate(2.0, 3.0, 1)), fine(plate(2.0, 3.0, 17));
  for (const double theta : {0.1, 0.8, 1.4}) {
    const Vec3 observer = r_hat(0.7, 1.9);
    CHECK((coarse.field(k, theta, 0.3, 0, observer) - fine.field(k, theta, 0.3, 0, observer)).norm() <
          1e-11 * k);
  }
}

TEST_CASE("closed bodies are dark behind; a box is lit on the faces that look at the source alone") {
  const Scene box(shapes::cube(3));
  CHECK(box.lit_area(0.0, 0.0) == close_to(1.0));
  CHECK(box.lit_area(0.5, 0.5) == close_to(3.0));
  CHECK(box.lit_area(2.5, 4.0) == close_to(3.0));
}

TEST_CASE("the shadow of a small plate on a large one is cut out of its two facets, to the sampling") {
  shapes::Builder builder;
  builder.surface(1, 1, [](double u, double v) { return Vec3(10.0 * (u - 0.5), 10.0 * (v - 0.5), 0.0); });
  builder.surface(
      1, 1, [](double u, double v) { return Vec3(0.37 + 2.0 * (u - 0.5), -0.61 + 3.0 * (v - 0.5), 4.0); }, 2);
  for (const double sampling : {0.5, 0.25, 0.125}) {
    const Scene scene(builder.mesh, sampling);
    for (const auto& [theta, phi] : {std::pair{0.0, 0.0}, std::pair{0.3, 0.9}, std::pair{0.5, 3.0}}) {
      // Rim of the shadow 10 m; half of the sampling on either side at most.
      CHECK(std::abs(scene.lit_area(theta, phi) - 100.0) < 0.25 * sampling * 10.0);
      const double k = 2.0 * pi / (4.0 * sampling);
      const PlaneWave wave = plane_wave(theta, phi, 1);
      const Vec3 shift = 4.0 / std::cos(theta) * wave.direction;
      const CVec3 expected = closed_form(10.0, 10.0, Vec3::Zero(), k, wave, r_hat(0.4, 2.0)) +
                             closed_form(2.0, 3.0, Vec3(0.37, -0.61, 4.0), k, wave, r_hat(0.4, 2.0)) -
                             closed_form(2.0, 3.0, Vec3(0.37, -0.61, 4.0) + shift, k, wave, r_hat(0.4, 2.0));
      const double scale = k / (2.0 * pi) * 6.0;  // what the missing piece is worth at most
      CHECK((scene.field(k, theta, phi, 1, r_hat(0.4, 2.0)) - expected).norm() < 0.15 * scale);
    }
  }
}

TEST_CASE("currents are 2 n × H on the lit side, with the wave's phase, and zero in shadow") {
  const double k = 3.0;
  const Scene box(shapes::cube(4));
  const PlaneWave wave = plane_wave(0.0, 0.0, 1);
  const auto current = physical_optics_current(
      box.surface, box.light(0.0, 0.0), vertices_of(box.surface, box.surface.vertices.size()), k, wave);
  for (std::size_t v = 0; v < current.size(); ++v) {
    const Vec3& p = box.mesh.vertices[v];
    if (p.z() < 1.0) CHECK(current[v].norm() == 0.0);
    // k̂ = −z, E = x̂: H = −ŷ/η, 2 ẑ × (−ŷ) = 2 x̂.
    else
      CHECK((current[v] - 2.0 / vacuum_impedance * rotation(k) * Vec3::UnitX().cast<Complex>()).norm() <
            1e-12);
  }
}

TEST_CASE(
    "only facets with something before them need rays: none on a convex body, the inner ones of a corner") {
  const Scene sphere(shapes::sphere(1.0, 5));  // the diagonals of its quadrangles lie up to 0.04 inside
  for (const auto& sides : has_something_in_front(sphere.surface, 0.04)) CHECK_FALSE(sides[0]);
  Mesh turned = shapes::torus();
  const Mat3 turn = Eigen::AngleAxisd(0.7, Vec3(0.3, -1.1, 0.8).normalized()).toRotationMatrix();
  for (Vec3& v : turned.vertices) v = turn * v + Vec3(5.0, -3.0, 0.2);
  const Scene torus(turned);
  const double lift = torus.rays.lift();
  const auto in_front = has_something_in_front(torus.surface, lift);
  int some = 0;
  for (std::size_t f = 0; f < in_front.size(); ++f) {
    const Facet& facet = torus.surface.facets[f];
    const Vec3& on_it = torus.surface.vertices[facet.vertex[0]];
    CHECK(in_front[f][0] == std::ranges::any_of(torus.surface.vertices, [&](const Vec3& v) {
            return facet.normal.dot(v - on_it) > lift;
          }));
    some += in_front[f][0];
  }
  CHECK(some > 100);
  CHECK(some < static_cast<int>(torus.surface.facets.size()));
}
