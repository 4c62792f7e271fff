// Equations and method of a run, before it starts.
#pragma once

#include <vector>

#include "formulations/formulation.hpp"
#include "input/job.hpp"
#include "model/model.hpp"
#include "planning/cost_model.hpp"

namespace pace {

/// Single precision reaches no smaller residual.
inline constexpr double smallest_residual = 1e-5;

/// What the fast method of this job is to keep.
/// @param ranks             that share the run
/// @param right_hand_sides  of a frequency  @param waves  of an illumination
FastDemand fast_demand(const Job& job, int ranks, std::int64_t right_hand_sides, int waves);

struct MethodPlan {
  CostEstimate cost;
  int digits = 0;  ///< of the fast product; 0 of LU
};

/// Chooses the equations between media first, by accuracy, then LU or MLFMA by time and memory.
/// @param highest_hz   of the run's frequencies
/// @param work         of one rank
/// @param model        gets the notices
/// @param formulation  is set to the highest frequency and to the equations chosen
MethodPlan choose_method(const Job& job, double highest_hz, const Workload& work, int ranks, Model& model,
                         Formulation& formulation);

}  // namespace pace
