// Pairs of triangles that touch or nearly touch, one of them at least bent.
#pragma once

#include "operators/contact_rules.hpp"
#include "operators/curved_patch.hpp"
#include "operators/near_pair.hpp"
#include "operators/pair_kernel.hpp"
#include "operators/quadrature_choice.hpp"
#include "quadrature/singular_rule.hpp"

namespace pace {

/// Which parts of a PairBlock are wanted; not both of the gradient's.
struct PairParts {
  bool electric = true;
  bool magnetic = false;  ///< tested by n ×
  bool crossed = false;
};

/// Rules on the coordinates of both triangles. Pairs that touch have the rules that cancel the singularity
/// [Sauter & Schwab, Boundary Element Methods, 2011, §5.2]; close ones are divided until their parts are
/// `curved_distance` apart. Nothing is taken out in closed form, so that the bend has no say in the accuracy.
class CurvedPairIntegrator {
 public:
  /// @param wavenumber  k' − jk'' [1/m]
  CurvedPairIntegrator(Complex wavenumber, const QuadratureChoice& choice);

  /// @param p,q triangles with at least one common corner, or the same triangle
  NearBlocks touching(const SurfaceTriangle& p, const SurfaceTriangle& q, PairParts parts) const;
  /// @param p,q triangles without a common corner, any distance > 0
  NearBlocks close(const SurfaceTriangle& p, const SurfaceTriangle& q, PairParts parts) const;

  /// Adds the forward block of two patches without the lengths l_i l_j / 4, their shares in it, and without
  /// the part tested by n ×.
  /// @param common  so many corners of both are the same points: the first of each, in the same order
  /// @param smooth  no fold is between them
  void add_parts(const CurvedPatch& test, const CurvedPatch& source, int common, bool smooth, PairParts parts,
                 PairBlock& sum) const;
  /// The same of a sixth of a triangle and the triangle.
  /// @param test   a corner of the triangle, the middle of a side, the middle of the triangle
  /// @param whole  in the order: that corner, the other end of the side
  void add_inside(const CurvedPatch& test, const CurvedPatch& whole, bool smooth, PairParts parts,
                  PairBlock& sum) const;

 private:
  struct Sums;
  void divide(const PairRule& rule, const CurvedPatch& test, const CurvedPatch& source, int depth,
              PairParts parts, Sums& sums) const;
  void add(const PairRule& rule, const CurvedPatch& test, const CurvedPatch& source, PairParts parts,
           Sums& sums) const;
  /// Without the part tested by n ×.
  void add(const LineRule& rule, const CurvedPatch& test, const CurvedPatch& source, PairParts parts,
           Sums& sums) const;
  template <bool electric, bool lossy, GradientRows gradient>
  void add_with(const PairRule& rule, const CurvedPatch& test, const CurvedPatch& source, Sums& sums) const;
  template <bool crossed, bool lossy>
  void add_lines(const LineRule& rule, const CurvedPatch& test, const CurvedPatch& source, Sums& sums) const;
  void add_to(PairBlock& block, const Sums& sums) const;
  NearBlocks blocks(const Sums& sums, const SurfaceTriangle& p, const SurfaceTriangle& q) const;

  Complex k_;
  double distance_;
  ContactRules<LineRule> whole_;           ///< where whole triangles touch
  ContactRules<PairRule> whole_magnetic_;  ///< the same, tested by n ×
  ContactRules<LineRule> part_;            ///< where parts of them do
  ContactRules<LineRule> curl_;            ///< for ∫ ∇G × f
  ContactRules<PairRule> smooth_;  ///< on a smooth surface, with so few points that lines gain nothing
  /// A sixth of a triangle against the triangle; for ∫ ∇G × f; where the triangle bends little.
  LineRule part_inside_, curl_inside_, smooth_inside_;
  PairRule plain_, part_plain_;  ///< of what does not touch
};

}  // namespace pace
