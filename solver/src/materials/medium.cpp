#include "materials/medium.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/error.hpp"

namespace pace {
namespace {

using Json = nlohmann::json;

struct Parameters {
  double frequency_hz;
  Complex permittivity, permeability;
};

Complex complex_of(const Json& value) {
  return {value.at("real").get<double>(), value.at("imaginary").get<double>()};
}

Parameters parameters_of(const Json& entry) {
  return {entry.at("frequency").get<double>(), complex_of(entry.at("permitivity")),
          complex_of(entry.at("permeability"))};
}

/// Entries of one name, ascending in frequency.
std::vector<Parameters> table_of(const Json& materials, const std::string& name) {
  std::vector<Parameters> table;
  if (!materials.is_object() || !materials.contains("inputMaterials")) return table;
  for (const Json& material : materials.at("inputMaterials")) {
    if (material.at("name") != name) continue;
    if (material.contains("params") && !material.at("params").empty()) {
      for (const Json& entry : material.at("params")) table.push_back(parameters_of(entry));
    } else {
      table.push_back(parameters_of(material));
    }
  }
  std::stable_sort(table.begin(), table.end(),
                   [](const Parameters& a, const Parameters& b) { return a.frequency_hz < b.frequency_hz; });
  return table;
}

Parameters interpolated(const std::vector<Parameters>& table, double frequency_hz) {
  const auto above = std::find_if(table.begin(), table.end(),
                                  [&](const Parameters& p) { return p.frequency_hz >= frequency_hz; });
  if (above == table.begin()) return table.front();
  if (above == table.end()) return table.back();
  const Parameters &low = *(above - 1), &high = *above;
  // A table that begins at 0 Hz has no logarithm there: its first stretch is level.
  const double share = low.frequency_hz > 0.0 ? std::log(frequency_hz / low.frequency_hz) /
                                                    std::log(high.frequency_hz / low.frequency_hz)
                                              : 1.0;
  const auto between = [share](Complex a, Complex b) { return a + share * (b - a); };
  return {frequency_hz, between(low.permittivity, high.permittivity),
          between(low.permeability, high.permeability)};
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

}  // namespace

Complex passive_root(Complex z) {
  const double larger = std::sqrt((std::abs(z) + std::fabs(z.real())) / 2.0);
  if (larger == 0.0) return 0.0;
  const double smaller = std::fabs(z.imag()) / (2.0 * larger);
  const double real = z.real() >= 0.0 ? larger : smaller, imaginary = z.real() >= 0.0 ? smaller : larger;
  return {real, z.imag() > 0.0 ? imaginary : -imaginary};
}

Complex passive(Complex value) {
  return {value.real(), value.imag() == 0.0 ? 0.0 : -std::fabs(value.imag())};
}

Complex Medium::refractive_index() const {
  // The roots of passive ε and μ lie in the fourth quadrant, so their product has Im ≤ 0 and may have Re < 0:
  // a backward wave, which decays along its power like any other.
  return passive_root(relative_permittivity) * passive_root(relative_permeability);
}

Complex Medium::wavenumber(double frequency_hz) const {
  return 2.0 * pi * frequency_hz / speed_of_light * refractive_index();
}

Complex Medium::impedance() const {
  return vacuum_impedance * passive_root(relative_permeability) / passive_root(relative_permittivity);
}

bool is_pec(std::string_view material) { return lower_case(material) == "pec"; }
bool is_vacuum(std::string_view material) { return lower_case(material) == "vacuum"; }

Medium medium_at(const Json& materials, const std::string& name, double frequency_hz) {
  const std::vector<Parameters> table = table_of(materials, name);
  if (table.empty()) {
    if (is_vacuum(name)) return {};
    throw InputError(Message{"MATERIAL_MISSING", {{"material", name}}}, "/materials/inputMaterials");
  }
  const bool constant = materials.value("isConstant", true);
  const Parameters chosen = constant ? table.front() : interpolated(table, frequency_hz);
  const Medium medium{passive(chosen.permittivity), passive(chosen.permeability)};
  for (const Complex value : {medium.relative_permittivity, medium.relative_permeability})
    if (value == 0.0 || !std::isfinite(std::abs(value)))
      throw InputError(Message{"MATERIAL_MISSING.zero", {{"material", name}}}, "/materials/inputMaterials");
  return medium;
}

}  // namespace pace
