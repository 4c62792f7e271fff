#include "method/fast_system.hpp"

#include <algorithm>
#include <chrono>

#include "core/cancel.hpp"
#include "fmm/far_interactions.hpp"
#include "fmm/near_matrix.hpp"
#include "fmm/near_sink.hpp"
#include "method/krylov_solution.hpp"
#include "operators/assembly.hpp"
#include "output/events.hpp"
#include "preconditioner/near_inverse.hpp"

namespace pace {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The matrix as the Krylov method sees it, in tree order.
class FastOperator : public LinearOperator {
 public:
  FastOperator(const NearMatrix& near, FarInteractions& far, std::size_t size) : near_(near), far_(far), size_(size) {}
  std::size_t size() const override { return size_; }
  void apply(const ComplexF* x, ComplexF* y, int columns) override {
    for (int first = 0; first < columns; first += FarProduct::most_columns) {
      throw_if_cancelled();
      const int count = std::min(FarProduct::most_columns, columns - first);
      const auto start = Clock::now();
      near_.multiply(x + first * size_, y + first * size_, size_, count);
      near_seconds += since(start);
      const auto middle = Clock::now();
      far_.add(x + first * size_, y + first * size_, size_, count);
      far_seconds += since(middle);
      products += count;
    }
  }
  double near_seconds = 0.0, far_seconds = 0.0;
  long products = 0;

 private:
  const NearMatrix& near_;
  FarInteractions& far_;
  std::size_t size_;
};

class FastSystem : public FrequencySystem {
 public:
  FastSystem(const Model& model, FastPlan plan, const FastOptions& options, const OnSetup& on_setup)
      : plan_(std::move(plan)), near_(*plan_.tree) {
    auto start = Clock::now();
    fill_near(model.space, *plan_.tree, near_, plan_.compression, [&](MatrixSink& sink, double begin, double end) {
      assemble(model.space, model.dual_space(), plan_.k, model.alpha, quadrature_of(model.space, plan_.k.real(), plan_.digits), sink,
               [&](double fraction) { on_setup(assembly_share_ * (begin + (end - begin) * fraction), stage::near); });
    });
    near_seconds_ = since(start);
    throw_if_cancelled();
    on_setup(assembly_share_, stage::near);
    start = Clock::now();
    far_ = std::make_unique<FarInteractions>(model.space, model.dual_space(), *plan_.tree, plan_.waves(), plan_.k, model.alpha,
                                             plan_.sampling, plan_.digits);
    far_seconds_ = since(start);
    throw_if_cancelled();
    on_setup(0.5 * (1.0 + assembly_share_), stage::near);
    start = Clock::now();
    inverse_ = std::make_unique<NearInverse>(
        plan_.waves(),
        [this](std::span<const int> places, ComplexF* out) {
          near_.gather(places, places, out);
          far_->gather_below(places, near_, out, nullptr);
        },
        plan_.points, plan_.overlap);
    inverse_seconds_ = since(start);
    operator_ = std::make_unique<FastOperator>(near_, *far_, plan_.points.size());
    const auto make_inner = [this, &model] {
      rough_far_ = std::make_unique<FarInteractions>(*far_, model.space, model.dual_space(), plan_.waves(), plan_.k, model.alpha,
                                                     sampling_for(plan_.waves(), plan_.k, rough_digits, 0.0));
      rough_ = std::make_unique<FastOperator>(near_, *rough_far_, plan_.points.size());
      return std::make_unique<InnerSolve>(*rough_, *inverse_, InnerSolve::Options{});
    };
    preconditioner_ = std::make_unique<GrowingPreconditioner>(*inverse_, make_inner, options.inner);
    krylov_ = std::make_unique<KrylovSolution>(*operator_, *preconditioner_, plan_.tree->order(), options);
  }

  SolutionRecord solve(Columns& columns, const std::filesystem::path& checkpoint, const OnIteration& on_iteration) override {
    return krylov_->solve(columns, checkpoint, on_iteration);
  }

  nlohmann::json report() const override {
    const double n = static_cast<double>(plan_.points.size());
    const FarProduct::Bytes bytes = far_->bytes();
    const double products = std::max<double>(1.0, static_cast<double>(operator_->products));
    nlohmann::json degrees = nlohmann::json::array();
    for (int l = plan_.sampling.first_level; l <= plan_.waves().depth(); ++l) degrees.push_back(plan_.sampling.degree[l]);
    return {{"digits", plan_.digits}, {"levels", plan_.tree->depth()},
            {"leafWavelengths", plan_.tree->leaves().box_size * plan_.k.real() / (2.0 * pi)}, {"degrees", degrees},
            {"bytesPerUnknown", {{"near", static_cast<double>(near_.bytes()) / n}, {"preconditioner", static_cast<double>(inverse_->bytes()) / n},
                                 {"patterns", static_cast<double>(bytes.patterns) / n}, {"fields", static_cast<double>(bytes.fields) / n},
                                 {"translators", static_cast<double>(bytes.translators) / n}}},
            {"seconds", {{"nearMatrix", near_seconds_}, {"patterns", far_seconds_}, {"preconditioner", inverse_seconds_},
                         {"solution", krylov_->seconds()}, {"perProduct", (operator_->near_seconds + operator_->far_seconds) / products},
                         {"nearPerProduct", operator_->near_seconds / products}, {"farPerProduct", operator_->far_seconds / products},
                         {"leavesPerProduct", far_->seconds().leaves / products}, {"upPerProduct", far_->seconds().up / products},
                         {"acrossPerProduct", far_->seconds().across / products}, {"downPerProduct", far_->seconds().down / products}}},
            {"flopsPerProduct", plan_.product_flops + plan_.interpolation_flops},
            {"preconditioner", preconditioner_->grown() ? "inner" : "near"}, {"innerProducts", preconditioner_->inner_products()}};
  }

 private:
  static constexpr double assembly_share_ = 0.6;

  FastPlan plan_;
  NearMatrix near_;
  std::unique_ptr<FarInteractions> far_, rough_far_;
  std::unique_ptr<NearInverse> inverse_;
  std::unique_ptr<FastOperator> operator_, rough_;
  std::unique_ptr<GrowingPreconditioner> preconditioner_;
  std::unique_ptr<KrylovSolution> krylov_;
  double near_seconds_ = 0.0, far_seconds_ = 0.0, inverse_seconds_ = 0.0;
};

}  // namespace

std::unique_ptr<FrequencySystem> fast_system(const Model& model, FastPlan plan, const FastOptions& options, const OnSetup& on_setup) {
  return std::make_unique<FastSystem>(model, std::move(plan), options, on_setup);
}

}  // namespace pace
