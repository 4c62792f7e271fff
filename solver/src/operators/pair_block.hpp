// What a pair of triangles contributes to the EFIE and MFIE matrices.
#pragma once

#include <array>

#include "core/types.hpp"

namespace pace {

/// Interactions of the half functions l_i/2A (r − v_i) of a test triangle with those of a source triangle;
/// signs of the functions and the constants jkη and η are put in by the assembly.
///   electric[i][j] = ∫∫ [f_i·f_j − ∇·f_i ∇·f_j / k²] G dS' dS                       [m²·m⁻¹·m = m²]
///   magnetic[i][j] = ∫ f_i · [n × ∫ ∇G × f_j dS'] dS  (principal value)              [m²]
///   crossed[i][j]  = ∫ f_i · [∫ ∇G × f_j dS'] dS      (principal value)              [m²]
/// with G = e^{−jkR}/(4πR), n the unit normal of the test triangle.
struct PairBlock {
  std::array<std::array<Complex, 3>, 3> electric{};
  std::array<std::array<Complex, 3>, 3> magnetic{};
  std::array<std::array<Complex, 3>, 3> crossed{};
};

}  // namespace pace
