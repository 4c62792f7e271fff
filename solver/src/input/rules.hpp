// What a job must obey beyond its shape.
#pragma once

#include <nlohmann/json.hpp>

namespace pace {

/// The rules of contract/src/solverInput.ts and job.ts, in their order and in their words;
/// contract/examples/bad holds both sides to it. Sweeps are counted by arithmetic, never expanded.
/// @param job  of the right shape, defaults filled in
/// @throws InputError ANGLE_INVALID, FREQUENCY_INVALID, SWEEP_TOO_LARGE or VALIDATION with a JSON pointer
void check_rules(const nlohmann::json& job);

}  // namespace pace
