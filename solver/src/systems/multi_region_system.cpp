#include "systems/multi_region_system.hpp"

#include <algorithm>
#include <array>

#include "core/cancel.hpp"
#include "output/events.hpp"
#include "preconditioner/deferred_inverse.hpp"
#include "systems/dense_solution.hpp"
#include "systems/multi_region_matrix.hpp"

namespace pace {
namespace {

/// Share of the setup that assembly takes on the progress bar.
constexpr double dense_assembly_share = 0.7, fast_assembly_share = 0.7;

class MultiRegionSystem : public FrequencySystem {
 public:
  MultiRegionSystem(const CurrentEquations& equations, MultiRegionPlan plan, const FastOptions& options,
                    const OnSetup& on_setup)
      : ranks_(*options.ranks),
        matrix_(equations, std::move(plan), options.shared, ranks_, on_setup, fast_assembly_share) {
    MultiRegionPart* const part = matrix_.part();
    const std::vector<int>& order = part ? part->unknowns.leaves.order() : matrix_.plan().tree->order();
    inverse_ = std::make_unique<DeferredInverse>(
        order, [this] { return matrix_.near_inverse(); }, options.kept_inverse);
    if (part) reaching_inverse_ = std::make_unique<ReachingInverse>(*inverse_, part->unknowns.halo);
    LinearOperator& inverse = part ? static_cast<LinearOperator&>(*reaching_inverse_) : *inverse_;
    const auto make_inner = [this, &inverse] {
      low_accuracy_ = matrix_.low_accuracy();
      return std::make_unique<InnerSolve>(*low_accuracy_, inverse, InnerSolve::Options{}, ranks_);
    };
    preconditioner_ = std::make_unique<GrowingPreconditioner>(inverse, make_inner, options.inner);
    // The terms of M are larger by the inverse of the impedance than what directions are made of.
    const double rounding = equations.least_impedance * rounding_of_directions(matrix_.plan().inverse_error);
    krylov_ =
        part ? std::make_unique<KrylovSolution>(matrix_.whole(), *preconditioner_, matrix_.own(),
                                                equations.spaces->points.size(), options, rounding)
             : std::make_unique<KrylovSolution>(matrix_.whole(), *preconditioner_, order, options, rounding);
  }

  std::optional<std::span<const int>> own_functions() const override {
    return is_divided() ? std::optional(matrix_.own()) : std::nullopt;
  }

  SolutionRecord solve(Columns& columns, const SolutionFiles& files,
                       const OnIteration& on_iteration) override {
    SolutionRecord record = krylov_->solve(columns, files, on_iteration);
    matrix_.release_room();
    return record;
  }
  Solution solve(int columns, const ColumnsOf& right_hand_sides, const SolutionFiles& files,
                 const OnIteration& on_iteration) override {
    Solution solution = krylov_->solve(columns, right_hand_sides, files, on_iteration);
    matrix_.release_room();
    return solution;
  }

  void solve_receivers(Columns& columns) override { krylov_->solve_receivers(columns); }

  std::optional<Columns> multiply(const Columns& x) override { return matrix_.multiply(x); }

  KeptInverse kept_inverse() const override { return is_divided() ? KeptInverse{} : inverse_->kept(); }

  std::optional<SolveReport> report() const override {
    const double n = static_cast<double>(matrix_.plan().tree->order().size());
    const double products = std::max<double>(1.0, static_cast<double>(matrix_.whole().products));
    const RankReport own = rank_report(products);
    std::array<double, 5> all{own.bytes.near, own.bytes.preconditioner, own.bytes.patterns, own.bytes.fields,
                              own.bytes.translators};
    ranks_.sum(all);
    SolveReport report;
    report.bytes_per_unknown = {all[0] / n, all[1] / n, all[2] / n, all[3] / n, all[4] / n};
    for (const FastPlan& plan : matrix_.plan().regions)
      report.regions.push_back({plan.points.size(), plan.tree->depth(),
                                plan.tree->leaves().box_size * std::abs(plan.k) / (2.0 * pi)});
    const FastPlan& outside = matrix_.plan().regions[0];
    report.digits = outside.digits;
    report.levels = outside.tree->depth();
    report.seconds = {.near_matrix = matrix_.near_seconds(),
                      .patterns = {},
                      .preconditioner = inverse_->seconds(),
                      .solution = krylov_->seconds() - inverse_->seconds(),
                      .per_product = own.near_seconds_per_product + own.far_seconds_per_product,
                      .near_per_product = own.near_seconds_per_product,
                      .far_per_product = own.far_seconds_per_product};
    report.flops_per_product = product_flops(matrix_.plan().sizes());
    report.uses_inner_solve = preconditioner_->uses_inner_solve();
    report.inner_products = preconditioner_->inner_products();
    if (is_divided())
      report.ranks = ranks_.gather(std::span(&own, 1));
    else
      report.near_interpolated = std::all_of(matrix_.regions().begin(), matrix_.regions().end(),
                                             [](const auto& r) { return r->near_is_interpolated(); });
    return report;
  }

 private:
  bool is_divided() const { return ranks_.size() > 1; }

  RankReport rank_report(double products) const {
    RankReport own{};
    own.unknowns = static_cast<double>(matrix_.own().size());
    own.bytes.preconditioner = static_cast<double>(inverse_->bytes());
    for (const auto& region : matrix_.regions()) {
      const FarProduct::Bytes far = region->far_bytes();
      own.bytes.near += static_cast<double>(region->near_bytes());
      own.bytes.patterns += static_cast<double>(far.patterns);
      own.bytes.fields += static_cast<double>(far.fields);
      own.bytes.translators += static_cast<double>(far.translators);
      own.near_seconds_per_product += region->near_seconds / products;
      own.far_seconds_per_product += region->far_seconds / products;
      own.wait_seconds_per_product += region->exchange_seconds() / products;
    }
    own.tree_bytes = matrix_.tree_bytes();
    own.bytes_sent_per_product = static_cast<double>(matrix_.whole().bytes_sent) / products;
    return own;
  }

  Communicator& ranks_;
  MultiRegionMatrix matrix_;
  std::unique_ptr<MultiRegionOperator> low_accuracy_;
  std::unique_ptr<DeferredInverse> inverse_;
  std::unique_ptr<ReachingInverse> reaching_inverse_;
  std::unique_ptr<GrowingPreconditioner> preconditioner_;
  std::unique_ptr<KrylovSolution> krylov_;
};

}  // namespace

std::vector<QuadratureChoice> quadrature_of(const CurrentEquations& equations, int digits) {
  std::vector<QuadratureChoice> choices;
  for (std::size_t r = 0; r < equations.media.size(); ++r)
    choices.push_back(
        quadrature_of(equations.spaces->regions[r].space,
                      std::max(std::abs(equations.media[r].k), equations.media[r].shared.highest), digits));
  return choices;
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

RowsProduct multi_region_product(const CurrentEquations& equations, MultiRegionPlan plan, SharedTrees* shared,
                                 Communicator& ranks, const OnSetup& on_setup) {
  auto matrix = std::make_shared<MultiRegionMatrix>(equations, std::move(plan), shared, ranks, on_setup, 1.0);
  RowsProduct product;
  if (ranks.size() > 1) product.own.emplace(matrix->own().begin(), matrix->own().end());
  product.multiply = [matrix = std::move(matrix)](const Columns& x) { return matrix->multiply(x); };
  return product;
}

}  // namespace pace
