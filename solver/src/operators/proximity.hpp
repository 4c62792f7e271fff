// Which triangles are near each other, by a grid of cells.
#pragma once

#include <span>
#include <vector>

#include "basis/rwg_space.hpp"

namespace pace {

/// For each triangle those others whose centroids are closer than `factor` times the sum of both radii, and
/// all that share a corner; the triangle itself is among them. In any order. O(T) for quasi-uniform meshes.
/// @param of_interest  by triangle: lists without such a triangle stay empty; empty: all are made
std::vector<std::vector<int>> neighbours_within(const RwgSpace& space, double factor,
                                                std::span<const char> of_interest = {});

bool share_corner(const SurfaceTriangle& a, const SurfaceTriangle& b);

}  // namespace pace
