// Buffa–Christiansen functions on the barycentric refinement: the testing functions of the MFIE.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "basis/rwg_space.hpp"

namespace pace {

/// A sixth of a triangle: a corner, the midpoint of an edge and the centroid, wound as the parent's normal
/// says [m].
struct SubTriangle {
  std::array<Vec3, 3> vertex;  ///< the parent's corner first
  Vec3 centroid;
  double area;
  int parent;  ///< into RwgSpace::triangles()
};

/// g(r) = value + slope (r − centroid) on sub-triangle `sub`; value [1], slope [1/m].
struct DualPiece {
  int sub;
  Vec3 value;
  double slope;
};

/// The same g on a sub-triangle of any triangle, flat or bent: g dS = Σ_i arm_weight_i · arm_i · dw, arm_i
/// the parent's (BasisPoint) and w the measure of its barycentric coordinates, 1 over the sub-triangle; then
/// ½∇·g dS = Σ arm_weight_i dw.
struct DualArms {
  int sub;
  std::array<double, 3> arm_weight;  ///< [m]
};

/// The 2N sub-triangles around a vertex where N edges meet, and the functions of those edges that are made of
/// them.
struct DualCell {
  struct Row {
    int function;
    int edge;     ///< its edge bounds sub-triangles 2·edge − 1 and 2·edge of the walk
    double flux;  ///< out of the cell through the dual edge [m]
  };
  int vertex_id;  ///< into Mesh::vertices
  Vec3 vertex;
  std::vector<int> subs;  ///< in the order of a walk around the vertex
  std::vector<Row> rows;
};

/// One function g an edge (a, b), such that n × g can stand for the RWG function f of that edge. It carries a
/// flux from the dual cell of a to that of b: each of the 2N sub-triangles of a cell has the charge ±L/(2N),
/// half of the flux L leaves through each segment of the dual edge (centroid – midpoint – centroid), and the
/// flux through the i-th radial sub-edge, counted from the edge itself, is ±L (i − N)/(2N). L = √3 × the
/// length of the dual edge (the edge's own between equilateral triangles); the signs make n × g run along f.
/// So scaled, the CFIE takes about the GMRES steps at every α of RWG testing (test_operators holds it); by
/// the edge's own length the condition doubles where triangles are flat. Source: Buffa & Christiansen, Math.
/// Comp. 76, 2007; Andriulli et al., IEEE TAP 56(8), 2008.
///
/// A function has a g if the triangles around both its end points form one closed, consistently oriented fan
/// of closed surface: not at rims, junctions, sheets, or where two bodies touch in a point.
class DualSpace {
 public:
  /// @param without  functions that get none, one entry each; empty: none is left out
  explicit DualSpace(const RwgSpace& space, std::span<const char> without = {});

  bool has(int function) const { return cells_of_[function][0].cell >= 0; }
  /// Those of one function, of both its cells; none without a g. On flat triangles alone.
  std::vector<DualPiece> pieces(int function) const;
  /// The same on any triangles.
  std::vector<DualArms> arms(int function) const;

  /// Whether any piece of a function's g lies on a bent triangle.
  bool is_bent(int function) const;

  int sub_count() const { return 6 * triangle_count_; }
  /// Six a triangle, triangle after triangle; made when asked for. Of the flat triangle between the corners.
  SubTriangle sub(int index) const;
  /// Its corners in the parent's barycentric coordinates, in the same order.
  std::array<Barycentric, 3> sub_corners(int index) const;

  /// The vertices that carry functions; every g has its pieces in exactly two cells.
  const std::vector<DualCell>& cells() const { return cells_; }
  /// The piece of a cell's row on sub-triangle `position` of the cell's walk; made when asked for.
  DualPiece piece(const DualCell& cell, const DualCell::Row& row, int position) const {
    return piece(cell, row, position, sub(cell.subs[position]));
  }
  /// @param sub  that sub-triangle
  DualPiece piece(const DualCell& cell, const DualCell::Row& row, int position, const SubTriangle& sub) const;
  DualArms arms(const DualCell& cell, const DualCell::Row& row, int position) const;

 private:
  struct Place {
    int cell = -1, row = -1;
  };
  const SurfaceTriangle* triangles_;  ///< of the RWG space, which outlives this
  int triangle_count_;
  std::vector<DualCell> cells_;
  std::vector<std::array<Place, 2>> cells_of_;  ///< by function
};

}  // namespace pace
