#include "systems/krylov_solution.hpp"

#include <numeric>

#include "core/cancel.hpp"
#include "core/stopwatch.hpp"

namespace pace {
namespace {

/// Bars change by a tenth at most places, against currents solved to 0.1.
constexpr double receivers_residual = 0.2;

KrylovOptions options_of(const FastOptions& options, double direction_error) {
  KrylovOptions krylov;
  krylov.direction_error = direction_error;
  krylov.tolerance = options.residual;
  krylov.most_iterations = options.most_iterations;
  krylov.basis_bytes = options.basis_bytes;
  return krylov;
}

/// Of columns in doubles that are made at once: what a function's columns have in common is made for each
/// portion.
constexpr double portion_bytes = 2e8;

/// An even number: two polarizations of a direction stay together.
int columns_in(double bytes, std::size_t unknowns) {
  constexpr double fewest = 64.0;
  const double count = std::max(fewest, bytes / (sizeof(Complex) * static_cast<double>(unknowns)));
  return static_cast<int>(std::min(count, 1e6)) / 2 * 2;
}

/// x · weights. @param order  row of the result at each place of x
Columns expanded(const FloatColumns& x, const SmallMatrix& weights, const std::vector<int>& order) {
  Columns columns(static_cast<int>(order.size()), static_cast<int>(weights.cols()));
  constexpr int at_once = 8;  // they read x together
  for (int first = 0; first < columns.columns; first += at_once) {
    const int count = std::min(at_once, columns.columns - first);
    FloatColumns some = product(x.data.data(), weights.middleCols(first, count), order.size());
#pragma omp parallel for
    for (int c = 0; c < count; ++c)
      for (std::size_t p = 0; p < order.size(); ++p)
        columns.column(first + c)[order[p]] = Complex(some.column(c)[p]);
  }
  return columns;
}

}  // namespace

double rounding_of_directions(double inverse_error) {
  constexpr double largest = 2e-5, share = 0.2;
  return std::min(largest, share * inverse_error);
}

KrylovSolution::KrylovSolution(LinearOperator& a, GrowingPreconditioner& preconditioner,
                               const std::vector<int>& order, const FastOptions& options,
                               double direction_error)
    : order_(order),
      functions_(order),
      unknowns_(order.size()),
      preconditioner_(preconditioner),
      options_(options),
      krylov_(a, &preconditioner, options_of(options, direction_error)) {}

KrylovSolution::KrylovSolution(LinearOperator& a, GrowingPreconditioner& preconditioner,
                               std::span<const int> own_functions, std::size_t unknowns,
                               const FastOptions& options, double direction_error)
    : order_(own_functions.size()),
      functions_(own_functions),
      unknowns_(unknowns),
      preconditioner_(preconditioner),
      options_(options),
      krylov_(a, &preconditioner, options_of(options, direction_error), *options.ranks) {
  std::iota(order_.begin(), order_.end(), 0);
}

FloatColumns KrylovSolution::starting_values(const SolutionFiles& files, const CompressedColumns& compressed,
                                             Checkpoint& earlier) const {
  const int columns = static_cast<int>(compressed.norms.size());
  const auto read = [&](Checkpoint& from, const std::filesystem::path& path) {
    return !path.empty() && from.read(path, functions_, unknowns_, columns, *options_.ranks);
  };
  if (read(earlier, files.checkpoint))
    return product(earlier.x.data.data(), earlier.weights * compressed.weights.adjoint(), order_.size());
  earlier = {};
  FloatColumns x;
  for (const EarlierSolution& solution : files.earlier) {
    Checkpoint solved;
    if (!read(solved, solution.path)) return {};
    const Eigen::Map<const Eigen::VectorXcd> factors(solution.factors.data(), columns);
    if (x.columns == 0) x = FloatColumns(order_.size(), compressed.basis.columns);
    add_product(solved.x.data.data(), solved.x.columns,
                solved.weights * factors.asDiagonal() * compressed.weights.adjoint(), x.data.data(),
                order_.size());
  }
  return x;
}

void KrylovSolution::solve_receivers(Columns& columns) {
  const int kept = krylov_.recycled();
  solve_in_place(columns, {}, receivers_residual, {});
  krylov_.forget_beyond(kept);
}

Solution KrylovSolution::solve(int columns, const ColumnsOf& right_hand_sides, const SolutionFiles& files,
                               const OnIteration& on_iteration) {
  const auto portions = [&](const TakePortion& take) {
    const int at_once = columns_in(portion_bytes, unknowns_);
    for (int first = 0; first < columns; first += at_once)
      take(right_hand_sides(first, std::min(at_once, columns - first)), first);
  };
  auto solved =
      std::make_shared<Solved>(solve_for(columns, portions, files, options_.residual, on_iteration));
  SolutionRecord record = std::move(solved->record);
  return {std::move(record), [solved, order = order_](int first, int count) {
            return expanded(solved->x, solved->weights.middleCols(first, count), order);
          }};
}

SolutionRecord KrylovSolution::solve_in_place(Columns& columns, const SolutionFiles& files, double residual,
                                              const OnIteration& on_iteration) {
  const auto at_once = [&](const TakePortion& take) { take(columns, 0); };
  Solved solved = solve_for(columns.columns, at_once, files, residual, on_iteration);
  columns = expanded(solved.x, solved.weights, order_);
  return std::move(solved.record);
}

void KrylovSolution::put(const Columns& some, FloatColumns& to, int first) const {
#pragma omp parallel for
  for (int c = 0; c < some.columns; ++c)
    for (std::size_t p = 0; p < order_.size(); ++p)
      to.column(first + c)[p] = ComplexF(some.column(c)[order_[p]]);
}

KrylovSolution::Solved KrylovSolution::solve_for(int count, const Portions& right_hand_sides,
                                                 const SolutionFiles& files, double residual,
                                                 const OnIteration& on_iteration) {
  CompressedColumns compressed = [&] {
    FloatColumns all(order_.size(), count);
    right_hand_sides([&](const Columns& some, int first) { put(some, all, first); });
    return compress(all, compression_share_ * residual, *options_.ranks);
  }();
  Checkpoint earlier;
  FloatColumns x = starting_values(files, compressed, earlier);
  SmallMatrix weights = compressed.weights;

  SolutionRecord record;
  record.residuals.resize(count);
  record.earlier = earlier.residuals;
  const int before = record.earlier.empty() ? 0 : static_cast<int>(record.earlier.front().size());
  auto last_save = Clock::now();
  const auto save = [&](const std::filesystem::path& path, const FloatColumns& solution,
                        std::vector<std::vector<double>> residuals) {
    if (path.empty()) return;
    Checkpoint{solution, weights, std::move(residuals)}.write(path, functions_, unknowns_, *options_.ranks);
    last_save = Clock::now();
  };
  const auto so_far = [&] {
    auto residuals = record.earlier;
    residuals.resize(count);
    for (int c = 0; c < count; ++c)
      residuals[c].insert(residuals[c].end(), record.residuals[c].begin(), record.residuals[c].end());
    return residuals;
  };
  const auto on_round = [&](const KrylovProgress& progress) {
    if (progress.iteration > 0) {
      for (int c = 0; c < count; ++c) record.residuals[c].push_back(progress.residuals[c]);
      if (on_iteration) on_iteration(before + progress.iteration, progress.worst);
    }
    if (preconditioner_.watch(progress, residual, krylov_.recycled(), krylov_.capacity()))
      krylov_.preconditioner_changed();
    if (options_.ranks->any(seconds_since(last_save) > options_.checkpoint_seconds))
      save(files.checkpoint, progress.solution(), so_far());
  };
  const auto again = [&] {
    FloatColumns basis(order_.size(), static_cast<int>(weights.rows()));
    right_hand_sides([&](const Columns& some, int first) {
      FloatColumns part(order_.size(), some.columns);
      put(some, part, 0);
      add_product(part.data.data(), part.columns, weights.middleCols(first, some.columns).adjoint(),
                  basis.data.data(), order_.size());
    });
    return basis;
  };
  preconditioner_.restart();
  const auto start = Clock::now();
  KrylovOutcome outcome;
  try {
    outcome = krylov_.solve(std::move(compressed), x, residual, on_round, again,
                            earlier.x.columns > 0 ? KrylovStart::solution : KrylovStart::directions);
  } catch (const Cancelled&) {
    save(files.checkpoint, x, so_far());
    throw;
  }
  seconds_ += seconds_since(start);
  record.products = outcome.products;
  record.rank = outcome.rank;
  for (int c = 0; c < count; ++c) {
    if (record.residuals[c].empty()) record.residuals[c].push_back(outcome.residuals[c]);
    record.converged.push_back(outcome.residuals[c] <= residual);
  }
  save(outcome.converged ? files.kept : files.checkpoint, x, {});
  return {std::move(record), std::move(x), std::move(weights)};
}

}  // namespace pace
