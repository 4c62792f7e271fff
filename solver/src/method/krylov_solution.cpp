#include "method/krylov_solution.hpp"

#include <array>
#include <chrono>
#include <fstream>

#include "core/cancel.hpp"

namespace pace {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// An unfinished solution on disk: compressed columns and how they make up the real ones, in order of functions.
struct Checkpoint {
  FloatColumns x;
  SmallMatrix weights;

  static constexpr std::array<char, 8> magic{'P', 'A', 'C', 'E', 'C', 'H', 'K', '1'};

  void write(const std::filesystem::path& path, const std::vector<int>& order) const {
    const std::filesystem::path part = path.string() + ".part";
    {
      std::ofstream file(part, std::ios::binary);
      const std::uint64_t numbers[] = {x.rows, static_cast<std::uint64_t>(x.columns), static_cast<std::uint64_t>(weights.cols())};
      file.write(magic.data(), magic.size());
      file.write(reinterpret_cast<const char*>(numbers), sizeof numbers);
      file.write(reinterpret_cast<const char*>(weights.data()), static_cast<long>(sizeof(Complex)) * weights.size());
      std::vector<ComplexF> column(x.rows);
      for (int c = 0; c < x.columns; ++c) {
        for (std::size_t p = 0; p < x.rows; ++p) column[order[p]] = x.column(c)[p];
        file.write(reinterpret_cast<const char*>(column.data()), static_cast<long>(sizeof(ComplexF) * x.rows));
      }
      if (!file) throw std::runtime_error("The checkpoint " + path.string() + " can not be written; is the disk full?");
    }
    std::filesystem::rename(part, path);
  }

  /// @returns false if there is none, or one of something else
  bool read(const std::filesystem::path& path, const std::vector<int>& order, int columns) {
    std::ifstream file(path, std::ios::binary);
    std::array<char, 8> head{};
    std::uint64_t numbers[3] = {};
    file.read(head.data(), head.size());
    file.read(reinterpret_cast<char*>(numbers), sizeof numbers);
    if (!file || head != magic || numbers[0] != order.size() || numbers[2] != static_cast<std::uint64_t>(columns) ||
        numbers[1] > numbers[2])
      return false;
    weights.resize(static_cast<long>(numbers[1]), columns);
    file.read(reinterpret_cast<char*>(weights.data()), static_cast<long>(sizeof(Complex)) * weights.size());
    x = FloatColumns(numbers[0], static_cast<int>(numbers[1]));
    std::vector<ComplexF> column(x.rows);
    for (int c = 0; c < x.columns; ++c) {
      file.read(reinterpret_cast<char*>(column.data()), static_cast<long>(sizeof(ComplexF) * x.rows));
      for (std::size_t p = 0; p < x.rows; ++p) x.column(c)[p] = column[order[p]];
    }
    return static_cast<bool>(file);
  }
};

KrylovOptions options_of(const FastOptions& options) {
  KrylovOptions krylov;
  krylov.tolerance = options.residual;
  krylov.most_iterations = options.most_iterations;
  krylov.basis_bytes = options.basis_bytes;
  return krylov;
}

}  // namespace

KrylovSolution::KrylovSolution(LinearOperator& a, GrowingPreconditioner& preconditioner, const std::vector<int>& order,
                               const FastOptions& options)
    : order_(order), preconditioner_(preconditioner), options_(options), krylov_(a, &preconditioner, options_of(options)) {}

SolutionRecord KrylovSolution::solve(Columns& columns, const std::filesystem::path& checkpoint, const OnIteration& on_iteration) {
  CompressedColumns compressed;
  {
    FloatColumns b(order_.size(), columns.columns);
    for (int c = 0; c < columns.columns; ++c)
      for (std::size_t p = 0; p < order_.size(); ++p) b.column(c)[p] = ComplexF(columns.column(c)[order_[p]]);
    compressed = compress(b, compression_share_ * options_.residual);
  }
  FloatColumns x;
  Checkpoint earlier;
  if (!checkpoint.empty() && earlier.read(checkpoint, order_, columns.columns))
    x = product(earlier.x.data.data(), earlier.weights * compressed.weights.adjoint(), order_.size());

  SolutionRecord record;
  record.residuals.resize(columns.columns);
  auto last_save = Clock::now();
  const auto save = [&](const FloatColumns& solution) {
    if (checkpoint.empty()) return;
    Checkpoint{solution, compressed.weights}.write(checkpoint, order_);
    last_save = Clock::now();
  };
  const auto on_round = [&](const KrylovProgress& progress) {
    if (progress.iteration > 0) {
      for (int c = 0; c < columns.columns; ++c) record.residuals[c].push_back(progress.residuals[c]);
      if (on_iteration) on_iteration(progress.iteration, progress.worst);
    }
    preconditioner_.watch(progress, options_.residual, krylov_.recycled(), krylov_.capacity());
    if (since(last_save) > options_.checkpoint_seconds) save(*progress.solution);
  };
  preconditioner_.restart();
  const auto start = Clock::now();
  KrylovOutcome outcome;
  try {
    outcome = krylov_.solve(compressed, x, on_round);
  } catch (const Cancelled&) {
    save(x);
    throw;
  }
  seconds_ += since(start);
  record.products = outcome.products;
  record.rank = outcome.rank;
  for (int c = 0; c < columns.columns; ++c) {
    if (record.residuals[c].empty()) record.residuals[c].push_back(outcome.residuals[c]);
    record.converged.push_back(outcome.residuals[c] <= options_.residual);
  }
  if (!outcome.converged) save(x);
  for (int c = 0; c < columns.columns; ++c) {
    const FloatColumns whole = product(x.data.data(), compressed.weights.col(c), order_.size());
    for (std::size_t p = 0; p < order_.size(); ++p) columns.column(c)[order_[p]] = Complex(whole.data[p]);
  }
  return record;
}

}  // namespace pace
