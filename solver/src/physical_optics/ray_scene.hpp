// Rays against the surface, by Embree.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "physical_optics/facets.hpp"

namespace pace {

struct RayHit {
  int facet;
  double distance;  ///< along the unit direction, to the plane of the facet, in double precision [m]
};

/// Coordinates go to Embree in single precision, moved to the centre and scaled by the extent. Rays from a
/// surface therefore start `lift` off it; what is closer to the surface than that cannot shadow it.
class RayScene {
 public:
  explicit RayScene(const FacetSurface& surface);
  ~RayScene();
  RayScene(const RayScene&) = delete;
  RayScene& operator=(const RayScene&) = delete;

  /// Distance from the surface at which rays start [m].
  double lift() const;

  /// Is there metal between each origin and infinity? The origins are `lift` off the surface already.
  /// @param blocked  one entry an origin
  void blocked_towards(std::span<const Vec3> origins, const Vec3& direction,
                       std::vector<char>& blocked) const;
  bool is_blocked(const Vec3& origin, const Vec3& direction) const;

  /// The first facet that a ray meets.
  std::optional<RayHit> first_hit(const Vec3& origin, const Vec3& direction) const;

 private:
  struct Scene;
  std::unique_ptr<Scene> scene_;
};

}  // namespace pace
