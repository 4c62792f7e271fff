// Which rank holds which boxes and directions of the octree, counted from the tree alone: every rank comes to
// the same answer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fmm/octree.hpp"

namespace pace {

struct Sampling;

/// A half-open range of boxes, or of the floats of a plane.
struct Range {
  int first, last;
  int size() const { return last - first; }
  bool holds(int i) const { return i >= first && i < last; }
};

/// Leaves are cut in Morton order by counted work; a box above belongs to the rank of its first leaf. A rank
/// makes and takes apart the whole patterns of its boxes. Translations of a level are divided by boxes and by
/// angles [Ergül & Gürel 2009, IEEE Trans. Antennas Propag. 57]: ranks form groups of neighbours; every rank
/// of a group translates all boxes of the group, but a part of the directions. Groups of one divide boxes
/// alone; one group of all ranks divides angles alone [Velamparambil & Chew 2005].
class Division {
 public:
  /// @param work   of every leaf, in any unit
  /// @param group  ranks in a group on every level but the leaves (a divisor of `ranks`), for tests; 0: what
  /// is counted to be quickest
  Division(const Octree& tree, const Sampling& sampling, int ranks, std::span<const double> work,
           int group = 0);

  int ranks() const { return ranks_; }
  Range boxes(int level, int rank) const { return {first_[level][rank], first_[level][rank + 1]}; }
  int owner(int level, int box) const;
  int group_size(int level) const { return group_[level]; }
  /// Boxes of all ranks in this rank's group.
  Range group_boxes(int level, int rank) const;
  /// Share of a plane of `padded` floats that the rank translates: whole cache lines.
  Range part(int level, int rank, int padded) const;
  /// Ranks behind `rank` that hold children of its last box.
  std::vector<int> sharers(const Octree& tree, int level, int rank) const;

 private:
  double quickest(const Octree& tree, int level, int padded, int group) const;
  int ranks_;
  std::vector<std::vector<int>> first_;  ///< [level][rank]: first box; ranks + 1 of them
  std::vector<int> group_;               ///< [level]
};

/// Of a tree whose functions no plane waves are made of.
Division without_waves(const Octree& tree, int ranks, std::span<const double> work);

/// What one rank sends in a product with one column [bytes].
struct ProductTraffic {
  std::uint64_t near = 0;           ///< values of functions in leaves around the rank's own
  std::uint64_t redistributed = 0;  ///< patterns from boxes to angles and back, inside groups
  std::uint64_t translated = 0;     ///< patterns that other groups translate
  std::uint64_t shared = 0;         ///< patterns of boxes whose children lie on several ranks
  std::uint64_t total() const { return near + redistributed + translated + shared; }
};

/// Of every rank.
std::vector<ProductTraffic> product_traffic(const Octree& tree, const Sampling& sampling,
                                            const Division& division);

/// Of one rank: patterns that it keeps for one column, and its translation operators [bytes].
struct LevelMemory {
  std::uint64_t fields = 0, translators = 0;
};
std::vector<LevelMemory> level_memory(const Octree& tree, const Sampling& sampling, const Division& division);

}  // namespace pace
