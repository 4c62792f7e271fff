#include "output/result_files.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "core/error.hpp"

namespace pace {
namespace {

static_assert(std::endian::native == std::endian::little, "the binary results are little-endian");

template <class T>
void append(std::string& text, const T& value) {
  text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Currents may be finite and their field not, where vertices are farther away than products of doubles
/// reach.
/// @param kind  "entry" (of a JSON file, at `place`), "current", "coefficient", "errorMap"
InputError not_finite(const std::string& kind, const std::string& file, const std::string& place = {}) {
  Message what{"notFinite." + kind, {{"file", file}}};
  if (!place.empty()) what.values["place"] = place;
  return InputError(Message{"MATRIX_SINGULAR.notWritten", {{"what", what}}});
}

void refuse_not_finite(const nlohmann::json& value, const nlohmann::json::json_pointer& at,
                       const std::string& file) {
  if (value.is_number_float() && !std::isfinite(value.get<double>()))
    throw not_finite("entry", file, at.to_string());
  if (value.is_object())
    for (const auto& [key, child] : value.items()) {
      if (child.is_number_float() || child.is_structured()) refuse_not_finite(child, at / key, file);
    }
  else if (value.is_array())
    for (std::size_t i = 0; i < value.size(); ++i)
      if (value[i].is_structured() || (value[i].is_number_float() && !std::isfinite(value[i].get<double>())))
        refuse_not_finite(value[i], at / i, file);
}

std::string binary_header(const char* magic, std::size_t count) {
  std::string text(magic);
  append(text, static_cast<std::uint32_t>(count));
  return text;
}

}  // namespace

std::string rounded(double value, int digits) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

std::string number_text(double value) {
  char digits[512];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed).ptr;
  return {digits, end};
}

double angle_times_ten(double degrees) { return std::round(degrees * 1e10) / 1e9; }

std::string result_file_name(const std::string& kind, const std::string& extension, double frequency_hz,
                             const Illumination& illumination) {
  return "solver_result_" + number_text(frequency_hz) + "_" + kind + "_" +
         number_text(angle_times_ten(illumination.theta_deg)) + "_" +
         number_text(angle_times_ten(illumination.phi_deg)) + "." + extension;
}

std::string error_map_file_name(double frequency_hz) {
  return "solver_result_" + number_text(frequency_hz) + "_errors.bin";
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path part = path.string() + ".part";
  std::ofstream file(part, std::ios::binary | std::ios::trunc);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file) throw std::runtime_error("Cannot write " + path.filename().string() + ": is the disk full?");
  std::filesystem::rename(part, path);
}

void write_json(const std::filesystem::path& path, const nlohmann::json& value) {
  refuse_not_finite(value, nlohmann::json::json_pointer(), path.filename().string());
  // Names of parts come from files and may hold bytes that are no UTF-8; they are replaced, not refused.
  write_file(path, value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void write_currents(const std::filesystem::path& path, std::span<const CVec3> at_vertices,
                    std::span<const CVec3> middles, std::span<const std::array<int, 2>> sides) {
  std::string text = binary_header(sides.empty() ? "PACECUR1" : "PACECUR2", at_vertices.size());
  if (!sides.empty()) append(text, static_cast<std::uint32_t>(sides.size()));
  for (const auto points : {at_vertices, middles})
    for (const CVec3& j : points)
      for (int axis = 0; axis < 3; ++axis) {
        const auto real = static_cast<float>(j[axis].real()), imaginary = static_cast<float>(j[axis].imag());
        if (!std::isfinite(real) || !std::isfinite(imaginary))
          throw not_finite("current", path.filename().string());
        append(text, real);
        append(text, imaginary);
      }
  for (const auto& side : sides)
    for (const int vertex : side) append(text, static_cast<std::uint32_t>(vertex));
  write_file(path, text);
}

void write_error_map(const std::filesystem::path& path, std::span<const double> at_triangles) {
  std::string text = binary_header("PACEERR1", at_triangles.size());
  for (const double value : at_triangles) {
    const auto written = static_cast<float>(value);
    if (!std::isfinite(written)) throw not_finite("errorMap", path.filename().string());
    append(text, written);
  }
  write_file(path, text);
}

void write_coefficients(const std::filesystem::path& path, std::span<const Complex> coefficients) {
  std::string text = binary_header("PACECOE1", coefficients.size());
  for (const Complex& c : coefficients) {
    if (!std::isfinite(c.real()) || !std::isfinite(c.imag()))
      throw not_finite("coefficient", path.filename().string());
    append(text, c);
  }
  write_file(path, text);
}

std::optional<std::vector<Complex>> read_coefficients(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string expected = binary_header("PACECOE1", 0);
  std::string header(expected.size(), '\0');
  if (!file.read(header.data(), static_cast<std::streamsize>(header.size()))) return std::nullopt;
  const std::size_t magic = expected.size() - sizeof(std::uint32_t);
  if (header.compare(0, magic, expected, 0, magic) != 0) return std::nullopt;
  std::uint32_t count = 0;
  std::memcpy(&count, header.data() + magic, sizeof count);
  std::error_code none;
  if (std::filesystem::file_size(path, none) != header.size() + count * sizeof(Complex)) return std::nullopt;
  std::vector<Complex> coefficients(count);
  file.read(reinterpret_cast<char*>(coefficients.data()),
            static_cast<std::streamsize>(count * sizeof(Complex)));
  if (!file) return std::nullopt;
  return coefficients;
}

}  // namespace pace
