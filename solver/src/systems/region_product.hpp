// One region's part of a product: [P Q; −Q P] of operators/assembly.hpp, by its near matrices and its far
// product.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "equations/current_equations.hpp"
#include "fmm/far_interactions.hpp"
#include "planning/fast_plan.hpp"
#include "systems/rank_part.hpp"

namespace pace {

class RegionProduct {
 public:
  /// Of several ranks all make theirs at the same time. What is referred to outlives this.
  /// @param weights         row_weights of the region
  /// @param part            of the region's functions; null: one rank has all
  /// @param ranks           one of them, or those of `part`
  /// @param shared          of this frequency and others; null: it is alone
  RegionProduct(const RegionBoundary& region, const RegionMedium& medium, RowWeights weights,
                const FastPlan& plan, RankPart* part, Communicator& ranks, const QuadratureChoice& quadrature,
                SharedTree* shared, const std::function<void(double)>& progress);

  /// Unknowns that functions of this rank stand for.
  std::vector<int> unknowns() const;
  /// Before `add`. @param unknown_place  of each unknown in the vectors there
  void link(std::span<const int> unknown_place);
  void prepare_low_accuracy();
  /// y += the region's share of the whole matrix times x. @param x, y  [column][place], `rows` apart
  void add(const ComplexF* x, ComplexF* y, std::size_t rows, int columns, bool low_accuracy);

  /// As FarProduct::release_room.
  void release_room() {
    far_->release_room();
    if (low_accuracy_far_) low_accuracy_far_->release_room();
  }

  std::size_t near_bytes() const { return diagonal_.bytes() + (has_magnetic_ ? off_diagonal_.bytes() : 0); }
  bool near_is_interpolated() const { return near_is_interpolated_; }
  FarProduct::Bytes far_bytes() const { return far_->bytes(); }
  double exchange_seconds() const { return far_->seconds().exchange; }
  /// Of this rank's tree, where there are several [B].
  std::size_t tree_bytes() const { return part_ ? plan_.tree->bytes() + part_->leaves.bytes() : 0; }

  double near_seconds = 0.0, far_seconds = 0.0;

 private:
  friend class RegionEntries;
  /// A function of a region in the order of its tree, and the unknown it stands for in the order of a vector.
  struct Link {
    int function_place, unknown_place;
    float sign;  ///< of the column
    float row;   ///< sign and scale of the row
  };
  std::vector<Link> links_of(const std::vector<Unknown>& unknowns, std::span<const int> unknown_place) const;
  const Octree& leaves() const { return part_ ? part_->leaves : *plan_.tree; }
  bool is_own(int function) const;
  void multiply_near(int columns);

  const RegionBoundary& region_;
  const FastPlan& plan_;
  RankPart* part_;
  std::size_t size_;  ///< functions of this rank
  Complex relative_impedance_;
  RowWeights weights_;
  bool has_magnetic_;  ///< on any rank
  std::vector<Link> electric_, magnetic_;
  NearMatrix diagonal_, off_diagonal_;
  bool near_is_interpolated_ = false;
  std::unique_ptr<FarInteractions> far_, low_accuracy_far_;
  std::vector<ComplexF> in_, out_, near_out_;
};

/// Near entries of a region between unknowns, for the preconditioner.
class RegionEntries {
 public:
  /// @param unknowns  of all regions
  RegionEntries(const RegionProduct& product, int unknowns);

  /// With several ranks, before `add`: fetches the entries that others keep. All ranks call it.
  /// @param cuts  unknowns
  void fetch(const std::vector<std::vector<int>>& cuts);
  /// Adds the entries between the unknowns of a cut, row-major. @param cut  its number among those fetched
  void add(int cut, std::span<const int> unknowns, ComplexF* out) const;

 private:
  struct Stand {
    int function;
    bool magnetic;
    float sign, row;
  };
  std::span<const Stand> stands_of(int unknown) const {
    return {stands_.data() + first_[unknown], stands_.data() + first_[unknown + 1]};
  }
  /// In the order of the tree, each once.
  std::vector<int> functions_of(std::span<const int> unknowns) const;

  const RegionProduct& product_;
  std::vector<int> first_;  ///< of each unknown in `stands_`
  std::vector<Stand> stands_;
  std::optional<NearEntriesOfFunctions> diagonal_, off_diagonal_;  ///< of several ranks
};

}  // namespace pace
