// Electric and magnetic currents at one frequency: by one LU factorisation, or by MLFMA with a tree for each
// region.
#pragma once

#include "equations/current_equations.hpp"
#include "planning/multi_region_plan.hpp"
#include "systems/frequency_system.hpp"
#include "systems/krylov_solution.hpp"

namespace pace {

/// The rules for each region's edges and wavelength.
std::vector<QuadratureChoice> quadrature_of(const CurrentEquations& equations, int digits = 3);

/// @param equations  outlive the system
/// @throws InputError MATRIX_SINGULAR
std::unique_ptr<FrequencySystem> dense_multi_region(const CurrentEquations& equations,
                                                    const OnSetup& on_setup);
std::unique_ptr<FrequencySystem> fast_multi_region(const CurrentEquations& equations, MultiRegionPlan plan,
                                                   const FastOptions& options, const OnSetup& on_setup);

/// The matrix times columns. Of several ranks all call it, each with the rows of `own`. @throws Cancelled
struct RowsProduct {
  std::function<Columns(const Columns& x)> multiply;
  std::optional<std::vector<int>> own;  ///< unknowns, in the order of the rows; none: all in their order
};
/// For products alone, without a preconditioner. @param shared  of this frequency and others; null: it is
/// alone  @param ranks  that have the matrix, each its part
RowsProduct multi_region_product(const CurrentEquations& equations, MultiRegionPlan plan, SharedTrees* shared,
                                 Communicator& ranks, const OnSetup& on_setup);

}  // namespace pace
