// What functions on triangles give to the nodes of a box: integrals against its interpolating polynomials.
#pragma once

#include <array>

#include "basis/rwg_space.hpp"
#include "fmm/node_interpolation.hpp"

namespace pace {

/// x, y, z of a current t, its charge, and x, y, z of t × ∇S.
inline constexpr int node_kinds = 7;

/// Means of S and ∇S, and of them times each coordinate of (r − centroid), over a triangle; [1, x, y, z][S,
/// ∂x, ∂y, ∂z] × nodes³.
using BasisMoments = NodeRows;

BasisMoments basis_moments(const Interpolation& line, int nodes, double half_width, int degree,
                           const std::array<Vec3, 3>& vertex, const Vec3& triangle_centre,
                           const Vec3& box_centre);

/// Of the arms of any triangle over a part of it: [kind] × nodes³ of ∫ t S, ∫ ∇·t S and ∫ t × ∇S for t dS =
/// arm dw and for t dS = −n × arm dw, whose charge nothing asks for.
struct ArmKinds {
  std::array<NodeRows, 3> arm, n_cross_arm;
};

ArmKinds arm_kinds(const Interpolation& line, int nodes, double half_width, int degree,
                   const SurfaceTriangle& triangle, const std::array<Barycentric, 3>& corner,
                   const Vec3& box_centre);

inline constexpr std::array<Barycentric, 3> all_of_triangle{
    {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};

/// t = value + slope (r − centroid) on a triangle of that area.
struct NodePiece {
  Vec3 value;
  Eigen::Matrix3d slope;
  double divergence, area;
};

/// Kinds that are wanted: the first four, the last three or all.
struct NodeKinds {
  bool potentials, curls;
  int first() const { return potentials ? 0 : 4; }
  int count() const { return (potentials ? 4 : 0) + (curls ? 3 : 0); }
};

/// Adds the kinds that are wanted of a piece. @param to  the first of them; the others follow, each `stride`
/// after the one before
void add_piece(const BasisMoments& m, const NodePiece& piece, NodeKinds kinds, double* to,
               std::size_t stride);

}  // namespace pace
