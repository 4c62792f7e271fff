// Rules for pairs of triangles that touch: the Duffy-like maps of Sauter & Schwab remove 1/R and 1/R²
// singularities.
#pragma once

#include <span>
#include <vector>

#include "quadrature/triangle_rule.hpp"

namespace pace {

enum class Contact { vertex, edge, identical };

/// A point pair on the reference triangles {0 ≤ x2 ≤ x1 ≤ 1}: r = A + x1 (B − A) + x2 (C − B), likewise r'
/// with y. The common vertex is A; the common edge A–B in the same sense on both. The count is a multiple of
/// whole SIMD batches: of 8 in double, of 16 in single precision.
template <class Real>
struct PairRuleOf {
  std::vector<Real> x1, x2, y1, y2;
  std::vector<Real> weight;  ///< sums to 1: multiply by the product of both areas
};
using PairRule = PairRuleOf<double>;

/// Adds points of weight zero up to a multiple of the widest SIMD batch.
void pad(PairRule& rule);

/// A rule whose pairs lie in lines: a point of one triangle with points of the other one that lie on a
/// straight line, start + t · step, in the coordinates of PairRule. What stays the same along a line, and
/// polynomials in t, are computed once for all of its points.
struct LineRule {
  int points = 0;                 ///< of each line
  std::size_t fixed_in_test = 0;  ///< so many lines have their one point in the triangle of r, the rest in
                                  ///< that of r'; both multiples of 8, some with weights of zero
  std::vector<double> fixed1, fixed2, start1, start2, step1, step2;  ///< by line
  std::vector<double> t, weight;  ///< of point p of line n at place(n, p); weights as those of PairRule

  std::size_t lines() const { return fixed1.size(); }
  /// The next seven are those of the next seven lines.
  std::size_t place(std::size_t line, int point) const {
    return (line / 8 * static_cast<std::size_t>(points) + static_cast<std::size_t>(point)) * 8 + line % 8;
  }
};

/// The same pairs in any order.
PairRule pairs_of(const LineRule& lines);
PairRuleOf<float> in_single_precision(const PairRule& rule);

/// With ξ, η1, η2, η3 of the source, r − r' is ξ, ξ η1 or ξ η1 η2 (common vertex, edge, triangle) times a
/// vector of the others alone: its direction needs the more points the thinner the triangles are or the
/// smaller the angle between them, all else is nearly a polynomial.
/// @param points         Gauss points in each of the coordinates of the direction, of which a vertex has
///                       three, an edge two, a triangle one
/// @param radial_points  in the others, one less in the last of several; 0: as many as of the direction
/// Source: Sauter & Schwab, Boundary Element Methods, Springer 2011, §5.2.
LineRule singular_lines(Contact contact, int points, int radial_points = 0);
inline PairRule singular_rule(Contact contact, int points, int radial_points = 0) {
  return pairs_of(singular_lines(contact, points, radial_points));
}

/// Half of the points of Contact::identical: the other half exchanges r and r'. For integrands that are the
/// same then, or once transposed.
LineRule symmetric_lines(int points, int radial_points = 0);
inline PairRule symmetric_rule(int points, int radial_points = 0) {
  return pairs_of(symmetric_lines(points, radial_points));
}

/// A sixth of a triangle, between its first corner, the middle of its first side and its middle, against the
/// whole triangle: a rule on the sixth, and around each of its points the three triangles that it makes with
/// the sides, in coordinates that cancel 1/R.
/// @param points         Gauss points along each side
/// @param radial_points  and from the point to the side
LineRule inside_lines(std::span<const TrianglePoint> outer, int points, int radial_points);

}  // namespace pace
