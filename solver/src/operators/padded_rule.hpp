// A rule on a triangle for SIMD lanes that are its points.
#pragma once

#include <array>
#include <vector>

#include "operators/complex_batch.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {

/// Barycentric coordinates as arrays, padded to whole batches with weight zero.
struct PaddedRule {
  PaddedRule() = default;
  explicit PaddedRule(const std::vector<TrianglePoint>& points) {
    for (const auto& [b, w] : points) {
      for (int i = 0; i < 3; ++i) barycentric[i].push_back(b[i]);
      weight.push_back(w);
    }
    while (weight.size() % lanes != 0) {
      for (auto& values : barycentric) values.push_back(values.front());
      weight.push_back(0.0);
    }
  }

  /// The points from number n on, on a triangle.
  PointBatch at(std::size_t n, const std::array<Vec3, 3>& vertex) const {
    const Batch b0 = Batch::load_unaligned(&barycentric[0][n]),
                b1 = Batch::load_unaligned(&barycentric[1][n]),
                b2 = Batch::load_unaligned(&barycentric[2][n]);
    const auto mix = [&](int axis) {
      return b0 * vertex[0][axis] + b1 * vertex[1][axis] + b2 * vertex[2][axis];
    };
    return {mix(0), mix(1), mix(2)};
  }
  Batch weights(std::size_t n) const { return Batch::load_unaligned(&weight[n]); }

  std::array<std::vector<double>, 3> barycentric;
  std::vector<double> weight;
};

}  // namespace pace
