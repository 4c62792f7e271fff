// One frequency by the multilevel fast multipole algorithm and a block Krylov method.
#pragma once

#include "planning/fast_plan.hpp"
#include "systems/frequency_system.hpp"
#include "systems/krylov_solution.hpp"

namespace pace {

std::unique_ptr<FrequencySystem> fast_system(const Model& model, FastPlan plan, const FastOptions& options,
                                             const OnSetup& on_setup);

}  // namespace pace
