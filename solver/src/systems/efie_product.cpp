#include "systems/efie_product.hpp"

#include <cmath>

#include "fmm/near_sink.hpp"
#include "operators/dense_assembly.hpp"
#include "output/events.hpp"
#include "systems/fast_operator.hpp"

namespace pace {
namespace {

constexpr int most_digits = 4;

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

  Columns multiply(const Columns& x) override {
    const std::vector<int>& order = plan_.tree->order();
    FloatColumns in(order.size(), x.columns), out(order.size(), x.columns);
    for (int c = 0; c < x.columns; ++c)
      for (std::size_t p = 0; p < order.size(); ++p) in.column(c)[p] = ComplexF(x.column(c)[order[p]]);
    operator_->apply(in.data.data(), out.data.data(), x.columns);
    Columns y(x.rows, x.columns);
    for (int c = 0; c < x.columns; ++c)
      for (std::size_t p = 0; p < order.size(); ++p) y.column(c)[order[p]] = Complex(out.column(c)[p]);
    return y;
  }
  double error() const override { return std::pow(10.0, -plan_.digits); }

 private:
  FastPlan plan_;
  NearMatrix near_;
  std::unique_ptr<FarInteractions> far_;
  std::unique_ptr<FastOperator> operator_;
};

}  // namespace

std::unique_ptr<EfieProduct> dense_efie(const RwgSpace& space, double k, const OnSetup& on_setup) {
  return std::make_unique<DenseEfie>(space, k, on_setup);
}

std::unique_ptr<EfieProduct> fast_efie(const RwgSpace& space, double k, const FastDemand& demand,
                                       const OnSetup& on_setup) {
  FastDemand finer = demand;
  finer.digits = std::min(most_digits, (demand.digits > 0 ? demand.digits : digits_for(demand.residual)) + 1);
  return std::make_unique<FastEfie>(space, k, plan_fast(space, efie_alone(space), k, finer), on_setup);
}

}  // namespace pace
