// The current that physical optics gives a wave, as coefficients of RWG functions.
#pragma once

#include <vector>

#include "basis/rwg_space.hpp"
#include "excitation/plane_wave.hpp"

namespace pace {

/// 2 n × H where the wave meets the surface, 0 elsewhere; nothing shades. A function's coefficient is what
/// flows through the middle of its side, the mean of its two triangles. [A/m for a wave of 1 V/m]
std::vector<Complex> optics_current(const RwgSpace& space, double k, const PlaneWave& wave);

}  // namespace pace
