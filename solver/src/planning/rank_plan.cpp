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
  const std::uint64_t kinds = plan.magnetic ? 2 : 1;  // of currents, and of near blocks
  std::vector<RankSizes> result(division.ranks());
  for (int r = 0; r < division.ranks(); ++r) {
    RankSizes& sizes = result[r];
    const Range own = division.boxes(tree.depth(), r);
    for (int b = own.first; b < own.last; ++b) {
      const int functions = leaves.boxes[b].last_function - leaves.boxes[b].first_function,
                near = static_cast<int>(near_functions(leaves, b));
      sizes.unknowns += functions;
      sizes.near += kinds * static_cast<std::uint64_t>(PackedRows::bytes_of(functions, near, plan.near_bits));
      sizes.inverse += static_cast<std::uint64_t>(bytes_of_inverse_entry * functions *
                                                  cut_of_leaf(leaves, b, plan.overlap));
    }
    sizes.patterns = static_cast<std::uint64_t>(pattern_bytes * static_cast<double>(sizes.unknowns));
    sizes.fields = memory[r].fields * FarProduct::most_columns;
    sizes.translators = memory[r].translators;
    sizes.tree = tree.bytes();
    sizes.traffic = traffic[r];
    sizes.traffic.near *= kinds;
  }
  return result;
}

std::vector<RankSizes> rank_sizes(const MultiRegionPlan& plan, const std::vector<Division>& divisions) {
  std::vector<RankSizes> sum = rank_sizes(plan.regions[0], divisions[0]);
  for (std::size_t region = 1; region < plan.regions.size(); ++region) {
    const std::vector<RankSizes> one = rank_sizes(plan.regions[region], divisions[region]);
    for (std::size_t r = 0; r < sum.size(); ++r) {
      sum[r].near += one[r].near, sum[r].patterns += one[r].patterns, sum[r].fields += one[r].fields;
      sum[r].translators += one[r].translators, sum[r].tree += one[r].tree;
      sum[r].traffic.near += one[r].traffic.near, sum[r].traffic.shared += one[r].traffic.shared;
      sum[r].traffic.redistributed += one[r].traffic.redistributed;
      sum[r].traffic.translated += one[r].traffic.translated;
    }
  }
  if (!plan.tree) return sum;
  const TreeLevel& leaves = plan.tree->leaves();
  const Division unknowns = without_waves(*plan.tree, divisions[0].ranks(), plan.leaf_work);
  for (std::size_t r = 0; r < sum.size(); ++r) {
    const Range own = unknowns.boxes(plan.tree->depth(), static_cast<int>(r));
    sum[r].unknowns = sum[r].inverse = 0;
    sum[r].tree += plan.tree->bytes();
    for (int b = own.first; b < own.last; ++b) {
      const int count = leaves.boxes[b].last_function - leaves.boxes[b].first_function;
      sum[r].unknowns += count;
      sum[r].inverse +=
          static_cast<std::uint64_t>(bytes_of_inverse_entry * count * cut_of_leaf(leaves, b, plan.overlap));
    }
  }
  return sum;
}

}  // namespace pace
