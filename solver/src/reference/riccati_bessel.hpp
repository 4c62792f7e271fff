// Riccati–Bessel functions of complex argument for all orders up to N, in scaled arithmetic.
#pragma once

#include <vector>

#include "core/types.hpp"
#include "reference/scaled_complex.hpp"

namespace pace {

/// A solution of u'' + (1 - n(n+1)/z²) u = 0 and its derivative, at one argument, for n = 0..N.
struct RiccatiFunction {
  std::vector<ScaledComplex> value;       ///< u_n(z), size N + 1
  std::vector<ScaledComplex> derivative;  ///< du_n/dz, size N + 1
};

/// ψ_n(z) = z j_n(z), regular at the origin, by downward recurrence from well above max(N, |z|), normalised
/// by the closed form of order 0 or 1, whichever is larger (DLMF 10.47, 10.51, 10.74).
/// @param z          not zero, Im z ≤ 0 (passive medium, e^{+jωt})
/// @param max_order  N ≥ 0
RiccatiFunction riccati_regular(Complex z, int max_order);

/// A second solution that dominates ψ_n for n > |z| and is therefore stable in upward recurrence:
///   ζ_n(z) = z h_n^(2)(z), the outgoing wave, if Im z < 0 (it then decays outwards where ψ_n grows);
///   χ_n(z) = -z y_n(z), real, if z is real, so that lossless spheres stay exactly lossless.
/// For real z the outgoing wave is ζ_n = ψ_n + j χ_n.
/// @param z          not zero, Im z ≤ 0
/// @param max_order  N ≥ 0
RiccatiFunction riccati_second(Complex z, int max_order);

}  // namespace pace
