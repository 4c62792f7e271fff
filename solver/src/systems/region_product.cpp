#include "systems/region_product.hpp"

#include <algorithm>

#include "core/stopwatch.hpp"
#include "fmm/near_sink.hpp"
#include "operators/assembly.hpp"

namespace pace {

RegionProduct::RegionProduct(const RegionBoundary& region, const RegionMedium& medium, RowWeights weights,
                             const FastPlan& plan, RankPart* part, Communicator& ranks,
                             const QuadratureChoice& quadrature, SharedTree* shared,
                             const std::function<void(double)>& progress)
    : region_(region),
      plan_(plan),
      part_(part),
      size_(static_cast<std::size_t>(leaves().own_functions())),
      relative_impedance_(medium.relative_impedance),
      weights_(std::move(weights)),
      has_magnetic_(std::any_of(region.magnetic.begin(), region.magnetic.end(),
                                [](const Unknown& u) { return u.index >= 0; })),
      diagonal_(leaves()),
      off_diagonal_(leaves()) {
  for (const Block block : {Block::diagonal, Block::off_diagonal}) {
    NearMatrix& near = block == Block::diagonal ? diagonal_ : off_diagonal_;
    const double start = block == Block::diagonal ? 0.0 : 0.5;
    if (block == Block::off_diagonal && !has_magnetic_) break;
    NearSamples* const samples = shared ? &shared->near(block, weights_.alpha, plan.k, plan.digits) : nullptr;
    near_is_interpolated_ = samples && samples->serve();
    near.keep_in(plan.files.near);
    together(ranks, [&] {
      fill_near(
          region.space, leaves(), near, plan.compression,
          [&](MatrixSink& sink, double begin, double end) {
            assemble(
                region.space, region.dual_space(), medium.k, weights_.alpha, quadrature, sink,
                [&](double fraction) { progress(start + 0.5 * (begin + (end - begin) * fraction)); }, block);
          },
          samples);
    });
  }
  throw_if_any_cancelled(ranks);
  far_ = std::make_unique<FarInteractions>(
      region.space, region.dual_space(), *plan.tree, plan.waves(), plan.k, weights_.alpha, plan.sampling,
      plan.digits, part ? &part->share : nullptr, shared, plan.band, CurrentKinds::electric_and_magnetic);
  far_->move_patterns_to(plan.files.patterns);
}

bool RegionProduct::is_own(int function) const {
  const int place = leaves().place()[function];
  return place >= 0 && place < static_cast<int>(size_);
}

std::vector<int> RegionProduct::unknowns() const {
  std::vector<int> list;
  for (const auto* of : {&region_.electric, &region_.magnetic})
    for (int f = 0; f < region_.space.size(); ++f)
      if ((*of)[f].index >= 0 && is_own(f)) list.push_back((*of)[f].index);
  return list;
}

std::vector<RegionProduct::Link> RegionProduct::links_of(const std::vector<Unknown>& unknowns,
                                                         std::span<const int> unknown_place) const {
  std::vector<Link> result;
  for (int f = 0; f < region_.space.size(); ++f)
    if (const Unknown& u = unknowns[f]; u.index >= 0 && is_own(f))
      result.push_back({leaves().place()[f], unknown_place[u.index], static_cast<float>(u.sign),
                        static_cast<float>(u.sign * weights_.scale[f])});
  std::sort(result.begin(), result.end(),
            [](const Link& a, const Link& b) { return a.function_place < b.function_place; });
  return result;
}

void RegionProduct::link(std::span<const int> unknown_place) {
  electric_ = links_of(region_.electric, unknown_place);
  magnetic_ = links_of(region_.magnetic, unknown_place);
}

void RegionProduct::prepare_low_accuracy() {
  low_accuracy_far_ = std::make_unique<FarInteractions>(
      *far_, region_.space, region_.dual_space(), plan_.waves(), plan_.k, weights_.alpha,
      sampling_for(plan_.waves(), plan_.k, low_accuracy_digits, 0.0), part_ ? &part_->share : nullptr);
}

void RegionProduct::add(const ComplexF* x, ComplexF* y, std::size_t rows, int columns, bool low_accuracy) {
  FarInteractions& far = low_accuracy ? *low_accuracy_far_ : *far_;
  // [J | M] as columns; with J scaled by ζ and the rows of M by 1/ζ the region is [P Q; −Q P].
  const ComplexF impedance(relative_impedance_), admittance(1.0 / relative_impedance_);
  const std::size_t half = size_ * columns;
  in_.assign(2 * half, 0.0f);
  out_.assign(2 * half, 0.0f);
  for (int c = 0; c < columns; ++c) {
    for (const Link& l : electric_)
      in_[c * size_ + l.function_place] = l.sign * impedance * x[c * rows + l.unknown_place];
    for (const Link& l : magnetic_)
      in_[half + c * size_ + l.function_place] = l.sign * x[c * rows + l.unknown_place];
  }
  const auto start = Clock::now();
  multiply_near(columns);
  near_seconds += seconds_since(start);
  const auto middle = Clock::now();
  if (has_magnetic_)
    far.add_currents(in_.data(), in_.data() + half, out_.data(), out_.data() + half, size_, columns);
  else
    far.add(in_.data(), out_.data(), size_, columns);
  far_seconds += seconds_since(middle);
  diagonal_.throw_if_file_failed();
  for (int c = 0; c < columns; ++c) {
    for (const Link& l : electric_)
      y[c * rows + l.unknown_place] += l.row * out_[c * size_ + l.function_place];
    for (const Link& l : magnetic_)
      y[c * rows + l.unknown_place] += l.row * admittance * out_[half + c * size_ + l.function_place];
  }
}

/// out = the near part of [P Q; −Q P] times in.
void RegionProduct::multiply_near(int columns) {
  const int both = has_magnetic_ ? 2 * columns : columns;
  const ComplexF* const around = part_ ? part_->halo.extend(in_.data(), both) : in_.data();
  const std::size_t rows = part_ ? part_->halo.extended() : size_;
  near_out_.resize(rows * both);
  diagonal_.multiply(around, near_out_.data(), rows, both);
  for (int c = 0; c < both; ++c) std::copy_n(near_out_.data() + c * rows, size_, out_.data() + c * size_);
  if (!has_magnetic_) return;
  off_diagonal_.multiply(around, near_out_.data(), rows, both);
  for (int c = 0; c < columns; ++c) {
    const ComplexF *const of_electric = near_out_.data() + c * rows, *const of_magnetic =
                                                                         near_out_.data() +
                                                                         (columns + c) * rows;
    ComplexF *const to_electric = out_.data() + c * size_, *const to_magnetic =
                                                               out_.data() + (columns + c) * size_;
    for (std::size_t i = 0; i < size_; ++i)
      to_electric[i] += of_magnetic[i], to_magnetic[i] -= of_electric[i];
  }
}

RegionEntries::RegionEntries(const RegionProduct& product, int unknowns)
    : product_(product), first_(static_cast<std::size_t>(unknowns) + 1, 0) {
  const RegionBoundary& region = product.region_;
  for (const auto* of : {&region.electric, &region.magnetic})
    for (const Unknown& u : *of)
      if (u.index >= 0) ++first_[u.index + 1];
  for (int i = 0; i < unknowns; ++i) first_[i + 1] += first_[i];
  stands_.resize(first_.back());
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for (const bool magnetic : {false, true}) {
    const auto& of = magnetic ? region.magnetic : region.electric;
    for (int f = 0; f < region.space.size(); ++f)
      if (of[f].index >= 0)
        stands_[next[of[f].index]++] = {f, magnetic, static_cast<float>(of[f].sign),
                                        static_cast<float>(of[f].sign * product.weights_.scale[f])};
  }
  if (!product.part_) return;
  diagonal_.emplace(product.diagonal_, product.part_->share);
  if (product.has_magnetic_) off_diagonal_.emplace(product.off_diagonal_, product.part_->share);
}

std::vector<int> RegionEntries::functions_of(std::span<const int> unknowns) const {
  std::vector<int> functions;
  for (const int unknown : unknowns)
    for (const Stand& s : stands_of(unknown)) functions.push_back(s.function);
  const std::vector<int>& place = product_.plan_.tree->place();
  std::sort(functions.begin(), functions.end(), [&](int a, int b) { return place[a] < place[b]; });
  functions.erase(std::unique(functions.begin(), functions.end()), functions.end());
  return functions;
}

void RegionEntries::fetch(const std::vector<std::vector<int>>& cuts) {
  std::vector<std::vector<int>> of_functions;
  for (const std::vector<int>& cut : cuts) of_functions.push_back(functions_of(cut));
  if (off_diagonal_) off_diagonal_->fetch(of_functions);
  diagonal_->fetch(std::move(of_functions));
}

void RegionEntries::add(int cut, std::span<const int> unknowns, ComplexF* out) const {
  const std::vector<int> functions = functions_of(unknowns);
  const std::size_t n = functions.size(), width = unknowns.size();
  if (n == 0) return;
  const std::vector<int>& place = product_.plan_.tree->place();
  std::vector<int> places;
  for (const int function : functions) places.push_back(place[function]);
  std::vector<ComplexF> own(n * n), crossed(product_.has_magnetic_ ? n * n : 0);
  if (diagonal_) {
    diagonal_->gather(cut, own.data());
    if (off_diagonal_) off_diagonal_->gather(cut, crossed.data());
  } else {
    product_.diagonal_.gather(places, places, own.data());
    if (product_.has_magnetic_) product_.off_diagonal_.gather(places, places, crossed.data());
    product_.far_->gather_below(places, product_.diagonal_, own.data(),
                                product_.has_magnetic_ ? crossed.data() : nullptr);
  }
  struct Entry {
    Stand of;
    std::size_t position, at;
  };
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < width; ++i)
    for (const Stand& s : stands_of(unknowns[i]))
      entries.push_back(
          {s, i,
           static_cast<std::size_t>(std::lower_bound(places.begin(), places.end(), place[s.function]) -
                                    places.begin())});
  const ComplexF impedance(product_.relative_impedance_), admittance(1.0 / product_.relative_impedance_);
  for (const Entry& row : entries)
    for (const Entry& column : entries) {
      const std::size_t at = row.at * n + column.at;
      const ComplexF value = row.of.magnetic == column.of.magnetic
                                 ? (row.of.magnetic ? admittance : impedance) * own[at]
                                 : (row.of.magnetic ? -crossed[at] : crossed[at]);
      out[row.position * width + column.position] += row.of.row * column.of.sign * value;
    }
}

}  // namespace pace
