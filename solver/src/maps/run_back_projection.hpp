// Where the echoes of a finished run come from: its monostatic sweep projected back onto the surface
// (docs/theory/hot-spots.md). Needs no currents, so every method has it.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>

#include "excitation/plane_wave.hpp"
#include "excitation/sweep.hpp"
#include "input/job.hpp"
#include "output/back_projection_file.hpp"
#include "output/map_files.hpp"

namespace pace {

struct BackProjectionRequest {
  std::filesystem::path results;
  /// What lies within these ranges counts, their limits among it; nothing: all that the run has.
  std::optional<std::pair<double, double>> frequencies_hz, thetas_deg, phis_deg;
  std::optional<Polarization> incident, received;  ///< nothing: what the run has, V of both, and the same
  int most_spots = 10;
  double floor_db = 20.0;  ///< weaker places than that below the strongest are none
};

struct RunBackProjection {
  BackProjectionRecord record;
  TriangleMap image;  ///< 4π|I|² [m²]
};

/// @throws InputError MAPS_UNAVAILABLE, and what the mesh is refused for
RunBackProjection back_projection(const Job& job, const BackProjectionRequest& request);

}  // namespace pace
