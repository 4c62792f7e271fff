// The surface of a triangle with bent sides, over the barycentric coordinates of its corners.
#pragma once

#include <array>

#include "core/types.hpp"

namespace pace {

/// How far the middle of each side of a triangle lies from the middle of its chord; the side opposite to each
/// corner [m].
struct Bend {
  std::array<Vec3, 3> sagitta;

  bool is_flat() const { return sagitta[0].isZero(0.0) && sagitta[1].isZero(0.0) && sagitta[2].isZero(0.0); }
};

using Barycentric = std::array<double, 3>;

/// The second-order triangle r(b) = Σ b_i v_i + 4 Σ b_j b_k s_i, (i, j, k) = (0, 1, 2) and cyclic, v_i its
/// corners and s_i its sagittas: the polynomial of degree two through the corners and the middles of the
/// sides.
inline Vec3 position_at(const std::array<Vec3, 3>& vertex, const Bend& bend, const Barycentric& b) {
  Vec3 r = b[0] * vertex[0] + b[1] * vertex[1] + b[2] * vertex[2];
  for (int i = 0; i < 3; ++i) r += 4.0 * b[(i + 1) % 3] * b[(i + 2) % 3] * bend.sagitta[i];
  return r;
}

/// ∂r/∂b_i, the three coordinates taken as independent: differences of two are tangents of the surface.
inline std::array<Vec3, 3> derivatives_at(const std::array<Vec3, 3>& vertex, const Bend& bend,
                                          const Barycentric& b) {
  std::array<Vec3, 3> e = vertex;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    e[j] += 4.0 * b[k] * bend.sagitta[i];
    e[k] += 4.0 * b[j] * bend.sagitta[i];
  }
  return e;
}

/// The same triangle as a polynomial of its first two coordinates:
/// r = c + b₀u + b₁v + b₀²uu + b₀b₁uv + b₁²vv; of vectors, of one component, or of what is linear in them.
template <class T>
struct QuadraticForm {
  T c, u, v, uu, uv, vv;

  /// ∂r/∂b₀ and ∂r/∂b₁, b₂ = 1 − b₀ − b₁.
  T along_u(double b0, double b1) const { return u + (2.0 * b0) * uu + b1 * uv; }
  T along_v(double b0, double b1) const { return v + b0 * uv + (2.0 * b1) * vv; }
  /// r, from both.
  T value(double b0, double b1, const T& at_u, const T& at_v) const {
    return c + (0.5 * b0) * (u + at_u) + (0.5 * b1) * (v + at_v);
  }
};

/// @param bend  null: a flat triangle
inline QuadraticForm<Vec3> quadratic_form(const std::array<Vec3, 3>& vertex, const Bend* bend) {
  QuadraticForm<Vec3> form{vertex[2],    vertex[0] - vertex[2], vertex[1] - vertex[2],
                           Vec3::Zero(), Vec3::Zero(),          Vec3::Zero()};
  if (!bend) return form;
  const std::array<Vec3, 3>& s = bend->sagitta;
  form.u += 4.0 * s[1], form.v += 4.0 * s[0];
  form.uu = -4.0 * s[1], form.uv = 4.0 * (s[2] - s[0] - s[1]), form.vv = -4.0 * s[0];
  return form;
}

/// The normal that the winding of the corners gives, as long as the Jacobian: an area is half of its length,
/// averaged over the triangle [m²].
inline Vec3 area_vector_at(const std::array<Vec3, 3>& derivatives) {
  return (derivatives[1] - derivatives[0]).cross(derivatives[2] - derivatives[0]);
}

}  // namespace pace
