#include "krylov/block_gcr.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/cancel.hpp"
#include "core/error.hpp"
#include "parallel/threads.hpp"

namespace pace {
namespace {

/// Directions whose image is this much shorter than the block's longest depend on the others.
constexpr double dependent = 1e-5;
/// Of an image, relative to the tolerance: what is rounded points anywhere, so that residuals are off by as
/// much.
constexpr double image_error = 0.01;

FloatColumns times(const FloatColumns& a, const SmallMatrix& s) { return product(a.data.data(), s, a.rows); }

}  // namespace

BlockGcr::BlockGcr(LinearOperator& a, LinearOperator* preconditioner, const KrylovOptions& options,
                   Communicator& ranks)
    : ranks_(ranks), a_(a), preconditioner_(preconditioner), options_(options), rows_(a.size()) {
  const std::size_t pair =
      2 * static_cast<std::size_t>(ranks.sum(static_cast<std::int64_t>(rows_))) * sizeof(ComplexF);
  capacity_ = static_cast<int>(
      std::clamp<std::size_t>(options.basis_bytes / std::max<std::size_t>(pair, 1), 8, 1'000'000));
  options_.block = std::clamp(options_.block, 1, std::max(1, capacity_ / 2));
}

SmallMatrix BlockGcr::product_of(const FloatColumns& a, const FloatColumns& b) const {
  SmallMatrix values = inner(a.data.data(), a.columns, b.data.data(), b.columns, rows_);
  ranks_.sum({reinterpret_cast<double*>(values.data()), 2 * static_cast<std::size_t>(values.size())});
  return values;
}

SmallMatrix BlockGcr::shares_of(const FloatColumns& b, std::size_t first_round) const {
  int count = 0;
  for (std::size_t r = first_round; r < rounds_.size(); ++r) count += rounds_[r].images.columns();
  SmallMatrix values(count, b.columns);
  int row = 0;
  for (std::size_t r = first_round; r < rounds_.size(); ++r) {
    const PackedColumns& images = rounds_[r].images;
    values.middleRows(row, images.columns()) = images.inner(b);
    row += images.columns();
  }
  ranks_.sum({reinterpret_cast<double*>(values.data()), 2 * static_cast<std::size_t>(values.size())});
  return values;
}

void BlockGcr::project(FloatColumns& residual, Sum& solution, std::size_t first_round) {
  const SmallMatrix shares = shares_of(residual, first_round);
  int row = 0;
  for (std::size_t r = first_round; r < rounds_.size(); ++r) {
    const PackedColumns& images = rounds_[r].images;
    images.add_product(-shares.middleRows(row, images.columns()), residual.data.data());
    row += images.columns();
  }
  solution.amounts += of_directions_.rightCols(shares.rows()) * shares;
}

void BlockGcr::add_up(Sum& solution) const {
  if (solution.amounts.isZero(0.0)) return;
  int row = 0;
  for (const Round& round : rounds_) {
    round.directions.add_product(solution.amounts.middleRows(row, round.directions.columns()),
                                 solution.x.data.data());
    row += round.directions.columns();
  }
  solution.amounts.setZero();
}

void BlockGcr::settle() {
  // The newest first: its directions are in no older image, and their memory serves the next ones.
  int first_image = kept_;
  for (auto round = rounds_.rbegin(); round != rounds_.rend(); ++round) {
    const int count = round->images.columns();
    first_image -= count;
    FloatColumns directions(rows_, count);
    int row = 0;
    for (auto other = rounds_.begin(); other != round.base(); ++other) {
      const int other_count = other->directions.columns();
      other->directions.add_product(of_directions_.block(row, first_image, other_count, count),
                                    directions.data.data());
      row += other_count;
    }
    round->directions = PackedColumns(std::move(directions));
  }
  of_directions_ = SmallMatrix::Identity(kept_, kept_);
}

void BlockGcr::make_room(int wanted, Sum& solution) {
  if (kept_ + wanted <= capacity_) return;
  add_up(solution);
  settle();
  const int keep = std::max(0, capacity_ - std::max(wanted, capacity_ / 4));
  while (kept_ > keep) {
    kept_ -= rounds_.front().images.columns();
    rounds_.pop_front();
  }
  of_directions_ = SmallMatrix::Identity(kept_, kept_);
  solution.amounts = SmallMatrix::Zero(kept_, solution.x.columns);
}

void BlockGcr::forget_beyond(int directions) {
  while (kept_ > directions) {
    const Round& newest = rounds_.back();
    kept_ -= newest.images.columns();
    of_directions_ =
        of_directions_.topLeftCorner(of_directions_.rows() - newest.directions.columns(), kept_).eval();
    rounds_.pop_back();
  }
}

int BlockGcr::extend(Round round, FloatColumns image, Sum& solution) {
  const int before = static_cast<int>(of_directions_.rows()), added = round.directions.columns();
  SmallMatrix from = SmallMatrix::Zero(before + added, added);
  from.bottomRows(added).setIdentity();
  // Twice is enough [Giraud, Langou, Rozložník & van den Eshof 2005, Numer. Math. 101].
  for (int pass = 0; pass < 2; ++pass) {
    const SmallMatrix shares = shares_of(image, 0);
    int row = 0;
    for (const Round& earlier : rounds_) {
      earlier.images.add_product(-shares.middleRows(row, earlier.images.columns()), image.data.data());
      row += earlier.images.columns();
    }
    from.topRows(before) -= of_directions_ * shares;
    const SmallMatrix gram = product_of(image, image);
    const Eigen::SelfAdjointEigenSolver<SmallMatrix> eigen(gram);
    const double largest = eigen.eigenvalues().tail(1)[0];
    int skipped = 0;
    while (skipped < image.columns && eigen.eigenvalues()[skipped] <= dependent * dependent * largest)
      ++skipped;
    const int count = largest > 0.0 ? image.columns - skipped : 0;
    if (count == 0) return 0;
    const SmallMatrix scale =
        eigen.eigenvectors().rightCols(count) *
        eigen.eigenvalues().tail(count).cwiseSqrt().cwiseInverse().cast<Complex>().asDiagonal();
    image = times(image, scale);
    from = (from * scale).eval();
  }
  const int count = image.columns;
  SmallMatrix grown = SmallMatrix::Zero(before + added, kept_ + count);
  grown.topLeftCorner(before, kept_) = of_directions_;
  grown.rightCols(count) = from;
  of_directions_ = std::move(grown);
  SmallMatrix amounts = SmallMatrix::Zero(before + added, solution.x.columns);
  amounts.topRows(before) = solution.amounts;
  solution.amounts = std::move(amounts);
  kept_ += count;
  round.images = PackedColumns(image, image_error * options_.tolerance);
  rounds_.push_back(std::move(round));
  return count;
}

KrylovOutcome BlockGcr::solve(CompressedColumns b, FloatColumns& x, double tolerance,
                              const OnRound& on_round) {
  const SingleThreadedBlas guard;
  const int rank = b.basis.columns, columns = static_cast<int>(b.norms.size());
  KrylovOutcome outcome;
  outcome.rank = rank;
  outcome.residuals.resize(columns);
  FloatColumns residual = std::move(b.basis);
  Sum solution{x, SmallMatrix::Zero(of_directions_.rows(), rank)};
  if (x.columns == 0) {
    x = FloatColumns(rows_, rank);
  } else {
    FloatColumns image(rows_, x.columns);
    a_.apply(x.data.data(), image.data.data(), x.columns);
    outcome.products += x.columns;
    if (x.columns <= capacity_ / 2) {
      Round start;
      start.directions = PackedColumns(std::move(x));
      x = FloatColumns(rows_, rank);
      make_room(start.directions.columns(), solution);
      extend(std::move(start), std::move(image), solution);
    } else {
      for (std::size_t i = 0; i < image.data.size(); ++i) residual.data[i] -= image.data[i];
    }
  }
  // However this ends.
  struct AtEnd {
    const BlockGcr& gcr;
    Sum& solution;
    ~AtEnd() { gcr.add_up(solution); }
  } const at_end{*this, solution};
  project(residual, solution, 0);
  // No currents at all fulfil any equation to a residual of 1.
  const bool starts_at_zero = outcome.products == 0 && kept_ == 0;

  double smallest = 0.0;
  for (const double n : b.norms)
    if (n > 0.0) smallest = smallest == 0.0 ? n : std::min(smallest, n);
  const double enough = tolerance * smallest;
  for (;;) {
    throw_if_any_cancelled(ranks_);
    const SmallMatrix gram = product_of(residual, residual);
    double worst = 0.0;
    const SmallMatrix spread = gram * b.weights;
    for (int c = 0; c < columns; ++c) {
      const double signed_square = b.weights.col(c).dot(spread.col(c)).real();
      if (!std::isfinite(signed_square)) throw InputError(Message{"MATRIX_SINGULAR.residual"});
      const double squared = std::max(0.0, signed_square);
      outcome.residuals[c] = b.norms[c] > 0.0 ? std::sqrt(squared) / b.norms[c] : 0.0;
      worst = std::max(worst, outcome.residuals[c]);
    }
    const auto so_far = [&]() -> const FloatColumns& {
      add_up(solution);
      return x;
    };
    if (on_round) on_round({outcome.iterations, outcome.products, worst, outcome.residuals, so_far});
    outcome.converged = worst <= tolerance && (!starts_at_zero || outcome.iterations > 0 || worst == 0.0);
    if (outcome.converged || outcome.iterations >= options_.most_iterations) break;

    const Eigen::SelfAdjointEigenSolver<SmallMatrix> eigen(gram);
    int count = 0;
    while (count < rank && count < options_.block && eigen.eigenvalues()[rank - 1 - count] > enough * enough)
      ++count;
    count = std::max(count, 1);
    const SmallMatrix chosen = eigen.eigenvectors().rightCols(count) * eigen.eigenvalues()
                                                                           .tail(count)
                                                                           .cwiseMax(1e-300)
                                                                           .cwiseSqrt()
                                                                           .cwiseInverse()
                                                                           .cast<Complex>()
                                                                           .asDiagonal();
    FloatColumns direction = times(residual, chosen);
    if (preconditioner_) {
      const FloatColumns before = direction;
      preconditioner_->apply(before.data.data(), direction.data.data(), count);
    }
    Round round;
    round.directions = PackedColumns(direction, options_.direction_error);
    FloatColumns image(rows_, count);
    a_.apply(direction.data.data(), image.data.data(), count);
    direction = {};
    outcome.products += count;
    ++outcome.iterations;
    make_room(count, solution);
    if (extend(std::move(round), std::move(image), solution) == 0) break;
    project(residual, solution, rounds_.size() - 1);
  }
  return outcome;
}

}  // namespace pace
