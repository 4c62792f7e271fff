// The files of design maps (docs/run-folder.md): maps.json and maps.bin.
#pragma once

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/types.hpp"
#include "excitation/sweep.hpp"

namespace pace {

/// What maps.json says. Decibels are those of the mean RCS over the illuminations.
struct MapsRecord {
  std::string fingerprint;  ///< of the results
  double frequency_hz = 0.0;
  std::string incident, received;           ///< "V" or "H"
  std::vector<Illumination> illuminations;  ///< that were averaged
  std::optional<Illumination> receiver;     ///< nothing: back to where each wave comes from
  double radius_m = 0.0;                    ///< of the neighbourhood
  struct Layer {
    Complex permittivity, permeability;
  };
  std::optional<Layer> layer;
  double rcs_m2 = 0.0;
  int sheet_triangles = 0;
  std::optional<double> translation_defect;  ///< nothing where there are sheets

  /// d(dB)/dx of the mean RCS.
  struct Derivatives {
    double per_millimetre = 0.0;
    std::optional<double> per_ohm, per_reactive_ohm;  ///< of conductors
    std::optional<double> per_millimetre_of_layer;
  };
  struct PartShare {
    int number = 0;
    std::string name;
    std::optional<std::array<std::string, 2>> from_into;  ///< of a composite: materials, outwards
    int triangles = 0;
    double area_m2 = 0.0;
    Vec3 middle_m = Vec3::Zero();                     ///< that turning is about
    double share_rcs_m2 = 0.0, without_rcs_m2 = 0.0;  ///< means of 4π|F_part|² and 4π|F − F_part|²
    std::optional<double> phase_deg;                  ///< of the share against the field, of one illumination
    std::optional<Derivatives> derivatives;           ///< nothing of parts with sheets
  };
  std::vector<PartShare> parts;

  /// Derivatives of the far-field amplitude by changes of one part.
  struct PartDerivatives {
    Complex per_millimetre;
    std::optional<Complex> per_ohm;  ///< of a conductor
    Complex per_millimetre_of_layer;
    std::array<Complex, 3> per_millimetre_moved, per_degree_turned;  ///< along and about x, y and z
  };
  struct PartResponse {
    Complex share;
    std::optional<PartDerivatives> derivatives;  ///< nothing of parts with sheets
  };
  /// Derivatives of the far-field amplitude by the relative values of a material [V].
  struct MaterialResponse {
    Complex per_permittivity, per_permeability;
  };
  /// One illumination: the amplitude F [V], RCS 4π|F|², and what each part and each material has to do with
  /// it.
  struct Response {
    Complex field;
    std::vector<PartResponse> parts;
    std::vector<MaterialResponse> materials;  ///< as `materials`
  };
  struct Material {
    std::string name;
    Complex permittivity, permeability;
  };
  std::vector<Material> materials;  ///< of a composite
  std::vector<Response> responses;  ///< one an illumination; none where that would be too many numbers
  double seconds = 0.0;
};

/// A value a triangle of the mesh; NaN where there is none.
struct TriangleMap {
  const char* name;
  std::vector<float> values;
};

nlohmann::json maps_file(const MapsRecord& record, std::span<const TriangleMap> maps);
/// "PACEMAP1", uint32 triangles, uint32 maps, then float32 a triangle, map after map; little-endian.
/// @throws std::runtime_error when the disk refuses
void write_maps(const std::filesystem::path& path, std::span<const TriangleMap> maps);

}  // namespace pace
