// How good the shape of a triangle is.
#pragma once

#include <algorithm>

#include "mesh/mesh.hpp"

namespace pace {

/// Twice the inscribed over the circumscribed radius: 1 equilateral, 0 collapsed.
///   q = 2r/R = 16 A² / (abc (a + b + c))
inline double radius_ratio(const Mesh& mesh, int t) {
  const auto& v = mesh.triangles[t].vertex;
  const double a = (mesh.vertices[v[1]] - mesh.vertices[v[2]]).norm();
  const double b = (mesh.vertices[v[2]] - mesh.vertices[v[0]]).norm();
  const double c = (mesh.vertices[v[0]] - mesh.vertices[v[1]]).norm();
  const double longest = std::max({a, b, c});
  if (a * b * c == 0.0) return 0.0;
  const double relative_area = mesh.area_vector(t).norm() / (longest * longest);  // of the parallelogram
  return 4.0 * relative_area * relative_area /
         ((a / longest) * (b / longest) * (c / longest) * ((a + b + c) / longest));
}

/// Are the corners in one line for all practical purposes? Height below 1e-10 of the longest side.
inline bool is_collapsed(const Mesh& mesh, int t) {
  const auto& v = mesh.triangles[t].vertex;
  const double longest_squared = std::max({(mesh.vertices[v[1]] - mesh.vertices[v[2]]).squaredNorm(),
                                           (mesh.vertices[v[2]] - mesh.vertices[v[0]]).squaredNorm(),
                                           (mesh.vertices[v[0]] - mesh.vertices[v[1]]).squaredNorm()});
  return mesh.area_vector(t).norm() <= 1e-10 * longest_squared;
}

}  // namespace pace
