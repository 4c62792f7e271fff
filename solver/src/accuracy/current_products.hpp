// Products of two currents on a triangle, without conjugation: what first-order changes of a conductor are
// made of (docs/theory/design-maps.md).
#pragma once

#include "basis/rwg_space.hpp"

namespace pace {

/// Without conjugation.
inline Complex dot_product(const CVec3& a, const CVec3& b) {
  return a.x() * b.x() + a.y() * b.y() + a.z() * b.z();
}

/// J at a point of a triangle. @param coefficients  one a function
CVec3 current_at(const RwgSpace& space, int triangle, const Barycentric& b, const Complex* coefficients);
/// ∇·J · J/2A, the same all over a triangle.
Complex charge_of(const RwgSpace& space, int triangle, const Complex* coefficients);

/// A current in the middle of a triangle.
struct MiddleCurrent {
  CVec3 current;       ///< J [A/m]
  Complex divergence;  ///< ∇·J [A/m²]
};
MiddleCurrent middle_current(const RwgSpace& space, int triangle, const Complex* coefficients);

/// J·J* and ∇·J ∇·J*/k² [A²/m²]
struct CurrentProduct {
  Complex current, charge;
  /// What the shape derivative of the reaction integrates: (ε₀ E_n E*_n + μ₀ H_t·H*_t)/μ₀.
  Complex shape() const { return current - charge; }
};
CurrentProduct product_of(const MiddleCurrent& a, const MiddleCurrent& b, const Complex& k);

}  // namespace pace
