// Multiple reflections by shooting and bouncing rays.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "physical_optics/ray_scene.hpp"

namespace pace {

/// Where a tube of rays meets the surface after at least one reflection. The tube is a plane wave with a
/// parallelogram for cross section, because facets are flat.
struct Bounce {
  Vec3 point;                 ///< where its middle ray arrives [m]
  Vec3 normal;                ///< of the side it arrives on
  Vec3 direction;             ///< unit, along which it arrives
  std::array<Vec3, 2> edge;   ///< sides of its footprint on the facet [m]
  std::array<Vec3, 2> field;  ///< E there for unit E0 = θ̂ and φ̂, without the phase
  double path;                ///< optical path: the phase there is −k·path [m]
};

struct RayGrid {
  double spacing;        ///< of the rays, across the wave [m]
  int most_reflections;  ///< 1: none after the first
};

/// Launches a grid of rays that covers the surface from where the wave comes and follows each until it leaves
/// or has been reflected `most_reflections` times. What the wave meets first is not reported: it is
/// integrated facet by facet (lighting.hpp).
/// @param theta, phi  of the arrival direction [rad]
/// @param take        gets the bounces, in portions that bound memory, always in the same order
void trace_bounces(const FacetSurface& surface, const RayScene& scene, double theta, double phi,
                   const RayGrid& grid, const std::function<void(std::span<const Bounce>)>& take);

/// Rays that are traced and kept at once, at most.
inline constexpr long rays_at_once = 1 << 20;
/// Rays that `trace_bounces` would launch.
double ray_count(const FacetSurface& surface, double theta, double phi, double spacing);

/// Far-field amplitudes towards r̂ of the currents 2 n̂ × H on the footprints, for unit E0 = θ̂ and φ̂ of the
/// incident wave. Phases are linear over a footprint, so its integral is a product of two sinc functions.
std::array<CVec3, 2> bounce_field(std::span<const Bounce> bounces, double k, const Vec3& r_hat);

}  // namespace pace
