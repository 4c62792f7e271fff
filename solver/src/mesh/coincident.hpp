// Vertices that lie on each other: two parts meshed side by side, each with nodes of its own.
#pragma once

#include "mesh/mesh.hpp"
#include "mesh/side_agreement.hpp"
#include "mesh/topology.hpp"

namespace pace {

/// Vertices that have an earlier vertex within `tolerance` of them (chains count through).
/// @param tolerance  in the mesh's unit, ≥ 0
int coincident_vertices(const Mesh& mesh, double tolerance);

/// Nodes closer than this part of the shortest edge at them would be one node in a mesh of one piece.
inline constexpr double seam_distance = 1e-4;

/// Open edges that lie on another open edge with nodes of their own: a surface that was meant to go on there.
struct Seam {
  int edges = 0;                          ///< that lie on another one
  double distance_m = 0.0;                ///< between nodes at one place, the largest found
  std::array<int, 2> parts{};             ///< into Mesh::parts, of the first pair
  Vec3 where_m = Vec3::Zero();            ///< the middle of the first pair's edge
  std::vector<std::array<int, 2>> nodes;  ///< a vertex of these edges and the earlier one at its place
};
Seam unmerged_seam(const Mesh& mesh, const Topology& topology);

struct Merge {
  int vertices = 0;             ///< how many vertices were taken into earlier ones
  int collapsed_triangles = 0;  ///< triangles that lost a corner by it and were removed
  SideChange sides;             ///< whose triangles had middles of their own and now share one
};

/// Lets triangles share the first of each set of coincident vertices; positions of kept vertices do not
/// change.
Merge merge_coincident(Mesh& mesh, double tolerance);

/// The same of the nodes of a seam alone, whatever else is as close as they are.
/// @param mesh  with the vertices that the seam was found in, in any unit
Merge merge_seam(Mesh& mesh, const Seam& seam);

}  // namespace pace
