// A job's model, read, scaled and understood: what every method starts from.
#pragma once

#include <optional>
#include <vector>

#include "basis/dual_space.hpp"
#include "core/message.hpp"
#include "input/job.hpp"
#include "mesh/mesh.hpp"
#include "mesh/topology.hpp"
#include "output/notice.hpp"
#include "regions/region_graph.hpp"

namespace pace {

/// Of triangles that are taken the other way round than the file winds them.
std::vector<Notice> flipped_notices(const Topology& topology);

struct Model {
  const DualSpace* dual_space() const { return dual ? &*dual : nullptr; }

  Mesh mesh;  ///< [m]
  Topology topology;
  RwgSpace space;
  std::vector<double> part_alpha;      ///< one a part, as asked
  std::vector<double> alpha;           ///< one a function, as used
  std::vector<char> part_by_optics;    ///< of a hybrid: the parts of physical optics; empty if there are none
  std::optional<DualSpace> dual;       ///< testing functions of the MFIE, where any function uses it
  std::optional<RegionGraph> regions;  ///< of program type 3
  std::vector<Notice> notices;         ///< findings of the checks, and how the model was taken
};

/// Below this α the CFIE of a closed conductor has hardly more of the EFIE in it than its errors are.
inline constexpr double small_alpha = 0.1;

/// @throws InputError UNITS_UNKNOWN, ALPHA_COUNT, UNV_…, MESH_…, REGION_… and MATERIAL_… codes, and those of
/// all findings of the doctor that are errors (mesh/doctor.hpp)
Model prepare_model(const Job& job);

}  // namespace pace
