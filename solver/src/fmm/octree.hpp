// The octree of the fast method: boxes that hold functions, who is near to whom, who talks to whom by plane
// waves.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/types.hpp"

namespace pace {

/// Another box of the same level, `offset` box sizes away (source − target).
struct FarNeighbour {
  int box;
  std::array<signed char, 3> offset;  ///< each −3 … 3
};

struct TreeBox {
  std::array<int, 3> cell;
  Vec3 centre;
  int parent = -1;                            ///< in the level above
  int octant = 0;                             ///< x + 2y + 4z of the half that it fills in its parent
  int first_child = 0, last_child = 0;        ///< in the level below
  int first_function = 0, last_function = 0;  ///< in tree order
};

struct TreeLevel {
  double box_size;             ///< [m]
  std::vector<TreeBox> boxes;  ///< in Morton order, only those that hold something
  std::span<const int> near(int box) const {
    return {near_.data() + near_start_[box], near_.data() + near_start_[box + 1]};
  }
  std::span<const FarNeighbour> far(int box) const {
    return {far_.data() + far_start_[box], far_.data() + far_start_[box + 1]};
  }

  std::vector<int> near_, near_start_;  ///< boxes that touch it, itself included, ascending
  std::vector<FarNeighbour> far_;       ///< children of the parent's neighbours that are not near
  std::vector<int> far_start_;
};

/// Functions in Morton order of their boxes: the range of any box is contiguous, and a cut of the order is a
/// cut in space.
class Octree {
 public:
  /// @param points     a point a function [m]
  /// @param leaf_size  [m]; the root is this times a power of two
  Octree(std::span<const Vec3> points, double leaf_size);
  /// The leaves first … last − 1 of another tree, and after them the leaves that are near to them (a locally
  /// essential tree [Warren & Salmon 1993, Supercomputing]): a tree of one level, whose places are its own.
  /// The leaves after the first `own_leaves` are near to nobody.
  Octree(const Octree& whole, int first_leaf, int last_leaf);

  /// The same functions in the same order, without the levels below.
  Octree down_to(int level) const;

  int depth() const { return static_cast<int>(levels_.size()) - 1; }
  const TreeLevel& level(int l) const { return levels_[l]; }  ///< 0 is the root, depth() the leaves
  const TreeLevel& leaves() const { return levels_.back(); }
  /// Far interactions begin here; with fewer levels everything is near.
  static constexpr int first_far_level = 2;

  const std::vector<int>& order() const { return order_; }  ///< function at each place of the tree
  const std::vector<int>& place() const {
    return place_;
  }  ///< its inverse; −1 for functions that are not in the tree
  int own_leaves() const { return own_leaves_; }  ///< all, but in a locally essential tree
  int own_functions() const { return own_leaves_ == 0 ? 0 : leaves().boxes[own_leaves_ - 1].last_function; }
  std::size_t bytes() const;
  const std::vector<int>& leaf_of_place() const { return leaf_of_place_; }

 private:
  Octree() = default;
  void set_leaves();

  std::vector<TreeLevel> levels_;
  std::vector<int> order_, place_, leaf_of_place_;
  int own_leaves_ = 0;
};

/// Leaves at most this deep keep Morton keys in 64 bits.
inline constexpr int deepest_level = 20;

}  // namespace pace
