// Right-hand sides of a frequency by the block Krylov method, with checkpoints on disk.
#pragma once

#include "krylov/inner_solve.hpp"
#include "method/frequency_system.hpp"

namespace pace {

struct FastOptions {
  double residual;
  int most_iterations;
  std::size_t basis_bytes;    ///< for the Krylov method
  double checkpoint_seconds = 60.0;
  InnerChoice inner = InnerChoice::automatic;  ///< solve with a rough product inside the preconditioner
};

class KrylovSolution {
 public:
  /// @param order  unknown at each place of the operator's vectors; outlives this, as the others
  KrylovSolution(LinearOperator& a, GrowingPreconditioner& preconditioner, const std::vector<int>& order, const FastOptions& options);

  /// As FrequencySystem::solve.
  SolutionRecord solve(Columns& columns, const std::filesystem::path& checkpoint, const OnIteration& on_iteration);
  double seconds() const { return seconds_; }

 private:
  /// Part of the residual that compression of the right-hand sides may use up.
  static constexpr double compression_share_ = 0.1;

  const std::vector<int>& order_;
  GrowingPreconditioner& preconditioner_;
  FastOptions options_;
  BlockGcr krylov_;
  double seconds_ = 0.0;
};

}  // namespace pace
