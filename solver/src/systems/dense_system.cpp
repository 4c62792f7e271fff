#include "core/cancel.hpp"
#include "operators/dense_assembly.hpp"
#include "output/events.hpp"
#include "systems/dense_solution.hpp"

namespace pace {
namespace {

/// Share of the setup that assembly takes on the progress bar; the factorisation is the rest.
constexpr double assembly_share = 0.7;

}  // namespace

std::unique_ptr<FrequencySystem> dense_system(const Model& model, double k, const OnSetup& on_setup) {
  DenseMatrix matrix =
      assemble_dense(model.space, model.dual_space(), k, model.alpha, quadrature_of(model.space, k),
                     [&](double fraction) { on_setup(assembly_share * fraction, stage::near); });
  throw_if_cancelled();
  on_setup(assembly_share, stage::solution);
  return dense_solution(std::move(matrix));
}

}  // namespace pace
