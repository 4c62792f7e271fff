// A whole run: from a job to a folder of results.
#pragma once

#include <filesystem>

#include "input/job.hpp"
#include "output/events.hpp"
#include "parallel/communicator.hpp"
#include "planning/cost_model.hpp"

namespace pace {

/// Unknowns, memory and time of a job, from its actual mesh. @throws InputError
CostEstimate estimate(const Job& job);

/// How a run would divide over this many ranks: bytes each of them holds and sends a product, counted from
/// the octree of the highest frequency; an object of docs/run-folder.md. @throws InputError
nlohmann::json estimate_ranks(const Job& job, int ranks);

/// The `estimate` event of a cost.
nlohmann::json event_of(const CostEstimate& cost);

/// Solves every frequency and illumination and writes `folder` (docs/run-folder.md). Frequencies that an
/// earlier, interrupted run of the same job finished there are kept and not computed again.
/// @param ranks  all of them call it alike; one solves what cannot be divided. The first writes the results
/// and says the events.
/// @throws InputError   for the user's mistakes, MEMORY when the estimate is above the job's limit
/// @throws Cancelled    after SIGTERM; finished frequencies stay
void solve(const Job& job, const std::filesystem::path& folder, EventStream& events,
           Communicator& ranks = Communicator::alone());

}  // namespace pace
