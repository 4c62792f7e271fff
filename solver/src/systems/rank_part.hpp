// One of several ranks: its part of the tree of a matrix.
#pragma once

#include <span>

#include "fmm/distributed/near_halo.hpp"
#include "krylov/linear_operator.hpp"
#include "linalg/dense_matrix.hpp"
#include "planning/fast_plan.hpp"

namespace pace {

struct RankPart {
  /// @param plan  outlives this
  RankPart(const FastPlan& plan, Communicator& ranks);

  /// Functions whose rows the rank has, in the order of an operator's vectors.
  std::span<const int> own() const {
    return {leaves.order().data(), static_cast<std::size_t>(leaves.own_functions())};
  }

  Division division;
  Octree leaves;
  RankShare share;
  NearHalo halo;
};

/// The matrix times columns of which each rank has the rows of `own`; all ranks call it. @throws Cancelled
Columns multiply_own(LinearOperator& matrix, const Columns& x, const RankPart& part);

}  // namespace pace
