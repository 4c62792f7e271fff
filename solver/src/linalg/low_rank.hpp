// Matrices as products of two narrow ones.
#pragma once

#include <optional>

#include "core/types.hpp"

namespace pace {

/// left (rows × rank) · right (rank × columns)
struct LowRank {
  Eigen::MatrixXcf left, right;
  long rank() const { return left.cols(); }
};

/// The product of the smallest rank that pivoted QR finds.
/// @param allowed       Frobenius norm of what may be left out
/// @param most_numbers  of both factors; nothing is returned where they would have more
std::optional<LowRank> low_rank(const Eigen::MatrixXcf& matrix, double allowed, long most_numbers);

}  // namespace pace
