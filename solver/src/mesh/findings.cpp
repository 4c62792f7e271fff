#include "mesh/findings.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "mesh/doctor.hpp"

namespace pace {
namespace {

namespace code = finding_code;

std::string number(double value, const char* format = "%.4g") {
  char text[40];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string counted(int count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string place(const Vec3& point_m) {
  return "(" + number(point_m.x()) + ", " + number(point_m.y()) + ", " + number(point_m.z()) + ") m";
}

/// λ/9.3 or 2.1 λ, whichever reads better.
std::string in_wavelengths(double ratio) {
  return ratio < 0.5 ? "λ/" + number(1.0 / ratio, "%.3g") : number(ratio, "%.3g") + " λ";
}

struct NamedUnit {
  const char* name;
  double metres;
};
constexpr std::array<NamedUnit, 5> common_units = {
    {{"millimetres", 1e-3}, {"centimetres", 1e-2}, {"inches", 0.0254}, {"feet", 0.3048}, {"metres", 1.0}}};

std::string name_of_unit(double metres) {
  for (const NamedUnit& unit : common_units) {
    if (std::abs(metres / unit.metres - 1.0) < 1e-6) return unit.name;
  }
  return "units of " + number(metres, "%.6g") + " m";
}

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

class MeshChecker {
 public:
  MeshChecker(const Report& report, const UnvFile& file) : report_(report), file_(file) {}

  std::vector<Finding> findings() {
    check_file();
    check_units();
    check_far_vertices();
    check_triangles();
    check_winding();
    check_openings();
    check_resolution();
    std::stable_sort(findings_.begin(), findings_.end(),
                     [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    return std::move(findings_);
  }

 private:
  void add(const char* code, Severity severity, std::string sentence, std::optional<int> part = {},
           std::string where = {}) {
    findings_.push_back({code, severity, std::move(sentence), part, std::move(where)});
  }

  double largest_size_m() const { return report_.box_m.size().maxCoeff(); }
  double largest_size_units() const { return report_.box_file_units.size().maxCoeff(); }

  void check_file() {
    if (!file_.closed) {
      add(code::file_not_closed, Severity::warning,
          "The last dataset of the file is not closed: the file may have been cut off. Compare its size with the "
          "original, or export it again.");
    }
    for (const std::string& note : file_.notes) add(code::file_note, Severity::info, note);
  }

  // --- units ---

  std::string size_in_common_units() const {
    std::string list;
    for (const NamedUnit& unit : common_units) {
      list +=
          (list.empty() ? "" : ", ") + number(largest_size_units() * unit.metres) + " m if in " + unit.name;
    }
    return list;
  }

  void check_units() {
    if (report_.unit.source == LengthUnit::Source::assumed) {
      add(code::units_unknown, Severity::warning,
          "The file does not say its unit of length; metres were assumed. The largest dimension is " +
              size_in_common_units() + ". State the unit.");
    }
    if (report_.unit.source == LengthUnit::Source::file) check_trust_in_stated_unit();
    if (report_.unit.source == LengthUnit::Source::user && report_.metres_per_unit_in_file &&
        std::abs(report_.unit.metres_per_unit / *report_.metres_per_unit_in_file - 1.0) > 1e-6) {
      add(code::units_disagree, Severity::info,
          "The file says " + name_of_unit(*report_.metres_per_unit_in_file) + ", it is read in " +
              name_of_unit(report_.unit.metres_per_unit) + " as you asked.");
    }
    check_size();
  }

  /// Some programs have no unit of length and fill dataset 164 with a default; a model's own name may know
  /// better.
  void check_trust_in_stated_unit() {
    const std::string header = lower_case(file_.header);
    const double stated = *report_.metres_per_unit_in_file;
    const bool unitless_writer = header.find("cubit") != std::string::npos;
    const bool name_says_inch =
        header.find("inch") != std::string::npos && std::abs(stated / 0.0254 - 1.0) > 1e-6;
    if (!unitless_writer && !name_says_inch) return;
    std::string reason;
    if (unitless_writer) reason = "its writer, CUBIT, has no unit of length and fills in a default";
    if (name_says_inch)
      reason += std::string(reason.empty() ? "" : ", and ") + "the model's name speaks of inches";
    add(code::units_uncertain, Severity::warning,
        "The file says " + name_of_unit(stated) + ", but " + reason + ". The largest dimension is " +
            size_in_common_units() + ". Confirm the unit.");
  }

  void check_size() {
    const double size = largest_size_m();
    if (size < plausible::smallest_body_m || size > plausible::largest_body_m) {
      add(code::units_suspicious, Severity::warning,
          "The largest dimension is " + number(size) + " m, which is unusual. It is " +
              size_in_common_units() + ". Check the unit.");
      return;
    }
    if (!report_.wavelength_m) return;
    const double lambda = *report_.wavelength_m;
    const double body = size / lambda, edge = report_.edge_m.mean / lambda;
    const bool odd_body =
        body < plausible::smallest_body_wavelengths || body > plausible::largest_body_wavelengths;
    const bool odd_edge =
        edge < plausible::shortest_mean_edge_wavelengths || edge > plausible::longest_mean_edge_wavelengths;
    if (!odd_body && !odd_edge) return;
    std::string fitting;
    for (const NamedUnit& unit : common_units) {
      const double edge_then = edge * unit.metres / report_.unit.metres_per_unit;
      if (edge_then < plausible::fine_mean_edge_wavelengths) continue;
      if (edge_then > plausible::longest_edge_wavelengths) continue;
      fitting += (fitting.empty() ? " It would fit " : " or ") + std::string(unit.name) + " (edges " +
                 in_wavelengths(edge_then) + ", body " + number(largest_size_units() * unit.metres) + " m)";
    }
    add(code::units_suspicious, Severity::warning,
        "At this frequency the body is " + in_wavelengths(body) + " large (" + number(size) +
            " m) and its mean edge " + in_wavelengths(edge) + ", which is unusual." + fitting +
            (fitting.empty() ? " Check" : ". Check") + " unit and frequency.");
  }

  // --- triangles ---

  void check_far_vertices() {
    if (!report_.far_vertices) return;
    const FarVertices& far = *report_.far_vertices;
    add(code::vertex_far_away, far.times > impossible_vertex_distance ? Severity::error : Severity::warning,
        (far.count == 1 ? "A vertex lies " : std::to_string(far.count) + " vertices lie, the farthest ") +
            number(far.times) +
            " times as far from the middle of the model as half of all vertices do: a slip in a coordinate, or "
            "debris. Correct it, or remove what does not belong.",
        {}, place(far.farthest));
  }

  void check_triangles() {
    if (report_.duplicate_triangles > 0) {
      add(code::duplicate_triangles, Severity::error,
          counted(report_.duplicate_triangles, "triangle is", "triangles are") +
              " there more than once. A face shared by two parts belongs to one of them: keep one copy.");
    }
    if (report_.zero_area_triangles > 0) {
      add(code::zero_area, Severity::error,
          counted(report_.zero_area_triangles, "triangle has", "triangles have") +
              " no area (corners in one line). Repair the mesh: collapse or swap them in the mesher.",
          report_.worst_slivers.front().part_number, place(report_.worst_slivers.front().centroid_m));
    }
    if (report_.sliver_count > report_.zero_area_triangles) {
      const Sliver& worst = report_.worst_slivers.front();
      add(code::slivers, Severity::warning,
          counted(report_.sliver_count, "triangle is a sliver", "triangles are slivers") +
              " (radius ratio below " + number(sliver_quality) + "), the worst with " +
              number(worst.quality, "%.2g") + " in part " + std::to_string(worst.part_number) +
              ". They slow the solution down and cost accuracy: mesh again with a quality limit.",
          worst.part_number, place(worst.centroid_m));
    }
    if (report_.coincident_vertices > 0) {
      add(code::coincident_vertices, Severity::warning,
          counted(report_.coincident_vertices, "vertex lies", "vertices lie") +
              " on another one without being the same: neighbouring surfaces are not connected there and no current "
              "flows across. Merge the nodes if the surfaces should touch.");
    }
    check_meetings();
    if (report_.folded_edges > 0) {
      add(code::folded, Severity::warning,
          "At " + counted(report_.folded_edges, "edge", "edges") +
              " two triangles lie on each other. Repair the mesh there: the integrals between them cannot be "
              "trusted.");
    }
    check_stray_components();
  }

  std::string part_number(int part) const { return std::to_string(report_.parts[part].number); }

  /// Rounding of the coordinates is no distance.
  std::string distance(double metres) const {
    return number(metres > 1e-12 * report_.box_m.size().norm() ? metres : 0.0, "%.2g");
  }

  /// Surfaces that lie on each other, end at each other or pass through each other without common nodes.
  void check_meetings() {
    const CoincidentFaces& faces = report_.coincident_faces;
    const Seam& seam = report_.seam;
    if (faces.triangles > 0) {
      add(code::coincident_faces, Severity::error,
          counted(faces.triangles, "triangle lies", "triangles lie") + " at most " +
              distance(faces.distance_m) +
              " m from another face without having its nodes, the first of part " +
              part_number(faces.parts[1]) + " on one of part " + part_number(faces.parts[0]) +
              ". Keep one copy of every face: delete the second copy of a body, and unite bodies that touch in the "
              "CAD program.",
          report_.parts[faces.parts[1]].number, place(faces.where_m));
    } else if (seam.edges > 0) {
      add(code::unmerged_seam, Severity::error,
          counted(seam.edges, "open edge lies", "open edges lie") + " at most " + distance(seam.distance_m) +
              " m from another one without having its nodes, the first of part " +
              part_number(seam.parts[1]) + " on one of part " + part_number(seam.parts[0]) +
              ": the surface is torn there and no current flows across. Merge the nodes in the mesher, or by "
              "pace check --merge-seams --mend mended.unv.",
          report_.parts[seam.parts[1]].number, place(seam.where_m));
    }
    if (report_.seam_merge) {
      add(code::seams_merged, Severity::info,
          counted(report_.seam_merge->nodes, "node of a seam was", "nodes of seams were") +
              " merged (at most " + distance(report_.seam_merge->distance_m) +
              " m apart): the surfaces are connected there now.");
    }
    check_crossings();
  }

  void check_crossings() {
    int passages = 0, touches = 0;
    const Crossing *passage = nullptr, *touch = nullptr;
    for (const Crossing& c : report_.crossings) {
      const Crossing*& first = c.touch ? touch : passage;
      if ((c.touch ? touches : passages)++ == 0) first = &c;
    }
    const auto pairs = [](int count) { return counted(count, "pair of pieces", "pairs of pieces"); };
    if (passage) {
      add(code::surfaces_cross, Severity::warning,
          "Surfaces pass through each other without common nodes (" + pairs(passages) +
              "), the first of part " + part_number(passage->parts[0]) + " and part " +
              part_number(passage->parts[1]) +
              ". The EFIE is then wrong by decibels and the CFIE by some per cent, and no current flows from one to "
              "the other. Unite the bodies, or imprint them on each other, in the CAD program.",
          report_.parts[passage->parts[1]].number, place(passage->where_m));
    }
    if (touch && report_.coincident_vertices == 0 && report_.coincident_faces.triangles == 0 &&
        report_.seam.edges == 0) {
      add(code::surfaces_touch, Severity::warning,
          "Surfaces touch without common nodes (" + pairs(touches) + "), the first of part " +
              part_number(touch->parts[0]) + " and part " + part_number(touch->parts[1]) +
              ": no current flows across. Mesh them together if they should be connected.",
          report_.parts[touch->parts[1]].number, place(touch->where_m));
    }
  }

  void check_stray_components() {
    double area = 0.0;
    for (const ComponentReport& component : report_.components) area += component.area_m2;
    int stray = 0, triangles = 0;
    for (const ComponentReport& component : report_.components) {
      if (component.area_m2 >= plausible::stray_area_fraction * area) continue;
      ++stray;
      triangles += component.triangles;
    }
    if (stray == 0) return;
    add(code::stray_triangles, Severity::warning,
        counted(stray, "tiny separate piece", "tiny separate pieces") + " with " +
            counted(triangles, "triangle", "triangles") +
            " in all look like debris. Remove what does not belong.");
  }

  // --- winding ---

  void check_winding() {
    if (report_.inconsistent_edges > 0) {
      add(code::normals_inconsistent, Severity::warning,
          "The triangles are not wound consistently (" + std::to_string(report_.flipped_triangles) + " of " +
              std::to_string(report_.triangles) +
              " are turned round). The solver turns them by itself; a mended file can be written.");
    } else if (report_.flipped_triangles > 0) {
      add(code::normals_inward, Severity::info,
          counted(report_.flipped_triangles, "triangle has its normal", "triangles have their normals") +
              " into the closed body. The solver turns them by itself; a mended file can be written.");
    }
    if (report_.twisted_edges > 0) {
      add(code::one_sided, Severity::warning,
          "An open surface has only one side, like a Möbius strip: no consistent normal exists. If that is not "
          "meant, repair the connection of its parts.");
    }
    for (std::size_t c = 0; c < report_.components.size(); ++c) {
      if (!report_.components[c].closed || report_.components[c].volume_m3 > 0.0) continue;
      add(code::volume_not_positive, Severity::warning,
          "Closed piece " + std::to_string(c + 1) + " (" +
              counted(report_.components[c].triangles, "triangle", "triangles") +
              ") encloses no positive volume: it intersects itself or is flat. Repair the mesh.");
    }
  }

  // --- openings ---

  void check_openings() {
    for (std::size_t c = 0; c < report_.components.size(); ++c) {
      const ComponentReport& component = report_.components[c];
      const double rim = component.open_length_m * component.open_length_m;
      if (component.open_edges == 0 || rim >= plausible::gap_rim_squared_over_area * component.area_m2)
        continue;
      add(code::small_gap, Severity::warning,
          "Piece " + std::to_string(c + 1) + " (" + counted(component.triangles, "triangle", "triangles") +
              ") has " + counted(component.open_edges, "open edge", "open edges") +
              ", little for its size: it looks like a closed body with a gap. As it is, it is solved as an open "
              "surface (EFIE only). Close the gap, or merge coincident nodes.");
    }
    for (const PartReport& part : report_.parts) {
      if (!part.open) continue;
      add(code::open_part, Severity::info,
          "Part " + std::to_string(part.number) + " (" + part.name + ") is an open surface with " +
              counted(part.open_edges, "open edge", "open edges") + ": EFIE is used there.",
          part.number);
    }
    if (report_.junction_edges > 0) {
      add(code::junctions, Severity::info,
          "At " + counted(report_.junction_edges, "edge", "edges") +
              " three or more triangles meet (junctions).");
    }
    if (report_.internal_triangles > 0) {
      add(code::internal_triangles, Severity::info,
          counted(report_.internal_triangles, "triangle lies", "triangles lie") +
              " inside a closed body or between two. For perfect conductors they carry no current and are left out.");
    }
  }

  // --- resolution ---

  void check_resolution() {
    if (!report_.wavelength_m) return;
    const double lambda = *report_.wavelength_m;
    const double mean = report_.edge_m.mean / lambda, longest = report_.edge_m.max / lambda;
    if (longest > plausible::longest_edge_wavelengths) {
      add(code::edges_too_long, Severity::warning,
          "The longest edge is " + in_wavelengths(longest) + " (mean " + in_wavelengths(mean) +
              "). For full-wave results mesh to λ/10; for physical optics it does not matter.");
    }
    if (mean < plausible::fine_mean_edge_wavelengths && mean >= plausible::shortest_mean_edge_wavelengths) {
      add(code::mesh_very_fine, Severity::info,
          "The mean edge is " + in_wavelengths(mean) +
              ", much finer than λ/10: a coarser mesh would be solved faster with the same far field.");
    }
  }

  const Report& report_;
  const UnvFile& file_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> findings_of(const Report& report, const UnvFile& file) {
  return MeshChecker(report, file).findings();
}

}  // namespace pace
