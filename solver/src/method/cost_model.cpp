#include "method/cost_model.hpp"

#include <algorithm>
#include <cmath>

namespace pace {

CostEstimate dense_cost(std::int64_t unknowns, std::int64_t vertices, std::int64_t frequencies,
                        std::int64_t right_hand_sides, std::int64_t directions, int threads) {
  const double n = static_cast<double>(unknowns), columns = static_cast<double>(right_hand_sides);
  const double block = static_cast<double>(std::min<std::int64_t>(right_hand_sides, right_hand_sides_at_once));
  const double matrix = 16.0 * n * n;
  const double columns_bytes = 2 * 16.0 * n * block;
  const double fields_bytes = 32.0 * static_cast<double>(directions) * block;
  const double fixed = 2e8 + 500.0 * static_cast<double>(vertices) + 1500.0 * n;

  const double assembly = n * n / entries_per_second_core;
  const double factor = 8.0 / 3.0 * n * n * n / lu_flops_per_second_core;
  const double solve = 8.0 * n * n * columns / lu_flops_per_second_core;
  const double observe = 16.0 * static_cast<double>(directions) * n * columns / lu_flops_per_second_core +
                         2e-7 * static_cast<double>(directions) * n;
  CostEstimate cost;
  cost.unknowns = unknowns;
  cost.memory_bytes = static_cast<std::uint64_t>(matrix + columns_bytes + fields_bytes + fixed);
  cost.seconds = static_cast<double>(frequencies) * (assembly + factor + solve + observe) / threads;
  cost.method = "dense-lu";
  cost.reason = "The whole matrix fits in memory: one LU factorisation serves every angle of a frequency exactly.";
  return cost;
}

}  // namespace pace
