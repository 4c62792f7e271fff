#include <doctest/doctest.h>

#include <cmath>

#include "linalg/low_rank.hpp"

using namespace pace;

namespace {

/// G between two clouds of points on curves without symmetry, some way apart.
Eigen::MatrixXcf green(int rows, int columns, float k) {
  Eigen::MatrixXcf g(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const float s = static_cast<float>(i) / static_cast<float>(rows),
                  t = static_cast<float>(j) / static_cast<float>(columns);
      const Eigen::Vector3f r(s, s * s - 0.3f * s, std::sin(3.0f * s)),
          q(2.6f + 0.7f * t, 0.4f + std::cos(2.0f * t), t * t * t);
      g(i, j) = std::polar(1.0f / (r - q).norm(), -k * (r - q).norm());
    }
  return g;
}

}  // namespace

TEST_CASE("products of low rank leave out no more than is allowed, and little less") {
  const Eigen::MatrixXcf g = green(40, 60, 2.5f);
  long rank = 0;
  for (const double share : {1e-1, 1e-3, 1e-5}) {
    const double allowed = share * g.norm();
    const auto product = low_rank(g, allowed, g.size());
    REQUIRE(product);
    CHECK((product->left * product->right - g).norm() < 1.01 * allowed);
    CHECK((product->left * product->right - g).norm() > 1e-3 * allowed);
    CHECK(product->rank() > rank);
    rank = product->rank();
  }
  CHECK(rank < 20);
  CHECK_FALSE(low_rank(g, 1e-5 * g.norm(), 100));
}

TEST_CASE("real outer factors leave out no more than is allowed") {
  const Eigen::MatrixXcf g = green(40, 60, 2.5f);
  long rank = 0;
  for (const double share : {1e-1, 1e-3, 1e-5}) {
    const double allowed = share * g.norm();
    const RealFactors f = real_factors(g, allowed);
    Eigen::MatrixXcf core(f.left_rank(), f.right.cols());
    core.real() = f.core.topRows(f.left_rank()), core.imag() = f.core.bottomRows(f.left_rank());
    const Eigen::MatrixXcf again = f.left.cast<ComplexF>() * core * f.right.transpose().cast<ComplexF>();
    CHECK((again - g).norm() < 1.01 * allowed);
    CHECK((again - g).norm() > 1e-3 * allowed);
    CHECK(f.left_rank() > rank);
    rank = f.left_rank();
    CHECK(f.size() == static_cast<std::size_t>(f.left.size() + f.right.size() + f.core.size()));
  }
  CHECK(rank < 20);
}
