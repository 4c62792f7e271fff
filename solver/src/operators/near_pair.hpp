// Pairs of triangles that touch or nearly touch, where the kernel is singular or almost.
#pragma once

#include <tuple>

#include "basis/rwg_space.hpp"
#include "operators/alignment.hpp"
#include "operators/contact_rules.hpp"
#include "operators/padded_rule.hpp"
#include "operators/pair_block.hpp"
#include "operators/quadrature_choice.hpp"
#include "operators/static_batch.hpp"

namespace pace {

/// Both blocks of a pair: the first triangle tests in `forward`, the second in `backward`. The electric parts
/// and the crossed parts are each other's transpose to rounding, so that the EFIE matrix stays symmetric.
struct NearBlocks {
  PairBlock forward, backward;
};

class NearIntegrator {
 public:
  /// @param wavenumber  k' − jk'' [1/m]
  NearIntegrator(Complex wavenumber, const QuadratureChoice& choice);

  /// @param p,q triangles with at least one common corner, or the same triangle
  /// @param gradient  false leaves the magnetic and the crossed parts zero
  /// @param single    without the gradient in single precision; its parts nearly vanish on smooth surfaces,
  ///                  where the rounding of what cancels would be left
  NearBlocks touching(const SurfaceTriangle& p, const SurfaceTriangle& q, bool gradient = true,
                      bool single = false) const;
  /// @param p,q triangles without a common corner, any distance > 0
  /// @param gradient  as above
  NearBlocks close(const SurfaceTriangle& p, const SurfaceTriangle& q, bool gradient = true) const;

 private:
  template <bool lossy, bool with_magnetic, class Real>
  NearBlocks touching_at(const SurfaceTriangle& p, const SurfaceTriangle& q, const Alignment& a) const;
  template <bool lossy, bool with_magnetic>
  PairBlock one_way(const SurfaceTriangle& test, const StaticSource& source, const PaddedRule& outer) const;
  Complex k_;
  double very_near_;
  std::vector<TrianglePoint> inner_;
  PaddedRule plain_, fine_;
  std::tuple<ContactRules<PairRule>, ContactRules<PairRuleOf<float>>> contacts_;
};

}  // namespace pace
