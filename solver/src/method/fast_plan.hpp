// How a frequency would be solved by MLFMA, from the actual octree: what `pace estimate` answers and the run then does.
#pragma once

#include <cmath>
#include <memory>
#include <string>

#include "fmm/far_product.hpp"
#include "fmm/octree.hpp"
#include "method/model.hpp"

namespace pace {

struct FastPlan {
  double k;                 ///< [1/m]
  int digits;               ///< of the product: relative error at most 10^−digits
  double overlap;           ///< of the preconditioner, in leaf sizes
  std::vector<Vec3> points; ///< of the functions [m]
  std::unique_ptr<Octree> tree;
  Sampling sampling;
  bool levels_reduced;      ///< fewer levels than asked: smaller boxes would not keep the digits

  std::uint64_t near_entries, inverse_entries;
  std::uint64_t near_bytes, inverse_bytes, pattern_bytes, field_bytes_per_column, translator_bytes;
  /// Allowed error of compressed near blocks against the norm of a row of blocks. That norm is the charges'; a smooth current's
  /// fields are smaller by (k·edge)².
  double compression;
  double product_flops;     ///< of one column, near and far
  double inverse_flops;     ///< of building the preconditioner
};

/// @param residual        asked of the solution; it sets the digits
/// @param manual_levels   divisions of the box around the model, 0 for automatic
/// @param leaf_scale      multiplies the size of the leaves, for tests
FastPlan plan_fast(const Model& model, double k, double residual, int manual_levels, double leaf_scale = 1.0);

/// Point of each function: the middle of its edge.
std::vector<Vec3> function_points(const RwgSpace& space);

}  // namespace pace
