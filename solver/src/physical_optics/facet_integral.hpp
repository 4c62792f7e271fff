// The phase integral over a flat triangle in closed form: facets may be many wavelengths.
#pragma once

#include <cmath>
#include <utility>

#include "core/types.hpp"

namespace pace {

/// ∫ e^{jw·r} dS / (2A) over a triangle, from the phases φ = w·v at its corners.
///
/// By Hermite–Genocchi it is the second divided difference of the exponential at jφ₁, jφ₂, jφ₃, hence
/// symmetric in the corners; Gordon (1975) and Ludwig (1968) write the same number as a sum over edges or
/// corners. The two nodes that are farthest apart are divided last; where two or all three phases nearly
/// agree, Taylor polynomials take over. Relative error below 1e-10 of the value at equal phases.
/// @param phase     [rad], of any size
/// @param rotation  e^{jφ} of each
inline Complex facet_phase_integral(double a, double b, double c, Complex ea, Complex eb, Complex ec) {
  // Order so that b lies between a and c.
  if ((a - b) * (c - b) > 0.0) {
    if (std::abs(a - b) < std::abs(c - b))
      std::swap(a, b), std::swap(ea, eb);
    else
      std::swap(b, c), std::swap(eb, ec);
  }
  const double ac = c - a;
  if (std::abs(ac) < 0.03) {
    // Σ h_n(jx)/(n + 2)! with the complete homogeneous polynomials h_n of the deviations x from a phase of
    // the triangle.
    const double y = b - a, z = ac;
    const double h1 = y + z, h2 = y * y + z * h1, h3 = y * y * y + z * h2, h4 = y * y * y * y + z * h3;
    return ea * Complex(0.5 - h2 / 24.0 + h4 / 720.0, h1 / 6.0 - h3 / 120.0);
  }
  const auto first = [](double d, Complex e0, Complex e1) {
    if (std::abs(d) < 2e-3) return e0 * Complex(1.0 - d * d / 6.0, d / 2.0 - d * d * d / 24.0);
    const Complex difference = e1 - e0;
    return Complex(difference.imag() / d, -difference.real() / d);
  };
  const Complex difference = first(c - b, eb, ec) - first(b - a, ea, eb);
  return {difference.imag() / ac, -difference.real() / ac};
}

inline Complex rotation(double phase) { return {std::cos(phase), std::sin(phase)}; }

inline Complex facet_phase_integral(double a, double b, double c) {
  return facet_phase_integral(a, b, c, rotation(a), rotation(b), rotation(c));
}

/// sin x / x.
inline double sinc(double x) { return std::abs(x) < 1e-4 ? 1.0 - x * x / 6.0 : std::sin(x) / x; }

}  // namespace pace
