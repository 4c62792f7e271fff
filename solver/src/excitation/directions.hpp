// Unit vectors of spherical coordinates: theta from +z, phi from +x towards +y, both in radians.
#pragma once

#include <cmath>

#include "core/types.hpp"

namespace pace {

/// From the origin towards (theta, phi).
inline Vec3 r_hat(double theta, double phi) {
  return {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
}

/// Direction of growing theta. At the poles phi still chooses it: θ̂(0, 0) = +x, θ̂(π, 0) = −x.
inline Vec3 theta_hat(double theta, double phi) {
  return {std::cos(theta) * std::cos(phi), std::cos(theta) * std::sin(phi), -std::sin(theta)};
}

/// Direction of growing phi; θ̂ × φ̂ = r̂. Does not depend on theta, which is taken for symmetry of the calls.
inline Vec3 phi_hat(double /*theta*/, double phi) { return {-std::sin(phi), std::cos(phi), 0.0}; }

}  // namespace pace
