// The table of outer media of a composite job, by part of its mesh.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "mesh/mesh.hpp"
#include "regions/region_graph.hpp"

namespace pace {

struct OuterMedium {
  static constexpr int vacuum = 0, interface = -1;
  int outer_media;       ///< 0 vacuum, −1 interface, n the region inside surface n (a number of the file)
  std::string material;  ///< of the region inside; empty for an interface
};

/// Index into Mesh::parts of a number of the file.
std::optional<int> part_of(const Mesh& mesh, int number);

/// One entry a part, where there is one that makes sense; what does not goes to the findings (REGION_TABLE,
/// REGION_MEDIUM_TWICE, REGION_MATERIAL_MISSING, MATERIAL_MISSING, REGION_CYCLE).
std::vector<std::optional<OuterMedium>> outer_media_of(const Mesh& mesh, const nlohmann::json& materials,
                                                       std::vector<RegionFinding>& findings);

}  // namespace pace
