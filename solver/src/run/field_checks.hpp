// What the currents of a run say about its accuracy: the field inside closed surfaces, and weak returns
// (docs/theory/extinction.md).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "formulations/formulation.hpp"
#include "input/job.hpp"
#include "model/model.hpp"
#include "parallel/communicator.hpp"
#include "run/incident_waves.hpp"

namespace pace {

/// What the currents leave of a wave inside closed surfaces, and how far the returns of J and M cancel.
struct Extinction {
  bool checked = false;
  int points = 0, illuminations = 0;
  double worst = 0.0;                ///< field left inside, of the worst illumination [V/m of 1 V/m]
  std::vector<double> cancellation;  ///< hypot(|F_J|, |F_M|)/|F_J + F_M| of each illumination
};

/// Of some illuminations: a resonance answers to nearly all of them. All ranks call it.
/// @param waves    of the columns of `columns`
/// @param columns  currents of these waves
Extinction check_extinction(const Formulation& formulation, Communicator& ranks, double frequency_hz,
                            const IncidentWaves& waves, const ColumnsOf& currents);

/// The field inside must vanish. @return  FIELD_INSIDE or INTERIOR_RESONANCE where it does not
std::optional<Notice> field_inside_notice(const Job& job, const Model& model, double frequency_hz,
                                          const Extinction& extinction);

/// What J and M return cancels: the error of each is left. @return  WEAK_RETURN where that matters
std::optional<Notice> cancellation_notice(double frequency_hz, Extinction extinction);

/// A return E ∝ bᵀx changes by xᵀr at most ‖x‖‖r‖, by reciprocity; against |bᵀx| that says how far the
/// residual may be felt. On bodies of several currents about a fifth of it was
/// (docs/decisions/2026-11-22-currents.md).
/// @param rcs_uncertainty  of each return: what the residual may change of it at most, relative
/// @return  WEAK_RETURN where half of the returns are uncertain
std::optional<Notice> weak_return_notice(double frequency_hz, double asked_residual,
                                         std::vector<double> rcs_uncertainty);

}  // namespace pace
