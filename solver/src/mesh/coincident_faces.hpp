// Triangles that lie on each other without having their nodes in common: a body that is there twice, faces of
// two bodies that touch.
#pragma once

#include <array>

#include "mesh/mesh.hpp"

namespace pace {

/// Faces closer than this part of an edge lie on each other. Between them the integral equations have two
/// unknowns for one current; a real layer or wall is a hundred times thicker.
inline constexpr double coincident_face_distance = 1e-4;

struct CoincidentFaces {
  int triangles = 0;            ///< that lie on one with a lower number
  double distance_m = 0.0;      ///< between the faces, the largest found
  std::array<int, 2> parts{};   ///< into Mesh::parts, of the first pair
  Vec3 where_m = Vec3::Zero();  ///< in the middle of the first pair's overlap
};

/// Pairs of triangles without a common vertex that overlap in more than a hundredth of the smaller one at a
/// distance of at most `coincident_face_distance` of the shorter of their longest edges. O(N log N).
CoincidentFaces coincident_faces(const Mesh& mesh);

}  // namespace pace
