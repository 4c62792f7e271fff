#include "core/cancel.hpp"
#include "method/frequency_system.hpp"
#include "operators/dense_assembly.hpp"
#include "output/events.hpp"

namespace pace {
namespace {

/// Share of the setup that assembly takes on the progress bar; the factorisation is the rest.
constexpr double assembly_share = 0.7;

class DenseSystem : public FrequencySystem {
 public:
  explicit DenseSystem(DenseMatrix matrix) : lu_(std::move(matrix)) {}

  SolutionRecord solve(Columns& columns, const std::filesystem::path&, const OnIteration& on_iteration) override {
    const Columns right_hand_sides = columns;
    lu_.solve(columns);
    SolutionRecord record;
    double worst = 0.0;
    for (const double error : lu_.backward_errors(columns, right_hand_sides)) {
      record.residuals.push_back({error});
      record.converged.push_back(true);
      worst = std::max(worst, error);
    }
    record.rank = columns.columns;
    if (on_iteration) on_iteration(1, worst);
    return record;
  }

 private:
  LuFactors lu_;
};

}  // namespace

std::unique_ptr<FrequencySystem> dense_system(const Model& model, double k, const OnSetup& on_setup) {
  DenseMatrix matrix = assemble_dense(model.space, model.dual_space(), k, model.alpha, quadrature_of(model, k),
                                      [&](double fraction) { on_setup(assembly_share * fraction, stage::near); });
  throw_if_cancelled();
  on_setup(assembly_share, stage::solution);
  return std::make_unique<DenseSystem>(std::move(matrix));
}

}  // namespace pace
