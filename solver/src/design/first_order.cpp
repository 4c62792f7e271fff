#include "design/first_order.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "accuracy/smooth_patches.hpp"

namespace pace {
namespace {

/// k²η²/4π
double of_shape(double k) { return k * k * vacuum_impedance * vacuum_impedance / (4.0 * pi); }

/// Neighbours that lie so nearly on a line have no gradient across it: determinant over squared norm.
constexpr double least_spread = 1e-3;

}  // namespace

Complex by_displacement(const ProductIntegrals& of, double k) {
  return of_shape(k) * (of.current - of.charge);
}

Complex by_impedance(const ProductIntegrals& of, double k) {
  return imaginary_unit * (k * vacuum_impedance / (4.0 * pi)) * of.current;
}

Complex by_thickness(const ProductIntegrals& of, double k, const ThinLayer& layer) {
  return of_shape(k) * ((1.0 - layer.relative_permeability) * of.current -
                        (1.0 - 1.0 / layer.relative_permittivity) * of.charge);
}

CurrentProducts::CurrentProducts(const RwgSpace& space, double k) : space_(space), k_(k) {
  const auto& triangles = space.triangles();
  const SmoothPatches patches(space, current_turn);
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

TriangleCurrents CurrentProducts::currents(const Complex* coefficients) const {
  const std::size_t count = space_.triangles().size();
  TriangleCurrents of{std::vector<MiddleCurrent>(count), std::vector<std::array<MiddleCurrent, 2>>(count)};
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
  return of;
}

std::vector<ProductIntegrals> CurrentProducts::operator()(const TriangleCurrents& direct,
                                                          const TriangleCurrents& adjoint) const {
  std::vector<ProductIntegrals> result(direct.middle.size());
  for (std::size_t t = 0; t < result.size(); ++t) {
    const SurfaceTriangle& triangle = space_.triangles()[t];
    if (triangle.sheet) continue;
    const auto add = [&](double weight, const MiddleCurrent& a, const MiddleCurrent& b) {
      const CurrentProduct product = product_of(a, b, k_);
      result[t].current += weight * triangle.area * product.current;
      result[t].charge += weight * triangle.area * product.charge;
    };
    add(1.0, direct.middle[t], adjoint.middle[t]);
    for (int i = 0; i < 2; ++i) add(-1.0, direct.variation[t][i], adjoint.variation[t][i]);
  }
  return result;
}

}  // namespace pace
