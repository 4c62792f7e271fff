// The transition function of a half-plane's edge wave.
#pragma once

#include <cmath>

#include "core/types.hpp"

namespace pace {

/// ½ erfc(√j w) for w ≥ 0: ½ at the shadow boundary, e^{−jw²}/(2√(πj) w) far from it. By its power series up
/// to w = 3, by the continued fraction above; error below 1e-11 of the value.
inline Complex edge_transition(double w) {
  const Complex z = std::sqrt(0.5) * Complex(w, w);
  if (w < 3.0) {
    Complex term = z, sum = z;
    for (int n = 1; n < 80; ++n) {
      term *= Complex(0.0, -w * w / n);
      sum += term / (2.0 * n + 1.0);
      if (std::abs(term) < 1e-18) break;
    }
    return 0.5 - sum / std::sqrt(pi);
  }
  Complex fraction = 0.0;
  for (int n = 60; n >= 1; --n) fraction = 0.5 * n / (z + fraction);
  return 0.5 * Complex(std::cos(w * w), -std::sin(w * w)) / (std::sqrt(pi) * (z + fraction));
}

}  // namespace pace
