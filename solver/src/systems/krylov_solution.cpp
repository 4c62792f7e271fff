#include "systems/krylov_solution.hpp"

#include <numeric>

#include "core/cancel.hpp"
#include "core/stopwatch.hpp"

namespace pace {
namespace {

/// Bars change by a tenth at most places, against currents solved to 0.1.
constexpr double receivers_residual = 0.2;

KrylovOptions options_of(const FastOptions& options) {
  KrylovOptions krylov;
  krylov.tolerance = options.residual;
  krylov.most_iterations = options.most_iterations;
  krylov.basis_bytes = options.basis_bytes;
  return krylov;
}

}  // namespace

KrylovSolution::KrylovSolution(LinearOperator& a, GrowingPreconditioner& preconditioner,
                               const std::vector<int>& order, const FastOptions& options)
    : order_(order),
      functions_(order),
      unknowns_(order.size()),
      preconditioner_(preconditioner),
      options_(options),
      krylov_(a, &preconditioner, options_of(options)) {}

KrylovSolution::KrylovSolution(LinearOperator& a, GrowingPreconditioner& preconditioner,
                               std::span<const int> own_functions, std::size_t unknowns,
                               const FastOptions& options)
    : order_(own_functions.size()),
      functions_(own_functions),
      unknowns_(unknowns),
      preconditioner_(preconditioner),
      options_(options),
      krylov_(a, &preconditioner, options_of(options), *options.ranks) {
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
  solve(columns, {}, receivers_residual, {});
  krylov_.forget_beyond(kept);
}

SolutionRecord KrylovSolution::solve(Columns& columns, const SolutionFiles& files, double residual,
                                     const OnIteration& on_iteration) {
  CompressedColumns compressed;
  {
    FloatColumns b(order_.size(), columns.columns);
    for (int c = 0; c < columns.columns; ++c)
      for (std::size_t p = 0; p < order_.size(); ++p) b.column(c)[p] = ComplexF(columns.column(c)[order_[p]]);
    compressed = compress(b, compression_share_ * residual, *options_.ranks);
  }
  Checkpoint earlier;
  FloatColumns x = starting_values(files, compressed, earlier);

  SolutionRecord record;
  record.residuals.resize(columns.columns);
  record.earlier = earlier.residuals;
  const int before = record.earlier.empty() ? 0 : static_cast<int>(record.earlier.front().size());
  auto last_save = Clock::now();
  const auto save = [&](const std::filesystem::path& path, const FloatColumns& solution,
                        std::vector<std::vector<double>> residuals) {
    if (path.empty()) return;
    Checkpoint{solution, compressed.weights, std::move(residuals)}.write(path, functions_, unknowns_,
                                                                         *options_.ranks);
    last_save = Clock::now();
  };
  const auto so_far = [&] {
    auto residuals = record.earlier;
    residuals.resize(columns.columns);
    for (int c = 0; c < columns.columns; ++c)
      residuals[c].insert(residuals[c].end(), record.residuals[c].begin(), record.residuals[c].end());
    return residuals;
  };
  const auto on_round = [&](const KrylovProgress& progress) {
    if (progress.iteration > 0) {
      for (int c = 0; c < columns.columns; ++c) record.residuals[c].push_back(progress.residuals[c]);
      if (on_iteration) on_iteration(before + progress.iteration, progress.worst);
    }
    preconditioner_.watch(progress, residual, krylov_.recycled(), krylov_.capacity());
    if (options_.ranks->any(seconds_since(last_save) > options_.checkpoint_seconds))
      save(files.checkpoint, *progress.solution, so_far());
  };
  preconditioner_.restart();
  const auto start = Clock::now();
  KrylovOutcome outcome;
  try {
    outcome = krylov_.solve(compressed, x, residual, on_round);
  } catch (const Cancelled&) {
    save(files.checkpoint, x, so_far());
    throw;
  }
  seconds_ += seconds_since(start);
  record.products = outcome.products;
  record.rank = outcome.rank;
  for (int c = 0; c < columns.columns; ++c) {
    if (record.residuals[c].empty()) record.residuals[c].push_back(outcome.residuals[c]);
    record.converged.push_back(outcome.residuals[c] <= residual);
  }
  save(outcome.converged ? files.kept : files.checkpoint, x, {});
  for (int c = 0; c < columns.columns; ++c) {
    const FloatColumns whole = product(x.data.data(), compressed.weights.col(c), order_.size());
    for (std::size_t p = 0; p < order_.size(); ++p) columns.column(c)[order_[p]] = Complex(whole.data[p]);
  }
  return record;
}

}  // namespace pace
