// Right-hand sides of a sweep reduced to what is independent in them.
#pragma once

#include <vector>

#include "linalg/float_columns.hpp"
#include "parallel/communicator.hpp"

namespace pace {

/// B ≈ basis · weights, by the singular value decomposition: the basis has orthogonal columns of decreasing
/// norm, the rows of `weights` (rank × columns) are orthonormal.
struct CompressedColumns {
  FloatColumns basis;
  SmallMatrix weights;
  std::vector<double> norms;  ///< of each column of B
  double dropped;             ///< largest ‖b − b_compressed‖ / ‖b‖ over the columns
};

/// @param tolerance  allowed relative error of every column
/// @param ranks      that hold the rows, each its part; norms and weights are of all, the basis is the rank's
/// Work: 8·rows·columns² flops for the Gram matrix in double.
CompressedColumns compress(const FloatColumns& b, double tolerance,
                           Communicator& ranks = Communicator::alone());

}  // namespace pace
