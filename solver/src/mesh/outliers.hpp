// Vertices that lie far away from all others: a slip in a coordinate, or debris.
#pragma once

#include <optional>

#include "mesh/mesh.hpp"

namespace pace {

struct FarVertices {
  int count;
  Vec3 farthest;
  double times;  ///< its distance from the middle over the median distance of all vertices
};

/// Vertices more than `far_vertex_distance` times as far from the middle (the median of each coordinate) as
/// half of the vertices are, where they are one in a hundred at most, or a single one. More of them are a
/// part of the model.
std::optional<FarVertices> far_vertices(const Mesh& mesh);

inline constexpr double far_vertex_distance = 100.0;

/// From here on no body has such a vertex: the triangle to it would be as long as the mesh has triangles.
inline constexpr double impossible_vertex_distance = 1e4;

}  // namespace pace
