// Which rule integrates which pair of triangles: one place, checked by the convergence test of the operators.
#pragma once

namespace pace {

/// Distances are between centroids, in units of the sum of both triangles' radii.
struct QuadratureChoice {
  int far_degree = 2;     ///< rule of both triangles when far apart
  int middle_degree = 4;  ///< closer than `middle_distance`
  double middle_distance = 2.4;
  int near_degree = 6;              ///< outer rule, inner integral with its static part in closed form
  double near_distance = 1.2;       ///< closer than this and not touching
  double very_near_distance = 0.6;  ///< closer than this the outer rule is repeated on 16 sub-triangles
  /// Gauss points a coordinate of the singular rules: a triangle with itself, two that share an edge, a
  /// vertex; `radial` of the coordinate in which both points go together to what is common, of which the
  /// integrand is nearly a polynomial.
  struct Contacts {
    int self, edge, vertex, radial;
  };
  Contacts contacts{7, 5, 4, 4};

  // Magnetic rows tested by the sub-triangles of a dual cell; the sources keep the rules above. A cell counts
  // as a triangle whose centroid is its vertex.
  int dual_far_degree =
      2;  ///< 2: three points for each two sub-triangles of a triangle; above: on a sub-triangle
  int dual_middle_degree = 2;  ///< on a sub-triangle
  int dual_near_degree = 2;    ///< outer rule, inner integral with its static part in closed form,
  int dual_rest_degree = 2;    ///< the rest by this rule on the source
  int dual_edge_points = 5;  ///< where sub-triangle and source touch: Gauss points away from the common side
  int dual_vertex_points = 5;     ///< and along it, or in both coordinates at a common vertex
  int dual_potential_degree = 4;  ///< potentials of near sources; on four smaller triangles where they touch

  // Pairs with a bent triangle. Close ones are divided until their parts are this far apart, in units of the
  // sum of both radii.
  double curved_distance = 1.0;
  int curved_degree = 4;  ///< rule of each part
  Contacts curved_contacts{7, 5, 4, 4};
  // The parts of a dual cell against those of the sources beside it.
  int part_degree = 2;  ///< on the cell's part where the two do not touch; on the source `curved_degree`
  Contacts part_contacts{6, 7, 6, 3};    ///< for the potentials,
  Contacts curl_contacts{6, 5, 4, 3};    ///< for ∫ ∇G × f,
  Contacts smooth_contacts{6, 3, 3, 2};  ///< and where the surface has no fold: no normals differ by more
  double smooth_turn = 0.4, smooth_fold = 0.1;  ///< than this, nor by this at the same corner [rad]
  /// A part of a triangle against the triangle: a rule on the part, repeated on four triangles so often, and
  /// Gauss points along the sides of the triangle and towards them.
  struct Inside {
    int degree, refinements, side, radial;
  };
  Inside part_inside{4, 1, 8, 2};  ///< for the potentials,
  Inside curl_inside{4, 0, 5, 2};  ///< for ∫ ∇G × f, which the bend alone makes

  /// Far beyond need: what the convergence test compares with.
  static QuadratureChoice reference() {
    return {.far_degree = 6,
            .middle_degree = 8,
            .middle_distance = 6.0,
            .near_degree = 8,
            .near_distance = 3.0,
            .very_near_distance = 1.2,
            .contacts = {10, 9, 8, 0},
            .dual_far_degree = 4,
            .dual_middle_degree = 5,
            .dual_near_degree = 8,
            .dual_rest_degree = 8,
            .dual_edge_points = 14,
            .dual_vertex_points = 8,
            .dual_potential_degree = 8,
            .curved_distance = 1.8,
            .curved_degree = 8,
            .curved_contacts = {10, 9, 8, 0},
            .part_degree = 6,
            .part_contacts = {10, 12, 10, 0},
            .curl_contacts = {10, 10, 8, 0},
            .smooth_contacts = {10, 10, 8, 0},
            .part_inside = {8, 2, 12, 5},
            .curl_inside = {8, 1, 8, 5}};
  }
  /// For edges longer than about λ/6 the phase over a triangle needs more far points.
  static QuadratureChoice for_edge(double edge_over_wavelength) {
    QuadratureChoice choice;
    if (edge_over_wavelength > 1.0 / 6.0) choice.far_degree = choice.dual_far_degree = 4;
    return choice;
  }
};

}  // namespace pace
