// How electric and magnetic currents of several regions would be solved by MLFMA: a tree for each region.
#pragma once

#include "equations/current_equations.hpp"
#include "planning/fast_plan.hpp"

namespace pace {

struct MultiRegionPlan {
  std::vector<FastPlan> regions;  ///< the outermost first
  /// Of the unknowns: groups of the preconditioner, order of the vectors. Null: they are the functions of the
  /// only region, and its plan has what follows.
  std::unique_ptr<Octree> tree;
  double overlap = 0.0, inverse_error = 0.0;  ///< of the preconditioner, as FastPlan
  std::vector<double> leaf_work;  ///< by which the unknowns are divided over ranks: entries of the inverse
  FastSizes sizes() const;
};

MultiRegionPlan plan_multi_region(const CurrentEquations& equations, const FastDemand& demand);

}  // namespace pace
