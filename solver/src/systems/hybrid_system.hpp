// One frequency of a hybrid: full-wave currents by a Krylov method, those of physical optics from them.
#pragma once

#include "basis/dual_space.hpp"
#include "hybrid/coupled_operator.hpp"
#include "physical_optics/flat_surface.hpp"
#include "planning/fast_plan.hpp"
#include "systems/frequency_system.hpp"
#include "systems/krylov_solution.hpp"

namespace pace {

/// What all frequencies share.
struct HybridModel {
  HybridModel(const Model& model, double longest_wavelength, double shortest_wavelength);

  const Model* model;
  PartDivision division;
  std::vector<double>
      alpha;       ///< a function: as asked on the full wave, 0 (its rows are n̂ × H) on physical optics
  DualSpace dual;  ///< of the full wave
  std::optional<FlatSurface> flat;  ///< of a mesh with bent triangles
  FacetSurface facets;              ///< of physical optics
  RayScene rays;
  LineOfSight sight;
  OpticsCurrents currents;
  std::vector<BorderHalf> border;
};

/// A plan over all functions whose sizes are those of the hybrid.
FastPlan plan_hybrid(const HybridModel& hybrid, double k, const FastDemand& demand);

/// Columns hold a value a function of the whole space, in and out.
std::unique_ptr<FrequencySystem> hybrid_system(const HybridModel& hybrid, FastPlan plan,
                                               const FastOptions& options, const OnSetup& on_setup);

}  // namespace pace
