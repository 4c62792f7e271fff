// How sharply the parts of a mesh are curved, from bent triangles themselves or from the normals at vertices.
#pragma once

#include <limits>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/topology.hpp"

namespace pace {

/// Weight of a triangle's normal at a corner, |a × b|/(|a|²|b|²) for the sides a, b there: the vertex normals
/// of a mesh of any triangles inscribed in a sphere are then exactly radial (Max, J. Graphics Tools 4 (1999)
/// 1).
double corner_weight(const Mesh& mesh, int t, int corner);

struct PartCurvature {
  /// 5 % of the bent triangles and of the smooth vertices between flat ones are curved more sharply than this
  /// [m]; infinite where the part is flat.
  double radius_m = std::numeric_limits<double>::infinity();
  int smooth_vertices = 0;  ///< vertices that no sharp edge and no rim touches
  double sharp_edges_m =
      0.0;  ///< length of the edges inside the part at which it turns by more than `sharp_edge_angle`
  /// The longest of them: edges that follow each other with turns below 15° are one, as long as the box
  /// around it.
  double longest_sharp_edge_m = 0.0;
};

/// Between neighbouring triangles [rad], 40°: a sphere meshed with eight edges along its equator is still
/// smooth.
inline constexpr double sharp_edge_angle = 40.0 * pi / 180.0;

/// Largest normal curvature at each smooth vertex, |2 n·(x_j − x_i)|/|x_j − x_i|² over its edges with the
/// vertex normal n; exact on a sphere inscribed with flat triangles. Of a bent triangle the larger principal
/// curvature at its centroid, and whether an edge is sharp, are of the bent surface. Curvature of a part is a
/// quantile of it, which single bad triangles do not move.
/// @param topology  of `mesh`
/// @return          one a part, as Mesh::parts
std::vector<PartCurvature> curvature_of_parts(const Mesh& mesh, const Topology& topology);

/// What the choice between physical optics and the full wave looks at.
struct PartShape {
  double extent_m = 0.0;  ///< diagonal of the box around the part
  double area_m2 = 0.0;
  /// The smaller of the radius of curvature and of the area over the length of the sharp edges inside the
  /// part: the width of its faces.
  double smooth_m = std::numeric_limits<double>::infinity();
};
std::vector<PartShape> shapes_of_parts(const Mesh& mesh, const Topology& topology);

}  // namespace pace
