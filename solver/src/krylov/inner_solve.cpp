#include "krylov/inner_solve.hpp"

#include <algorithm>
#include <cmath>

namespace pace {

InnerSolve::InnerSolve(LinearOperator& low_accuracy, LinearOperator& preconditioner, const Options& options,
                       Communicator& ranks)
    : low_accuracy_(low_accuracy), preconditioner_(preconditioner), options_(options), ranks_(ranks) {}

void InnerSolve::apply(const ComplexF* x, ComplexF* y, int columns) {
  const std::size_t rows = low_accuracy_.size();
  CompressedColumns b{FloatColumns(rows, columns), SmallMatrix::Identity(columns, columns), {}, 0.0};
  std::copy_n(x, rows * columns, b.basis.data.begin());
  for (int c = 0; c < columns; ++c) {
    double norm = 0.0;
    for (std::size_t i = 0; i < rows; ++i) norm += std::norm(b.basis.column(c)[i]);
    b.norms.push_back(norm);
  }
  ranks_.sum(b.norms);
  for (double& norm : b.norms) norm = std::sqrt(norm);
  KrylovOptions options;
  options.tolerance = options_.tolerance;
  options.most_iterations = options_.most_iterations;
  options.block = columns;
  options.basis_bytes = 2 * static_cast<std::size_t>(ranks_.sum(static_cast<std::int64_t>(rows))) *
                        sizeof(ComplexF) * static_cast<std::size_t>(columns * (options_.most_iterations + 1));
  BlockGcr inner(low_accuracy_, &preconditioner_, options, ranks_);
  FloatColumns solution;
  products_ += inner.solve(b, solution).products;
  std::copy(solution.data.begin(), solution.data.end(), y);
}

GrowingPreconditioner::GrowingPreconditioner(LinearOperator& simple, MakeInner make, InnerChoice choice)
    : simple_(simple), make_(std::move(make)), choice_(choice) {
  if (choice_ == InnerChoice::always) inner_ = make_();
}

void GrowingPreconditioner::apply(const ComplexF* x, ComplexF* y, int columns) {
  if (inner_)
    inner_->apply(x, y, columns);
  else
    simple_.apply(x, y, columns);
}

bool GrowingPreconditioner::watch(const KrylovProgress& progress, double tolerance, int kept, int capacity) {
  history_.push_back(progress.worst);
  if (choice_ != InnerChoice::automatic || inner_ || static_cast<int>(history_.size()) <= window_)
    return false;
  const double rate =
      std::log(history_[history_.size() - 1 - window_] / progress.worst) / window_;  // a round
  const double rounds_left = rate > 0.0 ? std::log(progress.worst / tolerance) / rate : 1e9;
  const double a_round = static_cast<double>(kept) / static_cast<double>(history_.size());
  if (rounds_left * a_round <= capacity - kept) return false;
  inner_ = make_();
  return true;
}

}  // namespace pace
