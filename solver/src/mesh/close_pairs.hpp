// Pairs of triangles that come close to each other.
#pragma once

#include <functional>

#include "mesh/mesh.hpp"

namespace pace {

/// Calls `look(a, b)`, a < b, for every pair of triangles whose boxes, widened by `margin_m` and a little
/// more, overlap; from several threads, in any order. A tree of boxes (Embree) finds the pairs: O(N log N).
void for_close_pairs(const Mesh& mesh, double margin_m, const std::function<void(int a, int b)>& look);

/// Do two triangles have a vertex in common?
bool share_a_vertex(const Mesh& mesh, int a, int b);

}  // namespace pace
