// Polynomials between the Chebyshev nodes of a box.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/types.hpp"

namespace pace {

/// Interpolation between Chebyshev nodes of [−1, 1]: S_m(x), 1 at node m and 0 at the others.
class Interpolation {
 public:
  static constexpr int most_nodes = 8;
  /// @param nodes  at most `most_nodes`
  explicit Interpolation(int nodes) : nodes_(nodes) {
    for (int m = 0; m < nodes; ++m) {
      node_[m] = std::cos(pi * (m + 0.5) / nodes);
      for (int i = 0; i < nodes; ++i)
        weights_[i][m] = (i == 0 ? 1.0 : 2.0) / nodes * std::cos(i * pi * (m + 0.5) / nodes);
    }
  }
  double node(int m) const { return node_[m]; }
  /// S_m(x) and its derivative of all nodes.
  void operator()(double x, double* values, double* slopes) const {
    std::fill_n(values, nodes_, 0.0), std::fill_n(slopes, nodes_, 0.0);
    // T_i and U_{i−1} of x; T_i' = i U_{i−1}.
    double t = 1.0, t_next = x, u = 0.0, u_next = 1.0;
    for (int i = 0; i < nodes_; ++i) {
      for (int m = 0; m < nodes_; ++m) values[m] += weights_[i][m] * t, slopes[m] += weights_[i][m] * i * u;
      t = std::exchange(t_next, 2.0 * x * t_next - t);
      u = std::exchange(u_next, 2.0 * x * u_next - u);
    }
  }

 private:
  int nodes_;
  std::array<double, most_nodes> node_;
  std::array<std::array<double, most_nodes>, most_nodes> weights_;  ///< [polynomial][node]
};

/// Node m of a box of half width 1.
inline Vec3 node_of(const Interpolation& line, int nodes, int m) {
  return Vec3(line.node(m % nodes), line.node(m / nodes % nodes), line.node(m / (nodes * nodes)));
}

/// Values at all nodes³, a row each.
using NodeRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// S of all nodes at points of a box, and its gradient [1/m]: four rows a point (S, ∂x, ∂y, ∂z) × nodes³.
void basis_at(const Interpolation& line, int nodes, const Vec3& at, double half_width, NodeRows& rows);

}  // namespace pace
