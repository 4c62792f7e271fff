// Where the impedance of a flat stack at normal incidence cannot be trusted to stand for a coating.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/message.hpp"
#include "materials/surface_impedance.hpp"
#include "mesh/curvature.hpp"

namespace pace {

struct CoatingFinding : Statement {
  CoatingFinding(Message said, int number, double hz)
      : Statement(std::move(said)), surface(number), frequency_hz(hz) {}
  int surface;          ///< number of the part; the sentence names it
  double frequency_hz;  ///< where it is worst
};

namespace coating_limit {
/// Thickness of a stack in wavelengths of its materials: beyond a quarter the wave runs along inside the
/// layer.
inline constexpr double thickness_wavelengths = 0.25;
/// |εμ| below which a wave is not bent close enough to the normal (30° inside at grazing incidence for 4) …
inline constexpr double refraction = 4.0;
/// … unless the layer is this thin against the vacuum's wavelength and hardly carries a wave at all.
inline constexpr double thin_wavelengths = 0.01;
/// One way through a stack [dB]: what gets through is gone (no conductor behind) or does not come back (with
/// one).
inline constexpr double opaque_db = 20.0;
/// Radius of curvature over the vacuum's wavelength, and thickness over radius, of a surface that is locally
/// flat.
inline constexpr double radius_wavelengths = 0.5;
inline constexpr double thickness_over_radius = 0.1;
/// Error of the reflection coefficient at `angle_deg` that earns a sentence: −20 dB.
inline constexpr double reflection_error = 0.1;
inline constexpr double angle_deg = 60.0;
}  // namespace coating_limit

/// One finding a surface and code, at the frequency of a job where it is worst:
///   COATING_NO_LAYERS     nothing known of a surface: 0.001 Ω
///   COATING_INTERPOLATED  the impedance table has not this frequency
///   COATING_TYPED         the impedance table says something else than the layers, and is used
///   COATING_DEFAULT       the impedance table has 0.001 Ω for a surface with layers, which are used
///   COATING_THICK         thickness over wavelength in the materials
///   COATING_REFRACTION    a layer of low |εμ| and little loss
///   COATING_TRANSPARENT   no conductor behind, and the wave gets through
///   COATING_CURVED        radius of curvature over wavelength, or thickness over radius
///   COATING_EDGES         sharp edges within a coated surface, distinguished from curvature
///   COATING_ANGLE         reflection at 60° against that of the impedance
/// Those of the model's limits offer Composite.
/// @throws InputError MATERIAL_MISSING, IMPEDANCE_ACTIVE
std::vector<CoatingFinding> coating_findings(const Job& job, const Mesh& mesh, const Topology& topology,
                                             const std::vector<double>& frequencies_hz);

}  // namespace pace
