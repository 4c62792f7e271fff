// What the surface encloses and where it ends, found from the geometry alone: the winding of the file is not
// believed.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "mesh/mesh.hpp"

namespace pace {

/// An edge and how many triangles meet there: 1 open, 2 manifold, 3 or more a junction.
struct Edge {
  std::array<int, 2> vertex;  ///< vertex[0] < vertex[1]
  int first;                  ///< into Topology::edge_triangles
  int count;                  ///< triangles at this edge
};

enum class Surface : signed char {
  closed,    ///< exactly one side faces the exterior
  internal,  ///< no side faces the exterior: a partition between closed cells, or a plate inside one
  sheet      ///< both sides face the exterior: open, EFIE only
};

/// A set of triangles connected through shared edges (a shared vertex does not connect).
struct Component {
  int triangles = 0;
  int closed = 0, internal = 0, sheet = 0;  ///< triangles by class
  int open_edges = 0;
  int exterior_shell = 0;  ///< the shell that reaches infinity if this component stood alone
  double volume = 0.0;     ///< enclosed by its closed triangles [unit³]
  bool is_closed() const { return sheet == 0; }
};

/// A connected region of space beside the surface, known by the triangle sides that bound it.
struct Shell {
  int component;
  bool exterior;
};

struct PartTopology {
  int triangles = 0;
  int sheets = 0;          ///< triangles of class `sheet`
  int internal = 0;        ///< triangles of class `internal`
  int open_edges = 0;      ///< edges of this part's triangles where the whole surface ends
  int junction_edges = 0;  ///< edges of this part's triangles with three or more triangles
  int flipped = 0;         ///< triangles whose winding in the file disagrees with `orientation`
  double area = 0.0;       ///< [unit²]
  bool is_open() const { return sheets > 0; }
};

struct Topology {
  std::vector<Edge> edges;
  std::vector<int> edge_triangles;                 ///< triangles edge after edge, see `triangles_at`
  std::vector<std::array<int, 3>> triangle_edges;  ///< local edge i is opposite to local vertex i
  std::vector<Surface> surface;                    ///< by triangle
  /// By triangle: +1 if the file's winding stands, −1 if the triangle has to be flipped. Flipped so, closed
  /// triangles have their normal to the exterior of their component; sheets and internal triangles agree with
  /// their neighbours across two-triangle edges, the majority of the file's winding in each such patch
  /// winning.
  std::vector<signed char> orientation;
  /// By triangle: the shells that its side along the file's normal (0) and the opposite side (1) belong to.
  std::vector<std::array<int, 2>> side_shell;
  std::vector<int> component;  ///< by triangle
  std::vector<Component> components;
  std::vector<Shell> shells;
  std::vector<PartTopology> parts;  ///< as Mesh::parts

  int open_edges = 0;
  int junction_edges = 0;
  int flipped_triangles = 0;
  int inconsistent_edges =
      0;                  ///< two-triangle edges whose triangles are wound against each other in the file
  int twisted_edges = 0;  ///< edges of one-sided patches (Möbius) across which no consistent winding exists
  int folded_edges = 0;   ///< edges where two triangles lie on each other (angle below `fold_angle`)

  std::span<const int> triangles_at(const Edge& edge) const {
    return {edge_triangles.data() + edge.first, static_cast<std::size_t>(edge.count)};
  }
  bool is_open(const Edge& edge) const { return edge.count == 1; }
  bool is_junction(const Edge& edge) const { return edge.count >= 3; }
  /// RWG functions on this surface for perfect conductors: m − 1 at an edge with m triangles that carry
  /// current. Internal triangles carry none and are not counted.
  int rwg_unknowns() const;
};

/// Two triangles at an edge closer than this lie on each other for all practical purposes [rad]. A wedge that
/// sharp cannot be integrated; a real trailing edge is above 0.01 rad.
inline constexpr double fold_angle = 1e-4;

/// Sides of triangles that see each other around an edge are joined into shells; a triangle with both sides
/// in one shell is a sheet, otherwise it separates two regions (the radial-edge idea of Weiler 1986). The
/// exterior shell of a component is the one met on the way in from infinity to its outermost vertex. O(T log
/// T).
///
/// @param mesh  any length unit; every vertex index valid, no triangle with a repeated vertex
/// @throws InputError MESH_DUPLICATE_TRIANGLES naming the parts, if three vertices carry more than one
/// triangle
Topology analyse(const Mesh& mesh);

/// Triangles that have the same three vertices as an earlier one, as pairs (earlier, later).
std::vector<std::array<int, 2>> duplicate_triangles(const Mesh& mesh);

/// The same mesh with every triangle wound as `topology.orientation` says.
Mesh oriented(Mesh mesh, const Topology& topology);

}  // namespace pace
