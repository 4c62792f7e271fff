// Vertices that lie on each other: two parts meshed side by side, each with nodes of its own.
#pragma once

#include "mesh/mesh.hpp"

namespace pace {

/// Vertices that have an earlier vertex within `tolerance` of them (chains count through).
/// @param tolerance  in the mesh's unit, ≥ 0
int coincident_vertices(const Mesh& mesh, double tolerance);

struct Merge {
  int vertices = 0;             ///< how many vertices were taken into earlier ones
  int collapsed_triangles = 0;  ///< triangles that lost a corner by it and were removed
};

/// Lets triangles share the first of each set of coincident vertices; positions of kept vertices do not
/// change.
Merge merge_coincident(Mesh& mesh, double tolerance);

}  // namespace pace
