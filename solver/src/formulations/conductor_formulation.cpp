#include "formulations/formulation.hpp"
#include "observables/surface_current.hpp"
#include "observables/wave_series.hpp"
#include "systems/fast_system.hpp"

namespace pace {
namespace {

class Conductor : public Formulation {
 public:
  explicit Conductor(const Model& model) : model_(model) {}

  int unknowns() const override { return model_.space.size(); }
  std::vector<double> wavenumber_at_triangles() const override {
    std::vector<double> k(model_.mesh.triangles.size(), 0.0);
    for (const SurfaceTriangle& t : model_.space.triangles()) k[t.mesh_triangle] = k_;
    return k;
  }
  double first_kind_share() const override {
    return static_cast<double>(std::count(model_.alpha.begin(), model_.alpha.end(), 1.0)) /
           model_.space.size();
  }
  void share_trees(std::span<const double> frequencies_hz) override {
    shared_ = {};
    if (frequencies_hz.empty()) return;
    const auto [low, high] = std::minmax_element(frequencies_hz.begin(), frequencies_hz.end());
    shared_ = {wavenumber(*low), wavenumber(*high)};
  }
  void set_frequency(double frequency_hz) override { k_ = wavenumber(frequency_hz); }
  FastSizes fast_sizes(const FastDemand& demand) const override { return plan(demand); }
  MultiRegionPlan divided_plan(const FastDemand& demand) const override {
    MultiRegionPlan divided;
    divided.regions.push_back(plan(demand));
    return divided;
  }
  std::unique_ptr<FrequencySystem> dense(const OnSetup& on_setup) const override {
    return dense_system(model_, k_, on_setup);
  }
  std::unique_ptr<FrequencySystem> fast(const FastDemand& demand, const FastOptions& options,
                                        const OnSetup& on_setup) const override {
    FastDemand divided = demand;
    divided.waves_only |= options.ranks->size() > 1;
    return fast_system(model_, plan(divided), options, on_setup);
  }
  void hold(std::optional<std::span<const int>> functions) override {
    rows_.reset();
    held_.reset();
    functions_.reset();
    if (!functions) return;
    functions_.emplace(functions->begin(), functions->end());
    rows_.emplace(std::vector<int>(model_.space.size(), -1), static_cast<int>(functions->size()));
    for (int i = 0; i < rows_->count; ++i) rows_->row[(*functions)[i]] = i;
    held_.emplace(model_.space, *functions);
  }
  std::optional<std::span<const int>> held() const override {
    return functions_ ? std::optional(std::span<const int>(*functions_)) : std::nullopt;
  }
  int rows() const override { return held_space().size(); }
  void excite(const PlaneWave& wave, Complex* column) const override {
    pace::excite(model_.space, model_.dual_space(), k_, std::span(&wave, 1), model_.alpha, column,
                 rows_ ? &*rows_ : nullptr);
  }
  Columns excite_all(std::span<const PlaneWave> waves) const override {
    Columns columns(rows(), static_cast<int>(waves.size()));
    add_excitations(model_.space, model_.dual_space(), k_, waves, model_.alpha, columns,
                    rows_ ? &*rows_ : nullptr);
    return columns;
  }
  std::vector<std::vector<FarFieldAmplitude>> far_field(const std::vector<Direction>& directions,
                                                        const Columns& solution) const override {
    return pace::far_field(held_space(), k_, directions, solution);
  }
  std::vector<FarFieldAmplitude> backscatter(const std::vector<Direction>& directions,
                                             const Columns& solution) const override {
    return pace::backscatter(held_space(), k_, directions, solution);
  }
  bool has_symmetric_equations() const override { return true; }
  std::unique_ptr<SymmetricEquations> symmetric_equations() const override {
    return symmetric_conductor(model_.space, k_, shared_, first_kind_share() == 1.0);
  }
  std::vector<Vec3> interior_points(int count) const override {
    return pace::interior_points(model_.space, k_, count, [](const SurfaceTriangle& t) { return !t.sheet; });
  }
  std::vector<std::vector<PointField>> field_at(const std::vector<Vec3>& points,
                                                const Columns& solution) const override {
    return pace::field_at(held_space(), k_, points, solution, Columns(0, 0));
  }
  SurfaceCurrent electric_current(const BentSides& sides, const Complex* solution) const override {
    return surface_current(model_.space, model_.mesh.vertices.size(), sides, solution);
  }

 private:
  static double wavenumber(double frequency_hz) { return 2.0 * pi * frequency_hz / speed_of_light; }
  FastPlan plan(FastDemand demand) const {
    demand.shared = shared_;
    return plan_fast(model_.space, model_.alpha, k_, demand);
  }
  const RwgSpace& held_space() const { return held_ ? *held_ : model_.space; }
  const Model& model_;
  double k_ = 1.0;
  SharedWaves shared_;
  std::optional<std::vector<int>> functions_;  ///< of this rank
  std::optional<RowsOf> rows_;
  std::optional<RwgSpace> held_;
};

}  // namespace

std::unique_ptr<Formulation> conductor_formulation(const Model& model) {
  return std::make_unique<Conductor>(model);
}

}  // namespace pace
