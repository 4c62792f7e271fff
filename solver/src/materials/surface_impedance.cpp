#include "materials/surface_impedance.hpp"

#include <algorithm>
#include <cmath>

#include "core/complex_text.hpp"
#include "core/error.hpp"

namespace pace {
namespace {

using Json = nlohmann::json;

/// Frequencies this close are the same one.
constexpr double same_frequency = 1e-9;

const Json& list(const Json& materials, const char* key) {
  static const Json empty = Json::array();
  return materials.is_object() && materials.contains(key) ? materials.at(key) : empty;
}

struct Given {
  double frequency_hz;
  Complex ohm;
};

/// What the table says of a surface, ascending in frequency.
std::vector<Given> given_of(const Json& materials, int surface) {
  std::vector<Given> given;
  for (const Json& row : list(materials, "impedances"))
    for (const Json& cell : row.at("params"))
      if (cell.at("impedanceSurface") == surface)
        given.push_back(
            {row.at("frequency").get<double>(),
             {cell.at("impedanceReal").get<double>(), cell.at("impedanceImaginary").get<double>()}});
  std::stable_sort(given.begin(), given.end(),
                   [](const Given& a, const Given& b) { return a.frequency_hz < b.frequency_hz; });
  return given;
}

Complex between(const std::vector<Given>& given, double frequency_hz) {
  const auto above = std::find_if(given.begin(), given.end(),
                                  [&](const Given& g) { return g.frequency_hz >= frequency_hz; });
  if (above == given.begin()) return given.front().ohm;
  if (above == given.end()) return given.back().ohm;
  const Given &low = *(above - 1), &high = *above;
  return low.ohm +
         (frequency_hz - low.frequency_hz) / (high.frequency_hz - low.frequency_hz) * (high.ohm - low.ohm);
}

/// What rounding leaves of the resistance of a lossless coating is 0, not a source of power.
constexpr double rounding = 1e-9;

void require_passive(int surface, double frequency_hz, Complex& ohm) {
  if (ohm.real() < 0.0 && ohm.real() > -rounding * std::abs(ohm)) ohm = {0.0, ohm.imag()};
  if (ohm.real() >= 0.0) return;
  throw InputError(Message{"IMPEDANCE_ACTIVE",
                           {{"surface", surface},
                            {"impedance", complex_text(ohm, 6)},
                            {"ghz", significant(frequency_hz / 1e9, 6)}}},
                   "/materials/impedances");
}

SurfaceImpedance of_coated(int surface, Complex given, Complex of_layers) {
  using Source = SurfaceImpedance::Source;
  if (std::abs(given - of_layers) <= same_impedance * (1.0 + std::abs(of_layers)))
    return {surface, given, Source::table, of_layers};
  if (given == default_impedance_ohm) return {surface, of_layers, Source::default_ignored, of_layers};
  return {surface, given, Source::typed, of_layers};
}

SurfaceImpedance impedance_of(const Json& materials, int surface, double frequency_hz) {
  using Source = SurfaceImpedance::Source;
  const std::vector<Given> given = given_of(materials, surface);
  const bool coated = has_layers(materials, surface);
  const auto of_layers = [&] {
    const Coating coating = coating_at(materials, surface, frequency_hz);
    return stack_impedance(coating.layers, coating.backing, {frequency_hz});
  };
  for (const Given& g : given) {
    if (std::fabs(g.frequency_hz - frequency_hz) > same_frequency * frequency_hz) continue;
    if (coated) return of_coated(surface, g.ohm, of_layers());
    // The screens fill the table for every surface: the default there says no more than no entry.
    return {surface, g.ohm, g.ohm == default_impedance_ohm ? Source::no_layers : Source::table, {}};
  }
  if (coated) return {surface, of_layers(), Source::layers, {}};
  if (given.empty()) return {surface, default_impedance_ohm, Source::no_layers, {}};
  const Complex ohm = between(given, frequency_hz);
  return {surface, ohm, ohm == default_impedance_ohm ? Source::no_layers : Source::interpolated, {}};
}

}  // namespace

bool has_layers(const Json& materials, int surface) {
  const Json& thicknesses = list(materials, "thicknesses");
  return std::any_of(thicknesses.begin(), thicknesses.end(),
                     [&](const Json& layer) { return layer.at("surface") == surface; });
}

Coating coating_at(const Json& materials, int surface, double frequency_hz) {
  std::vector<const Json*> entries;
  for (const Json& layer : list(materials, "thicknesses"))
    if (layer.at("surface") == surface) entries.push_back(&layer);
  std::stable_sort(entries.begin(), entries.end(), [](const Json* a, const Json* b) {
    return a->at("surfaceIndex").get<int>() < b->at("surfaceIndex").get<int>();
  });
  Coating coating{
      {}, !materials.is_object() || materials.value("pecBack", true) ? Backing::pec : Backing::vacuum};
  for (const Json* entry : entries) {
    const std::string name = entry->at("materialName");
    if (is_pec(name)) {
      coating.backing = Backing::pec;
      break;
    }
    coating.layers.push_back(
        {medium_at(materials, name, frequency_hz), entry->at("thickness").get<double>()});
  }
  return coating;
}

SurfaceImpedances surface_impedances(const Job& job, const Mesh& mesh, double frequency_hz) {
  SurfaceImpedances impedances;
  for (const Part& part : mesh.parts) {
    impedances.push_back(impedance_of(job.materials, part.number, frequency_hz));
    require_passive(part.number, frequency_hz, impedances.back().ohm);
  }
  return impedances;
}

std::vector<std::vector<Complex>> part_impedances(const Job& job, const Mesh& mesh,
                                                  std::span<const double> frequencies_hz) {
  std::vector<std::vector<Complex>> ohm;
  for (const double f : frequencies_hz) {
    ohm.emplace_back();
    for (const SurfaceImpedance& of : surface_impedances(job, mesh, f)) ohm.back().push_back(of.ohm);
  }
  return ohm;
}

std::vector<ImpedanceSlopes> part_slopes(const Job& job, const Mesh& mesh, double frequency_hz) {
  const SurfaceImpedances impedances = surface_impedances(job, mesh, frequency_hz);
  std::vector<ImpedanceSlopes> slopes(impedances.size());
  for (std::size_t p = 0; p < slopes.size(); ++p) {
    const int surface = mesh.parts[p].number;
    if (impedances[p].source == SurfaceImpedance::Source::typed || impedances[p].is_pec()) continue;
    if (!has_layers(job.materials, surface)) continue;
    const Coating coating = coating_at(job.materials, surface, frequency_hz);
    if (!coating.layers.empty()) slopes[p] = impedance_slopes(coating.layers, coating.backing, frequency_hz);
  }
  return slopes;
}

const char* name_of(SurfaceImpedance::Source source) {
  switch (source) {
    case SurfaceImpedance::Source::table:
      return "table";
    case SurfaceImpedance::Source::typed:
      return "typed";
    case SurfaceImpedance::Source::interpolated:
      return "interpolated";
    case SurfaceImpedance::Source::layers:
      return "layers";
    case SurfaceImpedance::Source::default_ignored:
      return "default ignored";
    case SurfaceImpedance::Source::no_layers:
      return "no layers";
  }
  return "";
}

}  // namespace pace
