// Symmetric Gauss rules on a triangle.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace pace {

struct TrianglePoint {
  std::array<double, 3> barycentric;
  double weight;  ///< the weights of a rule sum to 1 (multiply by the area)
};

/// The smallest rule here that integrates polynomials of `degree` exactly.
/// Rules: degree 1 (1 point), 2 (3), 4 (6), 5 (7), 6 (12), 8 (16) [Dunavant, IJNME 21, 1985].
/// @throws std::invalid_argument above degree 8
std::span<const TrianglePoint> triangle_rule(int degree);

/// The same as a list of its own.
inline std::vector<TrianglePoint> triangle_points(int degree) {
  const auto rule = triangle_rule(degree);
  return {rule.begin(), rule.end()};
}

/// The same rule on the four triangles between corners and edge midpoints.
std::vector<TrianglePoint> refined(std::span<const TrianglePoint> rule);

struct LinePoint {
  double x, weight;
};

/// Gauss–Legendre rule with `points` points on [0, 1], by Newton iteration on the Legendre polynomial.
std::vector<LinePoint> line_rule(int points);

}  // namespace pace
