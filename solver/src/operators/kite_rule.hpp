// Interpolation points on the part of a triangle that belongs to one dual cell.
#pragma once

#include <array>
#include <cmath>

#include "core/types.hpp"

namespace pace {

/// A kite is the part of a triangle that belongs to one dual cell: two sub-triangles. X is interpolated
/// linearly between three points of it, whose mean is exact for quadratic X: the rule of the far sources.
/// Barycentric coordinates count from the cell's vertex in the order of the walk around it.
struct KiteRule {
  static constexpr int points = 3;
  KiteRule() {
    // Over the kite λ0 has the mean 11/18 and the variance 13/648; λ1 − λ2 has the mean square 1/24.
    const double mean = 11.0 / 18.0, step = std::sqrt(13.0 / 1296.0), aside = 0.25;
    const auto point = [](double along, double across) {
      return Vec3(along, 0.5 * (1.0 - along + across), 0.5 * (1.0 - along - across));
    };
    Eigen::Matrix3d at;
    barycentric = {point(mean + 2.0 * step, 0.0), point(mean - step, aside), point(mean - step, -aside)};
    for (int p = 0; p < points; ++p) at.row(p) = barycentric[p].transpose();
    const Eigen::Matrix3d interpolation = at.inverse();  // column p: the linear function that is 1 at point p
    const Vec3 vertex(1.0, 0.0, 0.0), centre = Vec3::Constant(1.0 / 3.0), after(0.5, 0.5, 0.0),
                                      before(0.5, 0.0, 0.5);
    const std::array<std::array<Vec3, 3>, 2> subs{{{vertex, after, centre}, {vertex, centre, before}}};
    for (int half = 0; half < 2; ++half)
      for (int c = 0; c < 3; ++c)
        for (int p = 0; p < points; ++p) share[half][p][c] = interpolation.col(p).dot(subs[half][c]);
  }
  std::array<Vec3, points> barycentric;
  /// The interpolating function of each point at the corners of the kite's first and second sub-triangle.
  std::array<std::array<std::array<double, 3>, points>, 2> share;
};

}  // namespace pace
