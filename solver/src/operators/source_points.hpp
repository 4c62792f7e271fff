// Quadrature points and corners of all triangles as a structure of arrays, padded so that a SIMD load never
// ends early.
#pragma once

#include <array>
#include <vector>
#include <xsimd/xsimd.hpp>

#include "basis/rwg_space.hpp"
#include "operators/complex_batch.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {

using AlignedDoubles = std::vector<double, xsimd::aligned_allocator<double>>;

/// Three coordinates, one value a triangle.
struct PointArray {
  AlignedDoubles x, y, z;
};

/// Of any rule here (degree 8).
inline constexpr std::size_t most_source_points = 16;

/// Empty where all triangles are bent: those have CurvedSources.
struct SourcePoints {
  SourcePoints(const RwgSpace& space, int degree) {
    const auto rule = triangle_rule(degree);
    if (space.is_all_bent()) return;
    const std::size_t count = space.triangles().size();
    padded = (count + lanes - 1) / lanes * lanes;
    const auto make = [&](auto&& point_of) {
      PointArray a{AlignedDoubles(padded), AlignedDoubles(padded), AlignedDoubles(padded)};
      for (std::size_t t = 0; t < padded; ++t) {
        const Vec3 p = point_of(space.triangles()[std::min(t, count - 1)]);
        a.x[t] = p.x(), a.y[t] = p.y(), a.z[t] = p.z();
      }
      return a;
    };
    for (const auto& point : rule) {
      weight.push_back(point.weight);
      const auto& b = point.barycentric;
      points.push_back(make([&](const SurfaceTriangle& s) {
        return Vec3(b[0] * s.vertex[0] + b[1] * s.vertex[1] + b[2] * s.vertex[2]);
      }));
    }
    for (int i = 0; i < 3; ++i) corners[i] = make([&](const SurfaceTriangle& s) { return s.vertex[i]; });
    centroids = make([](const SurfaceTriangle& s) { return s.centroid; });
  }

  std::size_t padded = 0;          ///< triangles rounded up to whole batches; the last one is repeated
  std::vector<double> weight;      ///< of the rule's points
  std::vector<PointArray> points;  ///< one array a point of the rule
  std::array<PointArray, 3> corners;
  PointArray centroids;
};

/// `lanes` neighbouring triangles, from any one on.
struct Neighbours {
  std::size_t first;
  PointBatch operator()(const PointArray& a) const {
    return {Batch::load_unaligned(&a.x[first]), Batch::load_unaligned(&a.y[first]),
            Batch::load_unaligned(&a.z[first])};
  }
};

/// Any `lanes` triangles.
struct Gathered {
  std::array<int, lanes> index;
  PointBatch operator()(const PointArray& a) const {
    return {gather(a.x.data(), index.data()), gather(a.y.data(), index.data()),
            gather(a.z.data(), index.data())};
  }
};

}  // namespace pace
