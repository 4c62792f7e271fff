#include "systems/multi_region_matrix.hpp"

#include <algorithm>

#include "core/stopwatch.hpp"
#include "krylov/compressed_product.hpp"
#include "output/events.hpp"

namespace pace {
namespace {

/// Entries between unknowns of all regions, and the local terms.
class MultiRegionEntries : public CutEntries {
 public:
  /// @param order  unknown at each place
  MultiRegionEntries(const std::vector<std::unique_ptr<RegionProduct>>& regions,
                     const CurrentEquations& equations, const std::vector<int>& order, Communicator& ranks)
      : order_(order), ranks_(ranks), local_(equations.local) {
    for (const auto& region : regions) regions_.emplace_back(*region, equations.spaces->unknowns);
  }

  bool fetch(std::span<const std::vector<int>> cuts) override {
    if (!ranks_.any(!cuts.empty())) return false;
    std::vector<std::vector<int>> of_unknowns;
    for (const std::vector<int>& cut : cuts) of_unknowns.push_back(unknowns_at(cut));
    for (RegionEntries& region : regions_) region.fetch(of_unknowns);
    return true;
  }

  void gather(int cut, std::span<const int> places, ComplexF* out) const override {
    const std::vector<int> unknowns = unknowns_at(places);
    std::fill_n(out, places.size() * places.size(), ComplexF(0.0f));
    for (const RegionEntries& region : regions_) region.add(cut, unknowns, out);
    if (!local_.empty()) add_local(unknowns, out);
  }

 private:
  std::vector<int> unknowns_at(std::span<const int> places) const {
    std::vector<int> unknowns;
    for (const int place : places) unknowns.push_back(order_[place]);
    return unknowns;
  }
  void add_local(const std::vector<int>& unknowns, ComplexF* out) const {
    std::vector<std::pair<int, std::size_t>> position;
    for (std::size_t i = 0; i < unknowns.size(); ++i) position.emplace_back(unknowns[i], i);
    std::sort(position.begin(), position.end());
    for (const auto& [unknown, row] : position)
      for (const auto& [other, value] : local_.row(unknown)) {
        const auto column =
            std::lower_bound(position.begin(), position.end(), std::pair(other, std::size_t{0}));
        if (column != position.end() && column->first == other)
          out[row * unknowns.size() + column->second] += value;
      }
  }

  const std::vector<int>& order_;
  Communicator& ranks_;
  std::vector<RegionEntries> regions_;
  const LocalTerms& local_;
};

}  // namespace

MultiRegionPart::MultiRegionPart(const MultiRegionPlan& plan, Communicator& ranks)
    : unknowns(*plan.tree, plan.leaf_work, ranks) {
  for (const FastPlan& region : plan.regions) regions.push_back(std::make_unique<RankPart>(region, ranks));
}

MultiRegionOperator::MultiRegionOperator(std::vector<std::unique_ptr<RegionProduct>>& regions,
                                         const LocalTerms& terms, std::span<const int> unknown_place,
                                         std::size_t own, UnknownHalo* halo, Communicator& ranks,
                                         bool low_accuracy)
    : regions_(regions),
      size_(own),
      halo_(halo),
      ranks_(ranks),
      low_accuracy_(low_accuracy),
      local_(terms),
      place_(unknown_place) {}

void MultiRegionOperator::apply(const ComplexF* x, ComplexF* y, int columns) {
  for (int first = 0; first < columns; first += FarProduct::most_columns) {
    throw_if_any_cancelled(ranks_);
    const int count = std::min(FarProduct::most_columns, columns - first);
    const std::uint64_t sent_before = ranks_.bytes_sent();
    const ComplexF* in = x + first * size_;
    ComplexF* const own = y + first * size_;
    ComplexF* out = own;
    std::size_t rows = size_;
    if (halo_) {
      in = halo_->extend(in, count);
      rows = halo_->extended();
      around_.resize(rows * count);
      out = around_.data();
    }
    std::fill_n(out, rows * count, ComplexF(0.0f));
    for (auto& region : regions_) region->add(in, out, rows, count, low_accuracy_);
    add_local(in, out, rows, count);
    if (halo_) halo_->collect(out, own, count);
    products += count;
    bytes_sent += ranks_.bytes_sent() - sent_before;
  }
}

void MultiRegionOperator::add_local(const ComplexF* in, ComplexF* out, std::size_t rows, int columns) const {
#pragma omp parallel for schedule(dynamic, 1024)
  for (int unknown = 0; unknown < local_.rows(); ++unknown) {
    const int row = place_[unknown];
    if (row < 0 || row >= static_cast<int>(size_)) continue;
    for (const auto& [column, value] : local_.row(unknown))
      for (int c = 0; c < columns; ++c) out[c * rows + row] += value * in[c * rows + place_[column]];
  }
}

MultiRegionMatrix::MultiRegionMatrix(const CurrentEquations& equations, MultiRegionPlan plan,
                                     SharedTrees* shared, Communicator& ranks, const OnSetup& on_setup,
                                     double share)
    : equations_(equations),
      plan_(std::move(plan)),
      ranks_(ranks),
      part_(ranks.size() > 1 ? std::make_unique<MultiRegionPart>(plan_, ranks) : nullptr) {
  const CurrentSpaces& spaces = *equations.spaces;
  const auto quadrature = quadrature_of(equations, plan_.regions[0].digits);
  const auto start = Clock::now();
  const double count = static_cast<double>(spaces.regions.size());
  for (std::size_t r = 0; r < spaces.regions.size(); ++r)
    regions_.push_back(std::make_unique<RegionProduct>(
        spaces.regions[r], equations.media[r], row_weights(equations, static_cast<int>(r)), plan_.regions[r],
        part_ ? part_->regions[r].get() : nullptr, ranks, quadrature[r],
        shared && !part_ ? &shared->of(r, *plan_.regions[r].tree) : nullptr, [&](double fraction) {
          on_setup(share * (static_cast<double>(r) + fraction) / count, stage::near);
        }));
  near_seconds_ = seconds_since(start);
  if (part_) {
    std::vector<int> used;
    for (const auto& region : regions_) {
      const std::vector<int> of_region = region->unknowns();
      used.insert(used.end(), of_region.begin(), of_region.end());
    }
    for (int row = 0; row < equations.local.rows(); ++row)
      if (part_->unknowns.share.owner_of_function(row) == ranks.rank())
        for (const LocalTerms::Term& term : equations.local.row(row)) used.push_back(term.column);
    halo_ = std::make_unique<UnknownHalo>(part_->unknowns, std::move(used));
  }
  for (const auto& region : regions_) region->link(halo_ ? halo_->places() : std::span(plan_.tree->place()));
  whole_ = operator_of(false);
  on_setup(share, stage::near);
}

std::unique_ptr<MultiRegionOperator> MultiRegionMatrix::operator_of(bool low_accuracy) {
  return std::make_unique<MultiRegionOperator>(regions_, equations_.local,
                                               halo_ ? halo_->places() : std::span(plan_.tree->place()),
                                               own().size(), halo_.get(), ranks_, low_accuracy);
}

std::unique_ptr<MultiRegionOperator> MultiRegionMatrix::low_accuracy() {
  for (const auto& region : regions_) region->prepare_low_accuracy();
  return operator_of(true);
}

Columns MultiRegionMatrix::multiply(const Columns& x) {
  if (part_) return multiply_own(*whole_, x, part_->unknowns);
  return multiply_compressed(*whole_, x, plan_.tree->order());
}

std::unique_ptr<NearInverse> MultiRegionMatrix::near_inverse() const {
  const Octree& tree = part_ ? part_->unknowns.leaves : *plan_.tree;
  const std::vector<Vec3>& points = equations_.spaces->points;
  MultiRegionEntries entries(regions_, equations_, tree.order(), ranks_);
  if (part_) return std::make_unique<NearInverse>(tree, entries, points, plan_.overlap, plan_.inverse_error);
  return std::make_unique<NearInverse>(
      tree, [&](std::span<const int> places, ComplexF* out) { entries.gather(0, places, out); }, points,
      plan_.overlap, plan_.inverse_error);
}

double MultiRegionMatrix::tree_bytes() const {
  if (!part_) return 0.0;
  double sum = static_cast<double>(plan_.tree->bytes() + part_->unknowns.leaves.bytes());
  for (const auto& region : regions_) sum += static_cast<double>(region->tree_bytes());
  return sum;
}

}  // namespace pace
