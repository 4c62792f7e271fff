// The equations of a job's program: what a run solves and observes, one frequency after another.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "excitation/plane_wave.hpp"
#include "formulations/symmetric_equations.hpp"
#include "linalg/dense_matrix.hpp"
#include "model/model.hpp"
#include "observables/far_field.hpp"
#include "observables/interior_field.hpp"
#include "observables/surface_current.hpp"
#include "planning/multi_region_plan.hpp"
#include "systems/frequency_system.hpp"
#include "systems/krylov_solution.hpp"

namespace pace {

class Formulation {
 public:
  virtual ~Formulation() = default;

  virtual int unknowns() const = 0;
  /// Values of a right-hand side or a solution: more than the unknowns where some follow from the others.
  virtual int column_size() const { return unknowns(); }
  /// |k| of the densest medium beside each triangle of the mesh at the frequency set last; 0 where the full
  /// wave solves nothing. [1/m]
  virtual std::vector<double> wavenumber_at_triangles() const = 0;
  /// By triangle of the mesh, whether it is an impedance surface; empty: none is.
  virtual std::vector<char> impedance_at_triangles() const { return {}; }
  /// Share of the unknowns whose equation is a first-kind one alone.
  virtual double first_kind_share() const = 0;

  /// Its equations save rounds of an iterative method at the cost of accuracy, and others may be taken.
  virtual bool saves_rounds() const { return false; }
  /// With `saves_rounds`: the notice.
  virtual Message why_rounds_are_saved() const { return {}; }
  /// With `saves_rounds`: the more accurate equations from here on. The frequency has to be set again.
  virtual void prefer_accuracy() {}
  /// The equations between media, "pmchwt" or "jmcfie"; empty where there are none.
  virtual std::string between_media() const { return {}; }

  /// Trees of the frequencies that are set from now on shall serve all of these; of none: each its own. [Hz]
  virtual void share_trees(std::span<const double> /*frequencies_hz*/) {}
  /// All calls below are of the frequency that was set last. [Hz]
  virtual void set_frequency(double frequency_hz) = 0;
  virtual FastSizes fast_sizes(const FastDemand& demand) const = 0;
  /// What several ranks would divide; no regions where one rank does it all.
  virtual MultiRegionPlan divided_plan(const FastDemand& /*demand*/) const { return {}; }
  virtual std::unique_ptr<FrequencySystem> dense(const OnSetup& on_setup) const = 0;
  virtual std::unique_ptr<FrequencySystem> fast(const FastDemand& demand, const FastOptions& options,
                                                const OnSetup& on_setup) const = 0;
  /// From now on columns hold these unknowns alone, in this order, and fields are of these alone; all of
  /// them without.
  virtual void hold(std::optional<std::span<const int>>) {}
  virtual std::optional<std::span<const int>> held() const { return std::nullopt; }
  /// Of a column.
  virtual int rows() const { return column_size(); }
  /// Right-hand side of a plane wave, rows() values.
  virtual void excite(const PlaneWave& wave, Complex* column) const = 0;
  /// Those of some waves, by all threads. Waves of one direction are quicker as neighbours.
  virtual Columns excite_all(std::span<const PlaneWave> waves) const {
    Columns columns(rows(), static_cast<int>(waves.size()));
#pragma omp parallel for schedule(dynamic)
    for (int w = 0; w < columns.columns; ++w) excite(waves[w], columns.column(w));
    return columns;
  }

  /// As observables/far_field.hpp.
  virtual std::vector<std::vector<FarFieldAmplitude>> far_field(const std::vector<Direction>& directions,
                                                                const Columns& solution) const = 0;
  virtual std::vector<FarFieldAmplitude> backscatter(const std::vector<Direction>& directions,
                                                     const Columns& solution) const = 0;
  /// Errors of far fields can be estimated: there are symmetric equations.
  virtual bool has_symmetric_equations() const { return false; }
  /// Null without. They refer to this.
  virtual std::unique_ptr<SymmetricEquations> symmetric_equations() const { return nullptr; }
  /// Points inside closed surfaces, where the total field of `field_at` and the wave vanishes for exact
  /// currents; none where there are no such points or no such law. The same on every rank.
  virtual std::vector<Vec3> interior_points(int /*count*/) const { return {}; }
  /// Fields of the outermost currents in vacuum. @return  [column][point]
  virtual std::vector<std::vector<PointField>> field_at(const std::vector<Vec3>& /*points*/,
                                                        const Columns& /*solution*/) const {
    return {};
  }
  /// What J alone and M alone return towards direction c, for column c; empty where there is no M.
  struct ReturnsApart {
    FarFieldAmplitude electric, magnetic;
  };
  virtual std::vector<ReturnsApart> returns_apart(const std::vector<Direction>& /*directions*/,
                                                  const Columns& /*solution*/) const {
    return {};
  }
  /// Takes out of a solution what `known_field` radiates in its place.
  virtual void leave_out_known(const PlaneWave&, Complex* /*solution*/) const {}
  /// What a wave makes the body radiate beside the currents of the solution, towards each direction; nothing
  /// if empty.
  virtual std::vector<FarFieldAmplitude> known_field(const PlaneWave&, const std::vector<Direction>&) const {
    return {};
  }
  /// J [A/m]. @param sides  of the mesh of the model  @param solution  of all unknowns
  virtual SurfaceCurrent electric_current(const BentSides& sides, const Complex* solution) const = 0;
  /// M [V/m]; none on conductors.
  virtual std::optional<SurfaceCurrent> magnetic_current(const BentSides&,
                                                         const Complex* /*solution*/) const {
    return std::nullopt;
  }
};

/// Program type 1: the CFIE of perfect conductors. @param model  outlives the formulation, as in all of these
std::unique_ptr<Formulation> conductor_formulation(const Model& model);

/// Perfect conductors, some parts by physical optics. @param job  is read at once  @param frequencies_hz  all
/// of the run
std::unique_ptr<Formulation> hybrid_formulation(const Model& model, const Job& job,
                                                std::span<const double> frequencies_hz);

/// Program type 2: impedance surfaces. @param job  outlives the formulation too
std::unique_ptr<Formulation> coating_formulation(const Model& model, const Job& job,
                                                 std::span<const double> frequencies_hz);

/// Program type 3: media and conductors.
std::unique_ptr<Formulation> composite_formulation(const Model& model, const Job& job,
                                                   std::span<const double> frequencies_hz);

}  // namespace pace
