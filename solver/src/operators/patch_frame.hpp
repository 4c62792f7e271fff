// A part of a bent triangle in the coordinates of a pair rule, a lane a point.
#pragma once

#include "operators/curved_patch.hpp"
#include "operators/green_batch.hpp"

namespace pace {

/// A point of a patch. The arms a_v = Σ b_i e_i − e_v of its triangle follow from two tangents: a_2 = b_0 u +
/// b_1 v, a_0 = a_2 − u, a_1 = a_2 − v.
struct PatchPoint {
  PointBatch position;
  Batch b0, b1;
  PointBatch u, v;  ///< e_0 − e_2 and e_1 − e_2
};

/// Points of a patch along a line in its coordinates, start + t · step: polynomials in t.
struct PatchLine {
  std::array<PointBatch, 3> position;
  std::array<Batch, 2> b0, b1;
  std::array<PointBatch, 2> u, v;
};

/// All normals of a triangle are on one side of it.
inline double side_of_normals(const SurfaceTriangle& t) {
  const Barycentric middle{1.0 / 3, 1.0 / 3, 1.0 / 3};
  const auto e = t.bend ? derivatives_at(t.vertex, *t.bend, middle) : t.vertex;
  return area_vector_at(e).dot(t.normal) > 0.0 ? 1.0 : -1.0;
}

/// r = c0 + x1 (c1 − c0) + x2 (c2 − c1) in barycentric coordinates, c the corners of the patch: position and
/// tangents are polynomials of degree two and one in x1 and x2.
class PatchFrame {
 public:
  /// @param origin  of the positions; near to the patch, so that differences keep their digits
  PatchFrame(const CurvedPatch& patch, const Vec3& origin) {
    const SurfaceTriangle& t = *patch.triangle;
    const Bend bend = t.bend ? *t.bend : Bend{{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}};
    Barycentric first, second;
    for (int i = 0; i < 3; ++i) {
      first[i] = patch.corner[1][i] - patch.corner[0][i];
      second[i] = patch.corner[2][i] - patch.corner[1][i];
    }
    b0_ = {patch.corner[0][0], first[0], second[0]};
    b1_ = {patch.corner[0][1], first[1], second[1]};
    // What e is at the first corner, and how it changes with x1 and x2.
    const std::array<Vec3, 3> none{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
    const std::array<std::array<Vec3, 3>, 3> e{derivatives_at(t.vertex, bend, patch.corner[0]),
                                               derivatives_at(none, bend, first),
                                               derivatives_at(none, bend, second)};
    const auto along = [&](const Barycentric& b, int of) -> Vec3 {
      return b[0] * e[of][0] + b[1] * e[of][1] + b[2] * e[of][2];
    };
    position_ = {position_at(t.vertex, bend, patch.corner[0]) - origin,
                 along(first, 0),
                 along(second, 0),
                 0.5 * along(first, 1),
                 along(first, 2),
                 0.5 * along(second, 2)};
    twice_squares_ = {2.0 * position_[3], 2.0 * position_[5]};
    for (int of = 0; of < 3; ++of) {
      u_[of] = e[of][0] - e[of][2];
      v_[of] = e[of][1] - e[of][2];
    }
  }

  [[gnu::always_inline]] PatchPoint at(const Batch& x1, const Batch& x2) const {
    const auto linear = [&](double a, double b, double c) __attribute__((always_inline)) {
      return xsimd::fma(x2, Batch(c), xsimd::fma(x1, Batch(b), Batch(a)));
    };
    const auto linear_vector = [&](const std::array<Vec3, 3>& a) __attribute__((always_inline)) {
      return PointBatch{linear(a[0].x(), a[1].x(), a[2].x()), linear(a[0].y(), a[1].y(), a[2].y()),
                        linear(a[0].z(), a[1].z(), a[2].z())};
    };
    const auto quadratic = [&](int d) __attribute__((always_inline)) {
      const auto& a = position_;
      const Batch by_x1 = linear(a[1][d], a[3][d], a[4][d]),
                  by_x2 = xsimd::fma(x2, Batch(a[5][d]), Batch(a[2][d]));
      return xsimd::fma(x1, by_x1, xsimd::fma(x2, by_x2, Batch(a[0][d])));
    };
    return {{quadratic(0), quadratic(1), quadratic(2)},
            linear(b0_[0], b0_[1], b0_[2]),
            linear(b1_[0], b1_[1], b1_[2]),
            linear_vector(u_),
            linear_vector(v_)};
  }

  [[gnu::always_inline]] PatchLine along(const Batch& x1, const Batch& x2, const Batch& step1,
                                         const Batch& step2) const {
    const PatchPoint start = at(x1, x2);
    const auto slope = [&](double b, double c) __attribute__((always_inline)) {
      return xsimd::fma(step1, Batch(b), step2 * c);
    };
    const auto slopes = [&](const std::array<Vec3, 3>& a) __attribute__((always_inline)) {
      return PointBatch{slope(a[1].x(), a[2].x()), slope(a[1].y(), a[2].y()), slope(a[1].z(), a[2].z())};
    };
    const Batch square1 = step1 * step1, mixed = step1 * step2, square2 = step2 * step2;
    const auto first = [&](int d) __attribute__((always_inline)) {
      const auto& a = position_;
      const Batch by_x1 = xsimd::fma(x1, Batch(twice_squares_[0][d]),
                                     xsimd::fma(x2, Batch(a[4][d]), Batch(a[1][d]))),
                  by_x2 = xsimd::fma(x2, Batch(twice_squares_[1][d]),
                                     xsimd::fma(x1, Batch(a[4][d]), Batch(a[2][d])));
      return xsimd::fma(step1, by_x1, step2 * by_x2);
    };
    const auto second = [&](int d) __attribute__((always_inline)) {
      const auto& a = position_;
      return xsimd::fma(square1, Batch(a[3][d]), xsimd::fma(mixed, Batch(a[4][d]), square2 * a[5][d]));
    };
    return {{start.position, {first(0), first(1), first(2)}, {second(0), second(1), second(2)}},
            {start.b0, slope(b0_[1], b0_[2])},
            {start.b1, slope(b1_[1], b1_[2])},
            {start.u, slopes(u_)},
            {start.v, slopes(v_)}};
  }

  /// The same point with n × u and n × v in the place of u and v, n the normal of the triangle.
  /// @param side  1 if the normals are along u × v, else −1
  [[gnu::always_inline]] static PatchPoint turned(const PatchPoint& at, double side) {
    const PointBatch area = kernel::cross(at.u, at.v);
    const Batch factor = side * kernel::inverse_root(kernel::dot(area, area));
    const PointBatch normal{factor * area.x, factor * area.y, factor * area.z};
    return {at.position, at.b0, at.b1, kernel::cross(normal, at.u), kernel::cross(normal, at.v)};
  }

 private:
  std::array<double, 3> b0_, b1_;
  std::array<Vec3, 6> position_;       ///< of 1, x1, x2, x1², x1 x2, x2²
  std::array<Vec3, 2> twice_squares_;  ///< twice those of x1² and x2²
  std::array<Vec3, 3> u_, v_;          ///< of 1, x1, x2
};

}  // namespace pace
