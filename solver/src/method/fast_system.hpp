// One frequency by the multilevel fast multipole algorithm and a block Krylov method.
#pragma once

#include "method/fast_plan.hpp"
#include "method/frequency_system.hpp"
#include "method/krylov_solution.hpp"

namespace pace {

std::unique_ptr<FrequencySystem> fast_system(const Model& model, FastPlan plan, const FastOptions& options,
                                             const OnSetup& on_setup);

}  // namespace pace
