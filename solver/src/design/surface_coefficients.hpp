// The currents of one wave as the solver gives them.
#pragma once

#include "core/types.hpp"

namespace pace {

/// One coefficient a function. On a sheet they are the sums of both sides.
struct SurfaceCoefficients {
  const Complex* electric;            ///< of J
  const Complex* magnetic = nullptr;  ///< of M/η₀; null: a conductor
};

}  // namespace pace
