// The Z curve: an order of cells in which neighbours in space are mostly close together.
#pragma once

#include <array>
#include <cstdint>

namespace pace {

using MortonKey = std::uint64_t;

/// Coordinates of a cell have at most this many bits.
inline constexpr int morton_bits = 21;

/// The bits of the three coordinates in turn [Morton 1966, IBM technical report]. @param cell  0 … 2²¹ − 1
inline MortonKey morton(const std::array<int, 3>& cell) {
  const auto spread = [](MortonKey v) {
    v &= 0x1fffff;
    v = (v | v << 32) & 0x1f00000000ffff;
    v = (v | v << 16) & 0x1f0000ff0000ff;
    v = (v | v << 8) & 0x100f00f00f00f00f;
    v = (v | v << 4) & 0x10c30c30c30c30c3;
    return (v | v << 2) & 0x1249249249249249;
  };
  return spread(cell[0]) | spread(cell[1]) << 1 | spread(cell[2]) << 2;
}

}  // namespace pace
