// Which pieces of a surface lie inside which: from the shells of single components to the regions of all
// space.
#pragma once

#include <array>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/topology.hpp"

namespace pace {

/// Two components that cannot be distinguished in space, or two parts of one that pass through each other.
struct Clash {
  std::array<int, 2> components;
  std::array<int, 2> parts;  ///< into Mesh::parts, that meet there
  bool touch;                ///< nodes lie on each other without being the same; else the surfaces cross
  Vec3 where_m;
};

struct SpaceRegions {
  int count = 1;                  ///< region 0 is the outer one
  std::vector<int> shell_region;  ///< as Topology::shells
  std::vector<Clash> clashes;
};

/// The outer shell of a component joins the cell of the innermost component around it, or the outer region. A
/// point is in the shell whose side a ray from it meets first; three rays and up to 64 vertices of a
/// component vote. O(triangles) a pair of components whose boxes overlap.
SpaceRegions regions_of_space(const Mesh& mesh, const Topology& topology);

}  // namespace pace
