// How much of a group of full-wave triangles each facet of physical optics sees.
#pragma once

#include <vector>

#include "hybrid/division.hpp"
#include "physical_optics/ray_scene.hpp"

namespace pace {

/// The current 2 n̂ × H that a full-wave part induces is that of its lit side only. Full-wave functions are
/// taken in groups, one a connected piece of full-wave surface; pieces beyond `most_groups` are joined with
/// the nearest.
struct LineOfSight {
  static constexpr int most_groups = 4;
  static constexpr int samples_of_group = 64;

  /// @param optics  the facets of physical optics and the rays against them
  LineOfSight(const RwgSpace& space, const PartDivision& division, const FacetSurface& optics,
              const RayScene& rays);

  int groups() const { return static_cast<int>(weight.size()); }
  std::vector<int> group_of;  ///< of each full-wave function (index of PartDivision)
  /// [group][optics function]: share of the group that sees it, weighted by the sine of the elevation over
  /// the distance; negative where a sheet is met on the side that its normal does not point from.
  std::vector<std::vector<float>> weight;
};

}  // namespace pace
