#include "systems/fast_system.hpp"

#include <omp.h>
#include <algorithm>
#include <array>

#include "core/stopwatch.hpp"
#include "fmm/near_sink.hpp"
#include "krylov/compressed_product.hpp"
#include "operators/assembly.hpp"
#include "output/events.hpp"
#include "preconditioner/deferred_inverse.hpp"
#include "systems/fast_operator.hpp"
#include "systems/krylov_solution.hpp"
#include "systems/rank_part.hpp"

namespace pace {
namespace {

class FastSystem : public FrequencySystem {
 public:
  FastSystem(const Model& model, FastPlan plan, const FastOptions& options, const OnSetup& on_setup)
      : plan_(std::move(plan)),
        ranks_(*options.ranks),
        part_(ranks_.size() > 1 ? std::make_unique<RankPart>(plan_, ranks_) : nullptr),
        near_(leaves()) {
    const RankShare* share = part_ ? &part_->share : nullptr;
    SharedTree* shared = options.shared && !part_ ? &options.shared->of(0, *plan_.tree) : nullptr;
    NearHalo* halo = part_ ? &part_->halo : nullptr;
    NearSamples* const samples =
        shared ? &shared->near(Block::diagonal, model.alpha, plan_.k, plan_.digits) : nullptr;
    near_is_interpolated_ = samples && samples->serve();
    near_.keep_in(plan_.files.near);
    auto start = Clock::now();
    together(ranks_, [&] {
      fill_near(
          model.space, leaves(), near_, plan_.compression,
          [&](MatrixSink& sink, double begin, double end) {
            assemble(model.space, model.dual_space(), plan_.k, model.alpha,
                     quadrature_of(model.space, plan_.highest_k, plan_.digits), sink, [&](double fraction) {
                       on_setup(assembly_share_ * (begin + (end - begin) * fraction), stage::near);
                     });
          },
          samples);
    });
    near_seconds_ = seconds_since(start);
    throw_if_any_cancelled(ranks_);
    on_setup(assembly_share_, stage::near);
    start = Clock::now();
    far_ = std::make_unique<FarInteractions>(model.space, model.dual_space(), *plan_.tree, plan_.waves(),
                                             plan_.k, model.alpha, plan_.sampling, plan_.digits, share,
                                             shared, plan_.band);
    far_->move_patterns_to(plan_.files.patterns);
    far_seconds_ = seconds_since(start);
    throw_if_any_cancelled(ranks_);
    on_setup(1.0, stage::near);
    inverse_ = std::make_unique<DeferredInverse>(
        leaves().order(), [this] { return near_inverse(); }, options.kept_inverse);
    if (part_) reaching_inverse_ = std::make_unique<ReachingInverse>(*inverse_, *halo);
    LinearOperator& inverse = part_ ? static_cast<LinearOperator&>(*reaching_inverse_) : *inverse_;
    const auto size = static_cast<std::size_t>(leaves().own_functions());
    operator_ = std::make_unique<FastOperator>(near_, *far_, size, ranks_, halo);
    const auto make_inner = [this, &model, &inverse, share, halo, size] {
      low_accuracy_far_ = std::make_unique<FarInteractions>(
          *far_, model.space, model.dual_space(), plan_.waves(), plan_.k, model.alpha,
          sampling_for(plan_.waves(), plan_.k, low_accuracy_digits, 0.0), share);
      low_accuracy_ = std::make_unique<FastOperator>(near_, *low_accuracy_far_, size, ranks_, halo);
      return std::make_unique<InnerSolve>(*low_accuracy_, inverse, InnerSolve::Options{}, ranks_);
    };
    preconditioner_ = std::make_unique<GrowingPreconditioner>(inverse, make_inner, options.inner);
    const double rounding = rounding_of_directions(plan_.inverse_error);
    krylov_ = part_ ? std::make_unique<KrylovSolution>(*operator_, *preconditioner_, own(),
                                                       plan_.points.size(), options, rounding)
                    : std::make_unique<KrylovSolution>(*operator_, *preconditioner_, plan_.tree->order(),
                                                       options, rounding);
  }

  std::optional<std::span<const int>> own_functions() const override {
    return part_ ? std::optional(own()) : std::nullopt;
  }

  SolutionRecord solve(Columns& columns, const SolutionFiles& files,
                       const OnIteration& on_iteration) override {
    SolutionRecord record = krylov_->solve(columns, files, on_iteration);
    release_room();
    return record;
  }
  Solution solve(int columns, const ColumnsOf& right_hand_sides, const SolutionFiles& files,
                 const OnIteration& on_iteration) override {
    Solution solution = krylov_->solve(columns, right_hand_sides, files, on_iteration);
    release_room();
    return solution;
  }

  std::optional<Columns> multiply(const Columns& x) override {
    if (part_) return multiply_own(*operator_, x, *part_);
    return multiply_compressed(*operator_, x, plan_.tree->order());
  }

  KeptInverse kept_inverse() const override { return part_ ? KeptInverse{} : inverse_->kept(); }

  std::optional<SolveReport> report() const override {
    const double n = static_cast<double>(plan_.points.size());
    const double products = std::max<double>(1.0, static_cast<double>(operator_->products));
    const ProductBytes own = bytes();
    std::array<double, 5> all{own.near, own.preconditioner, own.patterns, own.fields, own.translators};
    ranks_.sum(all);
    SolveReport report;
    report.digits = plan_.digits;
    report.levels = plan_.tree->depth();
    report.leaf_wavelengths = plan_.tree->leaves().box_size * plan_.k.real() / (2.0 * pi);
    report.degrees.emplace();
    for (int l = plan_.sampling.first_level; l <= plan_.waves().depth(); ++l)
      report.degrees->push_back(plan_.sampling.degree[l]);
    report.bytes_per_unknown = {all[0] / n, all[1] / n, all[2] / n, all[3] / n, all[4] / n};
    report.seconds = {.near_matrix = near_seconds_,
                      .patterns = far_seconds_,
                      .preconditioner = inverse_->seconds(),
                      .solution = krylov_->seconds() - inverse_->seconds(),
                      .per_product = (operator_->near_seconds + operator_->far_seconds) / products,
                      .near_per_product = operator_->near_seconds / products,
                      .far_per_product = operator_->far_seconds / products};
    report.stages = stages(products);
    report.flops_per_product = product_flops(plan_);
    report.uses_inner_solve = preconditioner_->uses_inner_solve();
    report.inner_products = preconditioner_->inner_products();
    if (!part_) report.near_interpolated = near_is_interpolated_;
    if (part_) report.ranks = rank_reports(products);
    return report;
  }

 private:
  static constexpr double assembly_share_ = 0.75;

  /// What is observed of a solution needs room of its own.
  void release_room() {
    far_->release_room();
    if (low_accuracy_far_) low_accuracy_far_->release_room();
  }

  const Octree& leaves() const { return part_ ? part_->leaves : *plan_.tree; }
  std::span<const int> own() const { return part_->own(); }

  std::unique_ptr<NearInverse> near_inverse() {
    if (part_) {
      NearEntries entries(near_, part_->share);
      return std::make_unique<NearInverse>(leaves(), entries, plan_.points, plan_.overlap,
                                           plan_.inverse_error);
    }
    return std::make_unique<NearInverse>(
        plan_.waves(),
        [this](std::span<const int> places, ComplexF* out) {
          near_.gather(places, places, out);
          far_->gather_below(places, near_, out, nullptr);
        },
        plan_.points, plan_.overlap, plan_.inverse_error);
  }

  /// Of this rank.
  ProductBytes bytes() const {
    const FarProduct::Bytes far = far_->bytes();
    return {static_cast<double>(near_.bytes()), static_cast<double>(inverse_->bytes()),
            static_cast<double>(far.patterns), static_cast<double>(far.fields),
            static_cast<double>(far.translators)};
  }

  /// Of one product and of this rank.
  std::vector<ProductStage> stages(double products) const {
    // A near entry is a product and a sum of complex numbers.
    constexpr double flops_an_entry = 8.0;
    std::vector<ProductStage> list{{"near", operator_->near_seconds / products * omp_get_max_threads(),
                                    flops_an_entry * static_cast<double>(near_.stored()),
                                    static_cast<double>(near_.bytes())}};
    const auto work = far_->work();
    constexpr std::array names{"aggregation", "interpolation", "translation", "anterpolation",
                               "disaggregation"};
    static_assert(names.size() == FarProduct::stage_count);
    for (std::size_t s = 0; s < names.size(); ++s)
      list.push_back({names[s], far_->seconds().stages[s] / products, work[s].flops, work[s].bytes});
    return list;
  }

  std::vector<RankReport> rank_reports(double products) const {
    const RankReport own{static_cast<double>(leaves().own_functions()),
                         bytes(),
                         static_cast<double>(plan_.tree->bytes() + leaves().bytes()),
                         static_cast<double>(operator_->bytes_sent) / products,
                         operator_->near_seconds / products,
                         operator_->far_seconds / products,
                         far_->seconds().exchange / products};
    return ranks_.gather(std::span(&own, 1));
  }

  FastPlan plan_;
  Communicator& ranks_;
  std::unique_ptr<RankPart> part_;  ///< of several ranks
  NearMatrix near_;
  std::unique_ptr<FarInteractions> far_, low_accuracy_far_;
  std::unique_ptr<DeferredInverse> inverse_;
  std::unique_ptr<ReachingInverse> reaching_inverse_;
  std::unique_ptr<FastOperator> operator_, low_accuracy_;
  std::unique_ptr<GrowingPreconditioner> preconditioner_;
  std::unique_ptr<KrylovSolution> krylov_;
  bool near_is_interpolated_ = false;
  double near_seconds_ = 0.0, far_seconds_ = 0.0;
};

}  // namespace

std::unique_ptr<FrequencySystem> fast_system(const Model& model, FastPlan plan, const FastOptions& options,
                                             const OnSetup& on_setup) {
  return std::make_unique<FastSystem>(model, std::move(plan), options, on_setup);
}

}  // namespace pace
