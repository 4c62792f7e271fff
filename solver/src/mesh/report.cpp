#include "mesh/report.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace pace {
namespace {

using nlohmann::json;

json triple(const Vec3& v) { return json::array({v.x(), v.y(), v.z()}); }

json box_of(const Box& box, double scale) {
  return {{"low", triple(box.low * scale)},
          {"high", triple(box.high * scale)},
          {"size", triple(box.size() * scale)}};
}

json lengths(const EdgeLengths& edge) { return {{"min", edge.min}, {"mean", edge.mean}, {"max", edge.max}}; }

const char* name_of(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "info";
}

const char* name_of(LengthUnit::Source source) {
  switch (source) {
    case LengthUnit::Source::file:
      return "file";
    case LengthUnit::Source::user:
      return "user";
    default:
      return "assumed";
  }
}

json part_of(const PartReport& part) {
  return {{"index", part.index},
          {"number", part.number},
          {"name", part.name},
          {"triangles", part.triangles},
          {"area_m2", part.area_m2},
          {"extent_m", part.extent_m},
          {"smooth_m", std::isfinite(part.smooth_m) ? json(part.smooth_m) : json()},
          {"open", part.open},
          {"openEdges", part.open_edges},
          {"junctionEdges", part.junction_edges},
          {"internalTriangles", part.internal_triangles},
          {"turnedTriangles", part.flipped_triangles},
          {"edge_m", lengths(part.edge_m)}};
}

json component_of(const ComponentReport& component) {
  return {{"triangles", component.triangles},
          {"closed", component.closed},
          {"openEdges", component.open_edges},
          {"area_m2", component.area_m2},
          {"volume_m3", component.volume_m3}};
}

json finding_of(const Finding& finding) {
  json out = static_cast<const Statement&>(finding);
  out["severity"] = name_of(finding.severity);
  if (finding.part_number) out["part"] = *finding.part_number;
  if (!finding.where.empty()) out["where"] = finding.where;
  return out;
}

json units_of(const Report& report) {
  json out = {{"stated", report.units_stated},
              {"name", report.units_name},
              {"metresPerUnitInFile", nullptr},
              {"metresPerUnit", report.unit.metres_per_unit},
              {"source", name_of(report.unit.source)}};
  if (report.metres_per_unit_in_file) out["metresPerUnitInFile"] = *report.metres_per_unit_in_file;
  return out;
}

json quality_of(const Report& report) {
  json slivers = json::array();
  for (const Sliver& sliver : report.worst_slivers) {
    slivers.push_back({{"quality", sliver.quality},
                       {"centroid_m", triple(sliver.centroid_m)},
                       {"part", sliver.part_number}});
  }
  return {{"measure", "radiusRatio"},           {"min", report.quality_min},
          {"mean", report.quality_mean},        {"histogram", report.quality_histogram},
          {"sliverCount", report.sliver_count}, {"slivers", slivers}};
}

json curved_of(const Report& report) {
  const CurvedReport& curved = *report.curved;
  json out = {{"triangles", curved.triangles},
              {"sagitta_m", curved.sagitta_m},
              {"sagittaOfEdge", curved.sagitta_of_edge},
              {"scaledJacobian", curved.scaled_jacobian}};
  if (report.wavelength_m) out["sagitta_wavelengths"] = curved.sagitta_m / *report.wavelength_m;
  return out;
}

json rounding_of(const Report& report) {
  const Rounding& rounding = *report.rounding;
  json out = {{"angle_deg", rounding.angle_deg},
              {"triangles", rounding.triangles},
              {"straightened", rounding.straightened},
              {"largest_m", rounding.largest},
              {"rms_m", rounding.rms}};
  if (report.wavelength_m) {
    out["largest_wavelengths"] = rounding.largest / *report.wavelength_m;
    out["rms_wavelengths"] = rounding.rms / *report.wavelength_m;
  }
  return out;
}

}  // namespace

bool Report::has_errors() const {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& f) { return f.severity == Severity::error; });
}

std::string Report::verdict() const {
  if (has_errors()) return "errors";
  const bool warned = std::any_of(findings.begin(), findings.end(),
                                  [](const Finding& f) { return f.severity == Severity::warning; });
  return warned ? "warnings" : "ok";
}

void to_json(json& out, const Report& report) {
  out = {{"verdict", report.verdict()},
         {"units", units_of(report)},
         {"boundingBox",
          {{"fileUnits", box_of(report.box_file_units, 1.0)}, {"metres", box_of(report.box_m, 1.0)}}},
         {"totals",
          {{"vertices", report.vertices},
           {"triangles", report.triangles},
           {"edges", report.edges},
           {"unknownsRwg", report.unknowns_rwg}}},
         {"openEdges", report.open_edges},
         {"junctionEdges", report.junction_edges},
         {"internalTriangles", report.internal_triangles},
         {"turnedTriangles", report.flipped_triangles},
         {"inconsistentEdges", report.inconsistent_edges},
         {"coincidentVertices", report.coincident_vertices},
         {"coincidentFaces", report.coincident_faces.triangles},
         {"unmergedEdges", report.seam.edges},
         {"mergedNodes", report.seam_merge ? report.seam_merge->nodes : 0},
         {"duplicateTriangles", report.duplicate_triangles},
         {"zeroAreaTriangles", report.zero_area_triangles},
         {"edge_m", lengths(report.edge_m)},
         {"quality", quality_of(report)}};
  if (report.curved) out["curved"] = curved_of(report);
  if (report.rounding) out["rounding"] = rounding_of(report);
  out["parts"] = json::array();
  for (const PartReport& part : report.parts) out["parts"].push_back(part_of(part));
  out["components"] = json::array();
  for (const ComponentReport& component : report.components)
    out["components"].push_back(component_of(component));
  out["findings"] = json::array();
  for (const Finding& finding : report.findings) out["findings"].push_back(finding_of(finding));
  if (report.wavelength_m) {
    out["frequencyHz"] = *report.frequency_hz;
    out["wavelength_m"] = *report.wavelength_m;
    out["boundingBox"]["wavelengths"] = box_of(report.box_m, 1.0 / *report.wavelength_m);
    out["edge_wavelengths"] = {{"mean", report.edge_m.mean / *report.wavelength_m},
                               {"max", report.edge_m.max / *report.wavelength_m}};
  }
}

}  // namespace pace
