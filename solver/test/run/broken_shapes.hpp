// Meshes with one fault each.
#pragma once

#include "../mesh/shapes.hpp"

namespace broken {

using pace::Mesh;

/// A sphere with the middle of one edge put into one of its two triangles, and the slit filled with the
/// triangle that has no area.
inline Mesh with_filled_slit() {
  Mesh mesh = shapes::sphere(0.3, 2);
  const pace::Triangle cut = mesh.triangles[0];
  const auto [a, b, c] = cut.vertex;
  const int middle = static_cast<int>(mesh.vertices.size());
  mesh.vertices.push_back(0.5 * (mesh.vertices[a] + mesh.vertices[b]));
  mesh.triangles[0].vertex = {a, middle, c};
  mesh.triangles.push_back({{middle, b, c}, cut.part});
  mesh.triangles.push_back({{a, b, middle}, cut.part});
  return mesh;
}

/// A sphere with one vertex moved until it almost lies on the opposite side of a triangle.
inline Mesh with_sliver() {
  Mesh mesh = shapes::sphere(0.3, 2);
  const auto [a, b, c] = mesh.triangles[0].vertex;
  const pace::Vec3 opposite = 0.5 * (mesh.vertices[b] + mesh.vertices[c]);
  mesh.vertices[a] = opposite + 0.002 * (mesh.vertices[a] - opposite);
  return mesh;
}

inline Mesh with_far_vertex() {
  Mesh mesh = shapes::sphere(0.3, 3);
  mesh.vertices[5].x() = 2147483648.0;
  return mesh;
}

inline Mesh together(Mesh mesh, const Mesh& other) {
  const int offset = static_cast<int>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (pace::Triangle t : other.triangles) {
    for (int& v : t.vertex) v += offset;
    mesh.triangles.push_back(t);
  }
  return mesh;
}

/// The triangles of a mesh above or below z = 0, with nodes of their own.
inline Mesh half_of(const Mesh& mesh, double sign, double scale = 1.0) {
  Mesh half;
  half.vertices = mesh.vertices;
  half.parts = mesh.parts;
  for (pace::Vec3& v : half.vertices) v *= scale;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (sign * mesh.centroid(static_cast<int>(t)).z() > 0.0) half.triangles.push_back(mesh.triangles[t]);
  return half;
}

}  // namespace broken
