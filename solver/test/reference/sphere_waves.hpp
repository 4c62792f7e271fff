// Incident waves and far fields as vectors, for tests that compare fields between coordinate systems.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "reference/mie.hpp"

namespace pace::test {

/// λ = 1 m, so that lengths in metres are lengths in wavelengths.
inline constexpr double one_metre_wavelength_hz = speed_of_light;
inline constexpr double wavenumber = 2.0 * pi;  // at that frequency [1/m]

inline Vec3 r_hat(double theta, double phi) {
  return {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
}
inline Vec3 theta_hat(double theta, double phi) {
  return {std::cos(theta) * std::cos(phi), std::cos(theta) * std::sin(phi), -std::sin(theta)};
}
inline Vec3 phi_hat(double phi) { return {-std::sin(phi), std::cos(phi), 0.0}; }

/// Cross product without the complex conjugation that Eigen's cross() applies to complex vectors.
inline CVec3 cross(const Vec3& u, const CVec3& v) {
  CVec3 result;
  result.real() = u.cross(Vec3(v.real()));
  result.imag() = u.cross(Vec3(v.imag()));
  return result;
}

inline std::pair<double, double> angles_of(const Vec3& direction) {
  return {std::acos(std::clamp(direction.z() / direction.norm(), -1.0, 1.0)),
          std::atan2(direction.y(), direction.x())};
}

/// A plane wave by its arrival direction and its amplitude along θ̂ and φ̂ there.
struct Wave {
  double theta, phi;
  Complex e_theta, e_phi;

  Vec3 k_hat() const { return -r_hat(theta, phi); }
  CVec3 amplitude() const {
    return e_theta * theta_hat(theta, phi).cast<Complex>() + e_phi * phi_hat(phi).cast<Complex>();
  }
  /// The wave with this direction of travel and amplitude.
  static Wave from(const Vec3& k_hat, const CVec3& e) {
    const auto [theta, phi] = angles_of(-k_hat);
    return {theta, phi, theta_hat(theta, phi).cast<Complex>().dot(e), phi_hat(phi).cast<Complex>().dot(e)};
  }
};

/// Tilted, elliptically polarized: no symmetry of the coordinates or of the sphere.
inline const Wave tilted_wave{1.1, 0.7, Complex(0.48, 0.36), Complex(-0.64, 0.48)};

inline std::vector<std::pair<double, double>> scattered_directions() {
  std::vector<std::pair<double, double>> directions;
  for (int i = 0; i < 23; ++i)
    directions.emplace_back(0.05 + 3.0 * i / 22.0, std::fmod(2.4 * i + 0.3, 2.0 * pi));
  return directions;
}

inline CVec3 far_field_vector(const Sphere& sphere, double frequency_hz, const Wave& wave,
                              const Vec3& observer) {
  const std::pair<double, double> direction = angles_of(observer);
  const auto field =
      mie_far_field(sphere, frequency_hz, wave.theta, wave.phi, wave.e_theta, wave.e_phi, {&direction, 1})
          .front();
  return field.theta * theta_hat(direction.first, direction.second).cast<Complex>() +
         field.phi * phi_hat(direction.second).cast<Complex>();
}

inline std::vector<MieFarField> far_fields(const Sphere& sphere, const Wave& wave) {
  return mie_far_field(sphere, one_metre_wavelength_hz, wave.theta, wave.phi, wave.e_theta, wave.e_phi,
                       scattered_directions());
}

/// Largest field difference over the largest field of the reference.
inline double relative_difference(const std::vector<MieFarField>& fields,
                                  const std::vector<MieFarField>& reference) {
  double difference = 0.0, size = 0.0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    difference = std::max(difference, std::hypot(std::abs(fields[i].theta - reference[i].theta),
                                                 std::abs(fields[i].phi - reference[i].phi)));
    size = std::max(size, std::hypot(std::abs(reference[i].theta), std::abs(reference[i].phi)));
  }
  return difference / size;
}

inline double relative_difference(const Sphere& sphere, const Sphere& reference) {
  return relative_difference(far_fields(sphere, tilted_wave), far_fields(reference, tilted_wave));
}

inline Sphere pec_sphere(double radius_m) { return {.core = Sphere::Core::pec, .core_radius_m = radius_m}; }
inline Sphere impedance_sphere(double radius_m, Complex ohm) {
  return {.core = Sphere::Core::impedance, .core_radius_m = radius_m, .surface_impedance_ohm = ohm};
}
inline Sphere layered_ball(std::vector<SphereLayer> layers) {
  return {.core = Sphere::Core::dielectric, .layers = std::move(layers)};
}
inline Sphere coated(Sphere core, std::vector<SphereLayer> layers) {
  core.layers = std::move(layers);
  return core;
}

}  // namespace pace::test
