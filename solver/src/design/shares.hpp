// What each triangle and each part radiates: the far field taken apart.
#pragma once

#include <vector>

#include "basis/rwg_space.hpp"
#include "design/surface_coefficients.hpp"
#include "observables/plane_wave_moments.hpp"

namespace pace {

/// Takes the far fields of currents apart. The shares are of the induced currents as they are, so that a
/// part's share holds what its neighbours do to its current; taking the part away changes the others, too.
class FieldShares {
 public:
  /// @param space  outlives this  @param k  of vacuum [1/m]
  FieldShares(const RwgSpace& space, double k) : k_(k), integrals_(space, k), space_(space) {}

  /// θ̂ and φ̂ components of the far-field amplitude of each triangle towards (theta, phi) [V]; their sums are
  /// those of observables/far_field.hpp.
  DirectionMoments operator()(double theta, double phi, const SurfaceCoefficients& currents) const;
  /// Sums of one component over the triangles of each part.
  std::vector<Complex> of_parts(const std::vector<Complex>& by_triangle, std::size_t parts) const;

 private:
  double k_;
  DirectionIntegrals integrals_;
  const RwgSpace& space_;
};

}  // namespace pace
