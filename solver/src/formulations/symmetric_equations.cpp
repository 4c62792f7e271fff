#include "formulations/symmetric_equations.hpp"

#include <algorithm>
#include <cmath>

#include "accuracy/optics_current.hpp"
#include "accuracy/smooth_patches.hpp"
#include "observables/wave_series.hpp"

namespace pace {
namespace {

/// Of the remainder that equations take out, as spheres of impedances show it
/// (docs/validation/error-bars.md).
constexpr double left_of_remainder = 0.5;

class SymmetricConductor : public SymmetricEquations {
 public:
  SymmetricConductor(const RwgSpace& space, double k, const SharedWaves& shared, bool are_solved)
      : space_(space), k_(k), shared_(shared), are_solved_(are_solved) {}

  std::vector<RegionForms> forms() const override {
    return {{&space_, electric_form(k_, 1.0), std::nullopt}};
  }
  std::vector<RegionCoefficients> coefficients(const Complex* column) const override {
    return {{{column, column + space_.size()}, {}}};
  }
  std::optional<std::vector<Complex>> optics(const PlaneWave& wave) const override {
    return optics_current(space_, k_, wave);
  }
  bool has_optics() const override { return true; }
  std::vector<double> signs() const override { return std::vector<double>(space_.size(), 1.0); }
  void add_excitations(std::span<const PlaneWave> waves, Columns& columns) const override {
    pace::add_excitations(space_, nullptr, k_, waves, signs(), columns);
  }
  std::unique_ptr<ReactionProduct> dense(const OnSetup& on_setup) const override {
    return dense_efie(space_, k_, on_setup);
  }
  std::unique_ptr<ReactionProduct> fast(const FastDemand& demand, SharedTrees* shared, Communicator& ranks,
                                        const OnSetup& on_setup) const override {
    FastDemand of_waves = demand;
    of_waves.shared = shared_;
    return fast_efie(space_, k_, of_waves, shared, ranks, on_setup);
  }
  bool are_solved() const override { return are_solved_; }

 private:
  const RwgSpace& space_;
  double k_;
  SharedWaves shared_;
  bool are_solved_;
};

CurrentSpaces without_dual(const CurrentSpaces& spaces) {
  CurrentSpaces result{spaces.unknowns, {}, spaces.points};
  for (const RegionBoundary& r : spaces.regions)
    result.regions.push_back({r.space, std::nullopt, std::vector<double>(r.alpha.size(), 1.0), r.between,
                              r.electric, r.magnetic, r.region});
  return result;
}

bool has_magnetic(const RegionBoundary& region) {
  return std::any_of(region.magnetic.begin(), region.magnetic.end(),
                     [](const Unknown& u) { return u.index >= 0; });
}

/// Z(k_t) = Z + te k_t²/k² across and Z + tm k_t²/k² along k_t is the form
///   tm/k² ∫ ∇·J ∇·J* + te/k² ∫ n·∇×J n·∇×J*;
/// n·∇×J = ±∇·M/Z, while functions have no curl within a triangle.
/// @param impedance, slopes  by part
void add_layers(const std::vector<Complex>& impedance, const std::vector<ImpedanceSlopes>& slopes,
                const Complex& k, RegionForms& of) {
  const auto& triangles = of.space->triangles();
  of.bending = uneven_curvatures(*of.space, SmoothPatches(*of.space, surface_turn));
  std::vector<double> area(slopes.size(), 0.0), squares(slopes.size(), 0.0);  // of κ₁ − κ₂
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    area[triangles[t].part] += triangles[t].area;
    squares[triangles[t].part] += 2.0 * triangles[t].area * of.bending[t].squaredNorm();
  }
  for (const SurfaceTriangle& t : triangles) {
    const Complex z = impedance[t.part], over = k * z / vacuum_impedance;
    const auto& [te, tm, curvature] = slopes[t.part];
    of.electric.layers.push_back({tm / (k * k), 2.0 * curvature});
    of.magnetic->layers.push_back({z == 0.0 ? 0.0 : te / (over * over), 0.0});
    const double change = std::max(std::abs(te), std::abs(tm)) +
                          std::abs(curvature) * std::sqrt(squares[t.part] / area[t.part]);
    of.electric.change_by_layers.push_back(change / std::abs(z + vacuum_impedance));
  }
  of.magnetic->change_by_layers = of.electric.change_by_layers;
}

class SymmetricMultiRegion : public SymmetricEquations {
 public:
  SymmetricMultiRegion(const CurrentEquations& equations,
                       const std::function<LocalTerms(const CurrentSpaces&)>& local_of,
                       std::vector<Complex> impedance, std::vector<ImpedanceSlopes> slopes)
      : spaces_(without_dual(*equations.spaces)),
        equations_{&spaces_, equations.media, local_of(spaces_)},
        impedance_(std::move(impedance)),
        slopes_(std::move(slopes)),
        are_solved_(std::all_of(
            equations.spaces->regions.begin(), equations.spaces->regions.end(), [](const RegionBoundary& r) {
              return std::all_of(r.alpha.begin(), r.alpha.end(), [](double alpha) { return alpha == 1.0; });
            })) {}

  std::vector<RegionForms> forms() const override {
    std::vector<RegionForms> forms;
    for (std::size_t r = 0; r < spaces_.regions.size(); ++r) {
      const RegionBoundary& region = spaces_.regions[r];
      const RegionMedium& medium = equations_.media[r];
      RegionForms of{&region.space, electric_form(medium.k, medium.relative_impedance), std::nullopt};
      if (has_magnetic(region)) of.magnetic = magnetic_form(medium.k, medium.relative_impedance);
      if (!impedance_.empty() && of.magnetic) add_local(region.space, of);
      const bool has_layers = std::any_of(slopes_.begin(), slopes_.end(), [](const ImpedanceSlopes& s) {
        return s.te != 0.0 || s.tm != 0.0;
      });
      if (of.magnetic && has_layers) add_layers(impedance_, slopes_, medium.k, of);
      forms.push_back(std::move(of));
    }
    return forms;
  }
  std::vector<RegionCoefficients> coefficients(const Complex* column) const override {
    std::vector<RegionCoefficients> result;
    for (const RegionBoundary& region : spaces_.regions) {
      const auto of = [&](const std::vector<Unknown>& unknowns) {
        std::vector<Complex> values(unknowns.size(), 0.0);
        for (std::size_t f = 0; f < unknowns.size(); ++f)
          if (unknowns[f].index >= 0) values[f] = unknowns[f].sign * column[unknowns[f].index];
        return values;
      };
      result.push_back(
          {of(region.electric), has_magnetic(region) ? of(region.magnetic) : std::vector<Complex>{}});
    }
    return result;
  }
  std::optional<std::vector<Complex>> optics(const PlaneWave&) const override { return std::nullopt; }
  bool has_optics() const override { return false; }
  std::vector<double> signs() const override {
    std::vector<double> signs(spaces_.unknowns, 1.0);
    for (const RegionBoundary& region : spaces_.regions)
      for (const Unknown& u : region.magnetic)
        if (u.index >= 0) signs[u.index] = -1.0;
    return signs;
  }
  void add_excitations(std::span<const PlaneWave> waves, Columns& columns) const override {
    pace::add_excitations(equations_, waves, columns);
  }
  std::unique_ptr<ReactionProduct> dense(const OnSetup& on_setup) const override {
    return dense_multi_region_product(equations_, on_setup);
  }
  std::unique_ptr<ReactionProduct> fast(const FastDemand& demand, SharedTrees* shared, Communicator& ranks,
                                        const OnSetup& on_setup) const override {
    return fast_multi_region_product(equations_, demand, shared, ranks, on_setup);
  }
  bool are_solved() const override { return are_solved_; }

 private:
  /// What RWG functions leave of J and M, or what is left of it where the equations take it out themselves.
  void add_local(const RwgSpace& space, RegionForms& of) const {
    const auto remainders = impedance_remainders(space, impedance_);
    for (std::size_t t = 0; t < remainders.size(); ++t) {
      const double half = remainders[t] ? 0.5 * left_of_remainder : 0.5;
      const Complex z = impedance_[space.triangles()[t].part];
      of.electric.local.push_back(half * z);
      of.magnetic->local.push_back(z == 0.0 ? 0.0 : -half * vacuum_impedance * vacuum_impedance / z);
    }
  }

  CurrentSpaces spaces_;
  CurrentEquations equations_;
  std::vector<Complex> impedance_;
  std::vector<ImpedanceSlopes> slopes_;
  bool are_solved_;
};

}  // namespace

std::unique_ptr<SymmetricEquations> symmetric_conductor(const RwgSpace& space, double k,
                                                        const SharedWaves& shared, bool are_solved) {
  return std::make_unique<SymmetricConductor>(space, k, shared, are_solved);
}

std::unique_ptr<SymmetricEquations> symmetric_multi_region(
    const CurrentEquations& equations, const std::function<LocalTerms(const CurrentSpaces& spaces)>& local_of,
    std::vector<Complex> impedance, std::vector<ImpedanceSlopes> slopes) {
  return std::make_unique<SymmetricMultiRegion>(equations, local_of, std::move(impedance), std::move(slopes));
}

}  // namespace pace
