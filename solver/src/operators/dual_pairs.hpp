// Sub-triangles of a dual cell that test against sources close to them, a pair in each SIMD lane.
#pragma once

#include <vector>

#include "basis/dual_space.hpp"
#include "operators/block.hpp"
#include "operators/complex_batch.hpp"
#include "operators/quadrature_choice.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {

/// Corners of a pair in each lane, from an origin near to them [m].
template <class Real>
struct DualPairs {
  std::array<PointBatchOf<Real>, 3> sub, source;
};

/// Integrals over a sub-triangle with centroid c, in the notation of DualRows.
template <class Real>
struct DualMoments {
  kernel::ComplexVectorBatchOf<Real> zeroth;  ///< M = ∫ X dS, or ∫ A
  kernel::ComplexVectorBatchOf<Real> first;   ///< P = ∫ X × (r − c) dS, or ∫ Φ (r − c)
  /// Of off-diagonal blocks alone: ∫ Φ and ∫ A·(r − c)
  kernel::ComplexBatchOf<Real> potential, first_potential;
};

/// The static parts in closed form, 1/R³ and k²/2R of h or 1/R and −k²R/2 of G, the smooth rest by Gauss
/// points. Where the two touch, X is logarithmic at the common edge or corner and the outer rule is graded to
/// it.
class DualPairIntegrator {
 public:
  /// @param wavenumber  k' − jk'' [1/m]
  DualPairIntegrator(Complex wavenumber, Block block, const QuadratureChoice& choice);

  static constexpr int rules = 5;
  /// The outer rule of a pair.
  /// @param vertex_id  mesh vertex at sub.vertex[0]
  /// @param parent     of the sub-triangle; of diagonal blocks another triangle than the source
  int rule_of(const SubTriangle& sub, int vertex_id, const SurfaceTriangle& parent,
              const SurfaceTriangle& source) const;

  /// Moments of A about the origin that the pairs count from.
  template <class Real>
  DualMoments<Real> integrate(int rule, const DualPairs<Real>& pairs) const;

 private:
  template <Block block, bool lossy, class Real>
  DualMoments<Real> integrate_as(int rule, const DualPairs<Real>& pairs) const;

  Complex k_;
  Block block_;
  double very_near_;
  std::array<std::vector<TrianglePoint>, rules> outer_;
  std::vector<TrianglePoint> rest_;
};

extern template DualMoments<double> DualPairIntegrator::integrate(int rule, const DualPairs<double>&) const;
extern template DualMoments<float> DualPairIntegrator::integrate(int rule, const DualPairs<float>&) const;

}  // namespace pace
