// Electric and magnetic currents at one frequency: by one LU factorisation, or by MLFMA with a tree for each
// region.
#pragma once

#include "equations/current_equations.hpp"
#include "planning/fast_plan.hpp"
#include "systems/frequency_system.hpp"
#include "systems/krylov_solution.hpp"

namespace pace {

/// How the fast method would be built.
struct MultiRegionPlan {
  std::vector<FastPlan> regions;
  std::unique_ptr<Octree> tree;   ///< of the unknowns: groups of the preconditioner, order of the vectors
  double overlap, inverse_error;  ///< of the preconditioner, as FastPlan
  FastSizes sizes() const;
};

MultiRegionPlan plan_multi_region(const CurrentEquations& equations, const FastDemand& demand);

/// The rules for each region's edges and wavelength.
std::vector<QuadratureChoice> quadrature_of(const CurrentEquations& equations, int digits = 3);

/// @param equations  outlive the system
/// @throws InputError MATRIX_SINGULAR
std::unique_ptr<FrequencySystem> dense_multi_region(const CurrentEquations& equations,
                                                    const OnSetup& on_setup);
std::unique_ptr<FrequencySystem> fast_multi_region(const CurrentEquations& equations, MultiRegionPlan plan,
                                                   const FastOptions& options, const OnSetup& on_setup);

/// The matrix times columns, in the order of the unknowns. @throws Cancelled
using ColumnsProduct = std::function<Columns(const Columns& x)>;
/// For products alone, without a preconditioner. @param shared  of this frequency and others; null: it is
/// alone
ColumnsProduct multi_region_product(const CurrentEquations& equations, MultiRegionPlan plan,
                                    SharedTrees* shared, const OnSetup& on_setup);

}  // namespace pace
