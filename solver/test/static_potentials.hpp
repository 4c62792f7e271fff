// Closed-form integrals of the static kernels over a flat triangle at one point: what
// operators/static_batch.hpp is compared with.
#pragma once

#include <array>
#include <cmath>

#include "core/types.hpp"

namespace pace {

/// All integrals are over the source triangle (not divided by its area), R = |r − r'|.
struct StaticPotentials {
  double inverse;         ///< ∫ 1/R dS' [m]
  double distance;        ///< ∫ R dS' [m³]
  Vec3 inverse_moment;    ///< ∫ (r' − c)/R dS' [m²], c the origin given
  Vec3 distance_moment;   ///< ∫ R (r' − c) dS' [m⁴]
  Vec3 inverse_gradient;  ///< ∫ (r − r')/R³ dS' [1]
  Vec3 inverse_vector;    ///< ∫ (r − r')/R dS' [m²]
};

namespace detail {

/// ln((R₊ + s₊)/(R₋ + s₋)) without cancellation when s is negative: R + s = R₀²/(R − s).
inline double edge_logarithm(double s_minus, double s_plus, double r_minus, double r_plus) {
  if (s_minus + s_plus >= 0.0) return std::log((r_plus + s_plus) / (r_minus + s_minus));
  return std::log((r_minus - s_minus) / (r_plus - s_plus));
}

}  // namespace detail

/// Source: Wilton et al., IEEE TAP 32(3), 1984; Graglia, IEEE TAP 41(10), 1993; Ylä-Oijala & Taskinen, IEEE
/// TAP 51(8), 2003.
/// @param r       observation point, not on the triangle (on its plane is fine)
/// @param vertex  corners of the triangle
/// @param origin  c of the moments
inline StaticPotentials static_potentials(const Vec3& r, const std::array<Vec3, 3>& vertex,
                                          const Vec3& origin) {
  const Vec3 normal = (vertex[1] - vertex[0]).cross(vertex[2] - vertex[0]).normalized();
  const double height = normal.dot(r - vertex[0]);
  const double height_abs = std::abs(height);
  const Vec3 foot = r - height * normal;

  double beta = 0.0;           // |h| ∫ 1/R³
  double inverse = 0.0;        // Σ t I₋₁, later ∫ 1/R
  double distance_edge = 0.0;  // Σ t I₁
  Vec3 edge_minus1 = Vec3::Zero(), edge_plus1 = Vec3::Zero(), edge_plus3 = Vec3::Zero();
  for (int e = 0; e < 3; ++e) {
    const Vec3& a = vertex[e];
    const Vec3& b = vertex[(e + 1) % 3];
    const Vec3 along = (b - a).normalized();
    const Vec3 outward = along.cross(normal);
    const double t = outward.dot(a - foot);
    const double s_minus = along.dot(a - foot), s_plus = along.dot(b - foot);
    const double r_minus = (r - a).norm(), r_plus = (r - b).norm();
    const double r0_squared = t * t + height * height;

    const double i_minus1 = r0_squared > 0.0 ? detail::edge_logarithm(s_minus, s_plus, r_minus, r_plus) : 0.0;
    const double i_plus1 = 0.5 * (s_plus * r_plus - s_minus * r_minus + r0_squared * i_minus1);
    const double i_plus3 =
        0.25 * (s_plus * std::pow(r_plus, 3) - s_minus * std::pow(r_minus, 3) + 3.0 * r0_squared * i_plus1);
    if (height_abs > 0.0)
      beta += std::atan2(t * s_plus, r0_squared + height_abs * r_plus) -
              std::atan2(t * s_minus, r0_squared + height_abs * r_minus);
    inverse += t * i_minus1;
    distance_edge += t * i_plus1;
    edge_minus1 += outward * i_minus1;
    edge_plus1 += outward * i_plus1;
    edge_plus3 += outward * i_plus3;
  }
  inverse -= height_abs * beta;

  StaticPotentials result;
  result.inverse = inverse;
  result.distance = (height * height * inverse + distance_edge) / 3.0;
  result.inverse_moment = edge_plus1 + (foot - origin) * inverse;
  result.distance_moment = edge_plus3 / 3.0 + (foot - origin) * result.distance;
  result.inverse_gradient = std::copysign(beta, height) * normal + edge_minus1;
  result.inverse_vector = height * inverse * normal - edge_plus1;
  return result;
}

}  // namespace pace
