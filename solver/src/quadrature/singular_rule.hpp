// Rules for pairs of triangles that touch: the Duffy-like maps of Sauter & Schwab remove 1/R and 1/R²
// singularities.
#pragma once

#include <vector>

namespace pace {

enum class Contact { vertex, edge, identical };

/// A point pair on the reference triangles {0 ≤ x2 ≤ x1 ≤ 1}: r = A + x1 (B − A) + x2 (C − B), likewise r'
/// with y. The common vertex is A; the common edge A–B in the same sense on both. The count is a multiple of
/// 8 (SIMD).
struct PairRule {
  std::vector<double> x1, x2, y1, y2;
  std::vector<double> weight;  ///< sums to 1: multiply by the product of both areas
};

/// Adds points of weight zero up to a multiple of the widest SIMD batch.
void pad(PairRule& rule);

/// @param points Gauss points in each of the four coordinates; errors fall exponentially with it.
/// Source: Sauter & Schwab, Boundary Element Methods, Springer 2011, §5.2.
PairRule singular_rule(Contact contact, int points);

/// Half of the points of Contact::identical: the other half exchanges r and r'. For integrands that are the
/// same then, or once transposed.
PairRule symmetric_rule(int points);

}  // namespace pace
