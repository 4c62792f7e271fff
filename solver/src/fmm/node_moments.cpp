#include "fmm/node_moments.hpp"

#include "quadrature/triangle_rule.hpp"

namespace pace {

BasisMoments basis_moments(const Interpolation& line, int nodes, double half_width, int degree,
                           const std::array<Vec3, 3>& vertex, const Vec3& triangle_centre,
                           const Vec3& box_centre) {
  const int count = nodes * nodes * nodes;
  NodeRows rows(4, count);
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
    for (auto& values : *kinds_of) values = NodeRows::Zero(node_kinds, count);
  NodeRows rows(4, count);
  for (const auto& [b, weight] : triangle_rule(degree)) {
    Barycentric at{};
    for (int c = 0; c < 3; ++c)
      for (int i = 0; i < 3; ++i) at[i] += b[c] * corner[c][i];
    const BasisPoint point = basis_point(triangle, at);
    basis_at(line, nodes, point.position - box_centre, half_width, rows);
    const auto add = [&](const Vec3& t, NodeRows& to) {
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

void add_piece(const BasisMoments& m, const NodePiece& piece, NodeKinds kinds, double* to,
               std::size_t stride) {
  const Vec3 value = piece.area * piece.value;
  const Eigen::Matrix3d slope = piece.area * piece.slope;
  const bool is_scalar = slope == slope(0, 0) * Eigen::Matrix3d::Identity();
  const auto row = [&](int kind) {
    return Eigen::Map<Eigen::RowVectorXd>(to + (kind - kinds.first()) * stride, m.cols());
  };
  // Σ over [1, x, y, z]: t's component c is value_c + Σ_d slope(c, d) offset_d.
  if (kinds.potentials) {
    for (int c = 0; c < 3; ++c) {
      if (is_scalar)
        row(c) += value[c] * m.row(0) + slope(0, 0) * m.row(4 + 4 * c);
      else
        row(c) +=
            value[c] * m.row(0) + slope(c, 0) * m.row(4) + slope(c, 1) * m.row(8) + slope(c, 2) * m.row(12);
    }
    if (piece.divergence != 0.0) row(3) += piece.area * piece.divergence * m.row(0);
  }
  if (!kinds.curls) return;
  for (int c = 0; c < 3; ++c) {
    const int d = (c + 1) % 3, e = (c + 2) % 3;
    row(4 + c) += value[d] * m.row(1 + e) - value[e] * m.row(1 + d);
    if (is_scalar) {
      if (slope(0, 0) != 0.0) row(4 + c) += slope(0, 0) * (m.row(5 + 4 * d + e) - m.row(5 + 4 * e + d));
      continue;
    }
    for (int i = 0; i < 3; ++i)
      row(4 + c) += slope(d, i) * m.row(5 + 4 * i + e) - slope(e, i) * m.row(5 + 4 * i + d);
  }
}

}  // namespace pace
