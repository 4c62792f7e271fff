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
  int self_points = 7;    ///< Gauss points a coordinate of the singular rules: a triangle with itself,
  int edge_points = 5;    ///< two that share an edge,
  int vertex_points = 4;  ///< two that share a vertex

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

  // Pairs with a bent triangle. Those that touch have the rules above; close ones are divided until their
  // parts are this far apart, in units of the sum of both radii.
  double curved_distance = 1.0;
  int curved_degree = 4;  ///< rule of each part
  // The parts of a dual cell against those of the sources beside it.
  int part_degree = 2;       ///< on the cell's part where the two do not touch; on the source `curved_degree`
  int part_self_points = 6;  ///< where they touch, for the potentials,
  int part_edge_points = 7;
  int part_vertex_points = 6;
  int curl_edge_points = 5;  ///< for ∫ ∇G × f,
  int curl_vertex_points = 4;
  int own_self_points = 6;  ///< and for that of a triangle on itself, which the bend makes
  int own_edge_points = 3;
  int own_vertex_points = 2;

  /// Far beyond need: what the convergence test compares with.
  static QuadratureChoice reference() {
    return {.far_degree = 6,
            .middle_degree = 8,
            .middle_distance = 6.0,
            .near_degree = 8,
            .near_distance = 3.0,
            .very_near_distance = 1.2,
            .self_points = 10,
            .edge_points = 9,
            .vertex_points = 8,
            .dual_far_degree = 4,
            .dual_middle_degree = 5,
            .dual_near_degree = 8,
            .dual_rest_degree = 8,
            .dual_edge_points = 14,
            .dual_vertex_points = 8,
            .dual_potential_degree = 8,
            .curved_distance = 1.8,
            .curved_degree = 8,
            .part_degree = 6,
            .part_self_points = 10,
            .part_edge_points = 12,
            .part_vertex_points = 10,
            .curl_edge_points = 10,
            .curl_vertex_points = 8,
            .own_self_points = 10,
            .own_edge_points = 8,
            .own_vertex_points = 6};
  }
  /// For edges longer than about λ/6 the phase over a triangle needs more far points.
  static QuadratureChoice for_edge(double edge_over_wavelength) {
    QuadratureChoice choice;
    if (edge_over_wavelength > 1.0 / 6.0) choice.far_degree = choice.dual_far_degree = 4;
    return choice;
  }
};

}  // namespace pace
