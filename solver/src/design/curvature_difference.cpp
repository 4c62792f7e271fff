#include "design/curvature_difference.hpp"

#include "core/cross.hpp"

namespace pace {
namespace {

/// Two unit vectors along a triangle, orthogonal to its normal and to each other.
std::array<Vec3, 2> frame_of(const SurfaceTriangle& of) {
  const Vec3 along = of.vertex[1] - of.vertex[0];
  const Vec3 first = (along - along.dot(of.normal) * of.normal).normalized();
  return {first, of.normal.cross(first)};
}

Barycentric corner(int c) {
  Barycentric b{0.0, 0.0, 0.0};
  b[c] = 1.0;
  return b;
}

}  // namespace

CurvatureDifferences::CurvatureDifferences(const RwgSpace& space, const SmoothPatches& patches)
    : space_(space), of_(space.triangles().size()) {
  for (std::size_t t = 0; t < of_.size(); ++t) {
    const SurfaceTriangle& of = space.triangles()[t];
    const auto& v = of.vertex;
    const Vec3 twice_area = (v[1] - v[0]).cross(v[2] - v[0]);
    const std::array<Vec3, 2> frame = frame_of(of);
    double s[2][2] = {};
    for (int c = 0; c < 3; ++c) {
      const Vec3 normal =
          of.bend ? basis_point(of, corner(c)).normal : patches.normal(patches.of(static_cast<int>(t))[c]);
      const Vec3 gradient = twice_area.cross(v[(c + 2) % 3] - v[(c + 1) % 3]) / twice_area.squaredNorm();
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) s[i][j] += normal.dot(frame[i]) * gradient.dot(frame[j]);
    }
    of_[t] = {static_cast<float>(s[1][1] - s[0][0]), static_cast<float>(-s[0][1] - s[1][0])};
  }
}

Complex CurvatureDifferences::operator()(int triangle, const CVec3& u, const CVec3& v) const {
  const auto [a, b] = of_[triangle];
  const std::array<Vec3, 2> frame = frame_of(space_.triangles()[triangle]);
  const std::array<Complex, 2> p{along(frame[0], u), along(frame[1], u)},
      q{along(frame[0], v), along(frame[1], v)};
  return double{a} * (p[0] * q[0] - p[1] * q[1]) + double{b} * (p[0] * q[1] + p[1] * q[0]);
}

}  // namespace pace
