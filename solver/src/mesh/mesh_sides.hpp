// The sides of triangles, those of one edge of the mesh beside each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/sort_by_vertex.hpp"

namespace pace {

/// A side of a triangle; triangles at one side have the same key.
struct SideOfTriangle {
  std::uint64_t key;   ///< lower vertex in the high half, upper vertex in the low half
  int triangle, side;  ///< opposite to this corner

  int low() const { return static_cast<int>(key >> 32); }
  int high() const { return static_cast<int>(key & 0xffffffffu); }
  bool operator<(const SideOfTriangle& other) const {
    return key != other.key ? key < other.key : triangle < other.triangle;
  }
};

/// By key, then by triangle.
/// @param vertices     so many vertices there are
/// @param vertices_of  the three vertices of a triangle
template <class VerticesOf>
std::vector<SideOfTriangle> sides_of(std::size_t triangles, std::size_t vertices,
                                     const VerticesOf& vertices_of) {
  std::vector<SideOfTriangle> sides(3 * triangles);
  for (std::size_t t = 0; t < triangles; ++t) {
    const std::array<int, 3>& v = vertices_of(t);
    for (int i = 0; i < 3; ++i) {
      const auto [low, high] = std::minmax(v[(i + 1) % 3], v[(i + 2) % 3]);
      sides[3 * t + i] = {static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint32_t>(high),
                          static_cast<int>(t), i};
    }
  }
  sort_by_vertex(sides, vertices,
                 [](const SideOfTriangle& side) { return static_cast<std::size_t>(side.low()); });
  return sides;
}

inline std::vector<SideOfTriangle> sides_of(const Mesh& mesh) {
  return sides_of(
      mesh.triangles.size(),
      mesh.vertices.size(), [&](std::size_t t) -> const auto& { return mesh.triangles[t].vertex; });
}

/// Calls `look(sides)` with those of each edge.
template <class Look>
void for_each_edge(std::span<const SideOfTriangle> sides, const Look& look) {
  for (std::size_t first = 0, end = 0; first < sides.size(); first = end) {
    while (end < sides.size() && sides[end].key == sides[first].key) ++end;
    look(sides.subspan(first, end - first));
  }
}

}  // namespace pace
