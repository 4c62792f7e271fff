// Programs 2 and 3: electric and magnetic currents on impedance surfaces and between media.
#include <algorithm>
#include <array>
#include <limits>

#include "core/error.hpp"
#include "formulations/formulation.hpp"
#include "materials/medium.hpp"
#include "materials/surface_impedance.hpp"
#include "observables/surface_current.hpp"
#include "systems/multi_region_system.hpp"

namespace pace {
namespace {

class MultiRegionFormulation : public Formulation {
 public:
  /// What the regions are filled with, and the local terms, at a frequency.
  struct Setting {
    std::vector<RegionMedium> media;
    std::vector<Complex> impedance;            ///< by part [ohm]; empty between media
    std::vector<ImpedanceSlopes> slopes = {};  ///< likewise
  };
  using SettingAt = std::function<Setting(const CurrentSpaces& spaces, double frequency_hz)>;

  MultiRegionFormulation(const Model& model, CurrentSpaces spaces, SettingAt at)
      : spaces_(std::move(spaces)), model_(model), at_(std::move(at)), equations_{&spaces_, {}, {}} {}

  int unknowns() const override { return spaces_.unknowns; }
  std::vector<double> wavenumber_at_triangles() const override {
    std::vector<double> k(model_.mesh.triangles.size(), 0.0);
    for (std::size_t r = 0; r < spaces_.regions.size(); ++r)
      for (const SurfaceTriangle& t : spaces_.regions[r].space.triangles())
        k[t.mesh_triangle] = std::max(k[t.mesh_triangle], std::abs(equations_.media[r].k));
    return k;
  }
  std::vector<char> impedance_at_triangles() const override {
    std::vector<char> impedance(model_.mesh.triangles.size(), 0);
    for (const RegionBoundary& region : spaces_.regions) {
      if (!region.between.empty()) continue;
      for (int f = 0; f < region.space.size(); ++f)
        if (region.magnetic[f].index >= 0)
          for (const int t : region.space.sides()[f])
            impedance[region.space.triangles()[t].mesh_triangle] = 1;
    }
    return impedance;
  }
  double first_kind_share() const override {
    double count = 0.0, all = 0.0;
    for (const RegionBoundary& region : spaces_.regions)
      for (int f = 0; f < region.space.size(); ++f, ++all)
        count += region.alpha[f] == 1.0 &&
                 (region.magnetic[f].index < 0 || !region.between.empty());  // impedances are milder
    return count / all;
  }
  void share_trees(std::span<const double> frequencies_hz) override {
    if (std::equal(frequencies_hz.begin(), frequencies_hz.end(), sharing_hz_.begin(), sharing_hz_.end()))
      return;
    sharing_hz_.assign(frequencies_hz.begin(), frequencies_hz.end());
    shared_.clear();
    for (const double f : sharing_hz_) {
      const std::vector<RegionMedium> media = at_(spaces_, f).media;
      shared_.resize(media.size(), {std::numeric_limits<double>::infinity(), 0.0});
      for (std::size_t r = 0; r < media.size(); ++r)
        shared_[r] = {std::min(shared_[r].lowest, std::abs(media[r].k)),
                      std::max(shared_[r].highest, std::abs(media[r].k))};
    }
  }
  void set_frequency(double frequency_hz) override {
    Setting setting = at_(spaces_, frequency_hz);
    equations_.media = std::move(setting.media);
    for (std::size_t r = 0; r < shared_.size(); ++r) equations_.media[r].shared = shared_[r];
    impedance_ = std::move(setting.impedance);
    slopes_ = std::move(setting.slopes);
    equations_.local = local_terms(spaces_);
    equations_.least_impedance = 1.0;
    for (const Complex z : impedance_)
      if (z != 0.0)
        equations_.least_impedance = std::min(equations_.least_impedance, std::abs(z) / vacuum_impedance);
  }
  bool has_symmetric_equations() const override { return true; }
  std::unique_ptr<SymmetricEquations> symmetric_equations() const override {
    return symmetric_multi_region(
        equations_, [this](const CurrentSpaces& spaces) { return local_terms(spaces); }, impedance_, slopes_);
  }
  FastSizes fast_sizes(const FastDemand& demand) const override {
    FastSizes sizes = plan_multi_region(equations_, demand).sizes();
    if (equations_.media.size() > 1)
      for (const RegionMedium& medium : equations_.media)
        sizes.index = std::max(sizes.index, std::abs(medium.k) / k());
    return sizes;
  }
  MultiRegionPlan divided_plan(const FastDemand& demand) const override {
    return plan_multi_region(equations_, demand);
  }
  std::unique_ptr<FrequencySystem> dense(const OnSetup& on_setup) const override {
    return dense_multi_region(equations_, on_setup);
  }
  std::unique_ptr<FrequencySystem> fast(const FastDemand& demand, const FastOptions& options,
                                        const OnSetup& on_setup) const override {
    FastDemand divided = demand;
    divided.waves_only |= options.ranks->size() > 1;
    return fast_multi_region(equations_, plan_multi_region(equations_, divided), options, on_setup);
  }
  void hold(std::optional<std::span<const int>> unknowns) override {
    held_.reset();
    if (unknowns) held_.emplace(spaces_, *unknowns);
  }
  std::optional<std::span<const int>> held() const override {
    return held_ ? std::optional(std::span<const int>(held_->unknowns)) : std::nullopt;
  }
  int rows() const override { return held_spaces().unknowns; }
  void excite(const PlaneWave& wave, Complex* column) const override {
    pace::excite(equations_, wave, column, held_ ? &*held_ : nullptr);
  }
  Columns excite_all(std::span<const PlaneWave> waves) const override {
    Columns columns(rows(), static_cast<int>(waves.size()));
    add_excitations(equations_, waves, columns, held_ ? &*held_ : nullptr);
    return columns;
  }
  std::vector<std::vector<FarFieldAmplitude>> far_field(const std::vector<Direction>& directions,
                                                        const Columns& solution) const override {
    return pace::far_field(held_space(), k(), directions, outer_currents(held_spaces(), solution));
  }
  std::vector<FarFieldAmplitude> backscatter(const std::vector<Direction>& directions,
                                             const Columns& solution) const override {
    return pace::backscatter(held_space(), k(), directions, outer_currents(held_spaces(), solution));
  }
  std::vector<Vec3> interior_points(int count) const override {
    return pace::interior_points(outside(), k(), count, [this](const SurfaceTriangle& t) {
      return !t.sheet && model_.topology.surface[t.mesh_triangle] == Surface::closed;
    });
  }
  std::vector<std::vector<PointField>> field_at(const std::vector<Vec3>& points,
                                                const Columns& solution) const override {
    const OuterCurrents currents = outer_currents(held_spaces(), solution);
    return pace::field_at(held_space(), k(), points, currents.electric, currents.magnetic);
  }
  std::vector<ReturnsApart> returns_apart(const std::vector<Direction>& directions,
                                          const Columns& solution) const override {
    const OuterCurrents currents = outer_currents(held_spaces(), solution);
    // M/η₀ radiates what an electric current of its coefficients would, rotated by 90°.
    const auto of_electric = pace::backscatter(held_space(), k(), directions, currents.electric),
               of_magnetic = pace::backscatter(held_space(), k(), directions, currents.magnetic);
    std::vector<ReturnsApart> returns;
    for (std::size_t c = 0; c < of_electric.size(); ++c) returns.push_back({of_electric[c], of_magnetic[c]});
    return returns;
  }
  SurfaceCurrent electric_current(const BentSides& sides, const Complex* solution) const override {
    return current(&RegionBoundary::electric, sides, solution, 1.0);
  }
  std::optional<SurfaceCurrent> magnetic_current(const BentSides& sides,
                                                 const Complex* solution) const override {
    return current(&RegionBoundary::magnetic, sides, solution, vacuum_impedance);
  }

 protected:
  CurrentSpaces spaces_;

 private:
  const RwgSpace& outside() const { return spaces_.regions[0].space; }
  /// Of the rows of columns.
  const CurrentSpaces& held_spaces() const { return held_ ? held_->outside : spaces_; }
  const RwgSpace& held_space() const { return held_spaces().regions[0].space; }
  double k() const { return equations_.media[0].k.real(); }
  LocalTerms local_terms(const CurrentSpaces& spaces) const {
    return impedance_.empty() ? LocalTerms{} : impedance_terms(spaces.regions[0], impedance_);
  }

  /// Currents as the outermost region at each triangle sees them.
  SurfaceCurrent current(std::vector<Unknown> RegionBoundary::*kind, const BentSides& sides,
                         const Complex* solution, double factor) const {
    SurfaceMean mean(model_.mesh.vertices.size(), sides);
    std::vector<char> seen(model_.mesh.triangles.size(), 0);
    for (const RegionBoundary& region : spaces_.regions) {
      const auto& unknowns = region.*kind;
      std::vector<Complex> coefficients(unknowns.size());
      for (std::size_t f = 0; f < unknowns.size(); ++f)
        if (unknowns[f].index >= 0) coefficients[f] = factor * unknowns[f].sign * solution[unknowns[f].index];
      mean.add(region.space, coefficients.data(),
               [&](const SurfaceTriangle& t) { return !seen[t.mesh_triangle]; });
      for (const SurfaceTriangle& t : region.space.triangles()) seen[t.mesh_triangle] = 1;
    }
    return mean.values();
  }

  const Model& model_;
  SettingAt at_;
  std::vector<double> sharing_hz_;
  std::vector<SharedWaves> shared_;  ///< by region; empty: frequencies are alone
  std::vector<Complex> impedance_;
  std::vector<ImpedanceSlopes> slopes_;
  CurrentEquations equations_;
  std::optional<HeldUnknowns> held_;  ///< of one of several ranks
};

/// From this index on `auto` may take JMCFIE: PMCHWT needs hundreds of rounds there, and below, fewer of them
/// than the longer assembly of JMCFIE is worth (docs/decisions/2026-11-22-currents.md).
constexpr double jmcfie_index = 5.0;

class CompositeFormulation : public MultiRegionFormulation {
 public:
  using SpacesOf = std::function<CurrentSpaces(InterfaceEquations)>;
  CompositeFormulation(const Model& model, FormulationChoice choice, InterfaceEquations equations,
                       double index, SpacesOf spaces_of, SettingAt at)
      : MultiRegionFormulation(model, spaces_of(equations), std::move(at)),
        is_free_(choice == FormulationChoice::automatic),
        equations_(equations),
        index_(index),
        spaces_of_(std::move(spaces_of)) {}

  bool saves_rounds() const override { return is_free_ && equations_ == InterfaceEquations::jmcfie; }
  Message why_rounds_are_saved() const override {
    return {"EQUATIONS_FOR_ROUNDS", {{"index", significant(index_, 3)}}};
  }
  void prefer_accuracy() override {
    equations_ = InterfaceEquations::pmchwt;
    spaces_ = spaces_of_(equations_);
  }
  std::string between_media() const override {
    return equations_ == InterfaceEquations::pmchwt ? "pmchwt" : "jmcfie";
  }

 private:
  bool is_free_;
  InterfaceEquations equations_;
  double index_;  ///< the largest of the media
  SpacesOf spaces_of_;
};

}  // namespace

std::unique_ptr<Formulation> coating_formulation(const Model& model, const Job& job,
                                                 std::span<const double> frequencies_hz) {
  return std::make_unique<MultiRegionFormulation>(
      model,
      impedance_spaces(model.space, model.part_alpha, part_impedances(job, model.mesh, frequencies_hz)),
      [&model, &job](const CurrentSpaces&, double frequency_hz) {
        return MultiRegionFormulation::Setting{{{2.0 * pi * frequency_hz / speed_of_light, 1.0, {}}},
                                               part_impedances(job, model.mesh, {{frequency_hz}}).front(),
                                               part_slopes(job, model.mesh, frequency_hz)};
      });
}

std::unique_ptr<Formulation> composite_formulation(const Model& model, const Job& job,
                                                   std::span<const double> frequencies_hz) {
  const RegionGraph& graph = *model.regions;
  SideRegions sides{graph.side_region, graph.conductors(), graph.is_metal_sheet};
  const auto medium_of = [&job, &graph](int region, double frequency_hz) {
    const Region& r = graph.regions[region];
    return r.is_vacuum ? Medium{} : medium_at(job.materials, r.material, frequency_hz);
  };
  double index = 1.0;
  for (int r = 0; r < static_cast<int>(graph.regions.size()); ++r)
    if (!sides.conductor[r])
      for (const double f : frequencies_hz)
        index = std::max(index, std::abs(medium_of(r, f).wavenumber(f)) * speed_of_light / (2.0 * pi * f));
  const bool combined = job.formulation == FormulationChoice::jmcfie ||
                        (job.formulation == FormulationChoice::automatic && index >= jmcfie_index);
  return std::make_unique<CompositeFormulation>(
      model, job.formulation, combined ? InterfaceEquations::jmcfie : InterfaceEquations::pmchwt, index,
      [&model, sides = std::move(sides)](InterfaceEquations equations) {
        return region_spaces(model.mesh, model.topology, sides, model.part_alpha, equations);
      },
      [medium_of](const CurrentSpaces& spaces, double frequency_hz) {
        MultiRegionFormulation::Setting setting;
        for (const RegionBoundary& r : spaces.regions) {
          const Medium medium = medium_of(r.region, frequency_hz);
          setting.media.push_back(
              {medium.wavenumber(frequency_hz), medium.impedance() / vacuum_impedance, {}});
        }
        return setting;
      });
}

}  // namespace pace
