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
using BasisMoments = Eigen::Matrix<double, 16, Eigen::Dynamic>;

BasisMoments basis_moments(const Interpolation& line, int nodes, double half_width, int degree,
                           const std::array<Vec3, 3>& vertex, const Vec3& triangle_centre,
                           const Vec3& box_centre);

/// Of the arms of any triangle over a part of it: [kind] × nodes³ of ∫ t S, ∫ ∇·t S and ∫ t × ∇S for t dS =
/// arm dw and for t dS = −n × arm dw, whose charge nothing asks for.
struct ArmKinds {
  std::array<Eigen::MatrixXd, 3> arm, n_cross_arm;
};

ArmKinds arm_kinds(const Interpolation& line, int nodes, double half_width, int degree,
                   const SurfaceTriangle& triangle, const std::array<Barycentric, 3>& corner,
                   const Vec3& box_centre);

inline constexpr std::array<Barycentric, 3> all_of_triangle{
    {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};

/// Adds ∫ t S, ∫ ∇·t S and ∫ t × ∇S of t = value + slope (r − centroid) on a triangle of that area, to [kind]
/// × nodes³.
void add_piece(const BasisMoments& m, const Vec3& value, const Eigen::Matrix3d& slope, double divergence,
               double area, Eigen::MatrixXd& to);

}  // namespace pace
