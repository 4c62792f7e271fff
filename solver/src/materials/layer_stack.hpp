// Plane waves on a stack of layers, by the transmission-line recursion (Pozar, Microwave Engineering, §2.3;
// Balanis, Advanced Engineering Electromagnetics, §5.5). The twin of contract/src/layers.ts: every layer is a
// line of wave impedance η and propagation constant γ, the stack ends in a conductor or in vacuum, and the
// impedance is carried outward layer by layer.
#pragma once

#include <span>

#include "materials/medium.hpp"

namespace pace {

struct Layer {
  Medium medium;
  double thickness_m;
};

/// What stands behind the innermost layer.
enum class Backing { pec, vacuum };
/// E across the plane of incidence (TE, perpendicular) or in it (TM, parallel).
enum class WavePolarization { te, tm };

struct Incidence {
  double frequency_hz;
  double angle_deg = 0.0;  ///< from the normal, 0 to below 90
  WavePolarization polarization = WavePolarization::te;
};

/// Surface impedance Z_s = R + jX at the outer face [ohm]; an open circuit is 1e15.
/// @param layers  outermost first
Complex stack_impedance(std::span<const Layer> layers, Backing backing, const Incidence& incidence);

/// What the impedance at normal incidence leaves out of a stack, to first order.
struct ImpedanceSlopes {
  /// (Z(θ) − Z(0))/sin²θ between normal incidence and θ = 60°, times (Z(0) + η)/(Z(θ) + η) with the impedance
  /// η of the wave outside: as much to first order as Z(θ) does to a reflection there [ohm]
  Complex te = 0.0, tm = 0.0;
  /// On a curved surface Z depends on the direction of E: along the first principal direction of curvature it
  /// is Z + curvature · (κ₁ − κ₂), along the other Z − curvature · (κ₁ − κ₂); κ > 0 where the coated side is
  /// convex [ohm·m].
  Complex curvature = 0.0;
};
ImpedanceSlopes impedance_slopes(std::span<const Layer> layers, Backing backing, double frequency_hz);

/// Reflection coefficient of the tangential electric field, (Z − Z₀)/(Z + Z₀), for a wave from vacuum.
Complex stack_reflection(std::span<const Layer> layers, Backing backing, const Incidence& incidence);

/// Reflection coefficient of a surface whose impedance is the same at every angle.
Complex impedance_reflection(Complex impedance, const Incidence& incidence);

}  // namespace pace
