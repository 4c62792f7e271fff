// A run by physical optics: no matrix, no unknowns.
#pragma once

#include <filesystem>
#include <memory>

#include "input/job.hpp"
#include "run/sweep.hpp"

namespace pace {

/// Writes its folder as the full-wave methods do, but for `coefficients` and `iterations`, which there are
/// none of. All frequencies of a direction share its shadows and its rays; an interrupted run is resumed from
/// its checkpoint. @throws InputError as prepare_model
std::unique_ptr<Sweep> optics_sweep(const Job& job, const std::filesystem::path& folder);

}  // namespace pace
