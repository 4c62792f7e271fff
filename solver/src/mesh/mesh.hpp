// A triangle mesh as the solver sees it: vertices in metres, triangles, flat or bent, that name their part.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/types.hpp"
#include "mesh/quadratic_triangle.hpp"

namespace pace {

struct Triangle {
  std::array<int, 3> vertex;  ///< indices into Mesh::vertices, winding as in the file
  int part;                   ///< index into Mesh::parts (0-based)
};

/// A part is a surface number of the file: a permanent group of a UNV file, else its physical-property
/// number.
struct Part {
  int number;        ///< as in the file
  std::string name;  ///< group name, or "Part <number>"
};

struct Mesh {
  std::vector<Vec3> vertices;  ///< [m] after `scale`; in file units straight after reading
  std::vector<Triangle> triangles;
  std::vector<Part> parts;  ///< ascending by number
  /// Of every triangle [as the vertices]; empty where all are flat. Triangles at one side agree on it.
  std::vector<Bend> bends;

  /// Null for a flat triangle; valid as long as the mesh.
  const Bend* bend(int t) const { return bends.empty() || bends[t].is_flat() ? nullptr : &bends[t]; }
  std::array<Vec3, 3> corners(int t) const {
    const auto& v = triangles[t].vertex;
    return {vertices[v[0]], vertices[v[1]], vertices[v[2]]};
  }
  Vec3 centroid(int t) const {
    const auto& v = triangles[t].vertex;
    return (vertices[v[0]] + vertices[v[1]] + vertices[v[2]]) / 3.0;
  }
  /// Of the flat triangle between the corners: twice the area times the unit normal, by the winding of the
  /// file [m²].
  Vec3 area_vector(int t) const {
    const auto& v = triangles[t].vertex;
    return (vertices[v[1]] - vertices[v[0]]).cross(vertices[v[2]] - vertices[v[0]]);
  }
};

/// Winds a triangle the other way round.
inline void flip(Mesh& mesh, int t) {
  std::swap(mesh.triangles[t].vertex[1], mesh.triangles[t].vertex[2]);
  if (!mesh.bends.empty()) std::swap(mesh.bends[t].sagitta[1], mesh.bends[t].sagitta[2]);
}

/// Removes triangles; vertices stay.
/// @param superfluous  one a triangle
/// @return             how many were removed
inline int erase_triangles(Mesh& mesh, const std::vector<char>& superfluous) {
  std::size_t kept = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (superfluous[t]) continue;
    mesh.triangles[kept] = mesh.triangles[t];
    if (!mesh.bends.empty()) mesh.bends[kept] = mesh.bends[t];
    ++kept;
  }
  const std::size_t removed = mesh.triangles.size() - kept;
  mesh.triangles.resize(kept);
  if (!mesh.bends.empty()) mesh.bends.resize(kept);
  return static_cast<int>(removed);
}

/// Of the vertices; the middles of bent sides may stand out of it.
inline Eigen::AlignedBox3d vertex_box(const Mesh& mesh) {
  Eigen::AlignedBox3d box;
  for (const Vec3& vertex : mesh.vertices) box.extend(vertex);
  return box;
}

/// Converts the vertices of a mesh as read to metres.
/// @param metres_per_unit  length of one file unit [m], positive
inline void scale(Mesh& mesh, double metres_per_unit) {
  for (Vec3& vertex : mesh.vertices) vertex *= metres_per_unit;
  for (Bend& bend : mesh.bends)
    for (Vec3& sagitta : bend.sagitta) sagitta *= metres_per_unit;
}

}  // namespace pace
