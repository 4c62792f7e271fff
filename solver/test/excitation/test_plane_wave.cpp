#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "excitation/directions.hpp"
#include "excitation/plane_wave.hpp"

using namespace pace;

namespace {

struct Direction {
  double theta, phi;
};

/// Directions without symmetry, and both poles with several phi.
std::vector<Direction> directions() {
  std::vector<Direction> all;
  for (const double theta : {0.0, 0.3, 1.1, pi / 2, 2.4, pi})
    for (const double phi : {0.0, 0.7, pi / 2, 2.9, 4.4, 2 * pi}) all.push_back({theta, phi});
  return all;
}

/// The field at the origin that one would measure: Re(E0 e^{jωt}).
Vec3 field_at(const PlaneWave& wave, double omega_t) {
  return (wave.polarization * std::exp(imaginary_unit * omega_t)).real();
}

/// Rate of turning about the propagation direction: k̂·(E × dE/dt) / |E|², positive is right-handed (IEEE).
double sense_of_rotation(const PlaneWave& wave, double omega_t) {
  const double h = 1e-6;
  const Vec3 before = field_at(wave, omega_t - h), after = field_at(wave, omega_t + h);
  return wave.direction.dot(before.cross(after)) / (2 * h) / field_at(wave, omega_t).squaredNorm();
}

}  // namespace

TEST_CASE("theta, phi and r unit vectors are a right-handed orthonormal frame everywhere") {
  for (const auto [theta, phi] : directions()) {
    const Vec3 t = theta_hat(theta, phi), p = phi_hat(theta, phi), r = r_hat(theta, phi);
    CHECK((t.cross(p) - r).norm() < 1e-15);
    CHECK((r.cross(t) - p).norm() < 1e-15);
    CHECK(std::abs(r.norm() - 1) < 1e-15);
  }
}

TEST_CASE("theta and phi unit vectors point where theta and phi grow") {
  const double h = 1e-6;
  for (const auto [theta, phi] : directions()) {
    const Vec3 by_theta = (r_hat(theta + h, phi) - r_hat(theta - h, phi)) / (2 * h);
    const Vec3 by_phi = (r_hat(theta, phi + h) - r_hat(theta, phi - h)) / (2 * h);
    CHECK((by_theta - theta_hat(theta, phi)).norm() < 1e-9);
    CHECK((by_phi - std::sin(theta) * phi_hat(theta, phi)).norm() < 1e-9);
  }
}

TEST_CASE("theta is measured from +z and phi from +x towards +y") {
  CHECK((r_hat(0, 1.3) - Vec3::UnitZ()).norm() < 1e-15);
  CHECK((r_hat(pi / 2, 0) - Vec3::UnitX()).norm() < 1e-15);
  CHECK((r_hat(pi / 2, pi / 2) - Vec3::UnitY()).norm() < 1e-15);
}

TEST_CASE("a plane wave arrives from its direction, of unit strength, transverse") {
  for (const auto [theta, phi] : directions())
    for (int polarization = 0; polarization < 4; ++polarization) {
      const PlaneWave wave = plane_wave(theta, phi, polarization);
      CHECK((wave.direction + r_hat(theta, phi)).norm() < 1e-15);
      CHECK(std::abs(wave.polarization.norm() - 1) < 1e-15);
      CHECK(std::abs(wave.direction.cast<Complex>().dot(wave.polarization)) < 1e-15);
    }
}

TEST_CASE("horizontal is along phi and has no z component, vertical is along theta") {
  for (const auto [theta, phi] : directions()) {
    const CVec3 horizontal = plane_wave(theta, phi, 0).polarization;
    CHECK(horizontal.z() == Complex(0));
    CHECK((horizontal.real() - phi_hat(theta, phi)).norm() < 1e-15);
    CHECK((plane_wave(theta, phi, 1).polarization.real() - theta_hat(theta, phi)).norm() < 1e-15);
  }
  CHECK((plane_wave(pi / 2, 0.4, 1).polarization.real() + Vec3::UnitZ()).norm() < 1e-15);
}

TEST_CASE(
    "right circular turns clockwise as seen looking along the propagation, left circular the other way") {
  for (const auto [theta, phi] : directions())
    for (double omega_t = 0; omega_t < 6.3; omega_t += 0.9) {
      CHECK(std::abs(sense_of_rotation(plane_wave(theta, phi, 2), omega_t) - 1) < 1e-9);
      CHECK(std::abs(sense_of_rotation(plane_wave(theta, phi, 3), omega_t) + 1) < 1e-9);
    }
}

TEST_CASE("a right circular wave going towards +z turns from x to y") {
  const PlaneWave wave = plane_wave(pi, 0.0, 2);
  REQUIRE((wave.direction - Vec3::UnitZ()).norm() < 1e-15);
  const Vec3 now = field_at(wave, 0.0), quarter_later = field_at(wave, pi / 2);
  CHECK((Vec3::UnitZ().cross(now) - quarter_later).norm() < 1e-15);
}

TEST_CASE("circular fields keep their length, linear fields keep their line") {
  for (double omega_t = 0; omega_t < 6.3; omega_t += 0.7) {
    CHECK(std::abs(field_at(plane_wave(1.1, 2.9, 2), omega_t).norm() - std::sqrt(0.5)) < 1e-15);
    CHECK(std::abs(field_at(plane_wave(1.1, 2.9, 3), omega_t).norm() - std::sqrt(0.5)) < 1e-15);
    CHECK(field_at(plane_wave(1.1, 2.9, 0), omega_t).cross(phi_hat(1.1, 2.9)).norm() < 1e-15);
    CHECK(field_at(plane_wave(1.1, 2.9, 1), omega_t).cross(theta_hat(1.1, 2.9)).norm() < 1e-15);
  }
}

TEST_CASE("the two circular waves are orthogonal and add up to the horizontal one") {
  const CVec3 right = plane_wave(0.6, 5.0, 2).polarization, left = plane_wave(0.6, 5.0, 3).polarization;
  CHECK(std::abs(right.dot(left)) < 1e-15);
  const CVec3 sum = (right + left) / std::sqrt(2.0);
  CHECK((sum - plane_wave(0.6, 5.0, 0).polarization).norm() < 1e-15);
}

TEST_CASE("at the poles the polarization still follows phi") {
  CHECK((plane_wave(0, 0, 1).polarization.real() - Vec3::UnitX()).norm() < 1e-15);
  CHECK((plane_wave(0, pi / 2, 1).polarization.real() - Vec3::UnitY()).norm() < 1e-15);
  CHECK((plane_wave(pi, 0, 1).polarization.real() + Vec3::UnitX()).norm() < 1e-15);
  CHECK((plane_wave(pi, pi / 2, 0).polarization.real() + Vec3::UnitX()).norm() < 1e-15);
}

TEST_CASE("another polarization code is refused") {
  CHECK_THROWS_AS(plane_wave(0, 0, 4), std::invalid_argument);
  CHECK_THROWS_AS(plane_wave(0, 0, -1), std::invalid_argument);
}
