// The matrix of electric and magnetic currents: the products of all regions and the local terms.
#pragma once

#include "systems/multi_region_system.hpp"
#include "systems/region_product.hpp"
#include "systems/unknown_halo.hpp"

namespace pace {

/// One of several ranks. Each region is divided over the ranks by its own work, and so are the unknowns.
struct MultiRegionPart {
  /// @param plan  outlives this
  MultiRegionPart(const MultiRegionPlan& plan, Communicator& ranks);
  RankPart unknowns;
  std::vector<std::unique_ptr<RankPart>> regions;
};

class MultiRegionOperator : public LinearOperator {
 public:
  /// @param terms, unknown_place  outlive this
  /// @param own    unknowns of this rank
  /// @param halo   of several ranks; null: one
  MultiRegionOperator(std::vector<std::unique_ptr<RegionProduct>>& regions, const LocalTerms& terms,
                      std::span<const int> unknown_place, std::size_t own, UnknownHalo* halo,
                      Communicator& ranks, bool low_accuracy = false);
  std::size_t size() const override { return size_; }
  void apply(const ComplexF* x, ComplexF* y, int columns) override;

  long products = 0;
  std::uint64_t bytes_sent = 0;

 private:
  void add_local(const ComplexF* in, ComplexF* out, std::size_t rows, int columns) const;

  std::vector<std::unique_ptr<RegionProduct>>& regions_;
  std::size_t size_;
  UnknownHalo* halo_;
  Communicator& ranks_;
  bool low_accuracy_;
  const LocalTerms& local_;
  std::span<const int> place_;  ///< of each unknown
  std::vector<ComplexF> around_;
};

class MultiRegionMatrix {
 public:
  /// Of several ranks all make theirs at the same time. @param equations  outlive this
  /// @param shared  of this frequency and others; null: it is alone
  /// @param share   of the setup on the progress bar that it takes
  MultiRegionMatrix(const CurrentEquations& equations, MultiRegionPlan plan, SharedTrees* shared,
                    Communicator& ranks, const OnSetup& on_setup, double share);

  /// The matrix times columns; of several ranks each has the rows of `own`, and all call it. @throws
  /// Cancelled
  Columns multiply(const Columns& x);
  /// Of low accuracy, for a preconditioner.
  std::unique_ptr<MultiRegionOperator> low_accuracy();
  std::unique_ptr<NearInverse> near_inverse() const;

  /// Unknowns of this rank in the order of the operator's vectors; all of one rank.
  std::span<const int> own() const { return part_ ? part_->unknowns.own() : std::span(plan_.tree->order()); }
  MultiRegionOperator& whole() { return *whole_; }
  const MultiRegionOperator& whole() const { return *whole_; }
  const MultiRegionPlan& plan() const { return plan_; }
  MultiRegionPart* part() { return part_.get(); }  ///< null: one rank
  const std::vector<std::unique_ptr<RegionProduct>>& regions() const { return regions_; }
  /// Of the fields of all regions, until the next product.
  void release_room() {
    for (const auto& region : regions_) region->release_room();
  }
  double near_seconds() const { return near_seconds_; }
  double tree_bytes() const;

 private:
  std::unique_ptr<MultiRegionOperator> operator_of(bool low_accuracy);

  const CurrentEquations& equations_;
  MultiRegionPlan plan_;
  Communicator& ranks_;
  std::unique_ptr<MultiRegionPart> part_;
  std::vector<std::unique_ptr<RegionProduct>> regions_;
  std::unique_ptr<UnknownHalo> halo_;
  std::unique_ptr<MultiRegionOperator> whole_;
  double near_seconds_ = 0.0;
};

}  // namespace pace
