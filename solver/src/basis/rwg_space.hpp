// Rao–Wilton–Glisson functions on the triangles that carry current.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/topology.hpp"

namespace pace {

/// A triangle with what every integral over it needs [m].
struct SurfaceTriangle {
  std::array<int, 3> vertex_id;  ///< into Mesh::vertices
  std::array<Vec3, 3> vertex;
  const Bend* bend = nullptr;  ///< of the mesh, which outlives this; null: a flat triangle
  Vec3 centroid, normal;       ///< its middle; the unit normal there, to the exterior for closed surfaces
  double area, radius;         ///< radius: farthest corner, or middle of a bent side, from the centroid
  std::array<double, 3> edge_length;  ///< of the chord opposite to each corner
  int part;                           ///< into Mesh::parts
  int mesh_triangle;                  ///< into Mesh::triangles
  bool sheet;                         ///< open surface: both sides see the exterior
};

/// @param orientation  +1 keeps the winding of the mesh, −1 turns the normal
SurfaceTriangle surface_triangle(const Mesh& mesh, int triangle, int orientation, bool sheet);

/// A point of a triangle, flat or bent, and the three functions l/J · arm there, as long as the edges.
struct BasisPoint {
  Vec3 position, normal;    ///< unit normal, to the same side as the triangle's
  std::array<Vec3, 3> arm;  ///< of the half function of each corner; r − v where the triangle is flat
  double jacobian;          ///< J = dS / db, twice the area where the triangle is flat [m²]
};

BasisPoint basis_point(const SurfaceTriangle& triangle, const Barycentric& b);

/// On one triangle an RWG function is f(r) = sign · l/(2A) · (r − v), v the corner opposite to its edge of
/// length l. On a bent one it is the Piola transform of the same: f = sign · l/J · Σ b_i (∂r/∂b_i − ∂r/∂b_v),
/// ∇·f = sign · 2l/J, so that what flows through each side stays l [Graglia, Wilton & Peterson, IEEE TAP
/// 45(3), 1997, order 0].
struct HalfFunction {
  int function;  ///< unknown
  int corner;    ///< local corner v
  double sign;   ///< +1 or −1
};

/// Mean of arm_a·arm_b · 2A/J over a triangle [m²]: times l_a l_b / 4A it is ∫ f_a·f_b.
double arm_product(const SurfaceTriangle& triangle, int corner_a, int corner_b);

/// One function an edge with two triangles; an edge where m triangles meet has m − 1, all sharing its first
/// triangle, so that the currents into a junction sum to zero. Open edges have none. Triangles inside a
/// conductor (both sides enclosed) carry no current and are left out.
class RwgSpace {
 public:
  /// @param mesh vertices in metres; where triangles are bent it must outlive the space
  RwgSpace(const Mesh& mesh, const Topology& topology);

  /// An edge and the two triangles between which its function flows, from the first to the second.
  struct Pairing {
    Edge edge;
    std::array<int, 2> triangle;  ///< into the triangles given
  };
  /// The functions that are named.
  RwgSpace(const Mesh& mesh, std::vector<SurfaceTriangle> triangles, std::span<const Pairing> pairings);
  /// Some functions of another space, numbered as they are listed, and the triangles that they live on.
  RwgSpace(const RwgSpace& whole, std::span<const int> functions);

  int size() const { return static_cast<int>(sides_.size()); }
  const std::vector<SurfaceTriangle>& triangles() const { return triangles_; }
  std::span<const HalfFunction> halves(int triangle) const {
    return {halves_.data() + first_half_[triangle], halves_.data() + first_half_[triangle + 1]};
  }
  /// The two triangles of each function: the positive, then the negative.
  const std::vector<std::array<int, 2>>& sides() const { return sides_; }

  /// Whether any triangle is bent.
  bool is_bent() const { return is_bent_; }
  /// Whether none is flat.
  bool is_all_bent() const { return is_all_bent_; }
  double mean_edge_m() const { return mean_edge_m_; }
  double longest_edge_m() const { return longest_edge_m_; }

 private:
  void set_halves(const std::vector<std::vector<HalfFunction>>& by_triangle);

  std::vector<SurfaceTriangle> triangles_;
  std::vector<HalfFunction> halves_;
  std::vector<int> first_half_;
  std::vector<std::array<int, 2>> sides_;
  bool is_bent_ = false, is_all_bent_ = false;
  double mean_edge_m_ = 0.0, longest_edge_m_ = 0.0;
};

/// Middle of each function's edge [m].
std::vector<Vec3> function_points(const RwgSpace& space);
/// Length of each function's edge [m].
std::vector<double> function_edges(const RwgSpace& space);

/// Weight α of the EFIE in the CFIE of each function, α·EFIE + (1 − α)·η·MFIE.
/// A function on a sheet gets 1 (the MFIE needs a closed surface); one across two parts gets their mean.
/// @param part_alpha one value a part of the mesh
std::vector<double> cfie_weights(const RwgSpace& space, std::span<const double> part_alpha);

}  // namespace pace
