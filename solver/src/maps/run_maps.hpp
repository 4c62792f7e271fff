// Design maps of a finished run, from its currents, without another solution (docs/theory/design-maps.md).
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "design/first_order.hpp"
#include "excitation/plane_wave.hpp"
#include "excitation/sweep.hpp"
#include "input/job.hpp"
#include "output/map_files.hpp"

namespace pace {

struct MapsRequest {
  std::filesystem::path results;
  std::optional<double> frequency_hz;  ///< nothing: the run's first
  /// Illuminations within this range count, its limits among them; one angle where both ends are the same.
  Illumination from, to;
  std::optional<Illumination> receiver;            ///< nothing: monostatic
  std::optional<Polarization> incident, received;  ///< nothing: what the run has, and the same as incident
  std::optional<double> radius_m;                  ///< of the neighbourhood; nothing: λ/2
  std::optional<ThinLayer> layer;
};

struct DesignMaps {
  MapsRecord record;
  std::vector<TriangleMap> maps;
};

/// @throws InputError MAPS_UNAVAILABLE, and what the mesh is refused for
DesignMaps design_maps(const Job& job, const MapsRequest& request);

}  // namespace pace
