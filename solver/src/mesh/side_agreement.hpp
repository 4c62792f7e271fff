// Triangles at one side have the same middle of it: where they say otherwise there is a gap in the surface.
#pragma once

#include <array>
#include <optional>

#include "mesh/mesh.hpp"

namespace pace {

/// Sides whose triangles disagree about the middle by less than this part of the chord are made one: at edges
/// of λ/10 that moves the surface by λ/10 000, less than the tolerance of any result. Nodes that are merged
/// at a seam are a tenth of that apart at most (seam_distance).
inline constexpr double one_middle = 1e-3;

/// What `agree_on_sides` changed.
struct SideChange {
  int sides = 0;       ///< that were straightened, or got the middle of the first triangle there
  double share = 0.0;  ///< how far a middle was moved, the largest, as part of its chord
};

/// Makes triangles agree about the middles of sides where they differ by less than `one_middle`: the side is
/// straight if a triangle says so, else it has the middle of the first triangle. Larger differences stay.
/// A mesh without any bend left has no bends.
SideChange agree_on_sides(Mesh& mesh);

/// Sides whose triangles disagree.
struct SideGaps {
  int sides = 0;
  double share = 0.0;  ///< the largest difference, as part of its chord
  std::array<int, 2> triangles{};
  Vec3 where = Vec3::Zero();  ///< the middle of the worst chord
};
SideGaps side_gaps(const Mesh& mesh);

}  // namespace pace
