#include "operators/curved_patch.hpp"

#include <algorithm>
#include <cmath>

namespace pace {
namespace {

Vec3 point_of(const SurfaceTriangle& t, const Barycentric& b) {
  return position_at(t.vertex, t.bend ? *t.bend : Bend{{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}}, b);
}

Barycentric middle_of(const Barycentric& a, const Barycentric& b) {
  return {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])};
}

std::array<Barycentric, 3> corners_of(const std::array<int, 3>& order) {
  std::array<Barycentric, 3> corner{};
  for (int i = 0; i < 3; ++i) corner[i][order[i]] = 1.0;
  return corner;
}

}  // namespace

CurvedPatch::CurvedPatch(const SurfaceTriangle& of, const std::array<Barycentric, 3>& corners)
    : triangle(&of), corner(corners) {
  const auto& [a, b, c] = corners;
  share = std::abs((b[1] - a[1]) * (c[2] - a[2]) - (c[1] - a[1]) * (b[2] - a[2]));
  Barycentric middle;
  for (int i = 0; i < 3; ++i) middle[i] = (a[i] + b[i] + c[i]) / 3.0;
  centre = point_of(of, middle);
  radius = 0.0;
  for (int i = 0; i < 3; ++i) {
    corner_position[i] = point_of(of, corners[i]);
    radius = std::max(radius, (corner_position[i] - centre).norm());
  }
}

CurvedPatch::CurvedPatch(const SurfaceTriangle& of, const std::array<int, 3>& order)
    : CurvedPatch(of, corners_of(order)) {}

CurvedPatch CurvedPatch::reordered(const std::array<int, 3>& order) const {
  CurvedPatch patch = *this;
  for (int i = 0; i < 3; ++i) {
    patch.corner[i] = corner[order[i]];
    patch.corner_position[i] = corner_position[order[i]];
  }
  return patch;
}

std::array<CurvedPatch, 4> CurvedPatch::quarters() const {
  const auto& [a, b, c] = corner;
  const Barycentric ab = middle_of(a, b), bc = middle_of(b, c), ca = middle_of(c, a);
  using Corners = std::array<Barycentric, 3>;
  return {CurvedPatch(*triangle, Corners{a, ab, ca}), CurvedPatch(*triangle, Corners{ab, b, bc}),
          CurvedPatch(*triangle, Corners{ca, bc, c}), CurvedPatch(*triangle, Corners{ab, bc, ca})};
}

}  // namespace pace
