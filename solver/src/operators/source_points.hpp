// Vectors of all triangles as a structure of arrays, padded so that a SIMD load never ends early.
#pragma once

#include <array>
#include <vector>
#include <xsimd/xsimd.hpp>

#include "operators/complex_batch.hpp"

namespace pace {

using AlignedDoubles = std::vector<double, xsimd::aligned_allocator<double>>;

/// Three coordinates, one value a triangle.
struct PointArray {
  AlignedDoubles x, y, z;
};

/// Of any rule here (degree 8).
inline constexpr std::size_t most_source_points = 16;

/// `lanes` neighbouring triangles, from any one on.
struct Neighbours {
  std::size_t first;
  PointBatch operator()(const PointArray& a) const {
    return {Batch::load_unaligned(&a.x[first]), Batch::load_unaligned(&a.y[first]),
            Batch::load_unaligned(&a.z[first])};
  }
};

}  // namespace pace
