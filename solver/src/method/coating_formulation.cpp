#include <algorithm>

#include "method/current_system.hpp"
#include "method/formulation.hpp"
#include "observables/surface_current.hpp"

namespace pace {
namespace {

class Coating : public Formulation {
 public:
  Coating(const Model& model, ImpedanceByPart impedance, std::span<const double> frequencies_hz)
      : model_(model), impedance_(std::move(impedance)) {
    std::vector<bool> coated(model.mesh.parts.size(), false);
    for (const double f : frequencies_hz) {
      const std::vector<Complex> of_part = impedance_(f);
      for (std::size_t p = 0; p < coated.size(); ++p) coated[p] = coated[p] || of_part[p] != 0.0;
    }
    spaces_ = impedance_spaces(model.space, model.part_alpha, coated);
    equations_.spaces = &spaces_;
  }

  int unknowns() const override { return spaces_.unknowns; }
  double edge_over_wavelength() const override { return model_.space.mean_edge_m() * k() / (2.0 * pi); }
  double first_kind_share() const override {
    const auto& alpha = spaces_.regions[0].alpha;
    return static_cast<double>(std::count(alpha.begin(), alpha.end(), 1.0)) / static_cast<double>(alpha.size());
  }
  void set_frequency(double frequency_hz) override {
    equations_.media = {{2.0 * pi * frequency_hz / speed_of_light, 1.0}};
    equations_.local = impedance_terms(spaces_.regions[0], impedance_(frequency_hz));
  }
  FastSizes fast_sizes(const FastDemand& demand) const override {
    return plan_currents(equations_, demand.residual, demand.manual_levels).sizes();
  }
  std::unique_ptr<FrequencySystem> dense(const OnSetup& on_setup) const override { return dense_currents(equations_, on_setup); }
  std::unique_ptr<FrequencySystem> fast(const FastDemand& demand, const FastOptions& options, const OnSetup& on_setup) const override {
    return fast_currents(equations_, plan_currents(equations_, demand.residual, demand.manual_levels), options, on_setup);
  }
  void excite(const PlaneWave& wave, Complex* column) const override { pace::excite(equations_, wave, column); }
  std::vector<std::vector<FarFieldAmplitude>> far_field(const std::vector<Direction>& directions, const Columns& solution) const override {
    return pace::far_field(spaces_.regions[0].space, k(), directions, outer_currents(spaces_, solution));
  }
  std::vector<FarFieldAmplitude> backscatter(const std::vector<Direction>& directions, const Columns& solution) const override {
    return pace::backscatter(spaces_.regions[0].space, k(), directions, outer_currents(spaces_, solution));
  }
  std::vector<CVec3> electric_at_vertices(const Complex* solution) const override {
    return at_vertices(spaces_.regions[0].electric, solution, 1.0);
  }
  std::vector<CVec3> magnetic_at_vertices(const Complex* solution) const override {
    return at_vertices(spaces_.regions[0].magnetic, solution, vacuum_impedance);
  }

 private:
  double k() const { return equations_.media[0].k.real(); }
  std::vector<CVec3> at_vertices(const std::vector<Unknown>& unknowns, const Complex* solution, double factor) const {
    std::vector<Complex> coefficients(unknowns.size());
    for (std::size_t f = 0; f < unknowns.size(); ++f)
      if (unknowns[f].index >= 0) coefficients[f] = factor * unknowns[f].sign * solution[unknowns[f].index];
    return current_at_vertices(spaces_.regions[0].space, static_cast<int>(model_.mesh.vertices.size()), coefficients.data());
  }

  const Model& model_;
  ImpedanceByPart impedance_;
  CurrentSpaces spaces_;
  CurrentEquations equations_;
};

}  // namespace

std::unique_ptr<Formulation> coating_formulation(const Model& model, ImpedanceByPart impedance, std::span<const double> frequencies_hz) {
  return std::make_unique<Coating>(model, std::move(impedance), frequencies_hz);
}

}  // namespace pace
