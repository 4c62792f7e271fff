#include "run/rank_divisions.hpp"

#include "planning/rank_plan.hpp"

namespace pace {

nlohmann::json rank_divisions(const MultiRegionPlan& plan, int most_ranks, std::uint64_t model_bytes) {
  using nlohmann::json;
  // Levels are those of the outermost region.
  const FastPlan& outside = plan.regions[0];
  json list = json::array();
  for (int ranks = 1; ranks <= most_ranks; ranks *= 2) {
    std::vector<Division> divisions;
    for (const FastPlan& region : plan.regions)
      divisions.emplace_back(*region.tree, region.sampling, ranks, region.leaf_work);
    RankSizes most;
    std::uint64_t sent = 0, most_sent = 0, most_held = 0;
    for (const RankSizes& r : rank_sizes(plan, divisions)) {
      sent += r.traffic.total();
      if (r.traffic.total() >= most_sent) most.traffic = r.traffic, most_sent = r.traffic.total();
      if (r.held() >= most_held)
        most_held = r.held(),
        most = {r.unknowns, r.near, r.inverse, r.patterns, r.fields, r.translators, r.tree, most.traffic};
    }
    json groups = json::array(), boxes = json::array(), patterns = json::array();
    for (int l = outside.sampling.first_level; l <= outside.tree->depth(); ++l) {
      groups.push_back(divisions[0].group_size(l));
      boxes.push_back(outside.tree->level(l).boxes.size());
      patterns.push_back(static_cast<std::uint64_t>(padded_directions(outside.sampling.degree[l])) * planes *
                         sizeof(float));
    }
    list.push_back({{"ranks", ranks},
                    {"groups", groups},
                    {"boxes", boxes},
                    {"patternBytes", patterns},
                    {"bytesSentPerProduct", sent},
                    {"busiest",
                     {{"bytesSentPerProduct", most_sent},
                      {"near", most.traffic.near},
                      {"redistributed", most.traffic.redistributed},
                      {"translated", most.traffic.translated},
                      {"shared", most.traffic.shared}}},
                    {"fullest",
                     {{"unknowns", most.unknowns},
                      {"bytes",
                       {{"near", most.near},
                        {"preconditioner", most.inverse},
                        {"patterns", most.patterns},
                        {"fields", most.fields},
                        {"translators", most.translators},
                        {"tree", most.tree},
                        {"model", model_bytes}}}}}});
  }
  return list;
}

}  // namespace pace
