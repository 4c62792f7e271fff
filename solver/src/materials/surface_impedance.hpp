// Surface impedances of a coating job: those given by hand, else those of the layers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "input/job.hpp"
#include "materials/layer_stack.hpp"
#include "mesh/mesh.hpp"

namespace pace {

/// The layers of one surface down to its conductor, or to vacuum.
struct Coating {
  std::vector<Layer> layers;  ///< outermost first; a layer of PEC ends the stack and is the backing
  Backing backing;
};

struct SurfaceImpedance {
  enum class Source {
    table,            ///< given at this frequency, of a surface without layers or as its layers say
    typed,            ///< given at this frequency, in place of what the layers of the surface say
    interpolated,     ///< between, or nearest to, given frequencies, because the surface has no layers
    layers,           ///< calculated
    default_ignored,  ///< calculated from the layers, although the table has the default 0.001 Ω here
    no_layers         ///< nothing is known of the surface: 0.001 Ω, with a notice
  };
  int surface;  ///< number of the part, as in the file
  Complex ohm;  ///< Z_s = R + jX, R ≥ 0
  Source source;
  Complex of_layers_ohm;  ///< with `typed` and `default_ignored`: what the layers say
  /// Exactly 0 Ω: a perfect conductor, no impedance condition.
  bool is_pec() const { return ohm == 0.0; }
};

using SurfaceImpedances = std::vector<SurfaceImpedance>;  ///< as Mesh::parts

/// Of a surface without layers [ohm] (contract: DEFAULT_IMPEDANCE_OHM).
inline constexpr Complex default_impedance_ohm{0.001, 0.0};

/// The coating of a surface at a frequency. No layers and backing `pec` means bare metal; `has_layers` asks
/// whether the job names any.
/// @throws InputError MATERIAL_MISSING
Coating coating_at(const nlohmann::json& materials, int surface, double frequency_hz);
bool has_layers(const nlohmann::json& materials, int surface);

/// Table and layers say the same of a surface up to this: relative, and absolute [ohm]. Clients round.
inline constexpr double same_impedance = 1e-3;

/// One impedance a part. The table `impedances` wins where it has this surface at this frequency (within
/// 1e-9), except that the default of 0.001 Ω is no value of a surface with layers (0 Ω is metal); then the
/// layers; then, of a surface without layers, a straight line over frequency between the neighbours in the
/// table, the nearest outside it; then 0.001 Ω.
/// @throws InputError MATERIAL_MISSING; IMPEDANCE_ACTIVE if a given resistance is negative
SurfaceImpedances surface_impedances(const Job& job, const Mesh& mesh, double frequency_hz);

/// The same at each of the frequencies, [frequency][part] in ohm.
/// @throws InputError  as surface_impedances
std::vector<std::vector<Complex>> part_impedances(const Job& job, const Mesh& mesh,
                                                  std::span<const double> frequencies_hz);

/// What the impedance that a run uses leaves out of the layers of each part; zeros where it does not come
/// from layers. @throws InputError  as surface_impedances
std::vector<ImpedanceSlopes> part_slopes(const Job& job, const Mesh& mesh, double frequency_hz);

const char* name_of(SurfaceImpedance::Source source);

}  // namespace pace
