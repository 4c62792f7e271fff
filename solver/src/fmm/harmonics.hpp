// Real spherical harmonics and the regular waves made of them.
#pragma once

#include <vector>

#include "core/types.hpp"
#include "operators/complex_batch.hpp"

namespace pace {

/// Harmonics of degree 0 … degree, index l² + l + m.
constexpr int harmonic_count(int degree) { return (degree + 1) * (degree + 1); }

/// Orthonormal real spherical harmonics Y_lm (m < 0: sine).
class RealHarmonics {
 public:
  explicit RealHarmonics(int degree);
  void operator()(const Vec3& unit, double* values) const { solid(unit.x(), unit.y(), unit.z(), values); }
  /// ρ^l Y_lm(ρ̂) of any vector ρ. @tparam Real  double, or Batch for a vector in each lane
  template <class Real>
  void solid(const Real& x, const Real& y, const Real& z, Real* values) const;

 private:
  /// P_lm = z · of_value · P_{l−1,m} − ρ² · of_before · P_{l−2,m}, at l (l + 1)/2 + m.
  struct Step {
    double of_value, of_before;
  };
  int degree_;
  std::vector<Step> steps_;
  std::vector<double> diagonal_;  ///< P_{m+1,m+1} over P_mm sin θ
};

/// ψ_lm(ρ) = 4π j_l(kρ) Y_lm(ρ̂), so that e^{±jk k̂·ρ} = Σ (±j)^l ψ_lm(ρ) Y_lm(k̂). Both factors without
/// roots or quotients: j_l(x) / x^l is a power series in x² for the two highest degrees, and
///   j_{l−1}/x^{l−1} = (2l + 1) j_l/x^l − x² j_{l+1}/x^{l+1}
/// below them, while x^l Y_lm is a polynomial in the coordinates [DLMF 10.53.1, 10.51.1].
class RegularWaves {
 public:
  /// @param k  k' − jk'' [1/m]
  RegularWaves(int degree, Complex k) : degree_(degree), k_(k), harmonics_(degree) {}
  int terms() const { return harmonic_count(degree_); }
  bool is_lossy() const { return k_.imag() != 0.0; }
  /// Of a point in each lane, [l, m]. Relative error 1e-13 where |k|ρ ≤ degree.
  /// @param imaginary  imaginary parts; null unless lossy
  void operator()(const PointBatch& rho, Batch* real, Batch* imaginary) const;

 private:
  int degree_;
  Complex k_;
  RealHarmonics harmonics_;
};

}  // namespace pace
