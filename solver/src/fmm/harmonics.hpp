// Real spherical harmonics and the regular waves made of them.
#pragma once

#include <vector>

#include "core/types.hpp"

namespace pace {

/// Harmonics of degree 0 … degree, index l² + l + m.
constexpr int harmonic_count(int degree) { return (degree + 1) * (degree + 1); }

/// Orthonormal real spherical harmonics Y_lm of unit vectors (m < 0: sine).
class RealHarmonics {
 public:
  explicit RealHarmonics(int degree);
  void operator()(const Vec3& unit, double* values) const;

 private:
  /// P_lm = z · of_value · P_{l−1,m} − of_before · P_{l−2,m}, at l (l + 1)/2 + m.
  struct Step {
    double of_value, of_before;
  };
  int degree_;
  std::vector<Step> steps_;
  std::vector<double> diagonal_;  ///< P_{m+1,m+1} over P_mm sin θ
};

/// ψ_lm(ρ) = 4π j_l(kρ) Y_lm(ρ̂), so that e^{±jk k̂·ρ} = Σ (±j)^l ψ_lm(ρ) Y_lm(k̂).
/// @tparam Scalar  double, or Complex for a medium with losses
template <class Scalar>
class RegularWaves {
 public:
  RegularWaves(int degree, Scalar k) : degree_(degree), k_(k), harmonics_(degree) {}
  void operator()(const Vec3& rho, Scalar* values) const;

 private:
  int degree_;
  Scalar k_;
  RealHarmonics harmonics_;
};

/// Spherical Bessel functions j_0 … j_degree of x ≥ 0, or of a complex x, by downward recurrence.
template <class Scalar>
void spherical_bessel(int degree, Scalar x, Scalar* values);

}  // namespace pace
