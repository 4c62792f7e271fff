#include "mesh/doctor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "mesh/bent_surface.hpp"
#include "mesh/coincident.hpp"
#include "mesh/curvature.hpp"
#include "mesh/findings.hpp"
#include "mesh/quality.hpp"

namespace pace {
namespace {

Box bounding_box(const Mesh& mesh) {
  Box box;
  if (mesh.vertices.empty()) return box;
  box.low = box.high = mesh.vertices.front();
  for (const Vec3& v : mesh.vertices) {
    box.low = box.low.cwiseMin(v);
    box.high = box.high.cwiseMax(v);
  }
  for (int t = 0; t < static_cast<int>(mesh.bends.size()); ++t) {
    const Bend* bend = mesh.bend(t);
    if (!bend) continue;
    const std::array<Vec3, 3> corners = mesh.corners(t);
    for (int i = 0; i < 3; ++i) {
      const Vec3 middle = 0.5 * (corners[(i + 1) % 3] + corners[(i + 2) % 3]) + bend->sagitta[i];
      box.low = box.low.cwiseMin(middle);
      box.high = box.high.cwiseMax(middle);
    }
  }
  return box;
}

int remove_duplicates(Mesh& mesh) {
  const auto pairs = duplicate_triangles(mesh);
  if (pairs.empty()) return 0;
  std::vector<char> superfluous(mesh.triangles.size(), 0);
  for (const auto& pair : pairs) superfluous[pair[1]] = 1;
  erase_triangles(mesh, superfluous);
  return static_cast<int>(pairs.size());
}

double length_of(const Mesh& mesh, const Edge& edge) {
  return (mesh.vertices[edge.vertex[0]] - mesh.vertices[edge.vertex[1]]).norm();
}

/// Minimum, mean and maximum of lengths that come one by one.
class LengthStatistics {
 public:
  void add(double length) {
    min_ = std::min(min_, length);
    max_ = std::max(max_, length);
    sum_ += length;
    ++count_;
  }
  EdgeLengths result() const { return count_ == 0 ? EdgeLengths{} : EdgeLengths{min_, sum_ / count_, max_}; }

 private:
  double min_ = std::numeric_limits<double>::infinity(), max_ = 0.0, sum_ = 0.0;
  long count_ = 0;
};

void measure_edges(const Mesh& mesh, const Topology& topology, Report& report) {
  LengthStatistics all;
  std::vector<LengthStatistics> by_part(mesh.parts.size());
  for (const Edge& edge : topology.edges) {
    const double length = length_of(mesh, edge);
    all.add(length);
    int previous = -1;
    for (const int t : topology.triangles_at(edge)) {
      const int part = mesh.triangles[t].part;
      if (part != previous) by_part[part].add(length);
      previous = part;
    }
  }
  report.edge_m = all.result();
  for (std::size_t p = 0; p < mesh.parts.size(); ++p) report.parts[p].edge_m = by_part[p].result();
}

void measure_parts(const Mesh& mesh, const Topology& topology, Report& report) {
  const std::vector<PartShape> shapes = shapes_of_parts(mesh, topology);
  for (std::size_t p = 0; p < mesh.parts.size(); ++p) {
    const PartTopology& part = topology.parts[p];
    PartReport out;
    out.index = static_cast<int>(p) + 1;
    out.number = mesh.parts[p].number;
    out.name = mesh.parts[p].name;
    out.triangles = part.triangles;
    out.area_m2 = part.area;
    out.extent_m = shapes[p].extent_m;
    out.smooth_m = shapes[p].smooth_m;
    out.open = part.is_open();
    out.open_edges = part.open_edges;
    out.junction_edges = part.junction_edges;
    out.internal_triangles = part.internal;
    out.flipped_triangles = part.flipped;
    report.internal_triangles += part.internal;
    report.parts.push_back(out);
  }
}

void measure_components(const Mesh& mesh, const Topology& topology, Report& report) {
  report.components.resize(topology.components.size());
  for (std::size_t c = 0; c < topology.components.size(); ++c) {
    const Component& component = topology.components[c];
    report.components[c].triangles = component.triangles;
    report.components[c].closed = component.is_closed();
    report.components[c].open_edges = component.open_edges;
    report.components[c].volume_m3 = component.volume;
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    report.components[topology.component[t]].area_m2 += surface_area(mesh, static_cast<int>(t));
  }
  for (const Edge& edge : topology.edges) {
    if (!topology.is_open(edge)) continue;
    report.components[topology.component[topology.triangles_at(edge)[0]]].open_length_m +=
        length_of(mesh, edge);
  }
}

void measure_quality(const Mesh& mesh, Report& report) {
  double sum = 0.0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const double quality = std::clamp(radius_ratio(mesh, static_cast<int>(t)), 0.0, 1.0);
    sum += quality;
    report.quality_min = std::min(report.quality_min, quality);
    ++report.quality_histogram[std::min(9, static_cast<int>(quality * 10.0))];
    if (is_collapsed(mesh, static_cast<int>(t))) ++report.zero_area_triangles;
    if (quality < sliver_quality) {
      ++report.sliver_count;
      report.worst_slivers.push_back(
          {quality, mesh.centroid(static_cast<int>(t)), mesh.parts[mesh.triangles[t].part].number});
    }
  }
  if (!mesh.triangles.empty()) report.quality_mean = sum / static_cast<double>(mesh.triangles.size());
  std::stable_sort(report.worst_slivers.begin(), report.worst_slivers.end(),
                   [](const Sliver& a, const Sliver& b) { return a.quality < b.quality; });
  if (report.worst_slivers.size() > listed_slivers) {
    report.worst_slivers.erase(report.worst_slivers.begin() + listed_slivers, report.worst_slivers.end());
  }
}

/// Where the surface of a triangle lies.
Vec3 middle_of(const Mesh& mesh, int t) {
  constexpr double third = 1.0 / 3.0;
  return position_at(mesh.corners(t), mesh.bends[t], {third, third, third});
}

void measure_bends(const Mesh& mesh, Report& report) {
  if (mesh.bends.empty()) return;
  CurvedReport& curved = report.curved.emplace();
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const Bend* bend = mesh.bend(t);
    if (!bend) continue;
    ++curved.triangles;
    for (const Vec3& sagitta : bend->sagitta) curved.sagitta_m = std::max(curved.sagitta_m, sagitta.norm());
    const int part = mesh.parts[mesh.triangles[t].part].number;
    if (is_collapsed(mesh, t)) continue;  // refused for that
    const double share = largest_relative_sagitta(mesh, t), jacobian = jacobian_range(mesh, t).scaled();
    if (share > curved.sagitta_of_edge) {
      curved.sagitta_of_edge = share;
      curved.most_bent = {part, middle_of(mesh, t)};
    }
    if (jacobian < curved.scaled_jacobian) {
      curved.scaled_jacobian = jacobian;
      curved.most_distorted = {part, middle_of(mesh, t)};
    }
    curved.far += share >= far_middle;
    curved.steep += share >= steep_middle && share < far_middle;
    curved.singular += jacobian < least_scaled_jacobian;
    curved.distorted += jacobian >= least_scaled_jacobian && jacobian < distorted_scaled_jacobian;
  }
  curved.gaps = side_gaps(mesh);
  for (int i = 0; i < 2; ++i)
    curved.gap_parts[i] = mesh.parts[mesh.triangles[curved.gaps.triangles[i]].part].number;
}

void copy_totals(const Mesh& mesh, const Topology& topology, Report& report) {
  report.vertices = static_cast<int>(mesh.vertices.size());
  report.triangles = static_cast<int>(mesh.triangles.size());
  report.edges = static_cast<int>(topology.edges.size());
  report.unknowns_rwg = topology.rwg_unknowns();
  report.open_edges = topology.open_edges;
  report.junction_edges = topology.junction_edges;
  report.flipped_triangles = topology.flipped_triangles;
  report.inconsistent_edges = topology.inconsistent_edges;
  report.twisted_edges = topology.twisted_edges;
  report.folded_edges = topology.folded_edges;
}

double coincidence_tolerance(const Report& report) {
  return std::min(coincidence_relative * report.box_m.size().norm(), 0.1 * report.edge_m.min);
}

bool has_finding(const Report& report, const char* code) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [code](const Finding& finding) { return finding.code == code; });
}

/// @param seam_merge  what was done to the mesh of the file before
Examination examination_of(const UnvFile& file, const LengthUnit& unit, std::optional<double> frequency_hz,
                           double rounding_deg, std::optional<SeamMerge> seam_merge) {
  if (!(unit.metres_per_unit > 0.0) || !std::isfinite(unit.metres_per_unit)) {
    throw InputError(Message{"UNITS_BAD_SCALE"});
  }
  if (frequency_hz && (!(*frequency_hz > 0.0) || !std::isfinite(*frequency_hz))) {
    throw InputError(Message{"FREQUENCY_NOT_POSITIVE"});
  }
  Examination examination{file.mesh, {}, {}};
  auto& [mesh, topology, report] = examination;
  report.units_stated = file.metres_per_unit.has_value();
  report.units_name = file.units_name;
  report.metres_per_unit_in_file = file.metres_per_unit;
  report.unit = unit;
  report.seam_merge = seam_merge;
  report.frequency_hz = frequency_hz;
  if (frequency_hz) report.wavelength_m = speed_of_light / *frequency_hz;

  report.box_file_units = bounding_box(mesh);
  scale(mesh, unit.metres_per_unit);
  report.box_m = bounding_box(mesh);
  refuse_absurd_size(mesh, unit.metres_per_unit);
  report.far_vertices = far_vertices(mesh);
  report.duplicate_triangles = remove_duplicates(mesh);
  if (rounding_deg > 0.0) report.rounding = round_smooth_parts(mesh, rounding_deg);
  topology = analyse(mesh);

  copy_totals(mesh, topology, report);
  measure_parts(mesh, topology, report);
  measure_edges(mesh, topology, report);
  measure_components(mesh, topology, report);
  measure_quality(mesh, report);
  measure_bends(mesh, report);
  report.coincident_vertices = coincident_vertices(mesh, coincidence_tolerance(report));
  report.coincident_faces = coincident_faces(mesh);
  report.seam = unmerged_seam(mesh, topology);
  report.crossings = crossings_of(mesh, topology, coincidence_tolerance(report), CrossingPairs::all);
  report.findings = findings_of(report, file);
  return examination;
}

}  // namespace

void refuse_absurd_size(const Mesh& mesh, double metres_per_unit) {
  const Box box = bounding_box(mesh);
  const double size = box.size().maxCoeff(),
               farthest = std::max(box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff());
  if (size >= smallest_size_m && farthest <= largest_size_m) return;
  throw InputError(Message{"UNITS_BAD_SCALE.size",
                           {{"unit", significant(metres_per_unit, 3)},
                            {"size", significant(size, 3)},
                            {"farthest", significant(farthest, 3)},
                            {"smallest", smallest_size_m},
                            {"largest", largest_size_m}}});
}

LengthUnit length_unit(const UnvFile& file, std::optional<double> users_metres_per_unit) {
  if (users_metres_per_unit) return LengthUnit(*users_metres_per_unit, LengthUnit::Source::user);
  if (file.metres_per_unit) return LengthUnit(*file.metres_per_unit, LengthUnit::Source::file);
  return LengthUnit(1.0, LengthUnit::Source::assumed);
}

Examination diagnose(const UnvFile& file, const LengthUnit& unit, std::optional<double> frequency_hz,
                     double rounding_deg) {
  return examination_of(file, unit, frequency_hz, rounding_deg, {});
}

Examination diagnose_merged(UnvFile& file, const LengthUnit& unit, std::optional<double> frequency_hz,
                            double rounding_deg) {
  Examination torn = diagnose(file, unit, frequency_hz, rounding_deg);
  if (!has_finding(torn.report, finding_code::unmerged_seam)) return torn;
  // The examination leaves out triangles, never vertices: those of the seam are the file's.
  const Seam seam = std::move(torn.report.seam);
  torn = {};
  const Merge merge = merge_seam(file.mesh, seam);
  if (merge.sides.sides > 0) file.notes.push_back(note_of(merge.sides));
  const SeamMerge done{merge.vertices, seam.distance_m};
  return examination_of(file, unit, frequency_hz, rounding_deg, done);
}

Report examine(const UnvFile& file, const LengthUnit& unit, std::optional<double> frequency_hz) {
  return diagnose(file, unit, frequency_hz).report;
}

}  // namespace pace
