// What a material of the project is at a frequency; the twin of contract/src/materialModel.ts.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/types.hpp"

namespace pace {

/// A homogeneous medium at one frequency, e^{+jωt}: ε = ε' − jε'', μ = μ' − jμ'', relative to vacuum.
struct Medium {
  Complex relative_permittivity{1.0, 0.0};
  Complex relative_permeability{1.0, 0.0};

  /// n = √ε √μ, Im n ≤ 0; each root is taken by itself, so that a medium of negative ε and μ has its backward
  /// wave.
  Complex refractive_index() const;
  /// k = k' − jk'' [1/m]; the wave e^{−jkr} decays.
  Complex wavenumber(double frequency_hz) const;
  /// η = √(μ/ε) η₀ [ohm]
  Complex impedance() const;
};

/// √z with a real part that is not negative; of a negative real number −j times its size, as e^{+jωt} has it.
Complex passive_root(Complex z);

/// ε' − jε'' whichever sign of the imaginary part was typed.
Complex passive(Complex value);

/// The name that stands for a perfect conductor, in any case.
bool is_pec(std::string_view material);
/// The name that stands for vacuum, in any case; it need not be in the list of materials.
bool is_vacuum(std::string_view material);

/// The medium of a name at a frequency. Entries of the name are sorted by frequency; an entry with `params`
/// counts as all of those. If the materials are constant the lowest frequency's values hold everywhere, else
/// straight lines over log f between the entries, the nearest outside.
/// @param materials     as in job.json
/// @throws InputError   MATERIAL_MISSING: no material of this name, or a value that no medium has (ε or μ of
/// 0)
Medium medium_at(const nlohmann::json& materials, const std::string& name, double frequency_hz);

}  // namespace pace
