// Fields as the files of a results folder hold them (docs/run-folder.md).
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <span>

#include "excitation/sweep.hpp"
#include "observables/cuts.hpp"
#include "observables/far_field.hpp"

namespace pace {

/// A record of monostatic.json.
nlohmann::json monostatic_record(const FarFieldAmplitude& field, const Illumination& illumination,
                                 double frequency_hz);

/// A file of kind `farzone`. @param field_at  by direction, one cut after the other
nlohmann::json far_zone_record(std::span<const Cut> cuts, double frequency_hz,
                               const Illumination& illumination, int polarization,
                               const std::function<FarFieldAmplitude(std::size_t)>& field_at, bool converged);

/// The directions of all cuts, one after the other [rad].
std::vector<Direction> directions_of(std::span<const Cut> cuts);

}  // namespace pace
