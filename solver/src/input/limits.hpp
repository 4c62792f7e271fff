// Limits of the contract (contract/src/limits.ts) by their names there.
#pragma once

namespace pace {

/// @throws nlohmann::json::out_of_range  for a name that the contract does not have
double limit(const char* name);

}  // namespace pace
