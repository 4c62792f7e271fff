// Vectors of all facets as a structure of arrays, padded so that a SIMD load never ends early.
#pragma once

#include <array>
#include <vector>
#include <xsimd/xsimd.hpp>

#include "operators/complex_batch.hpp"

namespace pace {

using AlignedDoubles = std::vector<double, xsimd::aligned_allocator<double>>;

/// Three coordinates, one value a facet.
struct PointArray {
  AlignedDoubles x, y, z;
};

/// `lanes` neighbouring facets, from any one on.
struct Neighbours {
  std::size_t first;
  PointBatch operator()(const PointArray& a) const {
    return {Batch::load_unaligned(&a.x[first]), Batch::load_unaligned(&a.y[first]),
            Batch::load_unaligned(&a.z[first])};
  }
};

}  // namespace pace
