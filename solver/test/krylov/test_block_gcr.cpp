#include <doctest/doctest.h>

#include <Eigen/LU>
#include <random>

#include "../close_to.hpp"
#include "core/cancel.hpp"
#include "krylov/block_gcr.hpp"

using namespace pace;

namespace {

class MatrixOperator : public LinearOperator {
 public:
  explicit MatrixOperator(SmallMatrix matrix) : matrix_(matrix.cast<ComplexF>()) {}
  std::size_t size() const override { return static_cast<std::size_t>(matrix_.rows()); }
  void apply(const ComplexF* x, ComplexF* y, int columns) override {
    Eigen::Map<Eigen::MatrixXcf>(y, matrix_.rows(), columns).noalias() =
        matrix_ * Eigen::Map<const Eigen::MatrixXcf>(x, matrix_.rows(), columns);
  }

 private:
  Eigen::MatrixXcf matrix_;
};

/// Rounds what it gives, relative to its norm, as often as asked.
class RoundingOperator : public MatrixOperator {
 public:
  RoundingOperator(const SmallMatrix& matrix, double rounding, int times = 1'000'000)
      : MatrixOperator(matrix), rounding_(rounding), times_(times) {}
  void apply(const ComplexF* x, ComplexF* y, int columns) override {
    MatrixOperator::apply(x, y, columns);
    if (times_-- <= 0) return;
    std::normal_distribution<float> normal;
    for (int c = 0; c < columns; ++c) {
      Eigen::Map<Eigen::VectorXcf> column(y + c * size(), static_cast<long>(size()));
      const float error = static_cast<float>(rounding_) * column.norm() / std::sqrt(2.0f * size());
      for (ComplexF& value : column) value += error * ComplexF(normal(random_), normal(random_));
    }
  }

 private:
  double rounding_;
  int times_;
  std::mt19937 random_{11};
};

SmallMatrix random_matrix(int rows, int columns, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  SmallMatrix m(rows, columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) m(i, j) = Complex(normal(random), normal(random));
  return m;
}

/// Not normal, not symmetric, eigenvalues spread around 1.
SmallMatrix test_matrix(int n, double spread) {
  return SmallMatrix::Identity(n, n) + spread / std::sqrt(2.0 * n) * random_matrix(n, n, 7);
}

/// Residuals stand still for rounds: cycles of eight turn a vector into others at right angles to it.
SmallMatrix slow_matrix(int n) {
  SmallMatrix a = 0.05 / std::sqrt(2.0 * n) * random_matrix(n, n, 7);
  for (int i = 0; i < n; ++i) a(i, i / 8 * 8 + (i + 1) % 8) += std::polar(1.0, 0.3 * (i % 8));
  return a;
}

FloatColumns columns_of(const SmallMatrix& m) {
  FloatColumns c(static_cast<std::size_t>(m.rows()), static_cast<int>(m.cols()));
  Eigen::Map<Eigen::MatrixXcf>(c.data.data(), m.rows(), m.cols()) = m.cast<ComplexF>();
  return c;
}

/// Largest ‖b − A x‖ / ‖b‖ over the columns.
double true_residual(const SmallMatrix& a, const SmallMatrix& b, const FloatColumns& x,
                     const SmallMatrix& weights) {
  const SmallMatrix whole =
      Eigen::Map<const Eigen::MatrixXcf>(x.data.data(), a.rows(), x.columns).cast<Complex>() * weights;
  const SmallMatrix rest = b - a * whole;
  double worst = 0.0;
  for (int c = 0; c < b.cols(); ++c) worst = std::max(worst, rest.col(c).norm() / b.col(c).norm());
  return worst;
}

}  // namespace

TEST_CASE("compression keeps every column to the tolerance and finds the rank") {
  const SmallMatrix b = random_matrix(300, 4, 1) * random_matrix(4, 20, 2) + 1e-6 * random_matrix(300, 20, 3);
  const CompressedColumns c = compress(columns_of(b), 1e-4);
  CHECK(c.basis.columns == 4);
  CHECK(c.dropped < 1e-4);
  const SmallMatrix again =
      Eigen::Map<const Eigen::MatrixXcf>(c.basis.data.data(), 300, 4).cast<Complex>() * c.weights;
  for (int i = 0; i < 20; ++i) CHECK((again.col(i) - b.col(i)).norm() < 1e-4 * b.col(i).norm());
  CHECK(compress(columns_of(b), 1e-12).basis.columns == 20);
}

TEST_CASE("one right-hand side converges to its true residual, with images in few bits or in floats") {
  const SmallMatrix a = test_matrix(400, 0.7), b = random_matrix(400, 1, 5);
  MatrixOperator op(a);
  for (const double tolerance : {1e-2, 1e-3, 1e-5}) {
    CAPTURE(tolerance);
    BlockGcr krylov(op, nullptr, {.tolerance = tolerance});
    FloatColumns x;
    const CompressedColumns c = compress(columns_of(b), 0.0);
    std::vector<double> history;
    const KrylovOutcome outcome =
        krylov.solve(c, x, [&](const KrylovProgress& p) { history.push_back(p.worst); });
    CHECK(outcome.converged);
    CHECK(outcome.products == outcome.iterations);
    const double rest = true_residual(a, b, x, c.weights);
    CHECK(rest < 1.1 * tolerance);
    CHECK(rest / history.back() == close_to(1.0, 0.02));
    CHECK(std::is_sorted(history.rbegin(), history.rend()));
  }
}

TEST_CASE("many right-hand sides share their space: each converges, with fewer products than one by one") {
  const SmallMatrix a = test_matrix(500, 0.8), b = random_matrix(500, 12, 5) * random_matrix(12, 40, 6);
  MatrixOperator op(a);
  BlockGcr krylov(op, nullptr, {.tolerance = 1e-4});
  FloatColumns x;
  const CompressedColumns c = compress(columns_of(b), 1e-6);
  const KrylovOutcome outcome = krylov.solve(c, x);
  CHECK(outcome.converged);
  CHECK(outcome.rank == 12);
  CHECK(true_residual(a, b, x, c.weights) < 1.1e-4);
  long one_by_one = 0;
  for (int i = 0; i < 40; ++i) {
    BlockGcr alone(op, nullptr, {.tolerance = 1e-4});
    FloatColumns y;
    one_by_one += alone.solve(compress(columns_of(b.col(i)), 0.0), y).products;
  }
  CHECK(outcome.products < one_by_one / 3);
}

TEST_CASE("the space serves later right-hand sides") {
  const SmallMatrix a = test_matrix(400, 0.8), b = random_matrix(400, 1, 5);
  MatrixOperator op(a);
  BlockGcr krylov(op, nullptr, {.tolerance = 1e-4});
  FloatColumns x, y;
  const long first = krylov.solve(compress(columns_of(b), 0.0), x).products;
  const SmallMatrix nearby = b + 0.01 * random_matrix(400, 1, 9);
  const CompressedColumns c = compress(columns_of(nearby), 0.0);
  const KrylovOutcome second = krylov.solve(c, y);
  CHECK(second.products < first / 2 + 1);
  CHECK(true_residual(a, nearby, y, c.weights) < 1.2e-4);
}

TEST_CASE("a solution to few digits stops there, and what it learned can be forgotten") {
  const SmallMatrix a = test_matrix(400, 0.8), b = random_matrix(400, 2, 5);
  MatrixOperator op(a);
  BlockGcr krylov(op, nullptr, {.tolerance = 1e-4});
  FloatColumns x, rough, again;
  const CompressedColumns c = compress(columns_of(b), 0.0),
                          other = compress(columns_of(random_matrix(400, 3, 6)), 0.0);
  const long products = krylov.solve(c, x).products;
  const int kept = krylov.recycled();
  const KrylovOutcome few = krylov.solve(other, rough, 0.2, {});
  CHECK(few.converged);
  CHECK(few.products < products);
  const double worst = *std::max_element(few.residuals.begin(), few.residuals.end());
  CHECK(worst <= 0.2);
  CHECK(worst > 1e-3);
  CHECK(krylov.recycled() > kept);
  krylov.forget_beyond(kept);
  CHECK(krylov.recycled() == kept);
  // What it learned before is still there.
  CHECK(krylov.solve(c, again).products < 3);
  CHECK(true_residual(a, b, again, c.weights) < 1.2e-4);
}

TEST_CASE("with room for few directions it still converges") {
  const SmallMatrix a = test_matrix(300, 0.6), b = random_matrix(300, 3, 5);
  MatrixOperator op(a);
  BlockGcr krylov(op, nullptr, {.tolerance = 1e-4, .basis_bytes = 2 * 300 * 8 * 12});
  FloatColumns x;
  const CompressedColumns c = compress(columns_of(b), 0.0);
  const KrylovOutcome outcome = krylov.solve(c, x);
  CHECK(outcome.converged);
  CHECK(krylov.recycled() <= 12);
  CHECK(true_residual(a, b, x, c.weights) < 1.2e-4);
}

TEST_CASE("the iteration limit is kept, said, and a second call goes on from the solution so far") {
  const SmallMatrix a = test_matrix(400, 0.8), b = random_matrix(400, 2, 5);
  MatrixOperator op(a);
  const CompressedColumns c = compress(columns_of(b), 0.0);
  FloatColumns x;
  BlockGcr few(op, nullptr, {.tolerance = 1e-5, .most_iterations = 6});
  const KrylovOutcome stopped = few.solve(c, x);
  CHECK_FALSE(stopped.converged);
  CHECK(stopped.iterations == 6);
  BlockGcr more(op, nullptr, {.tolerance = 1e-5});
  double begin = 1.0;
  const KrylovOutcome done = more.solve(c, x, [&](const KrylovProgress& p) {
    if (p.iteration == 0) begin = p.worst;
  });
  CHECK(begin < 1.05 * *std::max_element(stopped.residuals.begin(), stopped.residuals.end()));
  CHECK(done.converged);
  CHECK(true_residual(a, b, x, c.weights) < 1.1e-5);
}

TEST_CASE("starting values need not have the right size, and bad ones do no harm") {
  const SmallMatrix a = test_matrix(400, 0.8), b = random_matrix(400, 3, 5);
  MatrixOperator op(a);
  const CompressedColumns c = compress(columns_of(b), 0.0);
  FloatColumns exact;
  const long from_nothing = BlockGcr(op, nullptr, {.tolerance = 1e-5}).solve(c, exact).products;
  // Mixed columns of other sizes span the same space: one product each tells it, no round is needed.
  SmallMatrix mixed =
      Eigen::Map<const Eigen::MatrixXcf>(exact.data.data(), 400, 3).cast<Complex>() * random_matrix(3, 3, 8);
  FloatColumns x = columns_of(mixed);
  const KrylovOutcome at_once = BlockGcr(op, nullptr, {.tolerance = 2e-5}).solve(c, x);
  CHECK(at_once.converged);
  CHECK(at_once.iterations == 0);
  CHECK(at_once.products == 3);
  CHECK(true_residual(a, b, x, c.weights) < 2.2e-5);
  FloatColumns bad = columns_of(1e3 * random_matrix(400, 3, 9));
  const KrylovOutcome slow = BlockGcr(op, nullptr, {.tolerance = 1e-5}).solve(c, bad);
  CHECK(slow.converged);
  CHECK(slow.products <= from_nothing + 3);
  CHECK(true_residual(a, b, bad, c.weights) < 1.1e-5);
  // Without room for them among the directions they begin as they are.
  FloatColumns near = exact;
  for (ComplexF& value : near.data) value *= 1.001f;
  BlockGcr small(op, nullptr, {.tolerance = 1e-4, .basis_bytes = 2 * 400 * 8 * 5});
  const KrylovOutcome narrow = small.solve(c, near);
  CHECK(narrow.converged);
  CHECK(narrow.products < from_nothing);
  CHECK(true_residual(a, b, near, c.weights) < 1.1e-4);
}

TEST_CASE("an exact preconditioner needs one round, a right-hand side of zero none") {
  const SmallMatrix a = test_matrix(200, 0.8), b = random_matrix(200, 2, 5);
  MatrixOperator op(a), inverse(a.partialPivLu().inverse());
  BlockGcr krylov(op, &inverse, {.tolerance = 1e-4});
  FloatColumns x, y;
  CHECK(krylov.solve(compress(columns_of(b), 0.0), x).iterations == 1);
  const KrylovOutcome nothing = krylov.solve(compress(columns_of(SmallMatrix::Zero(200, 1)), 1e-4), y);
  CHECK(nothing.converged);
  CHECK(nothing.products == 0);
}

TEST_CASE("a cancelled solve unwinds") {
  MatrixOperator op(test_matrix(100, 0.8));
  BlockGcr krylov(op, nullptr, {});
  FloatColumns x;
  stop_requested() = true;
  CHECK_THROWS_AS(krylov.solve(compress(columns_of(random_matrix(100, 1, 5)), 0.0), x), Cancelled);
  stop_requested() = false;
}

TEST_CASE("directions of few bits cost no round and no accuracy, also where old ones are let go") {
  // Singular values over three decades.
  const int n = 2500;
  SmallMatrix a = test_matrix(n, 0.6);
  for (int i = 0; i < n; ++i)
    a.row(i) *= std::pow(10.0, 1.5 * (i % 31) / 30.0), a.col(i) *= std::pow(10.0, 1.5 * (i % 37) / 36.0);
  SmallMatrix scale = SmallMatrix::Zero(n, n);
  for (int i = 0; i < n; ++i) scale(i, i) = std::pow(10.0, -1.5 * (i % 31) / 30.0 - 1.5 * (i % 37) / 36.0);
  const SmallMatrix b = random_matrix(n, 3, 5);
  MatrixOperator op(a), preconditioner(scale);
  const CompressedColumns c = compress(columns_of(b), 0.0);
  for (const std::size_t directions : {1000, 16}) {
    CAPTURE(directions);
    const auto solve = [&](double error) {
      BlockGcr krylov(op, &preconditioner,
                      {.tolerance = 1e-4, .basis_bytes = 2 * n * 8 * directions, .direction_error = error});
      FloatColumns x, rough, again;
      bool was_read = false;
      const KrylovOutcome outcome = krylov.solve(c, x, [&](const KrylovProgress& p) {
        if (p.iteration % 8 != 1) return;
        // The solution so far has the residual that is told.
        was_read = true;
        CHECK(true_residual(a, b, p.solution(), c.weights) == close_to(p.worst, 0.02));
      });
      CHECK(was_read);
      CHECK(outcome.converged);
      CHECK(true_residual(a, b, x, c.weights) < 1.05e-4);
      if (directions == 1000) {
        const int kept = krylov.recycled();
        const CompressedColumns other = compress(columns_of(random_matrix(n, 2, 6)), 0.0);
        CHECK(krylov.solve(other, rough, 0.2, {}).converged);
        krylov.forget_beyond(kept);
        CHECK(krylov.recycled() == kept);
        CHECK(krylov.solve(c, again).products < 4);
        CHECK(true_residual(a, b, again, c.weights) < 1.2e-4);
      }
      return outcome.products;
    };
    const long plain = solve(0.0);
    CHECK(std::abs(solve(2e-5) - plain) <= 3);
  }
}

TEST_CASE("while residuals stand still, an operator's rounding does not grow in the solution") {
  const int n = 400;
  const SmallMatrix a = slow_matrix(n), b = random_matrix(n, 3, 5);
  RoundingOperator op(a, 2e-5);
  const CompressedColumns c = compress(columns_of(b), 0.0);
  BlockGcr krylov(op, nullptr, {.tolerance = 1e-4});
  FloatColumns x;
  std::vector<double> history;
  CHECK(krylov.solve(c, x, [&](const KrylovProgress& p) { history.push_back(p.worst); }).converged);
  REQUIRE(history.size() > 4);
  CHECK(history[3] > 0.9);
  CHECK(true_residual(a, b, x, c.weights) < 1.2e-4);
}

TEST_CASE("a solution that is continued after a few rounds ends where its residual says") {
  const int n = 400;
  const SmallMatrix a = slow_matrix(n), b = random_matrix(n, 5, 5) * random_matrix(5, 9, 6);
  RoundingOperator op(a, 2e-5);
  const CompressedColumns c = compress(columns_of(b), 1e-5);
  const auto again = [&] { return c.basis; };
  for (const int stop : {1, 2, 5}) {
    CAPTURE(stop);
    FloatColumns x;
    BlockGcr few(op, nullptr, {.tolerance = 1e-4, .most_iterations = stop});
    CHECK_FALSE(few.solve(c, x, 1e-4, {}, again).converged);
    FloatColumns unchecked = x;
    BlockGcr more(op, nullptr, {.tolerance = 1e-4}), without(op, nullptr, {.tolerance = 1e-4});
    CHECK(more.solve(c, x, 1e-4, {}, again, KrylovStart::solution).converged);
    CHECK(true_residual(a, b, x, c.weights) < 1.2e-4);
    CHECK(without.solve(c, unchecked, 1e-4, {}, {}, KrylovStart::solution).converged);
    CHECK(true_residual(a, b, unchecked, c.weights) < 1.2e-4);
  }
}

TEST_CASE("images that depend on those of the starting values do not end a solution") {
  const int n = 400;
  const SmallMatrix a = slow_matrix(n), b = random_matrix(n, 2, 5);
  RoundingOperator op(a, 2e-5);
  const CompressedColumns c = compress(columns_of(b), 0.0);
  FloatColumns x;
  BlockGcr(op, nullptr, {.tolerance = 1e-4, .most_iterations = 2}).solve(c, x);
  CHECK(BlockGcr(op, nullptr, {.tolerance = 1e-4}).solve(c, x, 1e-4, {}, [&] { return c.basis; }).converged);
  CHECK(true_residual(a, b, x, c.weights) < 1.2e-4);
}

TEST_CASE("what the recursion says is checked against true residuals, and solved further or reported") {
  const SmallMatrix a = test_matrix(400, 0.7), b = random_matrix(400, 6, 5);
  const CompressedColumns c = compress(columns_of(b), 0.0);
  const auto again = [&] { return c.basis; };
  const KrylovOptions options{.tolerance = 1e-4};
  RoundingOperator unchecked_at_first(a, 3e-3, 8), at_first(a, 3e-3, 8), always(a, 3e-3);
  FloatColumns x, y, z;
  CHECK(BlockGcr(unchecked_at_first, nullptr, options).solve(c, x).converged);
  CHECK(true_residual(a, b, x, c.weights) > 1e-3);
  CHECK(BlockGcr(at_first, nullptr, options).solve(c, y, 1e-4, {}, again).converged);
  CHECK(true_residual(a, b, y, c.weights) < 1.2e-4);
  const KrylovOutcome never = BlockGcr(always, nullptr, options).solve(c, z, 1e-4, {}, again);
  CHECK_FALSE(never.converged);
  const double worst = *std::max_element(never.residuals.begin(), never.residuals.end());
  CHECK(worst > 1e-3);
  CHECK(worst < 2e-2);
}
