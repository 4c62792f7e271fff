// The files of a results folder (docs/run-folder.md): names as the product's specification, written whole or
// not at all.
#pragma once

#include <complex>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/types.hpp"
#include "excitation/sweep.hpp"

namespace pace {

/// A number as in the names: the shortest decimal that reads back the same, never with an exponent.
std::string number_text(double value);
/// For sentences: so many significant digits.
std::string rounded(double value, int digits);

/// `solver_result_{frequency}_{kind}_{theta×10}_{phi×10}.{extension}`
std::string result_file_name(const std::string& kind, const std::string& extension, double frequency_hz,
                             const Illumination& illumination);

/// `solver_result_{frequency}_errors.bin`, once a frequency.
std::string error_map_file_name(double frequency_hz);

/// Degrees × 10 without the noise of decimal steps.
double angle_times_ten(double degrees);

/// Writes beside the target, then renames: a reader or a crash never sees half a file.
/// @throws std::runtime_error when the disk refuses
void write_file(const std::filesystem::path& path, std::string_view content);

/// None of the following writes a number that is not finite: the file stays as it was.
/// @throws InputError MATRIX_SINGULAR, with the place of such a number; std::runtime_error when the disk
/// refuses
void write_json(const std::filesystem::path& path, const nlohmann::json& value);

/// A current, little-endian, of each point float32 × 6: Re and Im of x, y, z [A/m; V/m].
///   char[8] "PACECUR1", uint32 vertex count, the vertices
/// Where triangles are bent:
///   char[8] "PACECUR2", uint32 vertex count, uint32 side count, the vertices, the middles of the sides,
///   uint32 × 2 a side: its vertices
/// @param sides  as many as `middles`
void write_currents(const std::filesystem::path& path, std::span<const CVec3> at_vertices,
                    std::span<const CVec3> middles = {}, std::span<const std::array<int, 2>> sides = {});

/// "PACEERR1", uint32 count, float32 a triangle of the mesh, over the field, little-endian.
void write_error_map(const std::filesystem::path& path, std::span<const double> at_triangles);

/// "PACECOE1", uint32 count, float64 × 2 an unknown, little-endian.
void write_coefficients(const std::filesystem::path& path, std::span<const Complex> coefficients);
/// The values of such a file; nothing if it is none.
std::optional<std::vector<Complex>> read_coefficients(const std::filesystem::path& path);

}  // namespace pace
