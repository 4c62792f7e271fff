// Far field of surface currents: amplitudes lim r·e^{jkr}·E.
#pragma once

#include <vector>

#include "basis/rwg_space.hpp"
#include "linalg/dense_matrix.hpp"

namespace pace {

struct FarFieldAmplitude {
  Complex theta, phi;  ///< [V]
};

struct Direction {
  double theta, phi;  ///< [rad]
};

/// Up to so many columns are radiated one by one; more through the moments of their functions, which all
/// share.
inline constexpr int few_columns = 6;

/// E(r̂) = −(jkη/4π) Σ I_i ∫ (f_i − r̂ r̂·f_i) e^{jk r̂·r'} dS'  [docs/conventions.md; Balanis 2012, §6.8]
/// @param currents  RWG coefficients, a column a right-hand side
/// @return          [direction][column]
/// Work: 2·directions·functions·columns complex multiply-adds, in blocks to bound memory.
std::vector<std::vector<FarFieldAmplitude>> far_field(const RwgSpace& space, double k,
                                                      const std::vector<Direction>& directions,
                                                      const Columns& currents);

/// The field scattered back to where each wave came from: direction c for column c.
std::vector<FarFieldAmplitude> backscatter(const RwgSpace& space, double k,
                                           const std::vector<Direction>& directions, const Columns& currents);

}  // namespace pace
