#include "excitation/sweep.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string>

namespace pace {
namespace {

/// Room for the noise of decimal numbers in binary (0.3 − 0.2 < 0.1), in steps.
constexpr double step_tolerance = 1e-9;
constexpr double most_points = 1e7;

/// Removes the noise of repeated decimal steps (0.1 + 0.2): twelve significant digits, ties away from zero,
/// as Number(value.toPrecision(12)) does in JavaScript (printf would round ties to even).
double round_off(double value) {
  if (value == 0.0 || !std::isfinite(value)) return value;
  char buffer[64];  // d.ddd…e±xx with 40 digits after the point: more than enough to see a tie
  char* end =
      std::to_chars(buffer, std::end(buffer), std::fabs(value), std::chars_format::scientific, 40).ptr;
  const std::string exact(buffer, end);
  const std::size_t e = exact.find('e');
  const std::string twelve_digits = exact[0] + exact.substr(2, 11);
  const bool up = exact[13] >= '5';
  const int exponent = std::stoi(exact.substr(e + 1));
  const std::string text =
      std::to_string(std::stoll(twelve_digits) + (up ? 1 : 0)) + "e" + std::to_string(exponent - 11);
  double rounded = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  return std::copysign(rounded, value);
}

std::vector<double> sweep_values(double initial, double final, double step) {
  const double count = sweep_count(initial, final, step);
  if (!(count <= most_points)) throw std::length_error("The sweep has too many points");
  std::vector<double> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = std::min(round_off(initial + static_cast<double>(i) * step), final);
  return values;
}

}  // namespace

double sweep_count(double initial, double final, double step) {
  if (!(step > 0.0) || final <= initial) return 1.0;
  return std::floor((final - initial) / step + step_tolerance) + 1.0;
}

bool step_exceeds_range(double initial, double final, double step) {
  return step > (final - initial) * (1.0 + step_tolerance);
}

std::vector<Illumination> illuminations(bool sweep, std::span<const double> excitation) {
  if (excitation.size() < (sweep ? 7u : 2u))
    throw std::invalid_argument("The excitation has too few numbers");
  if (!sweep) return {{excitation[0], excitation[1]}};
  const std::vector<double> thetas = sweep_values(excitation[0], excitation[1], excitation[5]);
  const std::vector<double> phis = sweep_values(excitation[2], excitation[3], excitation[6]);
  if (static_cast<double>(thetas.size()) * static_cast<double>(phis.size()) > most_points)
    throw std::length_error("The sweep has too many points");
  std::vector<Illumination> directions;
  directions.reserve(thetas.size() * phis.size());
  for (const double theta : thetas)
    for (const double phi : phis) directions.push_back({theta, phi});
  return directions;
}

std::vector<double> frequencies_hz(bool sweep, const std::array<double, 3>& frequency) {
  if (!sweep) return {frequency[0]};
  return sweep_values(frequency[0], frequency[2], frequency[1]);
}

}  // namespace pace
