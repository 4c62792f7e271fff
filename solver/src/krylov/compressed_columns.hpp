// Right-hand sides of a sweep reduced to what is independent in them.
#pragma once

#include <vector>

#include "linalg/float_columns.hpp"

namespace pace {

/// B ≈ basis · weights, by the singular value decomposition: the basis has orthogonal columns of decreasing norm, the rows of
/// `weights` (rank × columns) are orthonormal.
struct CompressedColumns {
  FloatColumns basis;
  SmallMatrix weights;
  std::vector<double> norms;  ///< of each column of B
  double dropped;             ///< largest ‖b − b_compressed‖ / ‖b‖ over the columns
};

/// @param tolerance  allowed relative error of every column
/// Work: 8·rows·columns² flops for the Gram matrix in double.
CompressedColumns compress(const FloatColumns& b, double tolerance);

}  // namespace pace
