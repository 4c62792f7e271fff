// Bent triangles cut into flat pieces that follow them, for pictures and for tests of flat triangles.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "mesh/mesh.hpp"

namespace pace {

/// A side is cut into so many pieces that each is within this part of the side's chord of it: half a percent
/// of an edge is below a pixel where an edge is 200 of them. The error of n pieces is the sagitta over n².
inline constexpr double piece_error = 0.005;
/// Enough for a sagitta of 0.32 of the chord, more than a mesh may have (far_middle).
inline constexpr int most_cuts = 8;
/// More pieces than that are not drawn: then sides are cut less often, down to not at all.
inline constexpr std::size_t most_pieces = 1'000'000;

/// Pieces of the bent triangles of a mesh; flat triangles have none. Without gaps: pieces of neighbours share
/// the points of their common side.
struct Pieces {
  /// A point beside the vertices of the mesh: index Mesh::vertices.size() and on.
  struct Point {
    Vec3 position;
    std::array<int, 3> between;  ///< vertices of the mesh
    Barycentric weight;          ///< of these: what is linear over the triangle has Σ weight · value there
  };
  struct Piece {
    int triangle;
    std::array<int, 3> vertex;         ///< wound as its triangle; vertices of the mesh, then points
    std::array<Barycentric, 3> place;  ///< of its corners in the triangle
    /// Is the line from corner i to corner i + 1 a part of a side of the triangle?
    std::array<bool, 3> on_side;
  };
  std::vector<Point> points;
  std::vector<Piece> pieces;
};

/// Every bent triangle, as one piece at least.
/// @param distance  of the pieces from their sides, where that asks for more cuts than `piece_error` [unit]
Pieces pieces_of(const Mesh& mesh, double distance = std::numeric_limits<double>::infinity());

/// A flat mesh that follows a bent one: its flat triangles and the pieces of its bent ones.
struct Facets {
  Mesh mesh;                          ///< vertices of the bent mesh first
  std::vector<int> triangle;          ///< of the bent mesh that each facet belongs to
  std::vector<Pieces::Point> points;  ///< the other vertices
};
Facets facets_of(const Mesh& mesh, double distance = std::numeric_limits<double>::infinity());

}  // namespace pace
