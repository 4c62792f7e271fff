#include <doctest/doctest.h>
#include <omp.h>

#include <cmath>
#include <random>

#include "core/error.hpp"
#include "linalg/dense_matrix.hpp"
#include "linalg/machine_speed.hpp"
#include "parallel/threads.hpp"

using namespace pace;

namespace {

DenseMatrix random_matrix(int n, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  DenseMatrix z(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) z.row(i)[j] = {normal(random), normal(random)};
  return z;
}

}  // namespace

TEST_CASE("LU solves an unsymmetric complex system, rows as rows") {
  const int n = 60;
  const DenseMatrix z = random_matrix(n, 1);
  Columns x(n, 3), b(n, 3);
  for (int c = 0; c < 3; ++c)
    for (int i = 0; i < n; ++i) x.column(c)[i] = Complex(i + 1, c - 0.5 * i);
  for (int c = 0; c < 3; ++c)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) b.column(c)[i] += z.row(i)[j] * x.column(c)[j];
  const Columns right_hand_sides = b;
  const LuFactors lu(random_matrix(n, 1));
  lu.solve(b);
  for (int c = 0; c < 3; ++c)
    for (int i = 0; i < n; ++i) CHECK(std::abs(b.column(c)[i] - x.column(c)[i]) < 1e-9);
  for (const double error : lu.backward_errors(b, right_hand_sides)) CHECK(error < 1e-12);
}

TEST_CASE("the backward error of a wrong solution is seen, within its statistical spread") {
  const int n = 80;
  const DenseMatrix z = random_matrix(n, 2);
  Columns b(n, 1);
  for (int i = 0; i < n; ++i) b.column(0)[i] = Complex(1.0, i % 3);
  Columns wrong = b;
  const LuFactors lu(random_matrix(n, 2));
  lu.solve(wrong);
  wrong.column(0)[17] *= 1.01;
  double residual = 0.0, norm = 0.0;
  for (int i = 0; i < n; ++i) {
    Complex r = b.column(0)[i];
    for (int j = 0; j < n; ++j) r -= z.row(i)[j] * wrong.column(0)[j];
    residual += std::norm(r);
    norm += std::norm(b.column(0)[i]);
  }
  const double exact = std::sqrt(residual / norm), estimated = lu.backward_errors(wrong, b)[0];
  CHECK(estimated > 0.5 * exact);
  CHECK(estimated < 2.0 * exact);
}

TEST_CASE("a singular matrix is refused with its sentence") {
  DenseMatrix z(4);
  for (int i = 0; i < 4; ++i) z.row(i)[0] = 1.0;
  CHECK_THROWS_AS(LuFactors(std::move(z)), InputError);
}

TEST_CASE("what holds the BLAS to one thread leaves OpenMP its threads") {
  const int before = omp_get_max_threads();
  set_threads(2);
  {
    const SingleThreadedBlas guard;
    CHECK(omp_get_max_threads() == 2);
  }
  CHECK(omp_get_max_threads() == 2);
  CHECK(core_flops_per_second() > 0.0);
  CHECK(omp_get_max_threads() == 2);
  set_threads(before);
}
