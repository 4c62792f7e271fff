// What RWG functions leave out of a current that varies linearly.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "basis/rwg_space.hpp"

namespace pace {

/// On one triangle, of the gradient of a current its functions follow the divergence alone; δ is what the
/// rotation and the shear leave beyond them. It is linear in the coefficients of nine functions, those of the
/// triangle and of its three neighbours, to which a linear current is fitted.
struct LinearRemainder {
  std::array<int, 9> function;
  std::array<std::array<float, 9>, 3> factor;

  /// ∫ δ_i·δ_j over the triangle [m²], i and j among the nine, whose coefficients are 1.
  double overlap(int i, int j) const {
    double sum = 0.0;
    for (const auto& row : factor) sum += static_cast<double>(row[i]) * row[j];
    return sum;
  }
};

/// Neighbours are turned into the plane of the triangle about the common side. The fit is exact for linear
/// currents, and of all such fits the one that makes least of others: Σ c_i c_j overlap(i, j), summed over
/// all triangles, stays below `largest_remainder` of ∫|Σ c_i f_i|², whatever the coefficients.
/// @param are_alike  whether the current on two parts of the mesh follows the same law
/// @return none where the current need not be smooth: at rims, at junctions, where the surface turns by more
///         than `smooth_turn` from the triangle to a neighbour, or where a neighbour is not alike
std::optional<LinearRemainder> linear_remainder(const RwgSpace& space, int triangle,
                                                const std::function<bool(int, int)>& are_alike);

inline constexpr double smooth_turn = 0.6;        ///< [rad]
inline constexpr double largest_remainder = 0.8;  ///< of equilateral triangles it is 0.5

}  // namespace pace
