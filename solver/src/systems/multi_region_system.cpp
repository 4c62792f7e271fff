#include "systems/multi_region_system.hpp"

#include <algorithm>

#include "core/cancel.hpp"
#include "core/stopwatch.hpp"
#include "fmm/far_interactions.hpp"
#include "fmm/near_matrix.hpp"
#include "fmm/near_sink.hpp"
#include "krylov/compressed_product.hpp"
#include "operators/assembly.hpp"
#include "output/events.hpp"
#include "preconditioner/deferred_inverse.hpp"
#include "systems/dense_solution.hpp"

namespace pace {
namespace {

/// Share of the setup that assembly takes on the progress bar.
constexpr double dense_assembly_share = 0.7, fast_assembly_share = 0.7;

/// A function of a region in the order of its tree, and the unknown it stands for in the order of the
/// unknowns' tree.
struct Link {
  int function_place, unknown_place;
  float sign;  ///< of the column
  float row;   ///< sign and scale of the row
};

std::vector<Link> links(const std::vector<Unknown>& unknowns, std::span<const double> scale,
                        const Octree& functions, const Octree& all) {
  std::vector<Link> result;
  for (std::size_t f = 0; f < unknowns.size(); ++f)
    if (unknowns[f].index >= 0)
      result.push_back({functions.place()[f], all.place()[unknowns[f].index],
                        static_cast<float>(unknowns[f].sign),
                        static_cast<float>(unknowns[f].sign * scale[f])});
  std::sort(result.begin(), result.end(),
            [](const Link& a, const Link& b) { return a.function_place < b.function_place; });
  return result;
}

/// One region's [P Q; −Q P], by its near matrices and its far product.
class RegionProduct {
 public:
  RegionProduct(const RegionBoundary& region, const RegionMedium& medium, const RowWeights& weights,
                const FastPlan& plan, const Octree& all, const QuadratureChoice& quadrature,
                SharedTree* shared, const std::function<void(double)>& progress)
      : tree_(*plan.tree),
        size_(plan.points.size()),
        relative_impedance_(medium.relative_impedance),
        alpha_(weights.alpha),
        electric_(links(region.electric, weights.scale, tree_, all)),
        magnetic_(links(region.magnetic, weights.scale, tree_, all)),
        diagonal_(tree_),
        off_diagonal_(tree_) {
    for (const Block block : {Block::diagonal, Block::off_diagonal}) {
      NearMatrix& near = block == Block::diagonal ? diagonal_ : off_diagonal_;
      const double start = block == Block::diagonal ? 0.0 : 0.5;
      if (block == Block::off_diagonal && magnetic_.empty()) break;
      NearSamples* const samples = shared ? &shared->near(block, alpha_, plan.k, plan.digits) : nullptr;
      near_is_interpolated_ = samples && samples->serve();
      near.keep_in(plan.files.near);
      fill_near(
          region.space, tree_, near, plan.compression,
          [&](MatrixSink& sink, double begin, double end) {
            assemble(
                region.space, region.dual_space(), medium.k, alpha_, quadrature, sink,
                [&](double fraction) { progress(start + 0.5 * (begin + (end - begin) * fraction)); }, block);
          },
          samples);
    }
    throw_if_cancelled();
    far_ = std::make_unique<FarInteractions>(region.space, region.dual_space(), tree_, plan.waves(), plan.k,
                                             alpha_, plan.sampling, plan.digits, nullptr, shared, plan.band,
                                             CurrentKinds::electric_and_magnetic);
    far_->move_patterns_to(plan.files.patterns);
  }

  void prepare_low_accuracy(const RegionBoundary& region, const FastPlan& plan) {
    low_accuracy_far_ = std::make_unique<FarInteractions>(
        *far_, region.space, region.dual_space(), plan.waves(), plan.k, alpha_,
        sampling_for(plan.waves(), plan.k, low_accuracy_digits, 0.0));
  }

  /// y += the region's share of the whole matrix times x, both in the order of the unknowns' tree.
  void add(const ComplexF* x, ComplexF* y, std::size_t rows, int columns, bool low_accuracy) {
    FarInteractions& far = low_accuracy ? *low_accuracy_far_ : *far_;
    // [J | M] as columns; with J scaled by ζ and the rows of M by 1/ζ the region is [P Q; −Q P].
    const ComplexF impedance(relative_impedance_), admittance(1.0 / relative_impedance_);
    const std::size_t half = size_ * columns;
    in_.assign(2 * half, 0.0f);
    out_.assign(2 * half, 0.0f);
    product_.resize(2 * half);
    for (int c = 0; c < columns; ++c) {
      for (const Link& l : electric_)
        in_[c * size_ + l.function_place] = l.sign * impedance * x[c * rows + l.unknown_place];
      for (const Link& l : magnetic_)
        in_[half + c * size_ + l.function_place] = l.sign * x[c * rows + l.unknown_place];
    }
    const auto start = Clock::now();
    const int both = magnetic_.empty() ? columns : 2 * columns;
    diagonal_.multiply(in_.data(), out_.data(), size_, both);
    if (!magnetic_.empty()) {
      off_diagonal_.multiply(in_.data(), product_.data(), size_, both);
      for (std::size_t i = 0; i < half; ++i) out_[i] += product_[half + i], out_[half + i] -= product_[i];
    }
    near_seconds += seconds_since(start);
    const auto middle = Clock::now();
    if (magnetic_.empty())
      far.add(in_.data(), out_.data(), size_, columns);
    else
      far.add_currents(in_.data(), in_.data() + half, out_.data(), out_.data() + half, size_, columns);
    far_seconds += seconds_since(middle);
    diagonal_.throw_if_file_failed();
    for (int c = 0; c < columns; ++c) {
      for (const Link& l : electric_)
        y[c * rows + l.unknown_place] += l.row * out_[c * size_ + l.function_place];
      for (const Link& l : magnetic_)
        y[c * rows + l.unknown_place] += l.row * admittance * out_[half + c * size_ + l.function_place];
    }
  }

  /// Adds the near entries between some unknowns. @param position  of each unknown's place among `places`, −1
  /// elsewhere
  void gather(std::span<const int> places, const std::vector<std::vector<int>>& electric_of,
              const std::vector<std::vector<int>>& magnetic_of, ComplexF* out) const {
    struct Entry {
      int place, position;
      bool magnetic;
      float sign, row;
      int at;
    };
    std::vector<Entry> entries;
    std::vector<int> used;
    for (int i = 0; i < static_cast<int>(places.size()); ++i)
      for (const bool magnetic : {false, true})
        for (const int link : (magnetic ? magnetic_of : electric_of)[places[i]]) {
          const Link& l = (magnetic ? magnetic_ : electric_)[link];
          entries.push_back({l.function_place, i, magnetic, l.sign, l.row, 0});
          used.push_back(l.function_place);
        }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (Entry& e : entries)
      e.at = static_cast<int>(std::lower_bound(used.begin(), used.end(), e.place) - used.begin());
    const std::size_t n = used.size();
    std::vector<ComplexF> own(n * n), crossed(magnetic_.empty() ? 0 : n * n);
    diagonal_.gather(used, used, own.data());
    if (!magnetic_.empty()) off_diagonal_.gather(used, used, crossed.data());
    far_->gather_below(used, diagonal_, own.data(), magnetic_.empty() ? nullptr : crossed.data());
    const ComplexF impedance(relative_impedance_), admittance(1.0 / relative_impedance_);
    for (const Entry& row : entries)
      for (const Entry& column : entries) {
        const std::size_t at = row.at * n + column.at;
        const ComplexF value = row.magnetic == column.magnetic
                                   ? (row.magnetic ? admittance : impedance) * own[at]
                                   : (row.magnetic ? -crossed[at] : crossed[at]);
        out[row.position * places.size() + column.position] += row.row * column.sign * value;
      }
  }

  const std::vector<Link>& electric() const { return electric_; }
  const std::vector<Link>& magnetic() const { return magnetic_; }
  std::size_t near_bytes() const {
    return diagonal_.bytes() + (magnetic_.empty() ? 0 : off_diagonal_.bytes());
  }
  bool near_is_interpolated() const { return near_is_interpolated_; }
  FarProduct::Bytes far_bytes() const { return far_->bytes(); }

  double near_seconds = 0.0, far_seconds = 0.0;

 private:
  const Octree& tree_;
  std::size_t size_;
  Complex relative_impedance_;
  std::vector<double> alpha_;
  std::vector<Link> electric_, magnetic_;
  NearMatrix diagonal_, off_diagonal_;
  bool near_is_interpolated_ = false;
  std::unique_ptr<FarInteractions> far_, low_accuracy_far_;
  std::vector<ComplexF> in_, out_, product_;
};

class MultiRegionOperator : public LinearOperator {
 public:
  MultiRegionOperator(std::vector<std::unique_ptr<RegionProduct>>& regions,
                      const std::vector<LocalTerm>& terms, const Octree& all, bool low_accuracy = false)
      : regions_(regions), size_(all.order().size()), low_accuracy_(low_accuracy) {
    for (const LocalTerm& t : terms)
      local_.push_back({all.place()[t.row], all.place()[t.column], ComplexF(t.value)});
    std::sort(local_.begin(), local_.end(), [](const Term& a, const Term& b) {
      return a.row != b.row ? a.row < b.row : a.column < b.column;
    });
    first_.assign(size_ + 1, 0);
    for (const Term& t : local_) ++first_[t.row + 1];
    for (std::size_t i = 0; i < size_; ++i) first_[i + 1] += first_[i];
  }
  std::size_t size() const override { return size_; }
  void apply(const ComplexF* x, ComplexF* y, int columns) override {
    std::fill_n(y, size_ * columns, ComplexF(0.0f));
    for (int c = 0; c < columns; c += FarProduct::most_columns) {
      throw_if_cancelled();
      const int count = std::min(FarProduct::most_columns, columns - c);
      for (auto& region : regions_) region->add(x + c * size_, y + c * size_, size_, count, low_accuracy_);
      products += count;
    }
    for (int c = 0; c < columns; ++c)
      for (const Term& t : local_) y[c * size_ + t.row] += t.value * x[c * size_ + t.column];
  }
  void gather_local(std::span<const int> places, ComplexF* out) const {
    for (std::size_t i = 0; i < places.size(); ++i)
      for (int t = first_[places[i]]; t < first_[places[i] + 1]; ++t) {
        const auto at = std::lower_bound(places.begin(), places.end(), local_[t].column);
        if (at != places.end() && *at == local_[t].column)
          out[i * places.size() + (at - places.begin())] += local_[t].value;
      }
  }
  long products = 0;

 private:
  struct Term {
    int row, column;
    ComplexF value;
  };
  std::vector<std::unique_ptr<RegionProduct>>& regions_;
  std::size_t size_;
  bool low_accuracy_;
  std::vector<Term> local_;
  std::vector<int> first_;
};

/// The matrix: the products of all regions and the local terms.
struct MultiRegionMatrix {
  /// @param share  of the setup on the progress bar that it takes
  MultiRegionMatrix(const CurrentEquations& equations, MultiRegionPlan by, SharedTrees* shared,
                    const OnSetup& on_setup, double share)
      : plan(std::move(by)) {
    const CurrentSpaces& spaces = *equations.spaces;
    const auto quadrature = quadrature_of(equations, plan.regions[0].digits);
    const auto start = Clock::now();
    const double count = static_cast<double>(spaces.regions.size());
    for (std::size_t r = 0; r < spaces.regions.size(); ++r)
      regions.push_back(std::make_unique<RegionProduct>(
          spaces.regions[r], equations.media[r], row_weights(equations, static_cast<int>(r)), plan.regions[r],
          *plan.tree, quadrature[r], shared ? &shared->of(r, *plan.regions[r].tree) : nullptr,
          [&](double fraction) {
            on_setup(share * (static_cast<double>(r) + fraction) / count, stage::near);
          }));
    near_seconds = seconds_since(start);
    whole = std::make_unique<MultiRegionOperator>(regions, equations.local, *plan.tree);
    on_setup(share, stage::near);
  }
  Columns multiply(const Columns& x) { return multiply_compressed(*whole, x, plan.tree->order()); }

  MultiRegionPlan plan;
  std::vector<std::unique_ptr<RegionProduct>> regions;
  std::unique_ptr<MultiRegionOperator> whole;
  double near_seconds = 0.0;
};

class MultiRegionSystem : public FrequencySystem {
 public:
  MultiRegionSystem(const CurrentEquations& equations, MultiRegionPlan plan, const FastOptions& options,
                    const OnSetup& on_setup)
      : matrix_(equations, std::move(plan), options.shared, on_setup, fast_assembly_share) {
    inverse_ = std::make_unique<DeferredInverse>(
        matrix_.plan.tree->order(), [this, &equations] { return near_inverse(equations.spaces->points); },
        options.kept_inverse);
    const auto make_inner = [this, &equations] {
      for (std::size_t r = 0; r < matrix_.regions.size(); ++r)
        matrix_.regions[r]->prepare_low_accuracy(equations.spaces->regions[r], matrix_.plan.regions[r]);
      low_accuracy_ =
          std::make_unique<MultiRegionOperator>(matrix_.regions, equations.local, *matrix_.plan.tree, true);
      return std::make_unique<InnerSolve>(*low_accuracy_, *inverse_, InnerSolve::Options{});
    };
    preconditioner_ = std::make_unique<GrowingPreconditioner>(*inverse_, make_inner, options.inner);
    krylov_ = std::make_unique<KrylovSolution>(*matrix_.whole, *preconditioner_, matrix_.plan.tree->order(),
                                               options);
  }

  SolutionRecord solve(Columns& columns, const SolutionFiles& files,
                       const OnIteration& on_iteration) override {
    return krylov_->solve(columns, files, on_iteration);
  }

  void solve_receivers(Columns& columns) override { krylov_->solve_receivers(columns); }

  std::optional<Columns> multiply(const Columns& x) override { return matrix_.multiply(x); }

  KeptInverse kept_inverse() const override { return inverse_->kept(); }

  std::optional<SolveReport> report() const override {
    const double n = static_cast<double>(matrix_.plan.tree->order().size());
    const double products = std::max<double>(1.0, static_cast<double>(matrix_.whole->products));
    double near = 0.0, far = 0.0;
    SolveReport report;
    ProductBytes& bytes = report.bytes_per_unknown;
    for (std::size_t r = 0; r < matrix_.regions.size(); ++r) {
      near += matrix_.regions[r]->near_seconds, far += matrix_.regions[r]->far_seconds;
      const FarProduct::Bytes of = matrix_.regions[r]->far_bytes();
      bytes.near += static_cast<double>(matrix_.regions[r]->near_bytes()) / n;
      bytes.patterns += static_cast<double>(of.patterns) / n;
      bytes.fields += static_cast<double>(of.fields) / n;
      bytes.translators += static_cast<double>(of.translators) / n;
      const FastPlan& plan = matrix_.plan.regions[r];
      report.regions.push_back({plan.points.size(), plan.tree->depth(),
                                plan.tree->leaves().box_size * std::abs(plan.k) / (2.0 * pi)});
    }
    bytes.preconditioner = static_cast<double>(inverse_->bytes()) / n;
    report.digits = matrix_.plan.regions[0].digits;
    report.levels = matrix_.plan.regions[0].tree->depth();
    report.seconds = {.near_matrix = matrix_.near_seconds,
                      .patterns = {},
                      .preconditioner = inverse_->seconds(),
                      .solution = krylov_->seconds() - inverse_->seconds(),
                      .per_product = (near + far) / products,
                      .near_per_product = near / products,
                      .far_per_product = far / products};
    report.flops_per_product = product_flops(matrix_.plan.sizes());
    report.uses_inner_solve = preconditioner_->uses_inner_solve();
    report.inner_products = preconditioner_->inner_products();
    report.near_interpolated = std::all_of(matrix_.regions.begin(), matrix_.regions.end(),
                                           [](const auto& r) { return r->near_is_interpolated(); });
    return report;
  }

 private:
  std::unique_ptr<NearInverse> near_inverse(const std::vector<Vec3>& points) {
    // By place of the unknown: which links of each region lead to it.
    const std::size_t n = points.size();
    std::vector<std::array<std::vector<std::vector<int>>, 2>> of(matrix_.regions.size());
    for (std::size_t r = 0; r < matrix_.regions.size(); ++r)
      for (const bool magnetic : {false, true}) {
        auto& lists = of[r][magnetic];
        lists.resize(n);
        const auto& links = magnetic ? matrix_.regions[r]->magnetic() : matrix_.regions[r]->electric();
        for (int i = 0; i < static_cast<int>(links.size()); ++i) lists[links[i].unknown_place].push_back(i);
      }
    const auto gather = [&](std::span<const int> places, ComplexF* out) {
      std::fill_n(out, places.size() * places.size(), ComplexF(0.0f));
      for (std::size_t r = 0; r < matrix_.regions.size(); ++r)
        matrix_.regions[r]->gather(places, of[r][0], of[r][1], out);
      matrix_.whole->gather_local(places, out);
    };
    return std::make_unique<NearInverse>(*matrix_.plan.tree, gather, points, matrix_.plan.overlap,
                                         matrix_.plan.inverse_error);
  }

  MultiRegionMatrix matrix_;
  std::unique_ptr<MultiRegionOperator> low_accuracy_;
  std::unique_ptr<GrowingPreconditioner> preconditioner_;
  std::unique_ptr<DeferredInverse> inverse_;
  std::unique_ptr<KrylovSolution> krylov_;
};

}  // namespace

FastSizes MultiRegionPlan::sizes() const {
  FastSizes sum = regions[0];
  for (std::size_t r = 1; r < regions.size(); ++r) {
    const FastSizes& one = regions[r];
    sum.has_far_boxes |= one.has_far_boxes;
    sum.magnetic |= one.magnetic;
    sum.near_entries += one.near_entries, sum.near_bytes += one.near_bytes;
    sum.near_waiting_bytes = std::max(sum.near_waiting_bytes, one.near_waiting_bytes);
    sum.pattern_bytes += one.pattern_bytes, sum.field_bytes_per_column += one.field_bytes_per_column;
    sum.translator_bytes += one.translator_bytes, sum.far_flops += one.far_flops;
    sum.interpolation_flops += one.interpolation_flops;
  }
  const InverseSizes inverse = inverse_sizes(*tree, overlap);
  sum.inverse_entries = static_cast<std::uint64_t>(inverse.entries);
  sum.inverse_bytes = static_cast<std::uint64_t>(bytes_of_inverse_entry * inverse.entries);
  sum.inverse_flops = inverse.flops;
  return sum;
}

std::vector<QuadratureChoice> quadrature_of(const CurrentEquations& equations, int digits) {
  std::vector<QuadratureChoice> choices;
  for (std::size_t r = 0; r < equations.media.size(); ++r)
    choices.push_back(
        quadrature_of(equations.spaces->regions[r].space,
                      std::max(std::abs(equations.media[r].k), equations.media[r].shared.highest), digits));
  return choices;
}

MultiRegionPlan plan_multi_region(const CurrentEquations& equations, const FastDemand& demand) {
  MultiRegionPlan plan;
  plan.overlap = 0.0;
  plan.inverse_error = NearInverse::largest_error;
  double leaf = 0.0;
  for (std::size_t r = 0; r < equations.media.size(); ++r) {
    const RegionBoundary& region = equations.spaces->regions[r];
    FastDemand of_region = demand;
    if (r > 0) of_region.manual_levels = 0;
    of_region.most_near_entries *= 0.5;
    of_region.shared = equations.media[r].shared;
    FastPlan one = plan_fast(region.space, row_weights(equations, static_cast<int>(r)).alpha,
                             equations.media[r].k, of_region);
    if (std::any_of(region.magnetic.begin(), region.magnetic.end(),
                    [](const Unknown& u) { return u.index >= 0; })) {
      one.magnetic = true;
      one.near_bytes *= 2;
      one.near_entries *= 2;
      one.pattern_bytes += one.mode_bytes;
      one.interpolation_flops *= 2.0;
      one.far_flops *=
          2.0;  // two near matrices, two sets of leaf patterns; the tree itself carries one field
      one.near_waiting_bytes *= 2;
    }
    plan.overlap = std::max(plan.overlap, one.overlap);
    plan.inverse_error = std::min(plan.inverse_error, one.inverse_error);
    const double of_waves = one.waves().leaves().box_size;
    leaf = leaf == 0.0 ? of_waves : std::min(leaf, of_waves);
    plan.regions.push_back(std::move(one));
  }
  plan.tree = std::make_unique<Octree>(equations.spaces->points, leaf);
  return plan;
}

std::unique_ptr<FrequencySystem> dense_multi_region(const CurrentEquations& equations,
                                                    const OnSetup& on_setup) {
  DenseMatrix matrix = assemble_dense(equations, quadrature_of(equations), [&](double fraction) {
    on_setup(dense_assembly_share * fraction, stage::near);
  });
  throw_if_cancelled();
  on_setup(dense_assembly_share, stage::solution);
  return dense_solution(std::move(matrix));
}

std::unique_ptr<FrequencySystem> fast_multi_region(const CurrentEquations& equations, MultiRegionPlan plan,
                                                   const FastOptions& options, const OnSetup& on_setup) {
  return std::make_unique<MultiRegionSystem>(equations, std::move(plan), options, on_setup);
}

ColumnsProduct multi_region_product(const CurrentEquations& equations, MultiRegionPlan plan,
                                    SharedTrees* shared, const OnSetup& on_setup) {
  return [matrix = std::make_shared<MultiRegionMatrix>(equations, std::move(plan), shared, on_setup, 1.0)](
             const Columns& x) { return matrix->multiply(x); };
}

}  // namespace pace
