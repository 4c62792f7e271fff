// What each rank would hold and send, counted from the plan of a frequency.
#pragma once

#include "fmm/distributed/division.hpp"
#include "planning/multi_region_plan.hpp"

namespace pace {

/// Bytes of one rank. `fields` with as many columns as go through the tree together; `tree` is the same on
/// every rank.
struct RankSizes {
  std::uint64_t unknowns = 0, near = 0, inverse = 0, patterns = 0, fields = 0, translators = 0, tree = 0;
  std::uint64_t held() const { return near + inverse + patterns + fields + translators + tree; }
  ProductTraffic traffic;
};

/// Of every rank.
std::vector<RankSizes> rank_sizes(const FastPlan& plan, const Division& division);
/// The same of several regions, without the values of unknowns that regions pass to each other.
/// @param divisions  of each region
std::vector<RankSizes> rank_sizes(const MultiRegionPlan& plan, const std::vector<Division>& divisions);

}  // namespace pace
