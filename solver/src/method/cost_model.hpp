// What a run will cost, before it starts.
#pragma once

#include <cstdint>
#include <string>

namespace pace {

struct CostEstimate {
  std::int64_t unknowns;
  std::uint64_t memory_bytes;
  double seconds;
  std::string method;  ///< "dense-lu"
  std::string reason;
};

/// Matrix entries assembled a second and core, and double-precision complex LU flops a second and core: the slower end
/// of what `npm run bench` printed on a 2-core AVX2 machine. They trade nothing; they only predict.
inline constexpr double entries_per_second_core = 6e6;
inline constexpr double lu_flops_per_second_core = 2e10;

/// @param right_hand_sides  illuminations of each frequency
CostEstimate dense_cost(std::int64_t unknowns, std::int64_t vertices, std::int64_t frequencies,
                        std::int64_t right_hand_sides, std::int64_t directions, int threads);

/// Right-hand sides that are solved and observed together, to bound memory.
inline constexpr int right_hand_sides_at_once = 512;

}  // namespace pace
