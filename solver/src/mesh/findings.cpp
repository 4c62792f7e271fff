#include "mesh/findings.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "mesh/doctor.hpp"

namespace pace {
namespace {

namespace code = finding_code;
using Json = nlohmann::json;

std::string place(const Vec3& point_m) {
  std::array<char, 120> text{};
  std::snprintf(text.data(), text.size(), "(%.4g, %.4g, %.4g) m", point_m.x(), point_m.y(), point_m.z());
  return text.data();
}

/// "3 triangles"
Message count_of(const char* things, int count) { return {things, {{"count", count}}}; }

std::string variant(const char* code, const char* name) { return std::string(code) + "." + name; }

/// λ/9.3 or 2.1 λ, whichever reads better.
Message in_wavelengths(double ratio) {
  return ratio < 0.5 ? Message{"wavelength.part", {{"divisor", significant(1.0 / ratio, 3)}}}
                     : Message{"wavelength.multiple", {{"number", significant(ratio, 3)}}};
}

struct NamedUnit {
  const char* key;
  double metres;
};
constexpr std::array<NamedUnit, 5> common_units = {{{"unit.millimetres", 1e-3},
                                                    {"unit.centimetres", 1e-2},
                                                    {"unit.inches", 0.0254},
                                                    {"unit.feet", 0.3048},
                                                    {"unit.metres", 1.0}}};

Message name_of_unit(double metres) {
  for (const NamedUnit& unit : common_units) {
    if (std::abs(metres / unit.metres - 1.0) < 1e-6) return {unit.key};
  }
  return {"unit.other", {{"metres", significant(metres, 6)}}};
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
    check_rounding();
    check_bends();
    check_triangles();
    check_winding();
    check_openings();
    check_resolution();
    std::stable_sort(findings_.begin(), findings_.end(),
                     [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    return std::move(findings_);
  }

 private:
  void add(Message message, Severity severity, std::optional<int> part = {}, std::string where = {}) {
    findings_.emplace_back(std::move(message), severity, part, std::move(where));
  }

  double largest_size_m() const { return report_.box_m.size().maxCoeff(); }
  double largest_size_units() const { return report_.box_file_units.size().maxCoeff(); }

  void check_file() {
    if (!file_.closed) add({code::file_not_closed}, Severity::warning);
    for (const Message& note : file_.notes) add(note, Severity::info);
  }

  // --- units ---

  Json size_in_common_units() const {
    Json list = Json::array();
    for (const NamedUnit& unit : common_units) {
      list.push_back(Message{
          "unit.sizeIf",
          {{"size", significant(largest_size_units() * unit.metres, 4)}, {"unit", Message{unit.key}}}});
    }
    return list;
  }

  void check_units() {
    if (report_.unit.source == LengthUnit::Source::assumed) {
      add({code::units_unknown, {{"sizes", size_in_common_units()}}}, Severity::warning);
    }
    if (report_.unit.source == LengthUnit::Source::file) check_trust_in_stated_unit();
    if (report_.unit.source == LengthUnit::Source::user && report_.metres_per_unit_in_file &&
        std::abs(report_.unit.metres_per_unit / *report_.metres_per_unit_in_file - 1.0) > 1e-6) {
      add({code::units_disagree,
           {{"said", name_of_unit(*report_.metres_per_unit_in_file)},
            {"asked", name_of_unit(report_.unit.metres_per_unit)}}},
          Severity::info);
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
    const Message writer{"unit.writerHasNone"}, name{"unit.nameSaysInches"};
    const Message reason = !name_says_inch ? writer
                           : unitless_writer
                               ? Message{"unit.bothReasons", {{"first", writer}, {"second", name}}}
                               : name;
    add({code::units_uncertain,
         {{"said", name_of_unit(stated)}, {"reason", reason}, {"sizes", size_in_common_units()}}},
        Severity::warning);
  }

  void check_size() {
    const double size = largest_size_m();
    if (size < plausible::smallest_body_m || size > plausible::largest_body_m) {
      add({variant(code::units_suspicious, "size"),
           {{"size", significant(size, 4)}, {"sizes", size_in_common_units()}}},
          Severity::warning);
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
    std::optional<Message> fitting;
    for (const NamedUnit& unit : common_units) {
      const double edge_then = edge * unit.metres / report_.unit.metres_per_unit;
      if (edge_then < plausible::fine_mean_edge_wavelengths) continue;
      if (edge_then > plausible::longest_edge_wavelengths) continue;
      Message fit{"unit.fits",
                  {{"unit", Message{unit.key}},
                   {"edges", in_wavelengths(edge_then)},
                   {"body", significant(largest_size_units() * unit.metres, 4)}}};
      fitting = fitting ? Message{"either", {{"first", *fitting}, {"second", fit}}} : fit;
    }
    Message message{
        variant(code::units_suspicious, fitting ? "fitting" : "wavelengths"),
        {{"body", in_wavelengths(body)}, {"size", significant(size, 4)}, {"edge", in_wavelengths(edge)}}};
    if (fitting) message.values["fitting"] = *fitting;
    add(std::move(message), Severity::warning);
  }

  // --- triangles ---

  void check_far_vertices() {
    if (!report_.far_vertices) return;
    const FarVertices& far = *report_.far_vertices;
    add({code::vertex_far_away, {{"count", far.count}, {"times", significant(far.times, 4)}}},
        far.times > impossible_vertex_distance ? Severity::error : Severity::warning, {},
        place(far.farthest));
  }

  void check_rounding() {
    if (!report_.rounding) return;
    const Rounding& rounding = *report_.rounding;
    if (rounding.has_middle_nodes) {
      add({variant(code::smooth_parts_rounded, "notNeeded")}, Severity::info);
      return;
    }
    Message message{code::smooth_parts_rounded, {{"angle", rounding.angle_deg}}};
    if (rounding.triangles == 0) {
      message.key = variant(code::smooth_parts_rounded, "none");
    } else {
      message.values["count"] = rounding.triangles;
      message.values["total"] = report_.triangles;
      message.values["largest"] = significant(rounding.largest, 3);
      message.values["rms"] = significant(rounding.rms, 3);
      if (report_.wavelength_m) {
        message.key = variant(code::smooth_parts_rounded, "wavelengths");
        message.values["largestWavelengths"] = in_wavelengths(rounding.largest / *report_.wavelength_m);
        message.values["rmsWavelengths"] = in_wavelengths(rounding.rms / *report_.wavelength_m);
      }
    }
    add(std::move(message), Severity::info);
    if (rounding.straightened > 0)
      add({code::rounding_straightened, {{"count", rounding.straightened}}}, Severity::info);
  }

  void check_bends() {
    if (!report_.curved) return;
    const CurvedReport& curved = *report_.curved;
    const Json percent = significant(100.0 * curved.sagitta_of_edge, 3),
               jacobian = significant(curved.scaled_jacobian, 2);
    if (curved.far > 0 || curved.steep > 0) {
      const bool is_far = curved.far > 0;
      add({is_far ? code::curved_middle_far : variant(code::curved_middle_far, "steep"),
           {{"count", is_far ? curved.far : curved.steep},
            {"percent", percent},
            {"limit", 100.0 * (is_far ? far_middle : steep_middle)},
            {"part", curved.most_bent.part_number}}},
          is_far ? Severity::error : Severity::warning, curved.most_bent.part_number,
          place(curved.most_bent.where_m));
    }
    if (curved.gaps.sides > 0) {
      const auto& [sides, share, triangles, where] = curved.gaps;
      add({code::curved_sides_differ,
           {{"count", sides},
            {"percent", significant(100.0 * share, 3)},
            {"part", curved.gap_parts[0]},
            {"other", curved.gap_parts[1]}}},
          Severity::error, curved.gap_parts[1], place(where));
    }
    if (curved.singular > 0) {
      add({code::curved_jacobian,
           {{"count", curved.singular}, {"worst", jacobian}, {"part", curved.most_distorted.part_number}}},
          Severity::error, curved.most_distorted.part_number, place(curved.most_distorted.where_m));
    } else if (curved.distorted > 0) {
      add({code::curved_distorted,
           {{"count", curved.distorted},
            {"limit", distorted_scaled_jacobian},
            {"worst", jacobian},
            {"part", curved.most_distorted.part_number}}},
          Severity::warning, curved.most_distorted.part_number, place(curved.most_distorted.where_m));
    }
    Message summary{code::curved_triangles,
                    {{"count", curved.triangles},
                     {"total", report_.triangles},
                     {"sagitta", significant(curved.sagitta_m, 3)},
                     {"percent", percent},
                     {"jacobian", jacobian}}};
    if (report_.wavelength_m) {
      summary.key = variant(code::curved_triangles, "wavelengths");
      summary.values["wavelengths"] = in_wavelengths(curved.sagitta_m / *report_.wavelength_m);
    }
    add(std::move(summary), Severity::info);
  }

  void check_triangles() {
    if (report_.duplicate_triangles > 0) {
      add({code::duplicate_triangles, {{"count", report_.duplicate_triangles}}}, Severity::error);
    }
    if (report_.zero_area_triangles > 0) {
      add({code::zero_area, {{"count", report_.zero_area_triangles}}}, Severity::error,
          report_.worst_slivers.front().part_number, place(report_.worst_slivers.front().centroid_m));
    }
    if (report_.sliver_count > report_.zero_area_triangles) {
      const Sliver& worst = report_.worst_slivers.front();
      add({code::slivers,
           {{"count", report_.sliver_count},
            {"limit", sliver_quality},
            {"worst", significant(worst.quality, 2)},
            {"part", worst.part_number}}},
          Severity::warning, worst.part_number, place(worst.centroid_m));
    }
    if (report_.coincident_vertices > 0) {
      add({code::coincident_vertices, {{"count", report_.coincident_vertices}}}, Severity::warning);
    }
    check_meetings();
    if (report_.folded_edges > 0) {
      add({code::folded, {{"count", report_.folded_edges}}}, Severity::warning);
    }
    check_stray_components();
  }

  int part_number(int part) const { return report_.parts[part].number; }

  /// Rounding of the coordinates is no distance.
  Json distance(double metres) const {
    return significant(metres > 1e-12 * report_.box_m.size().norm() ? metres : 0.0, 2);
  }

  /// Surfaces that lie on each other, end at each other or pass through each other without common nodes.
  void check_meetings() {
    const CoincidentFaces& faces = report_.coincident_faces;
    const Seam& seam = report_.seam;
    if (faces.triangles > 0) {
      add({code::coincident_faces,
           {{"count", faces.triangles},
            {"distance", distance(faces.distance_m)},
            {"part", part_number(faces.parts[1])},
            {"other", part_number(faces.parts[0])}}},
          Severity::error, part_number(faces.parts[1]), place(faces.where_m));
    } else if (seam.edges > 0) {
      add({code::unmerged_seam,
           {{"count", seam.edges},
            {"distance", distance(seam.distance_m)},
            {"part", part_number(seam.parts[1])},
            {"other", part_number(seam.parts[0])}}},
          Severity::error, part_number(seam.parts[1]), place(seam.where_m));
    }
    if (report_.seam_merge) {
      add({code::seams_merged,
           {{"count", report_.seam_merge->nodes}, {"distance", distance(report_.seam_merge->distance_m)}}},
          Severity::info);
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
    const auto meeting = [&](const char* its_code, int count, const Crossing& first) {
      add({its_code,
           {{"pairs", Message{"pairsOfPieces", {{"count", count}}}},
            {"part", part_number(first.parts[0])},
            {"other", part_number(first.parts[1])}}},
          Severity::warning, part_number(first.parts[1]), place(first.where_m));
    };
    if (passage) meeting(code::surfaces_cross, passages, *passage);
    if (touch && report_.coincident_vertices == 0 && report_.coincident_faces.triangles == 0 &&
        report_.seam.edges == 0)
      meeting(code::surfaces_touch, touches, *touch);
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
    add({code::stray_triangles, {{"count", stray}, {"triangles", count_of("triangles", triangles)}}},
        Severity::warning);
  }

  // --- winding ---

  void check_winding() {
    if (report_.inconsistent_edges > 0) {
      add({code::normals_inconsistent,
           {{"flipped", report_.flipped_triangles}, {"total", report_.triangles}}},
          Severity::warning);
    } else if (report_.flipped_triangles > 0) {
      add({code::normals_inward, {{"count", report_.flipped_triangles}}}, Severity::info);
    }
    if (report_.twisted_edges > 0) add({code::one_sided}, Severity::warning);
    for (std::size_t c = 0; c < report_.components.size(); ++c) {
      if (!report_.components[c].closed || report_.components[c].volume_m3 > 0.0) continue;
      add({code::volume_not_positive,
           {{"piece", c + 1}, {"triangles", count_of("triangles", report_.components[c].triangles)}}},
          Severity::warning);
    }
  }

  // --- openings ---

  void check_openings() {
    for (std::size_t c = 0; c < report_.components.size(); ++c) {
      const ComponentReport& component = report_.components[c];
      const double rim = component.open_length_m * component.open_length_m;
      if (component.open_edges == 0 || rim >= plausible::gap_rim_squared_over_area * component.area_m2)
        continue;
      add({code::small_gap,
           {{"piece", c + 1},
            {"triangles", count_of("triangles", component.triangles)},
            {"openEdges", count_of("openEdges", component.open_edges)}}},
          Severity::warning);
    }
    for (const PartReport& part : report_.parts) {
      if (!part.open) continue;
      add({code::open_part,
           {{"number", part.number},
            {"name", part.name},
            {"openEdges", count_of("openEdges", part.open_edges)}}},
          Severity::info, part.number);
    }
    if (report_.junction_edges > 0) {
      add({code::junctions, {{"count", report_.junction_edges}}}, Severity::info);
    }
    if (report_.internal_triangles > 0) {
      add({code::internal_triangles, {{"count", report_.internal_triangles}}}, Severity::info);
    }
  }

  // --- resolution ---

  void check_resolution() {
    if (!report_.wavelength_m) return;
    const double lambda = *report_.wavelength_m;
    const double mean = report_.edge_m.mean / lambda, longest = report_.edge_m.max / lambda;
    if (longest > plausible::longest_edge_wavelengths) {
      add({code::edges_too_long, {{"longest", in_wavelengths(longest)}, {"mean", in_wavelengths(mean)}}},
          Severity::warning);
    }
    if (mean < plausible::fine_mean_edge_wavelengths && mean >= plausible::shortest_mean_edge_wavelengths) {
      add({code::mesh_very_fine, {{"mean", in_wavelengths(mean)}}}, Severity::info);
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
