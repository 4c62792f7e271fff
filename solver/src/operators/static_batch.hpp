// Closed-form integrals of the static kernels over flat triangles, in SIMD lanes.
#pragma once

#include <array>
#include <limits>

#include "basis/rwg_space.hpp"
#include "operators/complex_batch.hpp"

namespace pace {

/// A source triangle as the closed forms want it.
struct StaticSource {
  explicit StaticSource(const SurfaceTriangle& triangle);
  const SurfaceTriangle& triangle;
  std::array<Vec3, 3> vertex, along, outward;  ///< the sides' directions and normals in the plane
  std::array<double, 3> length;
  Vec3 normal;  ///< by the winding
  double twice_area;
};

/// The same of a triangle in each lane.
template <class Real>
struct StaticSourceBatch {
  explicit StaticSourceBatch(const std::array<PointBatchOf<Real>, 3>& corners);
  std::array<PointBatchOf<Real>, 3> vertex, along, outward;
  std::array<BatchOf<Real>, 3> length;
  PointBatchOf<Real> normal;
  BatchOf<Real> twice_area;
};

/// Over the source triangle, not divided by its area, R = |r − r'|; moments about the origin given.
template <class Real>
struct StaticBatchOf {
  BatchOf<Real> inverse;               ///< ∫ 1/R dS' [m]
  BatchOf<Real> distance;              ///< ∫ R dS' [m³]
  PointBatchOf<Real> inverse_moment;   ///< ∫ (r' − c)/R dS' [m²]
  PointBatchOf<Real> distance_moment;  ///< ∫ R (r' − c) dS' [m⁴]
  PointBatchOf<Real> gradient;         ///< ∫ (r − r')/R³ dS' [1]
  PointBatchOf<Real> vector;           ///< ∫ (r − r')/R dS' [m²]
};
using StaticBatch = StaticBatchOf<double>;

namespace kernel {

template <class Real>
[[gnu::always_inline]] inline void add_scaled(PointBatchOf<Real>& sum, const PointBatchOf<Real>& direction,
                                              const BatchOf<Real>& factor) {
  sum.x = xsimd::fma(direction.x, factor, sum.x);
  sum.y = xsimd::fma(direction.y, factor, sum.y);
  sum.z = xsimd::fma(direction.z, factor, sum.z);
}
[[gnu::always_inline]] inline void add_scaled(PointBatch& sum, const Vec3& direction, const Batch& factor) {
  add_scaled(sum, broadcast(direction), factor);
}

/// √(r0² + s²) + s without cancellation for negative s.
template <class Lanes>
inline Lanes root_plus(const Lanes& s, const Lanes& root, const Lanes& r0_squared) {
  return xsimd::select(s >= Lanes(0), root + s, r0_squared / (root - s));
}

/// Sources: the solid angle by Van Oosterom & Strackee, IEEE TBME 30(2), 1983; the rest by Wilton et al.,
/// IEEE TAP 32(3), 1984, Graglia, IEEE TAP 41(10), 1993, and Ylä-Oijala & Taskinen, IEEE TAP 51(8), 2003.
/// @tparam potentials, gradients  which members are set
/// @param r  not on the triangle where gradients are wanted
/// @param q  a StaticSource or a StaticSourceBatch
template <bool potentials, bool gradients, class Real, class Source>
StaticBatchOf<Real> static_integrals(const PointBatchOf<Real>& r, const Source& q,
                                     const PointBatchOf<Real>& origin) {
  using Lanes = BatchOf<Real>;
  using Point = PointBatchOf<Real>;
  std::array<Point, 3> d;
  std::array<Lanes, 3> distance;
  for (int i = 0; i < 3; ++i) {
    d[i] = subtract(broadcast(q.vertex[i]), r);
    distance[i] = xsimd::sqrt(dot(d[i], d[i]));
  }
  const Lanes height = -dot(q.normal, d[0]);
  const Lanes denominator = distance[0] * distance[1] * distance[2] + dot(d[0], d[1]) * distance[2] +
                            dot(d[0], d[2]) * distance[1] + dot(d[1], d[2]) * distance[0];
  const Lanes solid_angle = constant<Real>(2.0) * xsimd::atan2(q.twice_area * height, denominator);
  const Lanes none = constant<Real>(0.0);
  const Point zero{none, none, none};
  Point edge_minus1 = zero, edge_plus1 = zero, edge_plus3 = zero;
  Lanes inverse = -height * solid_angle, distance_edge = none;
  for (int e = 0; e < 3; ++e) {
    const Lanes s_minus = dot(q.along[e], d[e]), s_plus = s_minus + q.length[e];
    const Lanes t = dot(q.outward[e], d[e]);
    const Lanes r0_squared = t * t + height * height + std::numeric_limits<Real>::min();
    const Lanes &r_minus = distance[e], &r_plus = distance[(e + 1) % 3];
    const Lanes logarithm =
        xsimd::log(root_plus(s_plus, r_plus, r0_squared) / root_plus(s_minus, r_minus, r0_squared));
    const Lanes plus1 = constant<Real>(0.5) * (s_plus * r_plus - s_minus * r_minus + r0_squared * logarithm);
    inverse += t * logarithm;
    add_scaled(edge_plus1, q.outward[e], plus1);
    if constexpr (gradients) add_scaled(edge_minus1, q.outward[e], logarithm);
    if constexpr (potentials) {
      distance_edge += t * plus1;
      add_scaled(
          edge_plus3, q.outward[e],
          constant<Real>(0.25) * (s_plus * r_plus * r_plus * r_plus - s_minus * r_minus * r_minus * r_minus +
                                  constant<Real>(3.0) * r0_squared * plus1));
    }
  }
  StaticBatchOf<Real> result;
  result.inverse = inverse;
  if constexpr (potentials) {
    result.distance = (height * height * inverse + distance_edge) * constant<Real>(1.0 / 3.0);
    Point foot = subtract(r, origin);
    add_scaled(foot, q.normal, -height);
    const auto moment = [&](const Point& edge, double share, const Lanes& whole) {
      const Lanes part = constant<Real>(share);
      return Point{xsimd::fma(foot.x, whole, part * edge.x), xsimd::fma(foot.y, whole, part * edge.y),
                   xsimd::fma(foot.z, whole, part * edge.z)};
    };
    result.inverse_moment = moment(edge_plus1, 1.0, inverse);
    result.distance_moment = moment(edge_plus3, 1.0 / 3.0, result.distance);
  }
  if constexpr (gradients) {
    result.gradient = edge_minus1;
    add_scaled(result.gradient, q.normal, solid_angle);
    result.vector = subtract(zero, edge_plus1);
    add_scaled(result.vector, q.normal, height * inverse);
  }
  return result;
}

}  // namespace kernel

inline StaticSource::StaticSource(const SurfaceTriangle& t) : triangle(t), vertex(t.vertex) {
  const Vec3 area_vector = (vertex[1] - vertex[0]).cross(vertex[2] - vertex[0]);
  twice_area = area_vector.norm();
  normal = area_vector / twice_area;
  for (int e = 0; e < 3; ++e) {
    const Vec3 side = vertex[(e + 1) % 3] - vertex[e];
    length[e] = side.norm();
    along[e] = side / length[e];
    outward[e] = along[e].cross(normal);
  }
}

template <class Real>
StaticSourceBatch<Real>::StaticSourceBatch(const std::array<PointBatchOf<Real>, 3>& corners)
    : vertex(corners) {
  const auto scaled = [](const PointBatchOf<Real>& v, const BatchOf<Real>& factor) {
    return PointBatchOf<Real>{v.x * factor, v.y * factor, v.z * factor};
  };
  const PointBatchOf<Real> area_vector =
      kernel::cross(kernel::subtract(vertex[1], vertex[0]), kernel::subtract(vertex[2], vertex[0]));
  twice_area = xsimd::sqrt(kernel::dot(area_vector, area_vector));
  normal = scaled(area_vector, constant<Real>(1.0) / twice_area);
  for (int e = 0; e < 3; ++e) {
    const PointBatchOf<Real> side = kernel::subtract(vertex[(e + 1) % 3], vertex[e]);
    length[e] = xsimd::sqrt(kernel::dot(side, side));
    along[e] = scaled(side, constant<Real>(1.0) / length[e]);
    outward[e] = kernel::cross(along[e], normal);
  }
}

}  // namespace pace
