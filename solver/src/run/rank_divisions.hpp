// What 1, 2, 4 … ranks would hold and send, as `pace estimate --ranks` prints it (docs/run-folder.md).
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "planning/multi_region_plan.hpp"

namespace pace {

/// @param plan  with regions  @param model_bytes  of the model, which every rank has
nlohmann::json rank_divisions(const MultiRegionPlan& plan, int most_ranks, std::uint64_t model_bytes);

}  // namespace pace
