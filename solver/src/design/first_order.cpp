#include "design/first_order.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "accuracy/smooth_patches.hpp"
#include "core/cross.hpp"

namespace pace {
namespace {

/// k²η²/4π
double of_shape(double k) { return k * k * vacuum_impedance * vacuum_impedance / (4.0 * pi); }

/// Neighbours that lie so nearly on a line have no gradient across it: determinant over squared norm.
constexpr double least_spread = 1e-3;

}  // namespace

Complex into_medium(const ProductIntegrals& of, double k, const Complex& epsilon, const Complex& mu) {
  Complex sum = mu * of.current - of.charge / epsilon;
  // Behind a magnetic charge is a normal B, which a conductor does not have; then μ may be 0.
  if (of.magnetic_current != 0.0 || of.magnetic_charge != 0.0)
    sum += of.magnetic_charge / mu - epsilon * of.magnetic_current;
  return of_shape(k) * sum;
}

Complex by_displacement(const ProductIntegrals& of, double k) {
  return into_medium(of, k, 1.0, 1.0) + of_shape(k) * of.curvature;
}

Complex by_impedance(const ProductIntegrals& of, double k) {
  return imaginary_unit * (k * vacuum_impedance / (4.0 * pi)) * of.current;
}

Complex by_thickness(const ProductIntegrals& of, double k, const ThinLayer& layer, const Complex& epsilon,
                     const Complex& mu) {
  return into_medium(of, k, epsilon, mu) -
         into_medium(of, k, layer.relative_permittivity, layer.relative_permeability);
}

CurrentProducts::CurrentProducts(const RwgSpace& space, double k,
                                 std::vector<std::optional<LinearRemainder>> remainders)
    : CurrentProducts(space, k, SmoothPatches(space, current_turn), std::move(remainders)) {}

CurrentProducts::CurrentProducts(const RwgSpace& space, double k, const SmoothPatches& patches,
                                 std::vector<std::optional<LinearRemainder>> remainders)
    : space_(space), k_(k), curvature_(space, patches), remainders_(std::move(remainders)) {
  const auto& triangles = space.triangles();
  std::vector<std::vector<int>> of_patch(patches.count());
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t)
    for (const int patch : patches.of(t)) of_patch[patch].push_back(t);
  // Beside a sharp edge currents and charges are singular across it, and differences are no gradients.
  std::vector<char> has_sharp_side(triangles.size(), false);
  for (const auto& [a, b] : space.sides())
    if (triangles[a].normal.dot(triangles[b].normal) < std::cos(current_turn))
      has_sharp_side[a] = has_sharp_side[b] = true;
  first_neighbour_.assign(1, 0);
  std::vector<int> around;
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
    around.clear();
    for (const int patch : patches.of(t))
      std::copy_if(of_patch[patch].begin(), of_patch[patch].end(), std::back_inserter(around),
                   [&](int other) { return other != t; });
    std::sort(around.begin(), around.end());
    around.erase(std::unique(around.begin(), around.end()), around.end());
    if (!has_sharp_side[t]) add_neighbours(t, around);
    first_neighbour_.push_back(neighbours_.size());
  }
}

/// Gradients by least squares, through the value of the triangle itself.
void CurrentProducts::add_neighbours(int triangle, const std::vector<int>& around) {
  const SurfaceTriangle& of = space_.triangles()[triangle];
  Eigen::Matrix<double, 3, 2> frame;
  frame.col(0) = (of.vertex[1] - of.vertex[0]).normalized();
  frame.col(1) = of.normal.cross(frame.col(0)).normalized();
  std::vector<Eigen::Vector2d> apart;
  Eigen::Matrix2d spread = Eigen::Matrix2d::Zero(), moment = Eigen::Matrix2d::Zero();
  for (const int other : around) {
    apart.push_back(frame.transpose() * (space_.triangles()[other].centroid - of.centroid));
    spread += apart.back() * apart.back().transpose();
  }
  if (spread.determinant() < least_spread * spread.squaredNorm()) return;
  const Vec3 middle = (of.vertex[0] + of.vertex[1] + of.vertex[2]) / 3.0;
  for (const Vec3& vertex : of.vertex) {
    const Eigen::Vector2d from = frame.transpose() * (vertex - middle);
    moment += from * from.transpose() / 12.0;
  }
  // The second moment of the triangle is half · halfᵀ.
  const Eigen::Matrix2d half = Eigen::LLT<Eigen::Matrix2d>(moment).matrixL();
  const Eigen::Matrix2d to_variation = half.transpose() * spread.inverse();
  for (std::size_t n = 0; n < around.size(); ++n) {
    const Eigen::Vector2d weight = to_variation * apart[n];
    neighbours_.push_back({around[n], {static_cast<float>(weight[0]), static_cast<float>(weight[1])}});
  }
}

TriangleCurrents CurrentProducts::currents(const SurfaceCoefficients& of) const {
  return {varying(of.electric), of.magnetic ? varying(of.magnetic) : VaryingCurrent{}};
}

VaryingCurrent CurrentProducts::varying(const Complex* coefficients) const {
  const std::size_t count = space_.triangles().size();
  VaryingCurrent of{std::vector<MiddleCurrent>(count), std::vector<std::array<MiddleCurrent, 2>>(count),
                    std::vector<std::array<Complex, 3>>(remainders_.size())};
  for (std::size_t t = 0; t < count; ++t)
    of.middle[t] = middle_current(space_, static_cast<int>(t), coefficients);
  for (std::size_t t = 0; t < count; ++t) {
    auto& variation = of.variation[t];
    variation.fill({CVec3::Zero(), 0.0});
    for (std::size_t n = first_neighbour_[t]; n < first_neighbour_[t + 1]; ++n) {
      const MiddleCurrent& other = of.middle[neighbours_[n].triangle];
      const CVec3 current = other.current - of.middle[t].current;
      const Complex divergence = other.divergence - of.middle[t].divergence;
      for (int i = 0; i < 2; ++i) {
        const double weight = neighbours_[n].weight[i];
        variation[i].current += weight * current;
        variation[i].divergence += weight * divergence;
      }
    }
  }
  for (std::size_t t = 0; t < remainders_.size(); ++t)
    if (remainders_[t])
      for (int row = 0; row < 3; ++row)
        for (int i = 0; i < 9; ++i)
          of.remainder[t][row] +=
              static_cast<double>(remainders_[t]->factor[row][i]) * coefficients[remainders_[t]->function[i]];
  return of;
}

/// ∫ of both products over a triangle, without its area.
CurrentProduct CurrentProducts::mean_product(const VaryingCurrent& a, const VaryingCurrent& b,
                                             std::size_t t) const {
  CurrentProduct sum = product_of(a.middle[t], b.middle[t], k_);
  const bool has_remainder = t < remainders_.size() && remainders_[t];
  for (int i = 0; i < 2; ++i) {
    const CurrentProduct covariance = product_of(a.variation[t][i], b.variation[t][i], k_);
    if (!has_remainder) sum.current -= covariance.current;
    sum.charge -= covariance.charge;
  }
  if (!has_remainder) return sum;
  // ∫ f·f' over the triangle: a function is ½∇·f (r − r_middle) beside what it is in the middle.
  const SurfaceTriangle& triangle = space_.triangles()[t];
  double squares = 0.0;
  for (const double length : triangle.edge_length) squares += length * length;
  sum.current += squares / 144.0 * a.middle[t].divergence * b.middle[t].divergence;
  for (int row = 0; row < 3; ++row) sum.current -= a.remainder[t][row] * b.remainder[t][row] / triangle.area;
  return sum;
}

std::vector<ProductIntegrals> CurrentProducts::operator()(const TriangleCurrents& direct,
                                                          const TriangleCurrents& adjoint) const {
  std::vector<ProductIntegrals> result(direct.electric.middle.size());
  const bool is_magnetic = !direct.magnetic.middle.empty() && !adjoint.magnetic.middle.empty();
  for (std::size_t t = 0; t < result.size(); ++t) {
    const SurfaceTriangle& triangle = space_.triangles()[t];
    if (triangle.sheet) continue;
    const CurrentProduct electric = mean_product(direct.electric, adjoint.electric, t);
    result[t].current = triangle.area * electric.current;
    result[t].charge = triangle.area * electric.charge;
    if (!is_magnetic) continue;
    const CurrentProduct magnetic = mean_product(direct.magnetic, adjoint.magnetic, t);
    result[t].magnetic_current = triangle.area * magnetic.current;
    result[t].magnetic_charge = triangle.area * magnetic.charge;
    const auto bent = [&](const TriangleCurrents& m, const TriangleCurrents& j) {
      const CVec3 field = -cross(triangle.normal, j.electric.middle[t].current);
      return curvature_(static_cast<int>(t), m.magnetic.middle[t].current, field);
    };
    result[t].curvature =
        imaginary_unit * (0.5 * triangle.area / k_) * (bent(direct, adjoint) + bent(adjoint, direct));
  }
  return result;
}

}  // namespace pace
