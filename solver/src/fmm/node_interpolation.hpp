// Polynomials between the Chebyshev nodes of a box.
#pragma once

#include <cmath>
#include <vector>

#include "core/types.hpp"

namespace pace {

/// Interpolation between Chebyshev nodes of [−1, 1]: S_m(x), 1 at node m and 0 at the others.
class Interpolation {
 public:
  explicit Interpolation(int nodes) : nodes_(nodes), node_(nodes), weights_(nodes, nodes) {
    for (int m = 0; m < nodes; ++m) {
      node_[m] = std::cos(pi * (m + 0.5) / nodes);
      for (int i = 0; i < nodes; ++i)
        weights_(m, i) = (i == 0 ? 1.0 : 2.0) / nodes * std::cos(i * pi * (m + 0.5) / nodes);
    }
  }
  double node(int m) const { return node_[m]; }
  /// S_m(x) and its derivative of all nodes.
  void operator()(double x, double* values, double* slopes) const {
    Eigen::VectorXd t(nodes_), u(nodes_), d = Eigen::VectorXd::Zero(nodes_);
    t[0] = u[0] = 1.0;
    if (nodes_ > 1) t[1] = x, u[1] = 2.0 * x, d[1] = 1.0;
    for (int i = 2; i < nodes_; ++i)
      t[i] = 2.0 * x * t[i - 1] - t[i - 2], u[i] = 2.0 * x * u[i - 1] - u[i - 2], d[i] = i * u[i - 1];
    Eigen::Map<Eigen::VectorXd>(values, nodes_) = weights_ * t;
    if (slopes) Eigen::Map<Eigen::VectorXd>(slopes, nodes_) = weights_ * d;
  }

 private:
  int nodes_;
  std::vector<double> node_;
  Eigen::MatrixXd weights_;
};

/// Node m of a box of half width 1.
inline Vec3 node_of(const Interpolation& line, int nodes, int m) {
  return Vec3(line.node(m % nodes), line.node(m / nodes % nodes), line.node(m / (nodes * nodes)));
}

/// S of all nodes at points of a box, and its gradient [1/m]: four rows a point (S, ∂x, ∂y, ∂z) × nodes³.
void basis_at(const Interpolation& line, int nodes, const Vec3& at, double half_width,
              Eigen::Ref<Eigen::MatrixXd> rows);

}  // namespace pace
