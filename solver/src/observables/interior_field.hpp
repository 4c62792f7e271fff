// The field inside closed surfaces, where the currents and the incident wave must cancel
// (docs/theory/extinction.md).
#pragma once

#include <functional>
#include <vector>

#include "basis/rwg_space.hpp"
#include "excitation/plane_wave.hpp"
#include "linalg/dense_matrix.hpp"

namespace pace {

/// Points behind closed surfaces (the side that their normal does not point to), at depths from a quarter of
/// a wavelength to the middle of the body, at least an edge away from every triangle: the field of the steps
/// between triangles has decayed there. The same points for the same surface.
/// @param is_closed  of a triangle of the space: one of its sides alone sees the exterior
/// @return           at most `count`; none where the body is thinner than two edges
std::vector<Vec3> interior_points(const RwgSpace& space, double k, int count,
                                  const std::function<bool(const SurfaceTriangle&)>& is_closed);

struct PointField {
  CVec3 electric = CVec3::Zero(), eta_magnetic = CVec3::Zero();  ///< E and ηH [V/m]
};

/// Fields in vacuum of the currents, a column each:
///   E = L J − K M',  ηH = K J + L M',  L X = −jkη ∫ G X + (jη/k) ∫ (∇'·X) D h,  K X = −η ∫ h D × X,
/// D = r − r', h = (1 + jkR) G/R².
/// @param electric, magnetic  coefficients of J [A/m] and of M' = M/η₀; magnetic may have no columns
/// @param points              at least an edge away from the triangles
/// @return                    [column][point]
std::vector<std::vector<PointField>> field_at(const RwgSpace& space, double k,
                                              const std::vector<Vec3>& points, const Columns& electric,
                                              const Columns& magnetic);

/// Root of the mean of (|E + E_inc|² + |ηH + ηH_inc|²)/2 over the points, |E_inc| = 1 V/m: 0 for exact
/// currents, about 1 for none.
double field_left(const std::vector<Vec3>& points, const std::vector<PointField>& scattered, double k,
                  const PlaneWave& wave);

}  // namespace pace
