// What the import doctor reports about a mesh; its JSON is what programs read.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/message.hpp"
#include "core/types.hpp"
#include "mesh/coincident.hpp"
#include "mesh/coincident_faces.hpp"
#include "mesh/crossings.hpp"
#include "mesh/outliers.hpp"
#include "mesh/rounding.hpp"
#include "mesh/side_agreement.hpp"

namespace pace {

enum class Severity { info, warning, error };

/// What, where, and what to do about it; codes: see finding_code.
struct Finding : Statement {
  Finding(Message said, Severity how_bad, std::optional<int> part = {}, std::string at = {})
      : Statement(std::move(said)), severity(how_bad), part_number(part), where(std::move(at)) {}
  Severity severity;
  std::optional<int> part_number;  ///< as in the file
  std::string where;               ///< a place in metres, or empty
};

namespace finding_code {
inline constexpr const char* units_unknown = "UNITS_UNKNOWN";
inline constexpr const char* units_uncertain = "UNITS_UNCERTAIN";
inline constexpr const char* units_disagree = "UNITS_DISAGREE";
inline constexpr const char* units_suspicious = "UNITS_SUSPICIOUS";
inline constexpr const char* file_not_closed = "FILE_NOT_CLOSED";
inline constexpr const char* vertex_far_away = "VERTEX_FAR_AWAY";
inline constexpr const char* curved_middle_far = "CURVED_MIDDLE_FAR";
inline constexpr const char* curved_sides_differ = "CURVED_SIDES_DIFFER";
inline constexpr const char* curved_jacobian = "CURVED_JACOBIAN";
inline constexpr const char* curved_distorted = "CURVED_DISTORTED";
inline constexpr const char* curved_triangles = "CURVED_TRIANGLES";
inline constexpr const char* smooth_parts_rounded = "SMOOTH_PARTS_ROUNDED";
inline constexpr const char* rounding_straightened = "ROUNDING_STRAIGHTENED";
inline constexpr const char* duplicate_triangles = "MESH_DUPLICATE_TRIANGLES";
inline constexpr const char* zero_area = "ZERO_AREA_TRIANGLES";
inline constexpr const char* slivers = "SLIVERS";
inline constexpr const char* coincident_vertices = "COINCIDENT_VERTICES";
inline constexpr const char* coincident_faces = "COINCIDENT_FACES";
inline constexpr const char* unmerged_seam = "UNMERGED_SEAM";
inline constexpr const char* seams_merged = "SEAMS_MERGED";
inline constexpr const char* surfaces_cross = "SURFACES_CROSS";
inline constexpr const char* surfaces_touch = "SURFACES_TOUCH";
inline constexpr const char* normals_inconsistent = "NORMALS_INCONSISTENT";
inline constexpr const char* normals_inward = "NORMALS_INWARD";
inline constexpr const char* one_sided = "ONE_SIDED_SURFACE";
inline constexpr const char* folded = "FOLDED_TRIANGLES";
inline constexpr const char* volume_not_positive = "VOLUME_NOT_POSITIVE";
inline constexpr const char* small_gap = "SMALL_GAP";
inline constexpr const char* open_part = "OPEN_PART";
inline constexpr const char* junctions = "JUNCTIONS";
inline constexpr const char* internal_triangles = "INTERNAL_TRIANGLES";
inline constexpr const char* stray_triangles = "STRAY_TRIANGLES";
inline constexpr const char* edges_too_long = "EDGES_TOO_LONG";
inline constexpr const char* mesh_very_fine = "MESH_VERY_FINE";
}  // namespace finding_code

/// The length of one file unit and who says so.
struct LengthUnit {
  enum class Source { file, user, assumed };
  double metres_per_unit;
  Source source;
  LengthUnit(double metres, Source from = Source::user) : metres_per_unit(metres), source(from) {}
};

struct Box {
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  Vec3 size() const { return high - low; }
};

/// [m]
struct EdgeLengths {
  double min = 0.0, mean = 0.0, max = 0.0;
};

struct PartReport {
  int index = 0;   ///< from 1, position in the file's parts by ascending number
  int number = 0;  ///< as in the file
  std::string name;
  int triangles = 0;
  double area_m2 = 0.0;
  double extent_m = 0.0, smooth_m = 0.0;  ///< see PartShape (curvature.hpp); infinite where flat
  bool open = false;                      ///< has triangles with both sides in the exterior
  int open_edges = 0, junction_edges = 0;
  int internal_triangles = 0, flipped_triangles = 0;
  EdgeLengths edge_m;
};

struct ComponentReport {
  int triangles = 0;
  bool closed = false;
  int open_edges = 0;
  double area_m2 = 0.0;
  double volume_m3 = 0.0;      ///< enclosed, 0 for an open component
  double open_length_m = 0.0;  ///< of its open edges
};

struct Sliver {
  double quality;
  Vec3 centroid_m;
  int part_number;
};

/// Of bent triangles.
struct CurvedReport {
  struct Place {
    int part_number = 0;
    Vec3 where_m = Vec3::Zero();
  };
  int triangles = 0;             ///< with a bent side
  double sagitta_m = 0.0;        ///< the largest distance of the middle of a side from that of its chord
  double sagitta_of_edge = 0.0;  ///< likewise, as part of its chord
  double scaled_jacobian = 1.0;  ///< the smallest min J / max J (jacobian_range)
  Place most_bent, most_distorted;
  int far = 0, steep = 0, singular = 0, distorted = 0;  ///< triangles beyond the limits of doctor.hpp
  SideGaps gaps;
  std::array<int, 2> gap_parts{};  ///< numbers of the parts at the worst gap
};

/// What `diagnose_merged` did.
struct SeamMerge {
  int nodes = 0;
  double distance_m = 0.0;  ///< between nodes that became one, the largest
};

struct Report {
  bool units_stated = false;
  std::string units_name;
  std::optional<double> metres_per_unit_in_file;
  LengthUnit unit{1.0};

  std::optional<double> frequency_hz;
  std::optional<double> wavelength_m;
  Box box_file_units, box_m;
  std::optional<FarVertices> far_vertices;

  std::vector<PartReport> parts;
  std::vector<ComponentReport> components;
  int vertices = 0, triangles = 0, edges = 0;
  int unknowns_rwg = 0;  ///< perfect conductor, EFIE or CFIE
  int open_edges = 0, junction_edges = 0, internal_triangles = 0;
  int flipped_triangles = 0, inconsistent_edges = 0, twisted_edges = 0, folded_edges = 0;
  int coincident_vertices = 0, duplicate_triangles = 0, zero_area_triangles = 0;
  CoincidentFaces coincident_faces;
  Seam seam;
  std::optional<SeamMerge> seam_merge;
  std::vector<Crossing> crossings;
  EdgeLengths edge_m;                  ///< of chords
  std::optional<CurvedReport> curved;  ///< nothing where all triangles are flat
  std::optional<Rounding> rounding;    ///< lengths in metres; nothing where it was not asked for

  double quality_min = 1.0, quality_mean = 1.0;
  std::array<int, 10> quality_histogram{};  ///< triangles by radius ratio, bins of 0.1
  int sliver_count = 0;
  std::vector<Sliver> worst_slivers;  ///< the worst first, at most `listed_slivers`

  std::vector<Finding> findings;

  bool has_errors() const;
  std::string verdict() const;  ///< "ok" | "warnings" | "errors"
};

void to_json(nlohmann::json& json, const Report& report);

}  // namespace pace
