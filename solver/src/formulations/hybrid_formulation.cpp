// Solver type 3 on perfect conductors: some parts by the full wave, the others by physical optics
// (docs/theory/hybrid.md).

#include <algorithm>

#include "formulations/formulation.hpp"
#include "observables/surface_current.hpp"
#include "observables/wave_series.hpp"
#include "physical_optics/face_waves.hpp"
#include "physical_optics/radiation.hpp"
#include "systems/hybrid_system.hpp"

namespace pace {
namespace {

/// Shadow rays a wavelength, as of physical optics alone.
constexpr double shadow_rays_per_wavelength = 4.0;

Complex along(const Vec3& axis, const CVec3& v) {
  return axis.x() * v.x() + axis.y() * v.y() + axis.z() * v.z();
}

class Hybrid : public Formulation {
 public:
  Hybrid(const Model& model, const Job& job, std::span<const double> frequencies_hz)
      : model_(model),
        shortest_(speed_of_light / *std::max_element(frequencies_hz.begin(), frequencies_hz.end())),
        hybrid_(model, speed_of_light / *std::min_element(frequencies_hz.begin(), frequencies_hz.end()),
                shortest_),
        illuminator_(hybrid_.facets, hybrid_.rays, shortest_ / shadow_rays_per_wavelength,
                     job.shadow_pieces) {
    if (job.input.edge_diffraction)
      edges_ = hybrid_.flat ? sharp_edges(hybrid_.flat->mesh, hybrid_.flat->topology, shortest_,
                                          hybrid_.flat->of_parts(hybrid_.division.optics_mesh_triangle))
                            : sharp_edges(model.mesh, model.topology, shortest_,
                                          hybrid_.division.optics_mesh_triangle);
    triangle_of_mesh_.assign(model.mesh.triangles.size(), -1);
    for (std::size_t t = 0; t < model.space.triangles().size(); ++t)
      triangle_of_mesh_[model.space.triangles()[t].mesh_triangle] = static_cast<int>(t);
  }

  int unknowns() const override { return hybrid_.division.full_wave_count(); }
  int column_size() const override { return model_.space.size(); }
  std::vector<double> wavenumber_at_triangles() const override {
    std::vector<double> k(model_.mesh.triangles.size(), 0.0);
    for (std::size_t t = 0; t < model_.space.triangles().size(); ++t)
      if (!hybrid_.division.optics_triangle[t]) k[model_.space.triangles()[t].mesh_triangle] = k_;
    return k;
  }
  double first_kind_share() const override {
    double count = 0.0;
    for (const int f : hybrid_.division.full_wave) count += hybrid_.alpha[f] == 1.0;
    return count / hybrid_.division.full_wave_count();
  }
  void set_frequency(double frequency_hz) override { k_ = 2.0 * pi * frequency_hz / speed_of_light; }
  FastSizes fast_sizes(const FastDemand& demand) const override { return plan_hybrid(hybrid_, k_, demand); }
  std::unique_ptr<FrequencySystem> dense(const OnSetup&) const override { return nullptr; }
  std::unique_ptr<FrequencySystem> fast(const FastDemand& demand, const FastOptions& options,
                                        const OnSetup& on_setup) const override {
    return hybrid_system(hybrid_, plan_hybrid(hybrid_, k_, demand), options, on_setup);
  }

  /// Full-wave rows as ever; those of physical optics get what is lit.
  void excite(const PlaneWave& wave, Complex* column) const override {
    pace::excite(model_.space, &hybrid_.dual, k_, wave, hybrid_.alpha, column);
    set_optics_rows(wave, column);
  }
  Columns excite_all(std::span<const PlaneWave> waves) const override {
    Columns columns(rows(), static_cast<int>(waves.size()));
    add_excitations(model_.space, &hybrid_.dual, k_, waves, hybrid_.alpha, columns);
#pragma omp parallel for schedule(dynamic)
    for (int w = 0; w < columns.columns; ++w) set_optics_rows(waves[w], columns.column(w));
    return columns;
  }

  std::vector<std::vector<FarFieldAmplitude>> far_field(const std::vector<Direction>& directions,
                                                        const Columns& solution) const override {
    return pace::far_field(model_.space, k_, directions, solution);
  }
  std::vector<FarFieldAmplitude> backscatter(const std::vector<Direction>& directions,
                                             const Columns& solution) const override {
    return pace::backscatter(model_.space, k_, directions, solution);
  }

  /// The projection of 2 n̂ × H_inc, which `known_field` radiates in closed form instead.
  void leave_out_known(const PlaneWave& wave, Complex* column) const override {
    const std::vector<double> lit = lit_triangles(light(wave));
    const std::vector<Complex> rows = optics_rows(wave, lit),
                               across = incident_across_border(model_.space, hybrid_.border, k_, wave, lit);
    Eigen::MatrixXcd border = Eigen::MatrixXcd::Zero(hybrid_.division.full_wave_count(), 1);
    for (std::size_t i = 0; i < across.size(); ++i)
      border(hybrid_.division.index[hybrid_.border[i].function], 0) += across[i];
    Eigen::MatrixXcd known = -hybrid_.currents.of_border(border);
    for (int i = 0; i < hybrid_.division.optics_count(); ++i) known(i, 0) += rows[hybrid_.division.optics[i]];
    hybrid_.currents.solve(known);
    for (int i = 0; i < hybrid_.division.optics_count(); ++i)
      column[hybrid_.division.optics[i]] -= known(i, 0);
  }

  /// 2 n̂ × H_inc of the lit facets in closed form, less its part that the full-wave functions of the border
  /// hold, and the fringe currents of sharp edges where they are asked for.
  std::vector<FarFieldAmplitude> known_field(const PlaneWave& wave,
                                             const std::vector<Direction>& directions) const override {
    const Lighting lighting = light(wave);
    const std::vector<Complex> across =
        incident_across_border(model_.space, hybrid_.border, k_, wave, lit_triangles(lighting));
    const std::vector<char> lit_edges = edges_lit(edges_, hybrid_.rays, -wave.direction);
    const std::vector<FaceRay> rays = rays_along_faces(edges_, lit_edges, -wave.direction);
    const FaceWaves face_waves(edges_, rays, k_, wave);
    std::vector<FarFieldAmplitude> fields(directions.size());
#pragma omp parallel for schedule(dynamic, 8)
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const Vec3 towards = r_hat(directions[d].theta, directions[d].phi);
      CVec3 field = physical_optics_field(
          k_, wave, towards, lit_area_spectrum(hybrid_.facets, lighting, k_ * (towards - wave.direction)));
      if (!edges_.empty())
        field += fringe_field(edges_, lit_edges, k_, wave, towards) + face_waves.field(towards);
      field += imaginary_unit * k_ * vacuum_impedance / (4.0 * pi) *
               moment_of(model_.space, hybrid_.border, across, k_, towards);
      fields[d] = {along(theta_hat(directions[d].theta, directions[d].phi), field),
                   along(phi_hat(directions[d].theta, directions[d].phi), field)};
    }
    return fields;
  }

  SurfaceCurrent electric_current(const BentSides& sides, const Complex* solution) const override {
    return surface_current(model_.space, model_.mesh.vertices.size(), sides, solution);
  }

 private:
  Lighting light(const PlaneWave& wave) const { return illuminator_.light(-wave.direction); }

  /// By triangle of the space, as excite_lit takes it.
  std::vector<double> lit_triangles(const Lighting& lighting) const {
    std::vector<double> lit(model_.space.triangles().size(), 0.0);
    std::vector<double> facets(lit.size(), 0.0);  // of each triangle
    const auto of = [&](int facet) { return triangle_of_mesh_[hybrid_.facets.triangle[facet]]; };
    for (std::size_t f = 0; f < hybrid_.facets.facets.size(); ++f) facets[of(static_cast<int>(f))] += 1.0;
    for (std::size_t f = 0; f < hybrid_.facets.facets.size(); ++f)
      lit[of(static_cast<int>(f))] += lighting.side[f] / facets[of(static_cast<int>(f))];
    for (const PartlyLit& p : lighting.partly) lit[of(p.facet)] += p.side * p.share / facets[of(p.facet)];
    return lit;
  }
  void set_optics_rows(const PlaneWave& wave, Complex* column) const {
    const std::vector<Complex> optics = optics_rows(wave, lit_triangles(light(wave)));
    for (const int f : hybrid_.division.optics) column[f] = optics[f];
  }
  /// η ⟨f, n̂ × H_inc⟩, a value a function.
  std::vector<Complex> optics_rows(const PlaneWave& wave, const std::vector<double>& lit) const {
    std::vector<Complex> rows(model_.space.size());
    excite_lit(model_.space, k_, wave, lit, rows.data());
    return rows;
  }

  const Model& model_;
  double shortest_;
  HybridModel hybrid_;
  Illuminator illuminator_;
  std::vector<WedgeEdge> edges_;
  std::vector<int> triangle_of_mesh_;  ///< triangle of the space, of a triangle of the mesh
  double k_ = 1.0;
};

}  // namespace

std::unique_ptr<Formulation> hybrid_formulation(const Model& model, const Job& job,
                                                std::span<const double> frequencies_hz) {
  return std::make_unique<Hybrid>(model, job, frequencies_hz);
}

}  // namespace pace
