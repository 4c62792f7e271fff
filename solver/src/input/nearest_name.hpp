// What a misspelt name was meant to be.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pace {

/// The name that was probably meant: the nearest, if a third of the letters or fewer differ, big and small
/// letters alike; the first in the alphabet of several. contract/src/nearestName.ts has the same.
std::optional<std::string> nearest_name(const std::string& given, const std::vector<std::string>& names);

}  // namespace pace
