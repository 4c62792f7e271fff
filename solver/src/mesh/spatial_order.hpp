// Triangles in an order in which neighbours in space are mostly close together.
#pragma once

#include <vector>

#include "mesh/mesh.hpp"

namespace pace {

/// All triangles of a mesh along the Z curve of their middles (core/morton.hpp). Meshers number neighbours
/// far apart; an integral over all sources near to a triangle then waits for memory at every one of them.
std::vector<int> spatial_order(const Mesh& mesh);

}  // namespace pace
