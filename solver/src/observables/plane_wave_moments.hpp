// ∫ f_i(r) e^{jk r̂·r} dS: what a plane wave from r̂ puts into the functions, and what they radiate towards r̂.
#pragma once

#include <vector>

#include "basis/dual_space.hpp"
#include "excitation/plane_wave.hpp"

namespace pace {

/// θ̂ and φ̂ components of ∫ f_i e^{jk r̂·r} dS for every function [m²].
struct DirectionMoments {
  std::vector<Complex> theta, phi;
};

/// @param theta, phi  direction r̂ [rad]
DirectionMoments direction_moments(const RwgSpace& space, double k, double theta, double phi);

/// Right-hand side of the CFIE for a plane wave: α ∫ f_i·E_inc + (1 − α) η M, written to `column` (space.size() values)
/// [V·m]. M = ∫ g_i·H_inc for functions with a dual g_i, else ∫ f_i·(n × H_inc): the testing of operators/assembly.hpp.
/// @param dual  null: no function has one
void excite(const RwgSpace& space, const DualSpace* dual, double k, const PlaneWave& wave, std::span<const double> alpha,
            Complex* column);

}  // namespace pace
