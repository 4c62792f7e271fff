// Areas, volumes, normals, curvatures and Jacobians of triangles as they are: flat or bent.
#pragma once

#include "mesh/mesh.hpp"

namespace pace {

/// [unit²]
double surface_area(const Mesh& mesh, int t);

/// Of the cone from the origin over the triangle, positive where the normal of the file's winding points away
/// from the origin [unit³]. Exact for bent triangles too: the integrand is a polynomial.
double volume_to_origin(const Mesh& mesh, int t, const Vec3& origin);

/// Unit normal by the file's winding; zero where the surface has none.
Vec3 normal_at(const Mesh& mesh, int t, const Barycentric& b);

/// The larger of the two principal curvatures of a bent triangle at its centroid [1/unit]; 0 of a flat one.
///   κ are the eigenvalues of I⁻¹ II, with n·∂²r and the metric ∂r·∂r
double largest_curvature(const Mesh& mesh, int t);

/// Of the Jacobian's component along the normal n of the flat triangle between the corners,
///   J(b) = n·(∂r/∂b_1 − ∂r/∂b_0) × (∂r/∂b_2 − ∂r/∂b_0),
/// over the whole triangle: a polynomial of degree two, whose extremes are at a corner, on a side or inside
/// and are found there, not sampled. With a positive minimum the surface is the graph of a function over its
/// flat triangle: no point of it is singular or folded over.
struct JacobianRange {
  double min = 0.0, max = 0.0;
  /// min J / max J: 1 for a flat triangle, 0 or less for one that is singular or folded.
  double scaled() const { return max > 0.0 ? min / max : -1.0; }
};
JacobianRange jacobian_range(const Mesh& mesh, int t);

/// The largest |sagitta| over the chord of its side; 0 of a flat triangle.
double largest_relative_sagitta(const Mesh& mesh, int t);

}  // namespace pace
