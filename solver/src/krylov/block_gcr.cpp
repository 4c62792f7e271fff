#include "krylov/block_gcr.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/cancel.hpp"
#include "core/error.hpp"
#include "parallel/threads.hpp"

namespace pace {
namespace {

/// Sums of directions with images of length 1, whose own image is shorter, depend on the others: what is left
/// of them is mostly the rounding of A.
constexpr double dependent = 1e-4;
/// Where so much is left, one pass of orthonormalising is enough. What it leaves along the earlier images is
/// their rounding over this, and only keeps a residual from its minimum by that share. Measured where 0.7 is
/// left: 1e-6 at a tolerance of 1e-3, 1e-5 at 1e-2.
constexpr double mostly_kept = 0.03;
/// Of an image, relative to the tolerance: what is rounded points anywhere, so that residuals are off by as
/// much.
constexpr double image_error = 0.01;

/// What is left of a direction, once earlier inputs are taken out, is rounded when it is shorter.
constexpr double known = 1e-4;
/// A direction stays as it is where more is left of it: only so it repairs what rounding did to the images of
/// the earlier ones, which matters where A magnifies it (impedances near 0 Ω).
constexpr double mostly_new = 0.3;
/// Sums of columns whose true residual is computed.
constexpr int most_samples = 3;
/// A true residual may differ by so many times what A and the numbers of x round, and by so much.
constexpr double beyond_rounding = 3.0, largest_rounding = 1e-4;

void subtract(const FloatColumns& image, FloatColumns& residual) {
  for (std::size_t i = 0; i < image.data.size(); ++i) residual.data[i] -= image.data[i];
}

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

SmallMatrix BlockGcr::project(FloatColumns& residual, Sum& solution, std::size_t first_round) {
  const SmallMatrix shares = shares_of(residual, first_round);
  int row = 0;
  for (std::size_t r = first_round; r < rounds_.size(); ++r) {
    const PackedColumns& images = rounds_[r].images;
    images.add_product(-shares.middleRows(row, images.columns()), residual.data.data());
    row += images.columns();
  }
  solution.amounts += of_directions_.rightCols(shares.rows()) * shares;
  return shares;
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

bool BlockGcr::make_room(int wanted, Sum& solution) {
  if (kept_ + wanted <= capacity_) return false;
  add_up(solution);
  settle();
  const int keep = std::max(0, capacity_ - std::max(wanted, capacity_ / 4));
  while (kept_ > keep) {
    kept_ -= rounds_.front().images.columns();
    rounds_.pop_front();
  }
  of_directions_ = SmallMatrix::Identity(kept_, kept_);
  solution.amounts = SmallMatrix::Zero(kept_, solution.x.columns);
  return true;
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

void BlockGcr::forget_all(Sum& solution) {
  rounds_.clear();
  kept_ = 0;
  of_directions_ = {};
  solution.amounts = SmallMatrix::Zero(0, solution.x.columns);
  inputs_ = {};
}

int BlockGcr::extend(Round round, FloatColumns image, Sum& solution) {
  const int before = static_cast<int>(of_directions_.rows()), added = round.directions.columns();
  SmallMatrix from = SmallMatrix::Zero(before + added, added);
  for (int c = 0; c < added; ++c) {
    Eigen::Map<Eigen::VectorXcf> column(image.column(c), static_cast<long>(rows_));
    double squared = column.squaredNorm();
    ranks_.sum({&squared, 1});
    const double scale = squared > 0.0 ? 1.0 / std::sqrt(squared) : 1.0;
    column *= static_cast<float>(scale);
    from(before + c, c) = scale;
  }
  // Twice is enough [Giraud, Langou, Rozložník & van den Eshof 2005, Numer. Math. 101], and often once.
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
    int skipped = 0;
    while (skipped < image.columns && eigen.eigenvalues()[skipped] <= dependent * dependent) ++skipped;
    const int count = image.columns - skipped;
    if (count == 0) return 0;
    const SmallMatrix scale =
        eigen.eigenvectors().rightCols(count) *
        eigen.eigenvalues().tail(count).cwiseSqrt().cwiseInverse().cast<Complex>().asDiagonal();
    image = times(image, scale);
    from = (from * scale).eval();
    if (eigen.eigenvalues()[skipped] > mostly_kept * mostly_kept) break;
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

BlockGcr::Sums BlockGcr::new_part(const SmallMatrix& gram, const Sums& candidates, long most) {
  auto& [of_start, of_images, taken] = inputs_;
  // W = R of_start + C from_images.
  const SmallMatrix from_images = taken * of_start + of_images,
                    shares = of_start.adjoint() * gram * candidates.of_residual +
                             from_images.adjoint() * candidates.of_images;
  const Eigen::SelfAdjointEigenSolver<SmallMatrix> eigen(
      candidates.of_residual.adjoint() * gram * candidates.of_residual +
      candidates.of_images.adjoint() * candidates.of_images - shares.adjoint() * shares);
  const long all = shares.cols();
  long count = 0;
  while (count < std::min(all, most) && eigen.eigenvalues()[all - 1 - count] > known * known) ++count;
  const SmallMatrix scale = eigen.eigenvectors().rightCols(count) *
                            eigen.eigenvalues().tail(count).cwiseSqrt().cwiseInverse().asDiagonal();
  Sums sums{(candidates.of_residual - of_start * shares) * scale,
            (candidates.of_images - from_images * shares) * scale};
  const long before = of_start.cols();
  of_start.conservativeResize(Eigen::NoChange, before + count);
  of_start.rightCols(count) = sums.of_residual;
  of_images.conservativeResize(Eigen::NoChange, before + count);
  of_images.rightCols(count) = sums.of_images - taken * sums.of_residual;
  for (long c = 0; c < count; ++c) {
    const long at = all - count + c;
    if (eigen.eigenvalues()[at] <= mostly_new * mostly_new) continue;
    sums.of_residual.col(c) = candidates.of_residual * eigen.eigenvectors().col(at);
    sums.of_images.col(c) = candidates.of_images * eigen.eigenvectors().col(at);
  }
  return sums;
}

FloatColumns BlockGcr::next_inputs(const FloatColumns& residual, const SmallMatrix& gram,
                                   const SmallMatrix& chosen) {
  const long rank = chosen.rows(), wanted = chosen.cols();
  const bool is_first = inputs_.of_start.size() == 0;
  if (is_first) inputs_ = {SmallMatrix(rank, 0), SmallMatrix(kept_, 0), SmallMatrix::Zero(kept_, rank)};
  Sums sums = new_part(gram, {chosen, SmallMatrix::Zero(kept_, wanted)}, wanted);
  const long found = sums.of_residual.cols();
  if (found < wanted && !is_first) {
    // Residuals that stand still: the newest images are what is new.
    const int newest = rounds_.back().images.columns();
    SmallMatrix of_images = SmallMatrix::Zero(kept_, newest);
    of_images.bottomRows(newest).setIdentity();
    const Sums more = new_part(gram, {SmallMatrix::Zero(rank, newest), of_images}, wanted - found);
    const long both = found + more.of_residual.cols();
    sums.of_residual.conservativeResize(Eigen::NoChange, both);
    sums.of_residual.rightCols(both - found) = more.of_residual;
    sums.of_images.conservativeResize(Eigen::NoChange, both);
    sums.of_images.rightCols(both - found) = more.of_images;
  }
  FloatColumns inputs = times(residual, sums.of_residual);
  if (is_first) return inputs;
  int row = 0;
  for (const Round& round : rounds_) {
    round.images.add_product(sums.of_images.middleRows(row, round.images.columns()), inputs.data.data());
    row += round.images.columns();
  }
  return inputs;
}

void BlockGcr::note_taken(const SmallMatrix& shares) {
  auto& [of_start, of_images, taken] = inputs_;
  if (taken.size() == 0 && of_start.size() == 0) return;  // forgotten since
  taken.conservativeResize(kept_, Eigen::NoChange);
  taken.bottomRows(shares.rows()) = shares;
  of_images.conservativeResize(kept_, Eigen::NoChange);
  of_images.bottomRows(shares.rows()).setZero();
}

BlockGcr::Samples BlockGcr::samples_of(const CompressedColumns& b) const {
  const auto columns = static_cast<long>(b.norms.size());
  std::mt19937 random(1);  // the same on every rank
  std::uniform_real_distribution<double> angle(-pi, pi);
  SmallMatrix phases = SmallMatrix::Zero(columns, std::min(most_samples, b.basis.columns));
  for (long s = 0; s < phases.cols(); ++s)
    for (long c = 0; c < columns; ++c) {
      const double phase = angle(random);
      if (b.norms[c] > 0.0) phases(c, s) = std::polar(1.0 / b.norms[c], phase);
    }
  Samples samples;
  samples.weights = b.weights * phases / std::sqrt(static_cast<double>(columns));
  samples.right_side = times(b.basis, samples.weights);
  return samples;
}

double BlockGcr::discrepancy(const Samples& samples, const FloatColumns& x, const FloatColumns& residual) {
  FloatColumns rest = times(residual, samples.weights), image(rows_, rest.columns);
  const FloatColumns sums = times(x, samples.weights);
  a_.apply(sums.data.data(), image.data.data(), image.columns);
  for (std::size_t i = 0; i < rest.data.size(); ++i)
    rest.data[i] -= samples.right_side.data[i] - image.data[i];
  return std::sqrt(product_of(rest, rest).trace().real() / rest.columns);
}

double BlockGcr::rounding(const Samples& samples, const FloatColumns& x) {
  const ComplexF factor(0.6f, 0.45f);
  FloatColumns sums = times(x, samples.weights), image(rows_, sums.columns), other = image;
  a_.apply(sums.data.data(), image.data.data(), image.columns);
  for (ComplexF& value : sums.data) value *= factor;
  a_.apply(sums.data.data(), other.data.data(), other.columns);
  for (std::size_t i = 0; i < image.data.size(); ++i) image.data[i] -= other.data[i] / factor;
  return std::sqrt(product_of(image, image).trace().real() / image.columns);
}

KrylovOutcome BlockGcr::solve(CompressedColumns b, FloatColumns& x, double tolerance, const OnRound& on_round,
                              const BasisAgain& again, KrylovStart start) {
  const SingleThreadedBlas guard;
  const int rank = b.basis.columns, columns = static_cast<int>(b.norms.size());
  KrylovOutcome outcome;
  outcome.rank = rank;
  outcome.residuals.resize(columns);
  const Samples samples = again ? samples_of(b) : Samples{};
  FloatColumns residual = std::move(b.basis);
  Sum solution{x, SmallMatrix::Zero(of_directions_.rows(), rank)};
  if (x.columns == 0) {
    x = FloatColumns(rows_, rank);
  } else {
    FloatColumns image(rows_, x.columns);
    a_.apply(x.data.data(), image.data.data(), x.columns);
    outcome.products += x.columns;
    if (start == KrylovStart::directions && x.columns <= capacity_ / 2) {
      Round given;
      given.directions = PackedColumns(std::move(x));
      x = FloatColumns(rows_, rank);
      make_room(given.directions.columns(), solution);
      extend(std::move(given), std::move(image), solution);
    } else {
      subtract(image, residual);
    }
  }
  // However this ends.
  struct AtEnd {
    const BlockGcr& gcr;
    Sum& solution;
    ~AtEnd() { gcr.add_up(solution); }
  } const at_end{*this, solution};
  project(residual, solution, 0);
  inputs_ = {};
  double last_off = std::numeric_limits<double>::infinity();
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
    outcome.converged = worst <= tolerance && (!starts_at_zero || outcome.iterations > 0 || worst == 0.0);
    const bool ends = outcome.converged || outcome.iterations >= options_.most_iterations;
    if (ends && again) {
      const double off = discrepancy(samples, so_far(), residual);
      outcome.products += samples.weights.cols();
      const bool misses = std::hypot(worst, off) > tolerance;
      if (misses) outcome.products += 2 * samples.weights.cols();
      if (misses && off > std::min(beyond_rounding * rounding(samples, x), largest_rounding)) {
        if (off < 0.5 * last_off) {
          last_off = off;
          FloatColumns image(rows_, rank);
          a_.apply(x.data.data(), image.data.data(), rank);
          outcome.products += rank;
          residual = again();
          subtract(image, residual);
          project(residual, solution, 0);
          inputs_ = {};
          continue;
        }
        for (double& r : outcome.residuals) r = std::hypot(r, off);
        worst = std::hypot(worst, off);
        outcome.converged = false;
      }
    }
    if (on_round) on_round({outcome.iterations, outcome.products, worst, outcome.residuals, so_far});
    if (ends) break;

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
    FloatColumns direction = next_inputs(residual, gram, chosen);
    count = direction.columns;
    if (count == 0) break;
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
    if (make_room(count, solution)) inputs_ = {};
    if (extend(std::move(round), std::move(image), solution) > 0) {
      note_taken(project(residual, solution, rounds_.size() - 1));
    } else if (kept_ > 0) {
      // Nothing new is reached from here with what is kept.
      add_up(solution);
      forget_all(solution);
    } else {
      break;
    }
  }
  return outcome;
}

}  // namespace pace
