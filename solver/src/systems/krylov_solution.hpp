// Right-hand sides of a frequency by the block Krylov method, with checkpoints on disk.
#pragma once

#include "fmm/shared_tree.hpp"
#include "krylov/inner_solve.hpp"
#include "systems/checkpoint.hpp"
#include "systems/frequency_system.hpp"

namespace pace {

struct FastOptions {
  double residual;
  int most_iterations;
  std::size_t basis_bytes;  ///< for the Krylov method
  double checkpoint_seconds = 60.0;
  InnerChoice inner =
      InnerChoice::automatic;     ///< solve with a product of low accuracy inside the preconditioner
  KeptInverse kept_inverse = {};  ///< in place of one of this frequency
  SharedTrees* shared = nullptr;  ///< of this frequency and others; null: it is alone
  Communicator* ranks = &Communicator::alone();  ///< that solve together
};

/// Of a direction, against itself: more than enough where charges do not rule. What they make of it is larger
/// by 1/(k·edge)², to which the preconditioner's error is in proportion. @param inverse_error  as FastPlan
double rounding_of_directions(double inverse_error);

class KrylovSolution {
 public:
  /// @param order  unknown at each place of the operator's vectors; outlives this, as the others
  /// @param direction_error  KrylovOptions::direction_error
  KrylovSolution(LinearOperator& a, GrowingPreconditioner& preconditioner, const std::vector<int>& order,
                 const FastOptions& options, double direction_error);

  /// One of several ranks: columns hold the functions named, in this order, which is that of the operator's
  /// vectors too.
  KrylovSolution(LinearOperator& a, GrowingPreconditioner& preconditioner, std::span<const int> own_functions,
                 std::size_t unknowns, const FastOptions& options, double direction_error);

  /// As FrequencySystem::solve.
  Solution solve(int columns, const ColumnsOf& right_hand_sides, const SolutionFiles& files,
                 const OnIteration& on_iteration);
  SolutionRecord solve(Columns& columns, const SolutionFiles& files, const OnIteration& on_iteration) {
    return solve_in_place(columns, files, options_.residual, on_iteration);
  }
  /// As FrequencySystem::solve_receivers.
  void solve_receivers(Columns& columns);
  double seconds() const { return seconds_; }

 private:
  /// Columns x and how they make up the solutions.
  struct Solved {
    SolutionRecord record;
    FloatColumns x;
    SmallMatrix weights;
  };
  using TakePortion = std::function<void(const Columns& some, int first)>;
  /// Gives all columns, some at a time; called again where true residuals are not what they should be.
  using Portions = std::function<void(const TakePortion& take)>;
  Solved solve_for(int count, const Portions& right_hand_sides, const SolutionFiles& files, double residual,
                   const OnIteration& on_iteration);
  SolutionRecord solve_in_place(Columns& columns, const SolutionFiles& files, double residual,
                                const OnIteration& on_iteration);
  /// Into columns of `to` from `first` on, in the order of the operator's vectors.
  void put(const Columns& some, FloatColumns& to, int first) const;
  /// Of compressed right-hand sides: from the checkpoint if there is one, else from solutions of other
  /// frequencies; no columns without either. @param earlier  is filled with what the checkpoint had
  FloatColumns starting_values(const SolutionFiles& files, const CompressedColumns& compressed,
                               Checkpoint& earlier) const;

  /// Part of the residual that compression of the right-hand sides may use up.
  static constexpr double compression_share_ = 0.1;

  std::vector<int> order_;          ///< row of the columns at each place of the operator's vectors
  std::span<const int> functions_;  ///< at each place
  std::size_t unknowns_;            ///< of all ranks
  GrowingPreconditioner& preconditioner_;
  FastOptions options_;
  BlockGcr krylov_;
  double seconds_ = 0.0;
};

}  // namespace pace
