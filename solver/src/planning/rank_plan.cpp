#include "planning/rank_plan.hpp"

#include "fmm/near_matrix.hpp"

namespace pace {

std::vector<RankSizes> rank_sizes(const FastPlan& plan, const Division& division) {
  const Octree& tree = *plan.tree;
  const TreeLevel& leaves = tree.leaves();
  const std::vector<ProductTraffic> traffic = product_traffic(tree, plan.sampling, division);
  const std::vector<LevelMemory> memory = level_memory(tree, plan.sampling, division);
  const double pattern_bytes =
      static_cast<double>(plan.pattern_bytes) / static_cast<double>(tree.order().size());
  std::vector<RankSizes> result(division.ranks());
  for (int r = 0; r < division.ranks(); ++r) {
    RankSizes& sizes = result[r];
    const Range own = division.boxes(tree.depth(), r);
    for (int b = own.first; b < own.last; ++b) {
      const int functions = leaves.boxes[b].last_function - leaves.boxes[b].first_function,
                near = static_cast<int>(near_functions(leaves, b));
      sizes.unknowns += functions;
      sizes.near += static_cast<std::uint64_t>(PackedRows::bytes_of(functions, near, plan.near_bits));
      sizes.inverse += static_cast<std::uint64_t>(bytes_of_inverse_entry * functions *
                                                  cut_of_leaf(leaves, b, plan.overlap));
    }
    sizes.patterns = static_cast<std::uint64_t>(pattern_bytes * static_cast<double>(sizes.unknowns));
    sizes.fields = memory[r].fields * FarProduct::most_columns;
    sizes.translators = memory[r].translators;
    sizes.tree = tree.bytes();
    sizes.traffic = traffic[r];
  }
  return result;
}

}  // namespace pace
