// The equations of one frequency, whichever way they are solved.
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "linalg/dense_matrix.hpp"
#include "model/model.hpp"
#include "operators/quadrature_choice.hpp"
#include "output/solve_report.hpp"
#include "preconditioner/deferred_inverse.hpp"

namespace pace {

/// How the solution of some right-hand sides went.
struct SolutionRecord {
  std::vector<std::vector<double>>
      residuals;  ///< [column][iteration], relative; the last is what was reached
  std::vector<std::vector<double>>
      earlier;  ///< the same of the pass that was interrupted and is resumed; empty without one
  std::vector<char> converged;  ///< of each column
  long products = 0;            ///< columns multiplied by the matrix; 0 for a direct method
  int rank = 0;                 ///< independent ones among the right-hand sides
};

/// A solution of the same waves at another frequency, in a file of its own (systems/checkpoint.hpp).
struct EarlierSolution {
  std::filesystem::path path;
  std::vector<Complex> factors;  ///< of each column: its share in the starting values
};

/// Files of a solution. Nothing is kept or read where a path or the list is empty, nor by a direct method.
struct SolutionFiles {
  std::filesystem::path checkpoint;      ///< an unfinished solution is kept here and resumed from here
  std::vector<EarlierSolution> earlier;  ///< together the starting values, where there is no checkpoint
  std::filesystem::path kept;            ///< the finished solution is kept here, for other frequencies
};

/// Told after every iteration: its number and the relative residual of the worst column.
using OnIteration = std::function<void(int iteration, double worst)>;
/// Told what part of the setup is done, 0 to 1, and in which stage of the wire (output/events.hpp).
using OnSetup = std::function<void(double fraction, const char* stage)>;

/// Some columns, made or read when they are needed. @param first  number of the first
using ColumnsOf = std::function<Columns(int first, int count)>;

/// Of right-hand sides; currents outlive the system.
struct Solution {
  SolutionRecord record;
  ColumnsOf currents;
};

class FrequencySystem {
 public:
  virtual ~FrequencySystem() = default;

  /// Solves for many right-hand sides, which need not be in memory together. @throws Cancelled
  /// @param right_hand_sides  is asked for each once, in portions of an even number but for the last
  virtual Solution solve(int columns, const ColumnsOf& right_hand_sides, const SolutionFiles& files,
                         const OnIteration& on_iteration) {
    auto solved = std::make_shared<Columns>(right_hand_sides(0, columns));
    SolutionRecord record = solve(*solved, files, on_iteration);
    return {std::move(record), [solved](int first, int count) { return solved->some(first, count); }};
  }

  /// Replaces right-hand sides by currents. @throws Cancelled
  virtual SolutionRecord solve(Columns& columns, const SolutionFiles& files,
                               const OnIteration& on_iteration) = 0;

  /// The same for waves from receivers, whose currents serve to estimate errors: few digits are enough.
  virtual void solve_receivers(Columns& columns) { solve(columns, {}, {}); }

  /// The functions whose coefficients the columns of this rank hold, where ranks share them; else all, in
  /// their order.
  virtual std::optional<std::span<const int>> own_functions() const { return std::nullopt; }

  /// The matrix times some columns, where it is still there: not after a factorisation. Columns of several
  /// ranks have the rows of `own_functions`, and all ranks call it.
  virtual std::optional<Columns> multiply(const Columns& /*x*/) { return std::nullopt; }

  /// The preconditioner, for another frequency of the same functions; none of a direct method or of several
  /// ranks.
  virtual KeptInverse kept_inverse() const { return {}; }

  /// What was built, of an iterative solution. Of several ranks all call it; the first one's counts.
  virtual std::optional<SolveReport> report() const { return std::nullopt; }
};

/// The rules that the model's edges and the accuracy of the product need; a few edges that are longer than
/// the rest do not make all pairs dear.
inline QuadratureChoice quadrature_of(const RwgSpace& space, double k, int digits = 3) {
  const double edge = std::max(1.5 * space.mean_edge_m(), 0.75 * space.longest_edge_m());
  QuadratureChoice choice = QuadratureChoice::for_edge(edge * k / (2.0 * pi));
  if (digits > 3) choice.far_degree = choice.dual_far_degree = 4;
  return choice;
}

/// One LU factorisation of the whole matrix. @throws InputError MATRIX_SINGULAR
std::unique_ptr<FrequencySystem> dense_system(const Model& model, double k, const OnSetup& on_setup);

}  // namespace pace
