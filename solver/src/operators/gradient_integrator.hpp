// ∫ h (r − r') dS' of a close source triangle, integrated over a sub-triangle that tests.
#pragma once

#include <vector>

#include "basis/dual_space.hpp"
#include "operators/padded_rule.hpp"
#include "operators/quadrature_choice.hpp"
#include "operators/static_batch.hpp"

namespace pace {

/// X(r) = mean over the source of h (r − r'), ∇G = −h (r − r'), over a sub-triangle with centroid c [both
/// complex].
struct GradientIntegrals {
  CVec3 zeroth;  ///< ∫ X dS
  CVec3 first;   ///< ∫ X × (r − c) dS
};

/// Static parts 1/R³ and k²/2R of h in closed form, the smooth rest by Gauss points; the lanes are points of
/// the testing sub-triangle. Where the two touch, X is logarithmic at the common edge or corner and the outer
/// rule is graded to it.
class GradientIntegrator {
 public:
  /// @param wavenumber  k' − jk'' [1/m]
  GradientIntegrator(Complex wavenumber, const QuadratureChoice& choice);

  /// @param vertex_id  mesh vertex at sub.vertex[0]
  /// @param parent     of the sub-triangle, another triangle than the source
  GradientIntegrals operator()(const SubTriangle& sub, int vertex_id, const SurfaceTriangle& parent,
                               const StaticSource& source) const;

 private:
  const PaddedRule& outer_rule(const SubTriangle& sub, int vertex_id, const SurfaceTriangle& parent,
                               const SurfaceTriangle& source) const;
  template <bool lossy>
  GradientIntegrals integrate(const SubTriangle& sub, const PaddedRule& rule,
                              const StaticSource& source) const;

  Complex k_;
  double very_near_;
  PaddedRule plain_, fine_, vertex_;
  std::array<PaddedRule, 2> edge_;  ///< graded to the side that ends in sub.vertex[1], in sub.vertex[2]
  std::vector<TrianglePoint> rest_;
};

}  // namespace pace
