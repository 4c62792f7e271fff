#include "basis/linear_remainder.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

using Vec2 = Eigen::Vector2d;
using Mat2x6 = Eigen::Matrix<double, 2, 6>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Mat9 = Eigen::Matrix<double, 9, 9>;
using Mat9x6 = Eigen::Matrix<double, 9, 6>;

/// A triangle counts with this share of its mass in its own fit and with a third of the rest in that of each
/// neighbour, so that all fits together have no more than the whole.
constexpr double share_of_own = 0.1;

/// A triangle of the patch in the plane of the middle one, and its functions among the nine.
struct FlatTriangle {
  std::array<Vec2, 3> corner;
  std::array<int, 3> function;  ///< of the side opposite to each corner
  std::array<double, 3> sign;

  double area() const {
    const Vec2 a = corner[1] - corner[0], b = corner[2] - corner[0];
    return 0.5 * std::abs(a.x() * b.y() - a.y() * b.x());
  }
  double side(int i) const { return (corner[(i + 1) % 3] - corner[(i + 2) % 3]).norm(); }
  Vec2 middle(int i) const { return 0.5 * (corner[(i + 1) % 3] + corner[(i + 2) % 3]); }
  /// Unit normal of a side, as its function flows.
  Vec2 flow(int i) const {
    const Vec2 along = (corner[(i + 2) % 3] - corner[(i + 1) % 3]) / side(i);
    const Vec2 across(along.y(), -along.x());
    return (across.dot(middle(i) - corner[i]) > 0.0 ? sign[i] : -sign[i]) * across;
  }
  Vec2 value(int i, const Vec2& r) const { return sign[i] * side(i) / (2.0 * area()) * (r - corner[i]); }
};

/// Constants, divergence; shear and rotation, which no RWG function of the triangle has.
Mat2x6 linear_fields(const Vec2& r) {
  Mat2x6 fields;
  fields << 1.0, 0.0, r.x(), r.x(), r.y(), -r.y(),  //
      0.0, 1.0, r.y(), -r.y(), r.x(), r.x();
  return fields;
}

/// The half of each corner's side; none at rims and junctions.
std::optional<std::array<HalfFunction, 3>> one_half_a_side(const RwgSpace& space, int triangle) {
  const auto halves = space.halves(triangle);
  std::array<HalfFunction, 3> of_corner{};
  int corners = 0;
  for (const HalfFunction& half : halves) corners |= 1 << half.corner, of_corner[half.corner] = half;
  if (halves.size() != 3 || corners != 7) return std::nullopt;
  return of_corner;
}

Vec3 normal_at_side(const SurfaceTriangle& t, int corner) {
  Barycentric middle{0.5, 0.5, 0.5};
  middle[corner] = 0.0;
  return basis_point(t, middle).normal;
}

/// The triangle, then its neighbours.
std::optional<std::array<FlatTriangle, 4>> patch(const RwgSpace& space, int triangle,
                                                 const std::function<bool(int, int)>& are_alike,
                                                 std::array<int, 9>& function) {
  const SurfaceTriangle& t = space.triangles()[triangle];
  const auto halves = one_half_a_side(space, triangle);
  if (!halves) return std::nullopt;
  const Vec3 across = (t.vertex[1] - t.vertex[0]).cross(t.vertex[2] - t.vertex[0]),
             x = (t.vertex[1] - t.vertex[0]).normalized(), y = across.normalized().cross(x);
  const Vec3 origin = (t.vertex[0] + t.vertex[1] + t.vertex[2]) / 3.0;
  std::array<FlatTriangle, 4> result;
  FlatTriangle& middle = result[0];
  for (int i = 0; i < 3; ++i) {
    middle.corner[i] = {(t.vertex[i] - origin).dot(x), (t.vertex[i] - origin).dot(y)};
    middle.function[i] = i;
    middle.sign[i] = (*halves)[i].sign;
    function[i] = (*halves)[i].function;
  }
  for (int i = 0; i < 3; ++i) {
    const auto [first, second] = space.sides()[function[i]];
    const int beside = first == triangle ? second : first;
    const SurfaceTriangle& n = space.triangles()[beside];
    const auto of_neighbour = one_half_a_side(space, beside);
    if (!of_neighbour || !are_alike(t.part, n.part)) return std::nullopt;
    const int from = (i + 1) % 3, to = (i + 2) % 3;
    FlatTriangle& flat = result[1 + i];
    int far = 0, at_from = 0;
    for (int c = 0; c < 3; ++c) {
      if ((*of_neighbour)[c].function == function[i]) far = c;
      if (n.vertex_id[c] == t.vertex_id[from]) at_from = c;
      flat.sign[c] = (*of_neighbour)[c].sign;
    }
    if (normal_at_side(t, i).dot(normal_at_side(n, far)) < std::cos(smooth_turn)) return std::nullopt;
    const int at_to = 3 - far - at_from;
    flat.corner[at_from] = middle.corner[from], flat.corner[at_to] = middle.corner[to];
    const Vec3 side = t.vertex[to] - t.vertex[from], reach = n.vertex[far] - t.vertex[from];
    const double along = reach.dot(side) / side.squaredNorm(), off = (reach - along * side).norm();
    const Vec2 out = middle.sign[i] * middle.flow(i);
    flat.corner[far] = middle.corner[from] + along * (middle.corner[to] - middle.corner[from]) + off * out;
    flat.function[far] = i, flat.function[at_from] = 3 + 2 * i, flat.function[at_to] = 4 + 2 * i;
    function[3 + 2 * i] = (*of_neighbour)[at_from].function;
    function[4 + 2 * i] = (*of_neighbour)[at_to].function;
  }
  return result;
}

/// Adds factor · ∫ f_i·f_j.
void add_mass(const FlatTriangle& t, double factor, Mat9& mass) {
  for (const auto& [b, weight] : triangle_rule(2)) {
    const Vec2 r = b[0] * t.corner[0] + b[1] * t.corner[1] + b[2] * t.corner[2];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        mass(t.function[i], t.function[j]) += factor * weight * t.area() * t.value(i, r).dot(t.value(j, r));
  }
}

/// ∫ δ·δ' of shear and rotation.
Mat3 remainder_of_fields(const FlatTriangle& t, double scale) {
  Mat3 energy = Mat3::Zero();
  for (const auto& [b, weight] : triangle_rule(2)) {
    const Vec2 r = b[0] * t.corner[0] + b[1] * t.corner[1] + b[2] * t.corner[2];
    Eigen::Matrix<double, 2, 3> delta = linear_fields(r / scale).rightCols<3>();
    for (int i = 0; i < 3; ++i)
      delta -= t.value(i, r) * (t.flow(i).transpose() * linear_fields(t.middle(i) / scale).rightCols<3>());
    energy += weight * t.area() * delta.transpose() * delta;
  }
  return energy;
}

}  // namespace

std::optional<LinearRemainder> linear_remainder(const RwgSpace& space, int triangle,
                                                const std::function<bool(int, int)>& are_alike) {
  LinearRemainder result;
  const auto triangles = patch(space, triangle, are_alike, result.function);
  if (!triangles) return std::nullopt;
  const double scale = std::sqrt((*triangles)[0].area());

  Mat9 mass = Mat9::Zero();
  Mat9x6 interpolant;  // coefficients of each field
  for (int n = 0; n < 4; ++n) {
    const FlatTriangle& t = (*triangles)[n];
    add_mass(t, n == 0 ? share_of_own : (1.0 - share_of_own) / 3.0, mass);
    for (int i = 0; i < 3; ++i)
      interpolant.row(t.function[i]) = t.flow(i).transpose() * linear_fields(t.middle(i) / scale);
  }
  // Of all fits that are exact for linear fields the one weighted by the mass has the least norm.
  const Mat6 normal = interpolant.transpose() * mass * interpolant;
  const Eigen::LLT<Mat6> normal_factor(normal);
  if (normal_factor.info() != Eigen::Success || normal_factor.rcond() < 1e-8) return std::nullopt;
  const Eigen::Matrix<double, 3, 9> fit =
      normal_factor.solve(Eigen::Matrix<double, 6, 9>(interpolant.transpose() * mass)).bottomRows<3>();

  // What shear and rotation cost in mass at least, the other fields being free.
  const Mat3 free_mass = normal.topLeftCorner<3, 3>();
  const Mat3 coupling = normal.topRightCorner<3, 3>();
  const Mat3 least_mass =
      normal.bottomRightCorner<3, 3>() - coupling.transpose() * free_mass.ldlt().solve(coupling);
  const Eigen::LLT<Mat3> mass_factor(least_mass);
  if (mass_factor.info() != Eigen::Success) return std::nullopt;
  const Mat3 lower = mass_factor.matrixL();
  Mat3 relative = mass_factor.matrixL().solve(remainder_of_fields((*triangles)[0], scale));
  relative = mass_factor.matrixL().solve(Mat3(relative.transpose()));
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(relative);
  const Vec3 root = eigen.eigenvalues().cwiseMax(0.0).cwiseMin(largest_remainder).cwiseSqrt();
  const Eigen::Matrix<double, 3, 9> factor =
      root.asDiagonal() * eigen.eigenvectors().transpose() * lower.transpose() * fit;
  for (int row = 0; row < 3; ++row)
    for (int i = 0; i < 9; ++i) result.factor[row][i] = static_cast<float>(factor(row, i));
  return result;
}

}  // namespace pace
