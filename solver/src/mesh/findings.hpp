// From the measurements of the doctor to sentences with a remedy.
#pragma once

#include <vector>

#include "mesh/report.hpp"
#include "mesh/unv.hpp"

namespace pace {

/// @param report  all measurements filled in, `findings` still empty
/// @param file    for what the file says about itself
std::vector<Finding> findings_of(const Report& report, const UnvFile& file);

/// Limits of plausibility. They only raise questions, never refuse a mesh; change them freely when they nag.
namespace plausible {
inline constexpr double smallest_body_m = 1e-4;
inline constexpr double largest_body_m = 1e4;
inline constexpr double smallest_body_wavelengths = 1e-2;
inline constexpr double largest_body_wavelengths = 3e3;
/// Mean edge in wavelengths: below 1/100 nobody meshes a whole body by intention, above 2 not even for ray
/// methods.
inline constexpr double shortest_mean_edge_wavelengths = 0.01;
inline constexpr double longest_mean_edge_wavelengths = 2.0;
/// RWG functions lose accuracy from about λ/5 (docs/conventions.md; the usual advice is λ/10).
inline constexpr double longest_edge_wavelengths = 0.2;
/// Finer than this costs more than it brings.
inline constexpr double fine_mean_edge_wavelengths = 1.0 / 40.0;
/// Squared length of the open rim over the area: a disc has 4π, a cube without one face 3.2; below 1 it is a
/// gap in a body that was meant to be closed.
inline constexpr double gap_rim_squared_over_area = 1.0;
/// A component with less than this part of the area of all is probably forgotten debris.
inline constexpr double stray_area_fraction = 1e-6;
}  // namespace plausible

}  // namespace pace
