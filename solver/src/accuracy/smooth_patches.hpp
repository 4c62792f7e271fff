// Where a surface is smooth: around each vertex, the triangles between which a current and its charge are
// continuous.
#pragma once

#include <array>
#include <vector>

#include "basis/rwg_space.hpp"

namespace pace {

/// The triangles around a vertex that follow one another across edges at which the surface turns by no more
/// than a limit make a patch; a vertex on a sharp edge has several. A vertex at a free edge has one like any
/// other.
class SmoothPatches {
 public:
  /// @param most_turn  of the normal from a triangle to the next across an edge that is not sharp [rad]
  SmoothPatches(const RwgSpace& space, double most_turn);

  int count() const { return static_cast<int>(normal_.size()); }
  /// The patch that each corner of a triangle belongs to.
  const std::array<int, 3>& of(int triangle) const { return of_[triangle]; }
  /// Unit normal of a patch: the mean of those of its triangles, weighted with their area.
  const Vec3& normal(int patch) const { return normal_[patch]; }

 private:
  std::vector<std::array<int, 3>> of_;
  std::vector<Vec3> normal_;
};

/// Limits for the smooth current and for the smooth surface. Both are well above the turn of a sphere at λ/4
/// and below that of the wedges of technical bodies; rims that a mesh hardly resolves are surface, while the
/// charge there varies too fast for a mean.
inline constexpr double current_turn = 0.6, surface_turn = 0.8;
/// Below it an edge that is not smooth may still be a rim whose radius is less than the side of a triangle,
/// as that of an almond in facets; above are the edges of boxes and wedges.
inline constexpr double rim_turn = 1.45;

/// How far a smooth surface through the vertices lies outside each triangle, in the mean over it, by the
/// normals of the patches at its corners [m]. A side of length l along which these normals turn by Δ more
/// than those of the triangle has the sagitta lΔ/8 beside it, and the mean is a third of the three. On flat
/// triangles it is the sagitta that the angles to their neighbours imply; on bent ones, what they leave of a
/// surface that they do not resolve. 0 on sheets, which have no outside.
std::vector<double> mean_sagittas(const RwgSpace& space, const SmoothPatches& patches);

/// The curvature of each triangle without its mean, ½ (κ₁ − κ₂)(e₁e₁ᵀ − e₂e₂ᵀ), by the normals of the patches
/// at its corners [1/m]; κ > 0 where the side of the normals is convex.
std::vector<Mat3> uneven_curvatures(const RwgSpace& space, const SmoothPatches& patches);

/// What triangles beside edges that turn by between `surface_turn` and `rim_turn` may have outside them on
/// top of that if these edges are rims [m]: chords of an arc that turns as they do. Nobody knows whether they
/// are, so this is no correction, but a part of the error. 0 on sheets and beside bent triangles.
std::vector<double> rim_sagittas(const RwgSpace& space);

}  // namespace pace
