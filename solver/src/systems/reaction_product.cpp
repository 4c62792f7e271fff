#include "systems/reaction_product.hpp"

#include <cmath>

#include "fmm/near_sink.hpp"
#include "krylov/compressed_product.hpp"
#include "operators/dense_assembly.hpp"
#include "output/events.hpp"
#include "systems/fast_operator.hpp"
#include "systems/multi_region_system.hpp"

namespace pace {
namespace {

/// Fewer cost no less: what is near is assembled all the same.
constexpr int least_digits = 3;

FastDemand with_digits(FastDemand demand) {
  demand.digits = std::max(least_digits, demand.digits > 0 ? demand.digits : digits_for(demand.residual));
  return demand;
}

std::vector<double> efie_alone(const RwgSpace& space) { return std::vector<double>(space.size(), 1.0); }

class DenseProduct : public ReactionProduct {
 public:
  explicit DenseProduct(DenseMatrix matrix) : matrix_(std::move(matrix)) {}
  Columns multiply(const Columns& x) override { return pace::multiply(matrix_, x); }
  double error() const override { return 1e-12; }

 private:
  DenseMatrix matrix_;
};

class FastEfie : public ReactionProduct {
 public:
  FastEfie(const RwgSpace& space, double k, FastPlan plan, SharedTrees* trees, const OnSetup& on_setup)
      : plan_(std::move(plan)), near_(*plan_.tree) {
    const std::vector<double> alpha = efie_alone(space);
    SharedTree* shared = trees ? &trees->of(0, *plan_.tree) : nullptr;
    fill_near(
        space, *plan_.tree, near_, plan_.compression,
        [&](MatrixSink& sink, double begin, double end) {
          assemble(space, nullptr, k, alpha, quadrature_of(space, plan_.highest_k, plan_.digits), sink,
                   [&](double fraction) { on_setup(begin + (end - begin) * fraction, stage::near); });
        },
        shared ? &shared->near(Block::diagonal, alpha, plan_.k, plan_.digits) : nullptr);
    far_ = std::make_unique<FarInteractions>(space, nullptr, *plan_.tree, plan_.waves(), plan_.k, alpha,
                                             plan_.sampling, plan_.digits, nullptr, shared, plan_.band);
    operator_ = std::make_unique<FastOperator>(near_, *far_, plan_.tree->order().size(),
                                               Communicator::alone(), nullptr);
  }

  Columns multiply(const Columns& x) override {
    return multiply_compressed(*operator_, x, plan_.tree->order());
  }
  double error() const override { return std::pow(10.0, -plan_.digits); }

 private:
  FastPlan plan_;
  NearMatrix near_;
  std::unique_ptr<FarInteractions> far_;
  std::unique_ptr<FastOperator> operator_;
};

class MultiRegionProduct : public ReactionProduct {
 public:
  MultiRegionProduct(ColumnsProduct multiply, int digits) : multiply_(std::move(multiply)), digits_(digits) {}
  Columns multiply(const Columns& x) override { return multiply_(x); }
  double error() const override { return std::pow(10.0, -digits_); }

 private:
  ColumnsProduct multiply_;
  int digits_;
};

/// The matrix that the currents were solved with.
class SolvedProduct : public ReactionProduct {
 public:
  SolvedProduct(std::unique_ptr<FrequencySystem> system, int digits)
      : system_(std::move(system)), digits_(digits) {}
  Columns multiply(const Columns& x) override { return system_->multiply(x).value(); }
  double error() const override { return std::pow(10.0, -digits_); }

 private:
  std::unique_ptr<FrequencySystem> system_;
  int digits_;
};

}  // namespace

std::unique_ptr<ReactionProduct> dense_efie(const RwgSpace& space, double k, const OnSetup& on_setup) {
  return std::make_unique<DenseProduct>(
      assemble_dense(space, nullptr, k, efie_alone(space), quadrature_of(space, k),
                     [&](double fraction) { on_setup(fraction, stage::near); }));
}

std::unique_ptr<ReactionProduct> fast_efie(const RwgSpace& space, double k, const FastDemand& demand,
                                           SharedTrees* shared, const OnSetup& on_setup) {
  return std::make_unique<FastEfie>(space, k, plan_fast(space, efie_alone(space), k, with_digits(demand)),
                                    shared, on_setup);
}

std::unique_ptr<ReactionProduct> dense_multi_region_product(const CurrentEquations& equations,
                                                            const OnSetup& on_setup) {
  return std::make_unique<DenseProduct>(assemble_dense(
      equations, quadrature_of(equations), [&](double fraction) { on_setup(fraction, stage::near); }));
}

std::unique_ptr<ReactionProduct> fast_multi_region_product(const CurrentEquations& equations,
                                                           const FastDemand& demand, SharedTrees* shared,
                                                           const OnSetup& on_setup) {
  const FastDemand own = with_digits(demand);
  return std::make_unique<MultiRegionProduct>(
      multi_region_product(equations, plan_multi_region(equations, own), shared, on_setup), own.digits);
}

std::unique_ptr<ReactionProduct> solved_product(std::unique_ptr<FrequencySystem> system, int digits) {
  return std::make_unique<SolvedProduct>(std::move(system), digits);
}

}  // namespace pace
