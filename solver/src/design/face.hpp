// Triangles that carry currents, as changes of them and sums over them need them.
#pragma once

#include <vector>

#include "basis/rwg_space.hpp"

namespace pace {

struct Face {
  int mesh_triangle;      ///< into Mesh::triangles
  int part;               ///< into Mesh::parts
  Vec3 centroid, normal;  ///< the normal outwards
  double area;
  bool sheet;            ///< carries the sum of the currents of both sides, so that derivatives are not known
  bool conductor;        ///< has a surface impedance, 0 of bare metal; false between two media
  int outer_region = 0;  ///< 0: the vacuum around the body
};

/// Of conductors and impedance surfaces in vacuum: one a triangle.
std::vector<Face> faces_of(const RwgSpace& space);

/// What a small change of a face does to the far-field amplitude.
struct FaceDerivatives {
  Complex displacement = 0.0;  ///< outwards [V/m]
  Complex impedance = 0.0;     ///< of a conductor, from what it is [V/Ω]
  Complex layer = 0.0;         ///< by the thickness of a layer on its outer side, from 0 [V/m]
};

}  // namespace pace
