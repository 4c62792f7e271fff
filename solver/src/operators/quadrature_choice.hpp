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
  /// Gauss points of the singular rules (quadrature/singular_rule.hpp): a triangle with itself, two that
  /// share an edge, a vertex; `radial` in the coordinates in which both points go together to what is common.
  struct Contacts {
    int self, edge, vertex, radial;
    double stretch = 1.25;  ///< of the pairs for which they are enough (operators/contact_rules.hpp)
  };
  Contacts contacts{7, 5, 4, 4};

  // Magnetic rows tested by the sub-triangles of a dual cell; the sources keep the rules above. A cell counts
  // as a triangle whose centroid is its vertex.
  int dual_far_degree =
      2;  ///< 2: three points for each two sub-triangles of a triangle; above: on a sub-triangle
  int dual_middle_degree = 2;  ///< on a sub-triangle
  int dual_near_degree = 4;    ///< outer rule, inner integral with its static part in closed form,
  int dual_rest_degree = 2;    ///< the rest by this rule on the source
  int dual_edge_points = 5;  ///< where sub-triangle and source touch: Gauss points away from the common side
  int dual_vertex_points = 4;     ///< and along it, or in both coordinates at a common vertex
  int dual_potential_degree = 4;  ///< potentials of near sources; on four smaller triangles where they touch

  // Pairs with a bent triangle. Close ones are divided until their parts are this far apart, in units of the
  // sum of both radii.
  double curved_distance = 1.0;
  int curved_degree = 4;  ///< rule of each part
  Contacts curved_contacts{7, 5, 4, 4};
  // The parts of a dual cell against those of the sources beside it.
  int part_degree = 2;  ///< on the cell's part where the two do not touch; on the source `curved_degree`
  Contacts part_contacts{6, 7, 6, 3, 3.5};      ///< for the potentials,
  Contacts curl_contacts{6, 9, 6, 3, 3.5};      ///< for ∫ ∇G × f,
  Contacts smooth_contacts{6, 3, 4, 3, 3.5};    ///< and where the surface has no fold: no normals differ
  double smooth_turn = 0.4, smooth_fold = 0.1;  ///< by more than this, nor by this at the same corner [rad]
  /// A part of a triangle against the triangle: Gauss points along both coordinates of the part, along the
  /// sides of the triangle and towards them.
  struct Inside {
    int outer, side, radial;
  };
  Inside part_inside{5, 12, 2};   ///< for the potentials,
  Inside curl_inside{5, 10, 3};   ///< for ∫ ∇G × f, which the bend alone makes,
  Inside smooth_inside{3, 7, 2};  ///< and where the triangle bends little

  /// Far beyond need: what the convergence test compares with.
  static QuadratureChoice reference() {
    return {.far_degree = 6,
            .middle_degree = 8,
            .middle_distance = 6.0,
            .near_degree = 8,
            .near_distance = 3.0,
            .very_near_distance = 1.2,
            .contacts = {9, 8, 6, 5},
            .dual_far_degree = 4,
            .dual_middle_degree = 5,
            .dual_near_degree = 8,
            .dual_rest_degree = 8,
            .dual_edge_points = 14,
            .dual_vertex_points = 8,
            .dual_potential_degree = 8,
            .curved_distance = 1.8,
            .curved_degree = 8,
            .curved_contacts = {9, 8, 6, 5},
            .part_degree = 6,
            .part_contacts = {8, 10, 8, 5, 3.5},
            .curl_contacts = {8, 12, 8, 5, 3.5},
            .smooth_contacts = {8, 9, 8, 5, 3.5},
            .part_inside = {8, 14, 5},
            .curl_inside = {8, 14, 5},
            .smooth_inside = {8, 14, 5}};
  }
  /// For edges longer than about λ/6 the phase over a triangle needs more far points.
  static QuadratureChoice for_edge(double edge_over_wavelength) {
    QuadratureChoice choice;
    if (edge_over_wavelength > 1.0 / 6.0) choice.far_degree = choice.dual_far_degree = 4;
    return choice;
  }
};

}  // namespace pace
