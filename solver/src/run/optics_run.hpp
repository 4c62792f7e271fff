// A whole run by physical optics: no matrix, no unknowns.
#pragma once

#include <filesystem>

#include "input/job.hpp"
#include "output/events.hpp"
#include "planning/cost_model.hpp"

namespace pace {

/// @throws InputError as prepare_model
CostEstimate optics_cost(const Job& job);

/// Writes `folder` as the full-wave methods do, but for `coefficients` and `iterations`, which there are none
/// of. All frequencies of a direction share its shadows and its rays; an interrupted run begins again.
/// @throws InputError  also MEMORY  @throws Cancelled
void solve_by_optics(const Job& job, const std::filesystem::path& folder, EventStream& events);

}  // namespace pace
