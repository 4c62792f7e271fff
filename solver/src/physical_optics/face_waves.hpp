// What the edges of a flat face send along it to each other: diffraction of second and higher order, uniform
// at grazing.
#pragma once

#include <span>
#include <vector>

#include "physical_optics/fringe.hpp"

namespace pace {

/// A ray of the edge wave that a plane wave makes at one edge of a flat face and that meets another.
struct FaceRay {
  int from, to;            ///< edges
  int from_face, to_face;  ///< the face among the two of each
  Vec3 direction;          ///< unit, in the face
  double length;           ///< [m]
  double sine;             ///< of the angle between the ray and the edge it starts from
  double arrival;          ///< of the plane wave at that edge, from the face [rad]
};

/// The rays that reach the middles of edges, by the edge that they reach: on Keller's cone of the edge they
/// start from, which has to see the source, in one flat face.
/// @param lit  which edges see the source
std::vector<FaceRay> rays_along_faces(const std::vector<WedgeEdge>& edges, std::span<const char> lit,
                                      const Vec3& towards_source);

/// An edge wave at the distance ℓ along its ray: a surface current along the ray of
/// amplitude·½erfc(√(j·detour·ℓ)) [A/m], relative to the phase of the plane wave there.
struct EdgeWave {
  Complex amplitude;
  double detour;  ///< the edge wave's phase behind the plane wave's, per length [1/m]
  Complex at(double length) const;
};

/// What edges make of waves that come to them along a face: from another edge that the plane wave meets, or
/// that such a wave meets in turn. docs/theory/physical-optics.md, Edges.
class FaceWaves {
 public:
  /// @param edges, rays  have to outlive this
  FaceWaves(const std::vector<WedgeEdge>& edges, std::span<const FaceRay> rays, double k,
            const PlaneWave& wave);

  /// Far-field amplitude towards r̂.
  CVec3 field(const Vec3& r_hat) const;

 private:
  Complex relayed_by_rays(std::size_t ray) const;

  const std::vector<WedgeEdge>& edges_;
  std::span<const FaceRay> rays_;
  double k_;
  PlaneWave wave_;
  std::vector<EdgeWave> direct_;  ///< of each ray, that the plane wave makes
  std::vector<Complex> relayed_;  ///< what rays that end on its first edge add to its amplitude
};

}  // namespace pace
