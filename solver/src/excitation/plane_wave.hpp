// The incident plane wave E(r) = E0 e^{−jk k̂·r}, |E0| = 1 V/m, time factor e^{+jωt}.
#pragma once

#include <numbers>
#include <stdexcept>
#include <vector>

#include "core/types.hpp"
#include "excitation/directions.hpp"

namespace pace {

/// Polarization codes of one wave (contract/src/excitation.ts).
enum class Polarization { horizontal = 0, vertical = 1, right_circular = 2, left_circular = 3 };

struct PlaneWave {
  Vec3 direction;      ///< k̂, where the wave goes: −r̂ of the arrival direction
  CVec3 polarization;  ///< E0, |E0| = 1, E0 ⟂ k̂ [V/m]
};

/// The wave that arrives FROM (theta, phi) [rad], with θ̂ and φ̂ taken at the arrival direction:
///   0 horizontal      E0 = φ̂
///   1 vertical        E0 = θ̂
///   2 right circular  E0 = (φ̂ − jθ̂)/√2
///   3 left circular   E0 = (φ̂ + jθ̂)/√2
/// The sense is IEEE's, looking along the propagation. Since φ̂ × θ̂ = −r̂ = k̂, a field that turns from φ̂ to θ̂
/// turns right-handed about k̂, and Re[(φ̂ − jθ̂)e^{jωt}] = φ̂ cos ωt + θ̂ sin ωt does.
/// @throws std::invalid_argument for another code
inline PlaneWave plane_wave(double theta, double phi, Polarization polarization) {
  const CVec3 e_theta = theta_hat(theta, phi).cast<Complex>();
  const CVec3 e_phi = phi_hat(theta, phi).cast<Complex>();
  const Vec3 direction = -r_hat(theta, phi);
  constexpr double half_power = 1.0 / std::numbers::sqrt2;
  switch (polarization) {
    case Polarization::horizontal:
      return {direction, e_phi};
    case Polarization::vertical:
      return {direction, e_theta};
    case Polarization::right_circular:
      return {direction, half_power * (e_phi - imaginary_unit * e_theta)};
    case Polarization::left_circular:
      return {direction, half_power * (e_phi + imaginary_unit * e_theta)};
  }
  throw std::invalid_argument("The polarization must be 0, 1, 2 or 3");
}

inline PlaneWave plane_wave(double theta, double phi, int polarization) {
  return plane_wave(theta, phi, static_cast<Polarization>(polarization));
}

/// Code of the contract that means a vertical and a horizontal wave, solved together.
inline constexpr int both_polarizations = 4;

/// The waves that a job's code means at each arrival: one, or V and then H.
/// @throws std::invalid_argument for another code
inline std::vector<Polarization> polarizations_of(int code) {
  if (code == both_polarizations) return {Polarization::vertical, Polarization::horizontal};
  if (code < 0 || code > both_polarizations)
    throw std::invalid_argument("The polarization must be 0, 1, 2, 3 or 4");
  return {static_cast<Polarization>(code)};
}

}  // namespace pace
