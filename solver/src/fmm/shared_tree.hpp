// What systems of several wave numbers leave to each other that have the same tree of the same functions.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "fmm/interpolation_space.hpp"
#include "fmm/near_samples.hpp"
#include "operators/block.hpp"

namespace pace {

class SharedTree {
 public:
  SharedTree(const Octree& tree, std::filesystem::path folder, std::shared_ptr<FileRoom> room)
      : order_(tree.order()),
        leaves_(tree.leaves().boxes.size()),
        leaf_size_(tree.leaves().box_size),
        folder_(std::move(folder)),
        room_(std::move(room)) {}

  bool is_of(const Octree& tree) const {
    return leaf_size_ == tree.leaves().box_size && leaves_ == tree.leaves().boxes.size() &&
           order_ == tree.order();
  }
  /// Samples of the near matrix with these weights, asked for a wave number. Of two sets of weights, the
  /// latest, they are kept.
  NearSamples& near(Block block, std::span<const double> alpha, Complex k, int digits);

  /// What gives the near entries of a wave number, from those of samples, where leaves are of this size; no
  /// points if it has to be assembled.
  static PolynomialAt polynomial(Complex k, std::span<const Complex> samples, double leaf_size, int digits);

  std::shared_ptr<InterpolationSpace> below;  ///< of the latest system; null: none

 private:
  struct Set {
    Block block;
    std::vector<double> alpha;
    std::unique_ptr<NearSamples> samples;
  };
  static constexpr std::size_t most_sets_ = 4;  ///< two blocks each

  std::vector<int> order_;
  std::size_t leaves_;
  double leaf_size_;
  std::filesystem::path folder_;
  std::shared_ptr<FileRoom> room_;
  std::deque<Set> sets_;  ///< the latest first
};

/// Of all regions.
class SharedTrees {
 public:
  SharedTrees(std::filesystem::path folder, std::shared_ptr<FileRoom> room)
      : folder_(std::move(folder)), room_(std::move(room)) {}
  /// That of such a tree in a region; of the two that were asked for last they are kept.
  SharedTree& of(std::size_t region, const Octree& tree);
  /// Lets go of what lies in memory.
  void release_memory();

 private:
  static constexpr std::size_t most_trees_ = 2;

  std::filesystem::path folder_;
  std::shared_ptr<FileRoom> room_;
  std::vector<std::deque<std::unique_ptr<SharedTree>>> regions_;  ///< of each the latest first
};

}  // namespace pace
