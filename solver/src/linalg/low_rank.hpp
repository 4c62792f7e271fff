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

/// left (re + j im) rightᵀ with real outer factors, so that what is multiplied needs half of the operations:
/// parts of fields of real sources have much in common.
struct RealFactors {
  Eigen::MatrixXf left, right;  ///< rows × left rank, columns × right rank
  Eigen::MatrixXf core;         ///< re, and im below it: (2 · left rank) × right rank
  long left_rank() const { return left.cols(); }
  std::size_t size() const {
    return static_cast<std::size_t>(left.size()) + static_cast<std::size_t>(right.size()) +
           static_cast<std::size_t>(core.size());
  }
};

/// @param allowed  Frobenius norm of what may be left out
RealFactors real_factors(const Eigen::MatrixXcf& matrix, double allowed);

}  // namespace pace
