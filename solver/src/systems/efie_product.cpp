#include "systems/efie_product.hpp"

#include <cmath>

#include "fmm/near_sink.hpp"
#include "operators/dense_assembly.hpp"
#include "output/events.hpp"
#include "systems/fast_operator.hpp"

namespace pace {
namespace {

/// Fewer cost no less: what is near is assembled all the same.
constexpr int least_digits = 3;

std::vector<double> efie_alone(const RwgSpace& space) { return std::vector<double>(space.size(), 1.0); }

class DenseEfie : public EfieProduct {
 public:
  DenseEfie(const RwgSpace& space, double k, const OnSetup& on_setup)
      : matrix_(assemble_dense(space, nullptr, k, efie_alone(space), quadrature_of(space, k),
                               [&](double fraction) { on_setup(fraction, stage::near); })) {}
  Columns multiply(const Columns& x) override { return pace::multiply(matrix_, x); }
  double error() const override { return 1e-12; }

 private:
  DenseMatrix matrix_;
};

class FastEfie : public EfieProduct {
 public:
  FastEfie(const RwgSpace& space, double k, FastPlan plan, const OnSetup& on_setup)
      : plan_(std::move(plan)), near_(*plan_.tree) {
    const std::vector<double> alpha = efie_alone(space);
    fill_near(space, *plan_.tree, near_, plan_.compression, [&](MatrixSink& sink, double begin, double end) {
      assemble(space, nullptr, k, alpha, quadrature_of(space, k, plan_.digits), sink,
               [&](double fraction) { on_setup(begin + (end - begin) * fraction, stage::near); });
    });
    far_ = std::make_unique<FarInteractions>(space, nullptr, *plan_.tree, plan_.waves(), plan_.k, alpha,
                                             plan_.sampling, plan_.digits, nullptr);
    operator_ = std::make_unique<FastOperator>(near_, *far_, plan_.tree->order().size(),
                                               Communicator::alone(), nullptr);
  }

  Columns multiply(const Columns& x) override { return operator_->multiply(x, plan_.tree->order()); }
  double error() const override { return std::pow(10.0, -plan_.digits); }

 private:
  FastPlan plan_;
  NearMatrix near_;
  std::unique_ptr<FarInteractions> far_;
  std::unique_ptr<FastOperator> operator_;
};

/// The matrix that the currents were solved with.
class SolvedEfie : public EfieProduct {
 public:
  SolvedEfie(std::unique_ptr<FrequencySystem> system, int digits)
      : system_(std::move(system)), digits_(digits) {}
  Columns multiply(const Columns& x) override { return system_->multiply(x).value(); }
  double error() const override { return std::pow(10.0, -digits_); }

 private:
  std::unique_ptr<FrequencySystem> system_;
  int digits_;
};

}  // namespace

std::unique_ptr<EfieProduct> dense_efie(const RwgSpace& space, double k, const OnSetup& on_setup) {
  return std::make_unique<DenseEfie>(space, k, on_setup);
}

std::unique_ptr<EfieProduct> fast_efie(const RwgSpace& space, double k, const FastDemand& demand,
                                       const OnSetup& on_setup) {
  FastDemand own = demand;
  own.digits = std::max(least_digits, demand.digits > 0 ? demand.digits : digits_for(demand.residual));
  return std::make_unique<FastEfie>(space, k, plan_fast(space, efie_alone(space), k, own), on_setup);
}

std::unique_ptr<EfieProduct> solved_efie(std::unique_ptr<FrequencySystem> system, int digits) {
  return std::make_unique<SolvedEfie>(std::move(system), digits);
}

}  // namespace pace
