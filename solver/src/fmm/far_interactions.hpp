// All that boxes that do not touch do to each other: by plane waves where they are large enough, by
// interpolation below.
#pragma once

#include <memory>

#include "fmm/far_product.hpp"
#include "fmm/interpolated_product.hpp"
#include "fmm/near_matrix.hpp"
#include "fmm/shared_tree.hpp"

namespace pace {

class FarInteractions {
 public:
  /// @param tree    of the functions
  /// @param waves   the same down to the leaves of the plane waves; the same object where it does not go on
  /// below
  /// @param digits  of the interpolation
  /// @param share   of one of several ranks, as FarProduct's; the tree must not go on below then
  /// @param shared  moments of what is interpolated are taken from there, or left there; null: neither
  /// @param served  wave numbers of those that share it
  /// @param currents  that `add_currents` may be asked for
  FarInteractions(const RwgSpace& space, const DualSpace* dual, const Octree& tree, const Octree& waves,
                  Complex k, std::span<const double> alpha, const Sampling& sampling, int digits,
                  const RankShare* share = nullptr, SharedTree* shared = nullptr,
                  std::span<const Complex> served = {}, CurrentKinds currents = CurrentKinds::electric)
      : tree_(tree), waves_(space, dual, waves, k, alpha, sampling, share) {
    if (waves.depth() == tree.depth()) return;
    std::shared_ptr<InterpolationSpace> modes = shared ? shared->below : nullptr;
    if (!modes || !modes->serves(alpha, digits, currents))
      modes = std::make_shared<InterpolationSpace>(
          space, dual, tree, waves.depth() + 1, shared ? served : std::span(&k, 1), alpha, digits, currents);
    if (shared) shared->below = modes;
    below_ = std::make_shared<InterpolatedProduct>(std::move(modes), tree, k, alpha);
  }
  /// With other samples of the waves; what is interpolated is shared.
  FarInteractions(const FarInteractions& other, const RwgSpace& space, const DualSpace* dual,
                  const Octree& waves, Complex k, std::span<const double> alpha, const Sampling& sampling,
                  const RankShare* share = nullptr)
      : tree_(other.tree_), waves_(space, dual, waves, k, alpha, sampling, share), below_(other.below_) {}

  /// As FarProduct::add.
  void add(const ComplexF* x, ComplexF* y, std::size_t rows, int columns) {
    waves_.add(x, y, rows, columns);
    if (below_) below_->add(x, nullptr, y, nullptr, rows, columns);
  }
  /// As FarProduct::add_currents.
  void add_currents(const ComplexF* electric, const ComplexF* magnetic, ComplexF* to_electric,
                    ComplexF* to_magnetic, std::size_t rows, int columns) {
    waves_.add_currents(electric, magnetic, to_electric, to_magnetic, rows, columns);
    if (below_) below_->add(electric, magnetic, to_electric, to_magnetic, rows, columns);
  }

  /// Adds the entries between leaves that do not touch and interact by interpolation, so that the matrix of
  /// some functions is whole however small the leaves are. @param places  ascending  @param own, crossed  as
  /// NearMatrix::gather; crossed may be null
  void gather_below(std::span<const int> places, const NearMatrix& near, ComplexF* own,
                    ComplexF* crossed) const;

  /// Of the plane waves, as LeafPatterns::move_to.
  void move_patterns_to(const std::shared_ptr<PagingFile>& file) { waves_.move_patterns_to(file); }

  /// Of the plane waves, as FarProduct::release_room.
  void release_room() { waves_.release_room(); }

  FarProduct::Bytes bytes() const {
    FarProduct::Bytes sum = waves_.bytes();
    if (below_) {
      const InterpolatedProduct::Bytes below = below_->bytes();
      sum.patterns += below.moments, sum.translators += below.translators, sum.fields += below.fields;
    }
    return sum;
  }
  const FarProduct::Seconds& seconds() const { return waves_.seconds(); }
  auto work() const { return waves_.work(); }

 private:
  const Octree& tree_;
  FarProduct waves_;
  std::shared_ptr<InterpolatedProduct> below_;
};

}  // namespace pace
