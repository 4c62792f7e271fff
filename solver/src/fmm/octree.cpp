#include "fmm/octree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "core/error.hpp"
#include "core/morton.hpp"

namespace pace {
namespace {

using Key = MortonKey;

struct Extent {
  Vec3 middle;
  double largest;
};

Extent extent_of(std::span<const Vec3> points) {
  Vec3 low = points[0], high = points[0];
  for (const Vec3& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  return {0.5 * (low + high), (high - low).maxCoeff()};
}

int depth_of(double largest, double leaf_size) {
  int depth = 0;
  while (std::ldexp(leaf_size, depth) < largest * (1.0 + 1e-9)) ++depth;
  return depth;
}

/// Index of a cell in a level, −1 if there is no such box.
int find(const std::vector<Key>& keys, const std::array<int, 3>& cell, int cells) {
  for (const int c : cell)
    if (c < 0 || c >= cells) return -1;
  const Key key = morton(cell);
  const auto it = std::lower_bound(keys.begin(), keys.end(), key);
  return it != keys.end() && *it == key ? static_cast<int>(it - keys.begin()) : -1;
}

void link_neighbours(TreeLevel& level, const TreeLevel* above, const std::vector<Key>& keys, int cells) {
  level.near_start_ = level.far_start_ = {0};
  for (const TreeBox& box : level.boxes) {
    const std::size_t first = level.near_.size();
    for (int dz = -1; dz <= 1; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const int other = find(keys, {box.cell[0] + dx, box.cell[1] + dy, box.cell[2] + dz}, cells);
          if (other >= 0) level.near_.push_back(other);
        }
    std::sort(level.near_.begin() + static_cast<long>(first), level.near_.end());
    level.near_start_.push_back(static_cast<int>(level.near_.size()));
    if (above)
      for (const int uncle : above->near(box.parent))
        for (int other = above->boxes[uncle].first_child; other < above->boxes[uncle].last_child; ++other) {
          std::array<signed char, 3> offset{};
          int farthest = 0;
          for (int i = 0; i < 3; ++i) {
            offset[i] = static_cast<signed char>(level.boxes[other].cell[i] - box.cell[i]);
            farthest = std::max(farthest, std::abs(static_cast<int>(offset[i])));
          }
          if (farthest > 1) level.far_.push_back({other, offset});
        }
    level.far_start_.push_back(static_cast<int>(level.far_.size()));
  }
}

}  // namespace

Octree::Octree(std::span<const Vec3> points, double leaf_size) {
  const Extent extent = extent_of(points);
  const int depth = depth_of(extent.largest, leaf_size);
  if (depth > deepest_level) throw InputError(Message{"SIZE_UNUSUAL.octree", {{"levels", deepest_level}}});
  const double root_size = std::ldexp(leaf_size, depth);
  const Vec3 corner = extent.middle - Vec3::Constant(0.5 * root_size);
  const int count = static_cast<int>(points.size()), cells = 1 << depth;

  std::vector<std::array<int, 3>> cell(count);
  std::vector<Key> key(count);
  for (int i = 0; i < count; ++i) {
    for (int c = 0; c < 3; ++c)
      cell[i][c] = std::clamp(static_cast<int>((points[i][c] - corner[c]) / leaf_size), 0, cells - 1);
    key[i] = morton(cell[i]);
  }
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), 0);
  // Inside a leaf the order goes on in space, so that pieces of large leaves are compact too.
  std::vector<Key> fine(count);
  const int finer = std::min(4, deepest_level - depth);
  for (int i = 0; i < count; ++i) {
    std::array<int, 3> at{};
    for (int c = 0; c < 3; ++c)
      at[c] = std::clamp(static_cast<int>(std::ldexp((points[i][c] - corner[c]) / leaf_size, finer)),
                         cell[i][c] << finer, ((cell[i][c] + 1) << finer) - 1);
    fine[i] = morton(at);
  }
  std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) { return fine[a] < fine[b]; });
  place_.resize(count);
  for (int p = 0; p < count; ++p) place_[order_[p]] = p;

  levels_.resize(depth + 1);
  std::vector<std::vector<Key>> keys(depth + 1);
  for (int l = depth; l >= 0; --l) {
    TreeLevel& level = levels_[l];
    level.box_size = std::ldexp(leaf_size, depth - l);
    const auto begin_box = [&](const std::array<int, 3>& at) {
      TreeBox box;
      box.cell = at;
      box.centre = corner + level.box_size * (Vec3(at[0], at[1], at[2]) + Vec3::Constant(0.5));
      level.boxes.push_back(box);
      keys[l].push_back(morton(at));
    };
    if (l == depth) {
      for (int p = 0; p < count; ++p) {
        if (keys[l].empty() || keys[l].back() != key[order_[p]]) {
          begin_box(cell[order_[p]]);
          level.boxes.back().first_function = p;
        }
        level.boxes.back().last_function = p + 1;
      }
    } else {
      TreeLevel& below = levels_[l + 1];
      for (int child = 0; child < static_cast<int>(below.boxes.size()); ++child) {
        TreeBox& box = below.boxes[child];
        const std::array<int, 3> at{box.cell[0] >> 1, box.cell[1] >> 1, box.cell[2] >> 1};
        if (keys[l].empty() || keys[l].back() != morton(at)) {
          begin_box(at);
          level.boxes.back().first_child = child;
          level.boxes.back().first_function = box.first_function;
        }
        box.parent = static_cast<int>(level.boxes.size()) - 1;
        box.octant = (box.cell[0] & 1) + 2 * (box.cell[1] & 1) + 4 * (box.cell[2] & 1);
        level.boxes.back().last_child = child + 1;
        level.boxes.back().last_function = box.last_function;
      }
    }
  }
  for (int l = 0; l <= depth; ++l)
    link_neighbours(levels_[l], l > 0 ? &levels_[l - 1] : nullptr, keys[l], 1 << l);

  set_leaves();
}

Octree Octree::down_to(int level) const {
  Octree tree;
  tree.order_ = order_;
  tree.place_ = place_;
  tree.levels_.assign(levels_.begin(), levels_.begin() + level + 1);
  tree.set_leaves();
  return tree;
}

void Octree::set_leaves() {
  leaf_of_place_.resize(order_.size());
  for (int b = 0; b < static_cast<int>(leaves().boxes.size()); ++b)
    for (int p = leaves().boxes[b].first_function; p < leaves().boxes[b].last_function; ++p)
      leaf_of_place_[p] = b;
  own_leaves_ = static_cast<int>(leaves().boxes.size());
}

Octree::Octree(const Octree& whole, int first_leaf, int last_leaf)
    : levels_(1), place_(whole.place_.size(), -1) {
  const TreeLevel& all = whole.leaves();
  TreeLevel& mine = levels_[0];
  mine.box_size = all.box_size;
  own_leaves_ = last_leaf - first_leaf;
  std::vector<int> list, local(all.boxes.size(), -1);
  for (int b = first_leaf; b < last_leaf; ++b) list.push_back(b);
  for (int b = first_leaf; b < last_leaf; ++b)
    for (const int other : all.near(b))
      if (other < first_leaf || other >= last_leaf) list.push_back(other);
  std::sort(list.begin() + own_leaves_, list.end());
  list.erase(std::unique(list.begin() + own_leaves_, list.end()), list.end());
  for (int i = 0; i < static_cast<int>(list.size()); ++i) {
    local[list[i]] = i;
    TreeBox box = all.boxes[list[i]];
    const int first = static_cast<int>(order_.size());
    for (int p = box.first_function; p < box.last_function; ++p) {
      place_[whole.order_[p]] = static_cast<int>(order_.size());
      order_.push_back(whole.order_[p]);
      leaf_of_place_.push_back(i);
    }
    box.first_function = first, box.last_function = static_cast<int>(order_.size());
    box.parent = -1;
    mine.boxes.push_back(box);
  }
  mine.near_start_ = mine.far_start_ = {0};
  for (int i = 0; i < static_cast<int>(list.size()); ++i) {
    const std::size_t first = mine.near_.size();
    if (i < own_leaves_)
      for (const int other : all.near(list[i])) mine.near_.push_back(local[other]);
    std::sort(mine.near_.begin() + static_cast<long>(first), mine.near_.end());
    mine.near_start_.push_back(static_cast<int>(mine.near_.size()));
    mine.far_start_.push_back(0);
  }
}

std::size_t Octree::bytes() const {
  std::size_t sum = (order_.size() + place_.size() + leaf_of_place_.size()) * sizeof(int);
  for (const TreeLevel& l : levels_)
    sum += l.boxes.size() * sizeof(TreeBox) +
           (l.near_.size() + l.near_start_.size() + l.far_start_.size()) * sizeof(int) +
           l.far_.size() * sizeof(FarNeighbour);
  return sum;
}

}  // namespace pace
