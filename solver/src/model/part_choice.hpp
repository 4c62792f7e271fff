// Which parts a hybrid run leaves to physical optics: as asked, else by size and smoothness.
#pragma once

#include <string>
#include <vector>

#include "input/job.hpp"
#include "mesh/curvature.hpp"
#include "mesh/mesh.hpp"
#include "mesh/topology.hpp"

namespace pace {

/// What the rule says of a part, the first thing that speaks for the full wave.
enum class PartVerdict { optics, small, curved, alone };

/// The rule (contract/src/hybridParts.ts has the same): physical optics for a part that is at least
/// `hybridExtentWavelengths` across with `hybridAreaWavelengths2` of surface and whose radius of curvature
/// and distance between sharp edges are `hybridSmoothWavelengths` or more, at the lowest frequency.
PartVerdict verdict_of(const PartShape& shape, double wavelength);

/// By part: does physical optics take it? Where nothing is asked the rule decides; if that left no part to
/// the full wave, those that it decides are full wave, for physical optics alone is solver type 1.
/// @throws InputError PART_METHODS_COUNT
std::vector<char> parts_by_optics(const Job& job, const Mesh& mesh, const Topology& topology,
                                  double lowest_frequency_hz);

/// Is every part asked for by physical optics?
bool all_by_optics(const Job& job);

/// Is there nothing for the full wave: solver type 1, or a hybrid all of whose parts are asked for by
/// physical optics?
bool by_optics_alone(const Job& job);

}  // namespace pace
