// Middle nodes for facets that stand for a smooth surface, from the normals at their corners.
#pragma once

#include "mesh/mesh.hpp"

namespace pace {

/// How far the triangles that were bent left their facets, over all their points.
struct Rounding {
  double angle_deg = 0.0;
  bool has_middle_nodes = false;    ///< the mesh had bent triangles itself, and stayed as it was
  int triangles = 0;                ///< that were bent
  int straightened = 0;             ///< with sides made straight again: bent, they would fold
  double largest = 0.0, rms = 0.0;  ///< [as the vertices]
};

/// Bends the sides of flat triangles where neighbours turn by less than an angle: a side becomes the arc that
/// fits the normals at its ends, s = |c| (t_a − t_b)/(4 + 4 cos φ) with the chord c, the unit tangents t
/// along it and the angle φ between t and c (exact where normals and chord are in one plane: on a sphere,
/// across a cylinder). A vertex has one normal for every fan of triangles that no sharp edge divides; the
/// normals are weighted as of points on a sphere (corner_weight).
///
/// These stay as they are:
///  - a mesh with bent triangles;
///  - free edges; sharp edges, unless they turn by less than the angle at both ends, where nothing but the
///    same edge goes on: an arc through these three points then gives the tangent;
///  - plane faces, known by a vertex whose triangles are all in one plane. Their normal is the one of a fan
///    that they are in, and where two of them meet the edge is sharp by however little it turns;
///  - a vertex where the fan comes to a point, with facets further from the normal than the angle. Sides that
///    end there are arcs by the tangent at their other end;
///  - sides of triangles that would come out near a fold, or with an arc of more than a quarter circle: they
///    and only they are straight, for all triangles there.
///
/// Triangles at one side get the same middle of it, whatever part or solid they belong to.
/// @param angle_deg  above 0
Rounding round_smooth_parts(Mesh& mesh, double angle_deg);

}  // namespace pace
