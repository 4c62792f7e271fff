#include "fmm/node_moments.hpp"

#include "quadrature/triangle_rule.hpp"

namespace pace {

BasisMoments basis_moments(const Interpolation& line, int nodes, double half_width, int degree,
                           const std::array<Vec3, 3>& vertex, const Vec3& triangle_centre,
                           const Vec3& box_centre) {
  const int count = nodes * nodes * nodes;
  Eigen::MatrixXd rows(4, count);
  BasisMoments sum = BasisMoments::Zero(16, count);
  for (const auto& [b, weight] : triangle_rule(degree)) {
    const Vec3 r = b[0] * vertex[0] + b[1] * vertex[1] + b[2] * vertex[2];
    basis_at(line, nodes, r - box_centre, half_width, rows);
    const Vec3 offset = r - triangle_centre;
    sum.topRows(4) += weight * rows;
    for (int c = 0; c < 3; ++c) sum.middleRows(4 + 4 * c, 4) += weight * offset[c] * rows;
  }
  return sum;
}

ArmKinds arm_kinds(const Interpolation& line, int nodes, double half_width, int degree,
                   const SurfaceTriangle& triangle, const std::array<Barycentric, 3>& corner,
                   const Vec3& box_centre) {
  const int count = nodes * nodes * nodes;
  ArmKinds sum;
  for (auto* kinds_of : {&sum.arm, &sum.n_cross_arm})
    for (auto& values : *kinds_of) values = Eigen::MatrixXd::Zero(node_kinds, count);
  Eigen::MatrixXd rows(4, count);
  for (const auto& [b, weight] : triangle_rule(degree)) {
    Barycentric at{};
    for (int c = 0; c < 3; ++c)
      for (int i = 0; i < 3; ++i) at[i] += b[c] * corner[c][i];
    const BasisPoint point = basis_point(triangle, at);
    basis_at(line, nodes, point.position - box_centre, half_width, rows);
    const auto add = [&](const Vec3& t, Eigen::MatrixXd& to) {
      for (int c = 0; c < 3; ++c) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        to.row(c) += weight * t[c] * rows.row(0);
        to.row(4 + c) += weight * (t[d] * rows.row(1 + e) - t[e] * rows.row(1 + d));
      }
    };
    for (int i = 0; i < 3; ++i) {
      add(point.arm[i], sum.arm[i]);
      add(-point.normal.cross(point.arm[i]), sum.n_cross_arm[i]);
      sum.arm[i].row(3) += 2.0 * weight * rows.row(0);
    }
  }
  return sum;
}

void add_piece(const BasisMoments& m, const Vec3& value, const Eigen::Matrix3d& slope, double divergence,
               double area, Eigen::MatrixXd& to) {
  // Σ over [1, x, y, z]: t's component c is value_c + Σ_d slope(c, d) offset_d.
  const auto component = [&](int c, int derivative) -> Eigen::RowVectorXd {
    Eigen::RowVectorXd sum = value[c] * m.row(derivative);
    for (int d = 0; d < 3; ++d)
      if (slope(c, d) != 0.0) sum += slope(c, d) * m.row(4 + 4 * d + derivative);
    return sum;
  };
  for (int c = 0; c < 3; ++c) {
    to.row(c) += area * component(c, 0);
    const int d = (c + 1) % 3, e = (c + 2) % 3;
    to.row(4 + c) += area * (component(d, 1 + e) - component(e, 1 + d));
  }
  to.row(3) += area * divergence * m.row(0);
}

}  // namespace pace
