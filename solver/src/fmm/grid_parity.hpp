// Fields over a grid of directions in four parts: what a matrix carries from grid to grid, or from waves to a
// grid, leaves each of them by itself, so that each has a matrix of half the size each way.
#pragma once

#include <array>
#include <cstddef>

namespace pace {

/// Of one plane [θ][φ]: orders that are even and odd in φ, over half a turn, and of each what is even and odd
/// about the equator, over the northern rows of θ; a row on the equator is even.
struct ParityParts {
  std::array<std::array<float*, 2>, 2> part;  ///< [odd order][odd about the equator]
  std::size_t row;                            ///< floats from a row of θ to the next
};

/// Sums and differences of the four places, times a factor. @param half  of the φ
void split_parity(const float* plane, int thetas, int half, float factor, const ParityParts& parts);

/// The transpose: into the plane, or added to it.
template <bool adds>
void join_parity(const ParityParts& parts, int thetas, int half, float factor, float* plane);

}  // namespace pace
