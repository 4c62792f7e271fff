// Flat triangles in the place of bent ones, for methods that know no others.
#pragma once

#include <optional>

#include "mesh/mesh.hpp"
#include "mesh/topology.hpp"

namespace pace {

/// Each triangle cut into n² flat ones between points of its surface, flat triangles too, so that no side has
/// points of one neighbour alone. The vertices of the mesh keep their numbers; triangle t becomes t n² to
/// t n² + n² − 1, of the same part and winding.
Mesh flattened(const Mesh& mesh, int n);

/// The least n for which no side of the pieces is further than `distance` [m] from the surface, 1 for a flat
/// mesh and 16 at most.
int pieces_for(const Mesh& mesh, double distance);

/// A mesh with bent triangles as Physical Optics takes it.
struct FlatPieces {
  Mesh mesh;
  Topology topology;
  int of_triangle;  ///< pieces a triangle
};

/// Pieces at most λ/400 from the surface, a phase of 0.02; nothing for a mesh of flat triangles.
/// @param wavelength  the shortest [m]
std::optional<FlatPieces> flat_pieces(const Mesh& mesh, double wavelength);

}  // namespace pace
