// The phase integral over a flat triangle in closed form: facets may be many wavelengths.
#pragma once

#include <cmath>
#include <utility>

#include "core/types.hpp"
#include "operators/complex_batch.hpp"

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

/// A corner of a facet in each lane: φ and e^{jφ}.
struct CornerPhase {
  Batch phase;
  kernel::ComplexBatch rotation;
};

/// As facet_phase_integral, a facet a lane.
inline kernel::ComplexBatch facet_phase_integrals(CornerPhase a, CornerPhase b, CornerPhase c) {
  using kernel::ComplexBatch;
  const auto chosen = [](const auto& condition, const ComplexBatch& x, const ComplexBatch& y) {
    return ComplexBatch{xsimd::select(condition, x.re, y.re), xsimd::select(condition, x.im, y.im)};
  };
  const auto swap_where = [&](const auto& condition, CornerPhase& x, CornerPhase& y) {
    const CornerPhase before = x;
    x = {xsimd::select(condition, y.phase, x.phase), chosen(condition, y.rotation, x.rotation)};
    y = {xsimd::select(condition, before.phase, y.phase), chosen(condition, before.rotation, y.rotation)};
  };
  // Order so that b lies between a and c.
  const Batch from_a = a.phase - b.phase, from_c = c.phase - b.phase;
  const auto outside = from_a * from_c > 0.0, nearer_to_a = xsimd::abs(from_a) < xsimd::abs(from_c);
  swap_where(outside && nearer_to_a, a, b);
  swap_where(outside && !nearer_to_a, b, c);

  const Batch y = b.phase - a.phase, z = c.phase - a.phase;
  const auto alike = xsimd::abs(z) < 0.03;
  // (e1 − e0)/(jd), by Taylor polynomials for small d.
  const auto first = [&](const Batch& d, const ComplexBatch& e0, const ComplexBatch& e1) {
    const auto small = xsimd::abs(d) < 2e-3;
    const Batch inverse = 1.0 / xsimd::select(small, Batch(1.0), d), square = d * d;
    const Batch re = xsimd::fnma(square, Batch(1.0 / 6.0), Batch(1.0)),
                im = d * xsimd::fnma(square, Batch(1.0 / 24.0), Batch(0.5));
    return chosen(small, {e0.re * re - e0.im * im, e0.re * im + e0.im * re},
                  {(e1.im - e0.im) * inverse, (e0.re - e1.re) * inverse});
  };
  const ComplexBatch bc = first(c.phase - b.phase, b.rotation, c.rotation),
                     ab = first(y, a.rotation, b.rotation);
  const Batch inverse = 1.0 / xsimd::select(alike, Batch(1.0), z);
  const ComplexBatch value{(bc.im - ab.im) * inverse, (ab.re - bc.re) * inverse};
  if (xsimd::none(alike)) return value;
  const Batch h1 = y + z, h2 = y * y + z * h1, h3 = y * y * y + z * h2, h4 = y * y * y * y + z * h3;
  const Batch re = 0.5 - h2 * (1.0 / 24.0) + h4 * (1.0 / 720.0), im = h1 * (1.0 / 6.0) - h3 * (1.0 / 120.0);
  const ComplexBatch& ea = a.rotation;
  return chosen(alike, {ea.re * re - ea.im * im, ea.re * im + ea.im * re}, value);
}

inline Complex rotation(double phase) { return {std::cos(phase), std::sin(phase)}; }

inline Complex facet_phase_integral(double a, double b, double c) {
  return facet_phase_integral(a, b, c, rotation(a), rotation(b), rotation(c));
}

/// sin x / x.
inline double sinc(double x) { return std::abs(x) < 1e-4 ? 1.0 - x * x / 6.0 : std::sin(x) / x; }

}  // namespace pace
