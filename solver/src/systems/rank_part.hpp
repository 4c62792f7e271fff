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
  /// Of functions that no field is expanded for. @param tree  outlives this  @param leaf_work  as
  /// FastPlan::leaf_work
  RankPart(const Octree& tree, std::span<const double> leaf_work, Communicator& ranks);

  /// Functions whose rows the rank has, in the order of an operator's vectors.
  std::span<const int> own() const {
    return {leaves.order().data(), static_cast<std::size_t>(leaves.own_functions())};
  }

  Division division;
  Octree leaves;  ///< of the rank, and those around
  RankShare share;
  NearHalo halo;
};

/// The near inverse of one of several ranks, whose groups reach into the leaves of others.
class ReachingInverse : public LinearOperator {
 public:
  ReachingInverse(LinearOperator& inverse, NearHalo& halo) : inverse_(inverse), halo_(halo) {}
  std::size_t size() const override { return halo_.own(); }
  void apply(const ComplexF* x, ComplexF* y, int columns) override;

 private:
  LinearOperator& inverse_;
  NearHalo& halo_;
  std::vector<ComplexF> extended_;
};

/// The matrix times columns of which each rank has the rows of `own`; all ranks call it. @throws Cancelled
Columns multiply_own(LinearOperator& matrix, const Columns& x, const RankPart& part);

}  // namespace pace
