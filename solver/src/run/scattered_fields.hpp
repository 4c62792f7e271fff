// Far fields of solved currents: all that radiates, of all ranks.
#pragma once

#include <vector>

#include "formulations/formulation.hpp"
#include "parallel/communicator.hpp"
#include "run/incident_waves.hpp"

namespace pace {

/// Far-field amplitudes of each column, for the incident wave of that column.
struct ScatteredFields {
  std::vector<FarFieldAmplitude> back;                  ///< [column], to where its wave came from
  std::vector<std::vector<FarFieldAmplitude>> towards;  ///< [direction][column]
};

/// All ranks call it alike, each with its part of the currents; all have the fields.
/// @param waves     of the columns
/// @param currents  of the frequency that the formulation is set to
ScatteredFields scattered_fields(const Formulation& formulation, Communicator& ranks,
                                 const IncidentWaves& waves, const std::vector<Direction>& directions,
                                 const Columns& currents);

}  // namespace pace
