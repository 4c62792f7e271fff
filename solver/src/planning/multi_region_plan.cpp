#include "planning/multi_region_plan.hpp"

#include <algorithm>

#include "preconditioner/near_inverse.hpp"

namespace pace {

FastSizes MultiRegionPlan::sizes() const {
  FastSizes sum = regions[0];
  for (std::size_t r = 1; r < regions.size(); ++r) {
    const FastSizes& one = regions[r];
    sum.has_far_boxes |= one.has_far_boxes;
    sum.magnetic |= one.magnetic;
    sum.near_entries += one.near_entries, sum.near_bytes += one.near_bytes;
    sum.near_waiting_bytes = std::max(sum.near_waiting_bytes, one.near_waiting_bytes);
    sum.pattern_bytes += one.pattern_bytes, sum.field_bytes_per_column += one.field_bytes_per_column;
    sum.translator_bytes += one.translator_bytes, sum.far_flops += one.far_flops;
    sum.interpolation_flops += one.interpolation_flops;
  }
  const InverseSizes inverse = inverse_sizes(*tree, overlap);
  sum.inverse_entries = static_cast<std::uint64_t>(inverse.entries);
  sum.inverse_bytes = static_cast<std::uint64_t>(bytes_of_inverse_entry * inverse.entries);
  sum.inverse_flops = inverse.flops;
  return sum;
}

MultiRegionPlan plan_multi_region(const CurrentEquations& equations, const FastDemand& demand) {
  MultiRegionPlan plan;
  plan.overlap = 0.0;
  plan.inverse_error = NearInverse::largest_error;
  double leaf = 0.0;
  for (std::size_t r = 0; r < equations.media.size(); ++r) {
    const RegionBoundary& region = equations.spaces->regions[r];
    FastDemand of_region = demand;
    if (r > 0) of_region.manual_levels = 0;
    of_region.most_near_entries *= 0.5;
    of_region.right_hand_sides = 1;  // the whole has one preconditioner; more overlap was not tried there
    of_region.shared = equations.media[r].shared;
    FastPlan one = plan_fast(region.space, row_weights(equations, static_cast<int>(r)).alpha,
                             equations.media[r].k, of_region);
    if (std::any_of(region.magnetic.begin(), region.magnetic.end(),
                    [](const Unknown& u) { return u.index >= 0; })) {
      one.magnetic = true;
      one.near_bytes *= 2;
      one.near_entries *= 2;
      one.pattern_bytes += one.mode_bytes;
      one.interpolation_flops *= 2.0;
      one.far_flops *=
          2.0;  // two near matrices, two sets of leaf patterns; the tree itself carries one field
      one.near_waiting_bytes *= 2;
    }
    plan.overlap = std::max(plan.overlap, one.overlap);
    plan.inverse_error = std::min(plan.inverse_error, one.inverse_error);
    const double of_waves = one.waves().leaves().box_size;
    leaf = leaf == 0.0 ? of_waves : std::min(leaf, of_waves);
    plan.regions.push_back(std::move(one));
  }
  plan.tree = std::make_unique<Octree>(equations.spaces->points, leaf);
  const TreeLevel& leaves = plan.tree->leaves();
  for (int b = 0; b < static_cast<int>(leaves.boxes.size()); ++b)
    plan.leaf_work.push_back((leaves.boxes[b].last_function - leaves.boxes[b].first_function) *
                             cut_of_leaf(leaves, b, plan.overlap));
  return plan;
}

}  // namespace pace
