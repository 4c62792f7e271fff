// Where surfaces pass through each other, or touch without sharing their nodes.
#pragma once

#include <array>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/topology.hpp"

namespace pace {

struct Crossing {
  std::array<int, 2> parts;       ///< into Mesh::parts, of the two triangles
  std::array<int, 2> components;  ///< of Topology, likewise
  bool touch;                     ///< closer than the tolerance; else an edge of one passes through the other
  Vec3 where_m;
};

/// Which pairs are looked at: also those within one part of one component, or not.
enum class CrossingPairs { between_parts, all };

/// Triangles that share no node and lie on different parts, or on one part in different components: one place
/// for each pair of parts and components, a passage rather than a touch. Within a component only passages
/// count. Bent triangles are looked at as the flat pieces that they are cut into (pieces.hpp).
/// @param tolerance_m  surfaces that come closer than this touch
std::vector<Crossing> crossings_of(const Mesh& mesh, const Topology& topology, double tolerance_m,
                                   CrossingPairs pairs = CrossingPairs::between_parts);

}  // namespace pace
