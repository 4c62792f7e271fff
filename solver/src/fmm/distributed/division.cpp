#include "fmm/distributed/division.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "fmm/angular_grid.hpp"
#include "fmm/far_product.hpp"

namespace pace {
namespace {

/// Floats of a plane; of what no machine holds as many as can be counted.
int plane_of(const Sampling& sampling, int level) {
  return static_cast<int>(
      std::min<std::int64_t>(padded_directions(sampling.degree[level]), std::numeric_limits<int>::max()));
}

constexpr int line = 16;  ///< floats of a cache line: parts are whole ones
constexpr int bytes_a_direction = planes * static_cast<int>(sizeof(float));
/// Work of a translation against the bytes that it may save: a core's 12 Gflop/s against 1 GB/s to another
/// rank.
constexpr double flops_a_byte = 12.0, flops_a_direction = 16.0;

/// Groups whose boxes must know of each box, without its own: those of its far neighbours.
template <class Use>
void for_each_receiver(const TreeLevel& level, const std::vector<int>& group_of_box, const Use& use) {
  std::vector<int> groups;
  for (int b = 0; b < static_cast<int>(level.boxes.size()); ++b) {
    groups.clear();
    for (const FarNeighbour& f : level.far(b))
      if (group_of_box[f.box] != group_of_box[b]) groups.push_back(group_of_box[f.box]);
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    for (const int g : groups) use(b, g);
  }
}

std::vector<int> groups_of(const Division& division, int level, int boxes, int group) {
  std::vector<int> result(boxes);
  for (int r = 0; r < division.ranks(); ++r)
    for (int b = division.boxes(level, r).first; b < division.boxes(level, r).last; ++b)
      result[b] = r / group;
  return result;
}

}  // namespace

Division::Division(const Octree& tree, const Sampling& sampling, int ranks, std::span<const double> work,
                   int group)
    : ranks_(ranks), first_(tree.depth() + 1, std::vector<int>(ranks + 1)), group_(tree.depth() + 1, 1) {
  double total = 0.0, sum = 0.0;
  for (const double w : work) total += w;
  std::vector<int>& leaves = first_[tree.depth()];
  int rank = 0;
  for (int b = 0; b < static_cast<int>(work.size()); ++b) {
    // A leaf goes to the rank in whose share its middle lies.
    while (rank + 1 < ranks && sum + 0.5 * work[b] >= total * (rank + 1) / ranks) leaves[++rank] = b;
    sum += work[b];
  }
  while (rank < ranks) leaves[++rank] = static_cast<int>(work.size());
  for (int l = tree.depth() - 1; l >= 0; --l)
    for (int r = 0; r <= ranks; ++r) {
      // Boxes whose first child, so first leaf, comes before the rank's.
      const auto& boxes = tree.level(l).boxes;
      first_[l][r] = static_cast<int>(
          std::partition_point(boxes.begin(), boxes.end(),
                               [&](const TreeBox& box) { return box.first_child < first_[l + 1][r]; }) -
          boxes.begin());
    }
  for (int l = sampling.first_level; l < tree.depth() && ranks > 1; ++l) {
    if (group > 0) {
      group_[l] = group;
      continue;
    }
    double least = 0.0;
    for (int g = 1; g <= ranks; ++g) {
      if (ranks % g != 0) continue;
      const double cost = quickest(tree, l, plane_of(sampling, l), g);
      if (g == 1 || cost < least) least = cost, group_[l] = g;
    }
  }
}

Division without_waves(const Octree& tree, int ranks, std::span<const double> work) {
  return {tree, Sampling{tree.depth() + 1, {}, 0, 0.0}, ranks, work};
}

int Division::owner(int level, int box) const {
  const auto& first = first_[level];
  return static_cast<int>(std::upper_bound(first.begin(), first.end(), box) - first.begin()) - 1;
}

Range Division::group_boxes(int level, int rank) const {
  const int g = group_[level], first = rank / g * g;
  return {first_[level][first], first_[level][first + g]};
}

Range Division::part(int level, int rank, int padded) const {
  const int g = group_[level], lines = padded / line, i = rank % g;
  return {line * static_cast<int>(static_cast<long>(lines) * i / g),
          line * static_cast<int>(static_cast<long>(lines) * (i + 1) / g)};
}

std::vector<int> Division::sharers(const Octree& tree, int level, int rank) const {
  std::vector<int> result;
  const Range own = boxes(level, rank);
  if (own.size() == 0) return result;
  const int last_child = tree.level(level).boxes[own.last - 1].last_child;
  for (int r = rank + 1; r < ranks_ && first_[level + 1][r] < last_child; ++r)
    if (boxes(level + 1, r).size() > 0) result.push_back(r);
  return result;
}

/// Work of the busiest rank on a level, its bytes counted as work.
double Division::quickest(const Octree& tree, int level, int padded, int group) const {
  const TreeLevel& boxes = tree.level(level);
  const std::vector<int> of_box = groups_of(*this, level, static_cast<int>(boxes.boxes.size()), group);
  std::vector<double> group_cost(ranks_ / group, 0.0), count(ranks_ / group, 0.0);
  for (int b = 0; b < static_cast<int>(boxes.boxes.size()); ++b) {
    group_cost[of_box[b]] += flops_a_direction * static_cast<double>(boxes.far(b).size());
    count[of_box[b]] += 1.0;
  }
  for_each_receiver(boxes, of_box,
                    [&](int b, int) { group_cost[of_box[b]] += flops_a_byte * bytes_a_direction; });
  double worst = 0.0;
  for (int r = 0; r < ranks_; ++r) {
    const double own = this->boxes(level, r).size();
    const double redistributed = group == 1 ? 0.0 : own * (group - 1) + (count[r / group] - own);
    worst =
        std::max(worst, (group_cost[r / group] + flops_a_byte * bytes_a_direction * redistributed) / group);
  }
  return worst * padded;
}

std::vector<ProductTraffic> product_traffic(const Octree& tree, const Sampling& sampling,
                                            const Division& division) {
  const int ranks = division.ranks(), depth = tree.depth();
  std::vector<ProductTraffic> result(ranks);
  if (ranks == 1) return result;
  const TreeLevel& leaves = tree.leaves();
  const std::vector<int> rank_of_leaf = groups_of(division, depth, static_cast<int>(leaves.boxes.size()), 1);
  for (int b = 0; b < static_cast<int>(leaves.boxes.size()); ++b) {
    std::set<int> others;
    for (const int o : leaves.near(b))
      if (rank_of_leaf[o] != rank_of_leaf[b]) others.insert(rank_of_leaf[o]);
    result[rank_of_leaf[b]].near +=
        others.size() *
        static_cast<std::uint64_t>(leaves.boxes[b].last_function - leaves.boxes[b].first_function) * 8;
  }
  for (int l = sampling.first_level; l <= depth; ++l) {
    const TreeLevel& level = tree.level(l);
    const int g = division.group_size(l), padded = plane_of(sampling, l);
    const std::vector<int> group = groups_of(division, l, static_cast<int>(level.boxes.size()), g);
    std::vector<std::uint64_t> sent(ranks / g, 0);
    for_each_receiver(level, group, [&](int b, int) { ++sent[group[b]]; });
    for (int r = 0; r < ranks; ++r) {
      const auto part = static_cast<std::uint64_t>(division.part(l, r, padded).size());
      const auto own = static_cast<std::uint64_t>(division.boxes(l, r).size());
      const auto all = static_cast<std::uint64_t>(division.group_boxes(l, r).size());
      result[r].translated += sent[r / g] * part * bytes_a_direction;
      if (g > 1)
        result[r].redistributed +=
            (own * (static_cast<std::uint64_t>(padded) - part) + (all - own) * part) * bytes_a_direction;
    }
    if (l == depth) continue;
    // Up and down again.
    for (int r = 0; r < ranks; ++r)
      for (const int other : division.sharers(tree, l, r)) {
        const std::uint64_t pattern = static_cast<std::uint64_t>(padded) * bytes_a_direction;
        result[other].shared += pattern;
        result[r].shared += pattern;
      }
  }
  return result;
}

std::vector<LevelMemory> level_memory(const Octree& tree, const Sampling& sampling,
                                      const Division& division) {
  const int ranks = division.ranks();
  std::vector<LevelMemory> result(ranks);
  // What goes out of a level has the place of what comes in below (FarProduct::make_room).
  std::vector<std::uint64_t> above(ranks, 0);
  for (int l = sampling.first_level; l <= tree.depth(); ++l) {
    const TreeLevel& level = tree.level(l);
    const int g = division.group_size(l), padded = plane_of(sampling, l);
    const std::vector<int> group = groups_of(division, l, static_cast<int>(level.boxes.size()), g);
    std::vector<std::uint64_t> ghosts(ranks / g, 0);
    for_each_receiver(level, group, [&](int, int receiver) { ++ghosts[receiver]; });
    for (int r = 0; r < ranks; ++r) {
      const Range own = division.boxes(l, r), all = division.group_boxes(l, r);
      const auto part = static_cast<std::uint64_t>(division.part(l, r, padded).size());
      const std::uint64_t boxes = static_cast<std::uint64_t>(own.size()) * padded;
      const std::uint64_t outgoing = boxes + (g > 1 ? 0 : ghosts[r / g] * part);
      std::uint64_t floats = outgoing;
      if (l < tree.depth() && boxes > above[r]) floats += boxes - above[r];
      if (g > 1) floats += (2 * static_cast<std::uint64_t>(all.size()) + ghosts[r / g]) * part;
      above[r] = outgoing;
      result[r].fields += floats * bytes_a_direction;
      std::set<std::array<signed char, 3>> offsets;
      for (int b = all.first; b < all.last; ++b)
        for (const FarNeighbour& f : level.far(b)) offsets.insert(f.offset);
      result[r].translators += offsets.size() * part * 2 * sizeof(float);
      if (l < tree.depth()) result[r].translators += static_cast<std::uint64_t>(padded) * 16 * sizeof(float);
    }
  }
  return result;
}

}  // namespace pace
