// What maps of a finished run read of its folder, and how they say what it lacks.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "core/error.hpp"

namespace pace {

/// MAPS_UNAVAILABLE in one of its variants.
InputError maps_unavailable(const std::string& variant, nlohmann::json values = nlohmann::json::object(),
                            const std::string& where = {});
/// Angles of a request against those of the run [degrees].
inline constexpr double same_angle_deg = 1e-6;
/// Between the two ends, whichever is larger, both among it.
bool is_between(double value, double from, double to, double tolerance = same_angle_deg);
/// As in result.json; empty if there is none.
std::string fingerprint_of_results(const std::filesystem::path& results);

}  // namespace pace
