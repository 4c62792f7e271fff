// One frequency by the multilevel fast multipole algorithm and a block Krylov method.
#pragma once

#include "method/fast_plan.hpp"
#include "method/frequency_system.hpp"

namespace pace {

struct FastOptions {
  double residual;
  int most_iterations;
  std::size_t basis_bytes;    ///< for the Krylov method
  double checkpoint_seconds = 60.0;
};

std::unique_ptr<FrequencySystem> fast_system(const Model& model, FastPlan plan, const FastOptions& options, const OnSetup& on_setup);

}  // namespace pace
