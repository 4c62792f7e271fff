// Parts of triangles, bent or flat.
#pragma once

#include <array>

#include "basis/rwg_space.hpp"

namespace pace {

/// A triangle between three points of another one, in the barycentric coordinates of that.
struct CurvedPatch {
  /// The whole triangle, its corners in this order.
  explicit CurvedPatch(const SurfaceTriangle& triangle, const std::array<int, 3>& order = {0, 1, 2});
  CurvedPatch(const SurfaceTriangle& triangle, const std::array<Barycentric, 3>& corner);

  CurvedPatch reordered(const std::array<int, 3>& order) const;
  /// The four between its corners and the middles of its sides.
  std::array<CurvedPatch, 4> quarters() const;

  const SurfaceTriangle* triangle;
  std::array<Barycentric, 3> corner;
  std::array<Vec3, 3> corner_position;  ///< [m]
  double share;                         ///< of the triangle in these coordinates
  Vec3 centre;                          ///< [m]
  double radius;                        ///< of the corners from there [m]
};

}  // namespace pace
