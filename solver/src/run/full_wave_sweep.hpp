// A run by currents: LU, MLFMA or hybrid, one frequency after the other.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "input/job.hpp"
#include "run/sweep.hpp"

namespace pace {

/// Frequencies that an earlier, interrupted run of the same job finished are kept and not computed again.
/// @param folder  of the results
/// @param ranks   that share the run
/// @throws InputError
std::unique_ptr<Sweep> full_wave_sweep(const Job& job, const std::filesystem::path& folder,
                                       EventStream& events, Communicator& ranks);

/// How a run by MLFMA divides over 1, 2, 4 … so many ranks, `divisions` of docs/run-folder.md; null of other
/// methods. @throws InputError
nlohmann::json divisions_over_ranks(const Job& job, int most_ranks);

}  // namespace pace
