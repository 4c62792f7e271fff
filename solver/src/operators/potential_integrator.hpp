// The potentials of a close source triangle, integrated over a sub-triangle that tests.
#pragma once

#include <vector>

#include "basis/dual_space.hpp"
#include "operators/padded_rule.hpp"
#include "operators/quadrature_choice.hpp"
#include "operators/static_batch.hpp"

namespace pace {

/// Means over the source Φ = mean of G and A = mean of G (r' − o), over a sub-triangle with centroid c.
struct PotentialIntegrals {
  Complex potential;      ///< ∫ Φ dS
  CVec3 first_potential;  ///< ∫ Φ (r − c) dS
  CVec3 vector;           ///< ∫ A dS
  Complex first_vector;   ///< ∫ A·(r − c) dS
};

/// Static parts 1/R and −k²R/2 of G in closed form, the smooth rest by Gauss points. The potentials are
/// continuous, their gradients logarithmic at the sides of the source: there the outer rule is finer.
class PotentialIntegrator {
 public:
  /// @param wavenumber  k' − jk'' [1/m]
  PotentialIntegrator(Complex wavenumber, const QuadratureChoice& choice);

  /// @param origin  o
  /// @param parent  of the sub-triangle; the source may be it
  PotentialIntegrals operator()(const SubTriangle& sub, const Vec3& origin, const SurfaceTriangle& parent,
                                const StaticSource& source) const;

 private:
  template <bool lossy>
  PotentialIntegrals integrate(const SubTriangle& sub, const Vec3& origin, const PaddedRule& rule,
                               const StaticSource& source) const;

  Complex k_;
  PaddedRule plain_, fine_;
  std::vector<TrianglePoint> rest_;
};

}  // namespace pace
