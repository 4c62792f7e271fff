// A whole run: from a job to a folder of results.
#pragma once

#include <filesystem>

#include "input/job.hpp"
#include "method/cost_model.hpp"
#include "output/events.hpp"

namespace pace {

/// Unknowns, memory and time of a job, from its actual mesh. @throws InputError
CostEstimate estimate(const Job& job);

/// The `estimate` event of a cost.
nlohmann::json event_of(const CostEstimate& cost);

/// Solves every frequency and illumination and writes `folder` (docs/run-folder.md). Frequencies that an earlier,
/// interrupted run of the same job finished there are kept and not computed again.
/// @throws InputError   for the user's mistakes, MEMORY when the estimate is above the job's limit
/// @throws Cancelled    after SIGTERM; finished frequencies stay
void solve(const Job& job, const std::filesystem::path& folder, EventStream& events);

}  // namespace pace
