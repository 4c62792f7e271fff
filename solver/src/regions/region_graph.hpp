// The regions of a composite model: what lies on the two sides of every triangle, of which material, inside
// what.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/message.hpp"
#include "mesh/mesh.hpp"
#include "mesh/report.hpp"
#include "mesh/topology.hpp"

namespace pace {

/// A connected piece of space.
struct Region {
  Message name;               ///< "Outside", "Inside surface 3", "Inside surfaces 1 and 2"
  std::string material;       ///< as in the table; empty if the table gives none (a finding says so)
  bool is_vacuum = false;     ///< the outer region, or the material Vacuum
  bool is_conductor = false;  ///< PEC all through: no field, no equations
  std::vector<int> surfaces;  ///< numbers of the parts that enclose it (whose inside it is), ascending
  std::vector<int> parts;     ///< indices into Mesh::parts of all that border it, ascending
  int parent = -1;            ///< region around it; −1 of region 0
};

struct RegionGraph {
  std::vector<Region> regions;  ///< region 0 is the outer vacuum
  /// By triangle: the region on the side of the file's normal (0) and on the opposite one (1).
  std::vector<std::array<int, 2>> side_region;
  /// By triangle: the side that is outwards, as the table says it. Of a surface that the table calls an
  /// interface: out of a conductor; between two media, into the one of lower number. 0 where both are one.
  std::vector<char> outer_side;
  /// By triangle: metal of no thickness, an open plate (both sides in one region) or a film on a dielectric
  /// (two regions). Its two sides see a conductor.
  std::vector<char> is_metal_sheet;

  /// By region: is it PEC all through?
  std::vector<bool> conductors() const;
};

struct RegionFinding : Statement {
  RegionFinding(Message said, Severity how_bad, std::vector<int> numbers)
      : Statement(std::move(said)), severity(how_bad), surfaces(std::move(numbers)) {}
  Severity severity;
  std::vector<int> surfaces;  ///< numbers of the parts that it names
};

struct RegionExamination {
  RegionGraph graph;  ///< as far as it is known if there are errors
  std::vector<RegionFinding> findings;
  bool has_errors() const;
};

/// Geometry says which regions there are and which of them an outer surface bounds from inside; the table of
/// outer media says what they are made of, and which side of a surface between two inner regions is its
/// inside. Findings:
///   REGION_TABLE             a surface without entry, an entry without surface, an outer medium that is none
///   REGION_CYCLE             surfaces that lie inside each other in a circle
///   REGION_LEAK              a surface that should hold a material but is open, with its open edges
///   REGION_TOUCH             surfaces that cross, or touch without sharing their nodes
///   REGION_CONTRADICTION     the table says in what a surface lies, the geometry says otherwise
///   REGION_MEDIUM_TWICE      two entries of one surface, or two surfaces of one region, with different
///   materials REGION_MATERIAL_MISSING  a region that no surface gives a material MATERIAL_MISSING         a
///   material that is not in the list REGION_INTERFACE_SIDES   an interface with one region on both sides
///   REGION_FILM, REGION_SHEET  metal of no thickness, on a dielectric (a warning) or open (a note)
/// @param materials  as in job.json; null counts as empty
RegionExamination examine_regions(const Mesh& mesh, const Topology& topology,
                                  const nlohmann::json& materials);

/// The graph of a model without errors.
/// @param findings  what was found that is no error, where asked for
/// @throws InputError with the first error of `examine_regions` and, where there are more, how many
RegionGraph region_graph(const Mesh& mesh, const Topology& topology, const nlohmann::json& materials,
                         std::vector<RegionFinding>* findings = nullptr);

void to_json(nlohmann::json& json, const Region& region);
void to_json(nlohmann::json& json, const RegionFinding& finding);

}  // namespace pace
