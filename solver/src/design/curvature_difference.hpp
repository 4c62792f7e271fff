// By how much the two principal curvatures of a surface differ.
#pragma once

#include <vector>

#include "accuracy/smooth_patches.hpp"
#include "basis/rwg_space.hpp"

namespace pace {

/// C = tr(S) − 2S on the tangent plane of each triangle, S the shape operator ∇n, positive on a sphere:
/// κ₂ − κ₁ along the first principal direction and the reverse along the second. Zero on planes and spheres.
/// From the normals at the corners: on bent triangles those of the triangle, on flat ones those of the smooth
/// patches there.
class CurvatureDifferences {
 public:
  /// @param space  outlives this
  CurvatureDifferences(const RwgSpace& space, const SmoothPatches& patches);

  /// u·C·v on a triangle, without conjugation [1/m] · [u] · [v].
  Complex operator()(int triangle, const CVec3& u, const CVec3& v) const;

 private:
  /// C is symmetric and free of trace: in a frame it is {{a, b}, {b, −a}}.
  struct Difference {
    float a, b;  ///< [1/m]
  };
  const RwgSpace& space_;
  std::vector<Difference> of_;
};

}  // namespace pace
