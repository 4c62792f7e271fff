// The files of fields of a results folder (docs/run-folder.md): monostatic.json, `farzone`, `iterations`,
// `time`.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "excitation/sweep.hpp"
#include "observables/cuts.hpp"
#include "observables/far_field.hpp"

namespace pace {

/// What is scattered into one direction: of one incident wave its field, of both polarizations that of V,
/// then that of H. Files have the first as e_Theta and e_Phi [V], the second as a scattering matrix [m].
using FieldOfWaves = std::vector<FarFieldAmplitude>;

/// Radius of the disc around a complex component in which the exact one lies, 95 times of 100; of the same
/// unit.
struct FieldError {
  double theta, phi;
};

/// What is added to a field that returns, and the radii that are left.
struct FieldCorrection {
  FarFieldAmplitude shift;
  FieldError error;
};

/// A field with the first order of its known errors added, and what radius is left.
struct CorrectedField {
  FarFieldAmplitude field;
  FieldError error;
};

/// The backscatter of one illumination.
struct MonostaticRecord {
  double frequency_hz;
  Illumination illumination;
  FieldOfWaves field;
  std::vector<FieldError> error = {};          ///< a wave each; empty where it is not known
  std::vector<CorrectedField> corrected = {};  ///< a wave each; empty where it is no better
  std::optional<bool> computed = {};           ///< of an adaptive sweep: solved, not interpolated
};

/// monostatic.json
nlohmann::json monostatic_file(std::span<const MonostaticRecord> records, bool converged);
/// The records of such a file. @throws std::exception if it is none
std::vector<MonostaticRecord> monostatic_records_of(const nlohmann::json& file);

/// A file of kind `farzone`. @param polarization  code of the job, which says how many waves there are
/// @param field_at  by direction, one cut after the other
nlohmann::json far_zone_file(std::span<const Cut> cuts, double frequency_hz, const Illumination& illumination,
                             int polarization, const std::function<FieldOfWaves(std::size_t)>& field_at,
                             bool converged);

/// Adds bars to a file of kind `farzone` of this many incident waves: to its cuts but those of the whole
/// sphere. Bars that a pass that was killed has left there are replaced.
/// @param error_at  by direction, one of these cuts after the other; a wave each
void add_errors(nlohmann::json& far_zone_file,
                const std::function<std::vector<FieldError>(std::size_t)>& error_at);
/// What such a file has, by direction, one cut after the other.
struct FarZoneFields {
  std::vector<FieldOfWaves> fields;
  std::vector<std::vector<FieldError>> errors;  ///< a wave each; empty where there are none
  bool converged = true;
};
/// @throws std::exception if it is no such file
FarZoneFields far_zone_fields_of(const nlohmann::json& far_zone_file);

/// The cuts that have bars.
inline bool has_errors(const Cut& cut) { return cut.plane != "3d"; }

/// The directions of all cuts, one after the other [rad].
std::vector<Direction> directions_of(std::span<const Cut> cuts);

/// A file of kind `iterations`. @param residuals  relative, one an iteration
nlohmann::json iterations_file(const std::string& method, std::span<const double> residuals, bool converged);
/// The residuals of such a file, if it is of this method and has not converged; else none.
std::vector<double> unconverged_residuals_of(const nlohmann::json& file, const std::string& method);

/// A file of kind `time`. @param stages  name and seconds of each
nlohmann::json times_file(const std::vector<std::pair<std::string, double>>& stages, double seconds);

}  // namespace pace
