#include "output/map_files.hpp"

#include <cmath>
#include <cstdint>

#include "output/result_files.hpp"

namespace pace {
namespace {

using nlohmann::json;

/// null for nothing at all.
json decibels(double rcs_m2) { return rcs_m2 > 0.0 ? json(10.0 * std::log10(rcs_m2)) : json(nullptr); }

json of_angles(const Illumination& i) { return {{"thetaDeg", i.theta_deg}, {"phiDeg", i.phi_deg}}; }

json of_derivatives(const MapsRecord::Derivatives& d) {
  json said{{"displacement_dBPerMm", d.per_millimetre}};
  if (d.per_ohm) said["resistance_dBPerOhm"] = *d.per_ohm;
  if (d.per_reactive_ohm) said["reactance_dBPerOhm"] = *d.per_reactive_ohm;
  if (d.per_millimetre_of_layer) said["layer_dBPerMm"] = *d.per_millimetre_of_layer;
  return said;
}

/// [Re, Im]
json pair_of(const Complex& z) { return {z.real(), z.imag()}; }

json pairs_of(const std::array<Complex, 3>& axes) {
  return {pair_of(axes[0]), pair_of(axes[1]), pair_of(axes[2])};
}

json of_response(const MapsRecord::Response& response, bool has_layer) {
  json said{{"field", pair_of(response.field)}, {"parts", json::array()}};
  for (const MapsRecord::PartResponse& part : response.parts) {
    json one{{"share", pair_of(part.share)}};
    if (part.derivatives) {
      const MapsRecord::PartDerivatives& d = *part.derivatives;
      one["perMm"] = pair_of(d.per_millimetre);
      if (d.per_ohm) one["perOhm"] = pair_of(*d.per_ohm);
      if (has_layer) one["perMmOfLayer"] = pair_of(d.per_millimetre_of_layer);
      one["perMmMoved"] = pairs_of(d.per_millimetre_moved);
      one["perDegreeTurned"] = pairs_of(d.per_degree_turned);
    }
    said["parts"].push_back(std::move(one));
  }
  for (const MapsRecord::MaterialResponse& material : response.materials)
    said["materials"].push_back({{"perPermittivity", pair_of(material.per_permittivity)},
                                 {"perPermeability", pair_of(material.per_permeability)}});
  return said;
}

const char* unit_of(const std::string& name) {
  if (name == "contribution" || name == "backprojection") return "m²";
  if (name == "displacement" || name == "layer") return "dB/mm";
  return "dB/Ω";
}

void append(std::string& text, std::uint32_t value) {
  text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

json maps_file(const MapsRecord& record, std::span<const TriangleMap> maps) {
  json file{{"schema", "pace-maps-1"},
            {"fingerprint", record.fingerprint},
            {"frequencyHz", record.frequency_hz},
            {"incident", record.incident},
            {"received", record.received},
            {"radius_m", record.radius_m},
            {"rcs_dBsm", decibels(record.rcs_m2)},
            {"sheetTriangles", record.sheet_triangles},
            {"seconds", record.seconds},
            {"illuminations", json::array()},
            {"parts", json::array()},
            {"maps", json::array()}};
  for (const Illumination& i : record.illuminations) file["illuminations"].push_back(of_angles(i));
  if (record.receiver) file["receiver"] = of_angles(*record.receiver);
  const auto complex = [](const Complex& z) { return json{{"real", z.real()}, {"imag", z.imag()}}; };
  for (const MapsRecord::Material& material : record.materials)
    file["materials"].push_back({{"name", material.name},
                                 {"permittivity", complex(material.permittivity)},
                                 {"permeability", complex(material.permeability)}});
  if (record.layer) {
    file["layer"] = {{"permittivity", complex(record.layer->permittivity)},
                     {"permeability", complex(record.layer->permeability)}};
  }
  if (record.translation_defect) file["translationDefect"] = *record.translation_defect;
  for (std::size_t p = 0; p < record.parts.size(); ++p) {
    const MapsRecord::PartShare& part = record.parts[p];
    json said{{"index", p + 1},
              {"number", part.number},
              {"name", part.name},
              {"triangles", part.triangles},
              {"area_m2", part.area_m2},
              {"middle_m", {part.middle_m.x(), part.middle_m.y(), part.middle_m.z()}},
              {"share_dBsm", decibels(part.share_rcs_m2)},
              {"without_dBsm", decibels(part.without_rcs_m2)}};
    if (part.from_into) said["outwards"] = {{"from", (*part.from_into)[0]}, {"into", (*part.from_into)[1]}};
    if (part.phase_deg) said["phaseDeg"] = *part.phase_deg;
    if (part.derivatives) said["derivatives"] = of_derivatives(*part.derivatives);
    file["parts"].push_back(std::move(said));
  }
  for (const MapsRecord::Response& response : record.responses)
    file["responses"].push_back(of_response(response, record.layer.has_value()));
  for (const TriangleMap& map : maps)
    file["maps"].push_back({{"name", map.name}, {"unit", unit_of(map.name)}});
  return file;
}

void write_maps(const std::filesystem::path& path, std::span<const TriangleMap> maps) {
  std::string text("PACEMAP1");
  append(text, static_cast<std::uint32_t>(maps.empty() ? 0 : maps[0].values.size()));
  append(text, static_cast<std::uint32_t>(maps.size()));
  for (const TriangleMap& map : maps)
    text.append(reinterpret_cast<const char*>(map.values.data()), map.values.size() * sizeof(float));
  write_file(path, text);
}

}  // namespace pace
