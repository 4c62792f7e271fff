// Integrals by quadrature alone, or with one closed form where triangles touch: what entries of the matrix
// are compared with.
#pragma once

#include <cmath>
#include <vector>

#include "../mesh/shapes.hpp"
#include "../static_potentials.hpp"
#include "basis/dual_space.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace::brute {

/// An irregular closed body; edges of about 0.2 m.
inline Mesh pebble() {
  Mesh mesh = shapes::with_random_winding(shapes::sphere(0.4, 3, Vec3(0.1, -0.2, 0.3)), 5);
  for (Vec3& p : mesh.vertices)
    p = Vec3(1.3 * p.x() + 0.2 * p.y() * p.y(), 0.8 * p.y() + 0.3 * p.x() * p.z(), p.z());
  return mesh;
}

inline std::vector<TrianglePoint> fine_rule(int refinements) {
  std::vector<TrianglePoint> rule(triangle_rule(8).begin(), triangle_rule(8).end());
  for (int i = 0; i < refinements; ++i) rule = refined(rule);
  return rule;
}

inline Vec3 at(const TrianglePoint& p, const std::array<Vec3, 3>& v) {
  return p.barycentric[0] * v[0] + p.barycentric[1] * v[1] + p.barycentric[2] * v[2];
}

/// ∫ ∇G × f dS' over one source triangle, f = r' − w; the static part 1/R³ in closed form where `touching`.
inline CVec3 magnetic_field(Complex k, const Vec3& r, const SurfaceTriangle& t, const Vec3& w, bool touching,
                            const std::vector<TrianglePoint>& rule) {
  CVec3 field = CVec3::Zero();
  for (const TrianglePoint& p : rule) {
    const Vec3 s = at(p, t.vertex), d = r - s;
    const double distance = d.norm();
    Complex h = std::exp(-imaginary_unit * k * distance) * (1.0 + imaginary_unit * k * distance);
    if (touching) h -= 1.0;
    field -= p.weight * t.area * h / (4.0 * pi * std::pow(distance, 3)) * d.cross(s - w).cast<Complex>();
  }
  if (touching)  // D × (r' − w) = D × (r − w)
    field -= (static_potentials(r, t.vertex, t.centroid).inverse_gradient.cross(r - w) / (4.0 * pi))
                 .cast<Complex>();
  return field;
}

/// ∫ G dS' and ∫ G f dS'; the static part 1/R in closed form where `touching`.
struct Potentials {
  Complex scalar;
  CVec3 vector;
};
inline Potentials potentials(Complex k, const Vec3& r, const SurfaceTriangle& t, const Vec3& w, bool touching,
                             const std::vector<TrianglePoint>& rule) {
  Potentials sum{0.0, CVec3::Zero()};
  for (const TrianglePoint& p : rule) {
    const Vec3 s = at(p, t.vertex);
    const double distance = (r - s).norm();
    Complex g = std::exp(-imaginary_unit * k * distance);
    if (touching) g -= 1.0;
    g = distance > 0.0 ? g / (4.0 * pi * distance) : -imaginary_unit * k / (4.0 * pi);
    sum.scalar += p.weight * t.area * g;
    sum.vector += p.weight * t.area * g * (s - w).cast<Complex>();
  }
  if (touching) {
    const StaticPotentials statics = static_potentials(r, t.vertex, w);
    sum.scalar += statics.inverse / (4.0 * pi);
    sum.vector += (statics.inverse_moment / (4.0 * pi)).cast<Complex>();
  }
  return sum;
}

inline bool share_vertex(const SurfaceTriangle& a, const SurfaceTriangle& b) {
  for (const int i : a.vertex_id)
    for (const int j : b.vertex_id)
      if (i == j) return true;
  return false;
}

/// Distance between the middles of two functions.
inline double gap(const RwgSpace& space, int m, int n) {
  const auto middle = [&](int f) -> Vec3 {
    return 0.5 * (space.triangles()[space.sides()[f][0]].centroid +
                  space.triangles()[space.sides()[f][1]].centroid);
  };
  return (middle(m) - middle(n)).norm();
}

/// A function, its farthest one and some at distances between.
inline std::vector<int> at_all_distances(const RwgSpace& space, int m) {
  int far = 0;
  for (int n = 0; n < space.size(); ++n)
    if (gap(space, m, n) > gap(space, m, far)) far = n;
  std::vector<int> columns{m, far};
  for (const auto& [low, high] : {std::pair{0.05, 0.15}, {0.15, 0.2}, {0.2, 0.3}, {0.3, 0.4}, {0.4, 0.5}})
    for (int n = 0; n < space.size(); ++n)
      if (gap(space, m, n) > low && gap(space, m, n) < high) {
        columns.push_back(n);
        break;
      }
  return columns;
}

/// Calls with every half of a function: its triangle, its corner opposite to the edge and its factor ±l/2A.
template <class Use>
void each_half(const RwgSpace& space, int function, Use&& use) {
  for (const int t : space.sides()[function])
    for (const HalfFunction& half : space.halves(t))
      if (half.function == function) {
        const SurfaceTriangle& triangle = space.triangles()[t];
        use(t, triangle.vertex[half.corner],
            half.sign * triangle.edge_length[half.corner] / (2.0 * triangle.area));
      }
}

}  // namespace pace::brute
