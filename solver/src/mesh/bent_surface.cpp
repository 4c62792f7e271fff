#include "mesh/bent_surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pace {
namespace {

/// Gauss–Legendre on (0, 1): exact to degree nine.
constexpr std::array<double, 5> gauss_point = {0.046910077030668004, 0.23076534494715845, 0.5,
                                               0.76923465505284155, 0.95308992296933200};
constexpr std::array<double, 5> gauss_weight = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444,
                                                0.23931433524968324, 0.11846344252809454};

/// ∫ f(b) over the triangle b_0 + b_1 + b_2 = 1, of area 1/2, collapsed to the square: exact for polynomials
/// to degree eight.
template <class Function>
double integral_over_triangle(const Function& f) {
  double sum = 0.0;
  for (std::size_t i = 0; i < gauss_point.size(); ++i)
    for (std::size_t j = 0; j < gauss_point.size(); ++j) {
      const double u = gauss_point[i], rest = 1.0 - u, v = gauss_point[j] * rest;
      sum += gauss_weight[i] * gauss_weight[j] * rest * f(Barycentric{rest - v, u, v});
    }
  return sum;
}

/// Smallest and largest value over the triangle of the quadratic with these values at corners and middles of
/// sides, `middle[i]` opposite to `corner[i]`.
JacobianRange range_of_quadratic(const std::array<double, 3>& corner, const std::array<double, 3>& middle) {
  JacobianRange range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  const auto meet = [&range](double value) {
    range.min = std::min(range.min, value);
    range.max = std::max(range.max, value);
  };
  // Bézier coefficients: f = Σ corner_i b_i² + 2 Σ side_i b_j b_k.
  std::array<double, 3> side;
  for (int i = 0; i < 3; ++i) {
    const double a = corner[(i + 1) % 3], b = corner[(i + 2) % 3];
    side[i] = 2.0 * middle[i] - 0.5 * (a + b);
    meet(corner[i]);
    const double bend = a - 2.0 * side[i] + b, x = (a - side[i]) / bend;
    if (bend != 0.0 && x > 0.0 && x < 1.0)
      meet((1.0 - x) * (1.0 - x) * a + 2.0 * x * (1.0 - x) * side[i] + x * x * b);
  }
  // Inside, with u = b_1 and v = b_2, the gradient vanishes where
  //   uu·u + uv·v = −fu and uv·u + vv·v = −fv
  const double uu = corner[0] - 2.0 * side[2] + corner[1], vv = corner[0] - 2.0 * side[1] + corner[2],
               uv = corner[0] - side[1] - side[2] + side[0], fu = side[2] - corner[0],
               fv = side[1] - corner[0], determinant = uu * vv - uv * uv;
  if (determinant == 0.0) return range;
  const double u = (uv * fv - vv * fu) / determinant, v = (uv * fu - uu * fv) / determinant, w = 1.0 - u - v;
  if (u > 0.0 && v > 0.0 && w > 0.0)
    meet(w * w * corner[0] + u * u * corner[1] + v * v * corner[2] +
         2.0 * (u * v * side[0] + v * w * side[1] + w * u * side[2]));
  return range;
}

}  // namespace

double surface_area(const Mesh& mesh, int t) {
  const Bend* bend = mesh.bend(t);
  if (!bend) return 0.5 * mesh.area_vector(t).norm();
  const std::array<Vec3, 3> corners = mesh.corners(t);
  return integral_over_triangle(
      [&](const Barycentric& b) { return area_vector_at(derivatives_at(corners, *bend, b)).norm(); });
}

double volume_to_origin(const Mesh& mesh, int t, const Vec3& origin) {
  const std::array<Vec3, 3> corners = mesh.corners(t);
  const Bend* bend = mesh.bend(t);
  if (!bend) return (corners[0] - origin).dot(mesh.area_vector(t)) / 6.0;
  return integral_over_triangle([&](const Barycentric& b) {
           return (position_at(corners, *bend, b) - origin)
               .dot(area_vector_at(derivatives_at(corners, *bend, b)));
         }) /
         3.0;
}

Vec3 normal_at(const Mesh& mesh, int t, const Barycentric& b) {
  const Bend* bend = mesh.bend(t);
  if (!bend) return mesh.area_vector(t).stableNormalized();
  return area_vector_at(derivatives_at(mesh.corners(t), *bend, b)).stableNormalized();
}

double largest_curvature(const Mesh& mesh, int t) {
  const Bend* bend = mesh.bend(t);
  if (!bend) return 0.0;
  constexpr double third = 1.0 / 3.0;
  const std::array<Vec3, 3> e = derivatives_at(mesh.corners(t), *bend, {third, third, third});
  const Vec3 ru = e[1] - e[0], rv = e[2] - e[0], n = ru.cross(rv).stableNormalized();
  const auto& s = bend->sagitta;
  const double E = ru.squaredNorm(), F = ru.dot(rv), G = rv.squaredNorm(), determinant = E * G - F * F;
  if (!(determinant > 0.0)) return 0.0;
  const double L = -8.0 * n.dot(s[2]), N = -8.0 * n.dot(s[1]), M = 4.0 * n.dot(s[0] - s[1] - s[2]);
  const double mean = 0.5 * (E * N - 2.0 * F * M + G * L) / determinant,
               gauss = (L * N - M * M) / determinant;
  return std::fabs(mean) + std::sqrt(std::max(0.0, mean * mean - gauss));
}

JacobianRange jacobian_range(const Mesh& mesh, int t) {
  const Vec3 area_vector = mesh.area_vector(t), normal = area_vector.stableNormalized();
  const Bend* bend = mesh.bend(t);
  if (!bend) return {area_vector.norm(), area_vector.norm()};
  const std::array<Vec3, 3> corners = mesh.corners(t);
  const auto along_normal = [&](const Barycentric& b) {
    return normal.dot(area_vector_at(derivatives_at(corners, *bend, b)));
  };
  return range_of_quadratic(
      {along_normal({1, 0, 0}), along_normal({0, 1, 0}), along_normal({0, 0, 1})},
      {along_normal({0, 0.5, 0.5}), along_normal({0.5, 0, 0.5}), along_normal({0.5, 0.5, 0})});
}

double largest_relative_sagitta(const Mesh& mesh, int t) {
  const Bend* bend = mesh.bend(t);
  if (!bend) return 0.0;
  const std::array<Vec3, 3> corners = mesh.corners(t);
  double largest = 0.0;
  for (int i = 0; i < 3; ++i) {
    const double sagitta = bend->sagitta[i].norm();
    if (sagitta > 0.0)
      largest = std::max(largest, sagitta / (corners[(i + 1) % 3] - corners[(i + 2) % 3]).norm());
  }
  return largest;
}

}  // namespace pace
