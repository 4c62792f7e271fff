#include "systems/dense_solution.hpp"

namespace pace {
namespace {

class DenseSystem : public FrequencySystem {
 public:
  explicit DenseSystem(DenseMatrix matrix) : lu_(std::move(matrix)) {}

  SolutionRecord solve(Columns& columns, const SolutionFiles&, const OnIteration& on_iteration) override {
    const Columns right_hand_sides = columns;
    lu_.solve(columns);
    SolutionRecord record;
    double worst = 0.0;
    for (const double error : lu_.backward_errors(columns, right_hand_sides)) {
      record.residuals.push_back({error});
      record.converged.push_back(error <= direct_residual_bound);
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

std::unique_ptr<FrequencySystem> dense_solution(DenseMatrix matrix) {
  return std::make_unique<DenseSystem>(std::move(matrix));
}

}  // namespace pace
