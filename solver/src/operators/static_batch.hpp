// Closed-form integrals of the static kernels over a flat triangle, at `lanes` points at once.
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

/// Over the source triangle, not divided by its area, R = |r − r'|; moments about the origin given.
struct StaticBatch {
  Batch inverse;               ///< ∫ 1/R dS' [m]
  Batch distance;              ///< ∫ R dS' [m³]
  PointBatch inverse_moment;   ///< ∫ (r' − c)/R dS' [m²]
  PointBatch distance_moment;  ///< ∫ R (r' − c) dS' [m⁴]
  PointBatch gradient;         ///< ∫ (r − r')/R³ dS' [1]
  PointBatch vector;           ///< ∫ (r − r')/R dS' [m²]
};

namespace kernel {

[[gnu::always_inline]] inline void add_scaled(PointBatch& sum, const Vec3& direction, const Batch& factor) {
  sum.x = xsimd::fma(Batch(direction.x()), factor, sum.x);
  sum.y = xsimd::fma(Batch(direction.y()), factor, sum.y);
  sum.z = xsimd::fma(Batch(direction.z()), factor, sum.z);
}

/// √(r0² + s²) + s without cancellation for negative s.
inline Batch root_plus(const Batch& s, const Batch& root, const Batch& r0_squared) {
  return xsimd::select(s >= Batch(0.0), root + s, r0_squared / (root - s));
}

/// Sources: the solid angle by Van Oosterom & Strackee, IEEE TBME 30(2), 1983; the rest by Wilton et al.,
/// IEEE TAP 32(3), 1984, Graglia, IEEE TAP 41(10), 1993, and Ylä-Oijala & Taskinen, IEEE TAP 51(8), 2003.
/// @tparam potentials, gradients  which members are set
/// @param r  not on the triangle where gradients are wanted
template <bool potentials, bool gradients>
StaticBatch static_integrals(const PointBatch& r, const StaticSource& q, const Vec3& origin) {
  std::array<PointBatch, 3> d;
  std::array<Batch, 3> distance;
  for (int i = 0; i < 3; ++i) {
    d[i] = subtract(broadcast(q.vertex[i]), r);
    distance[i] = xsimd::sqrt(dot(d[i], d[i]));
  }
  const Batch height = -dot(q.normal, d[0]);
  const Batch denominator = distance[0] * distance[1] * distance[2] + dot(d[0], d[1]) * distance[2] +
                            dot(d[0], d[2]) * distance[1] + dot(d[1], d[2]) * distance[0];
  const Batch solid_angle = 2.0 * xsimd::atan2(q.twice_area * height, denominator);
  const PointBatch zero{Batch(0.0), Batch(0.0), Batch(0.0)};
  PointBatch edge_minus1 = zero, edge_plus1 = zero, edge_plus3 = zero;
  Batch inverse = -height * solid_angle, distance_edge(0.0);
  for (int e = 0; e < 3; ++e) {
    const Batch s_minus = dot(q.along[e], d[e]), s_plus = s_minus + q.length[e];
    const Batch t = dot(q.outward[e], d[e]);
    const Batch r0_squared = t * t + height * height + std::numeric_limits<double>::min();
    const Batch &r_minus = distance[e], &r_plus = distance[(e + 1) % 3];
    const Batch logarithm =
        xsimd::log(root_plus(s_plus, r_plus, r0_squared) / root_plus(s_minus, r_minus, r0_squared));
    const Batch plus1 = 0.5 * (s_plus * r_plus - s_minus * r_minus + r0_squared * logarithm);
    inverse += t * logarithm;
    add_scaled(edge_plus1, q.outward[e], plus1);
    if constexpr (gradients) add_scaled(edge_minus1, q.outward[e], logarithm);
    if constexpr (potentials) {
      distance_edge += t * plus1;
      add_scaled(edge_plus3, q.outward[e],
                 0.25 * (s_plus * r_plus * r_plus * r_plus - s_minus * r_minus * r_minus * r_minus +
                         3.0 * r0_squared * plus1));
    }
  }
  StaticBatch result;
  result.inverse = inverse;
  if constexpr (potentials) {
    result.distance = (height * height * inverse + distance_edge) * (1.0 / 3.0);
    PointBatch foot = subtract(r, broadcast(origin));
    add_scaled(foot, q.normal, -height);
    const auto moment = [&](const PointBatch& edge, double share, const Batch& whole) {
      return PointBatch{xsimd::fma(foot.x, whole, share * edge.x), xsimd::fma(foot.y, whole, share * edge.y),
                        xsimd::fma(foot.z, whole, share * edge.z)};
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

}  // namespace pace
