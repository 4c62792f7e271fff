// Closed-form integrals of the static kernels over a flat triangle, for pairs that are close but do not
// touch.
#pragma once

#include <array>

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

/// Source: Wilton et al., IEEE TAP 32(3), 1984; Graglia, IEEE TAP 41(10), 1993; Ylä-Oijala & Taskinen, IEEE
/// TAP 51(8), 2003.
/// @param r       observation point, not on the triangle (on its plane is fine)
/// @param vertex  corners of the triangle
/// @param origin  c of the moments
StaticPotentials static_potentials(const Vec3& r, const std::array<Vec3, 3>& vertex, const Vec3& origin);

}  // namespace pace
