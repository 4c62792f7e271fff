// The equations of α = 1, whose matrix is symmetric once the rows of M are negated: by them the errors of far
// fields are estimated, whatever equations a run solves (docs/theory/error-estimate.md).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "accuracy/current_reaction.hpp"
#include "equations/current_equations.hpp"
#include "excitation/plane_wave.hpp"
#include "materials/layer_stack.hpp"
#include "systems/reaction_product.hpp"

namespace pace {

/// At one frequency. Columns are those of the run's solutions.
class SymmetricEquations {
 public:
  virtual ~SymmetricEquations() = default;

  virtual std::vector<RegionForms> forms() const = 0;
  virtual std::vector<RegionCoefficients> coefficients(const Complex* column) const = 0;
  /// The currents that physical optics gives a wave; none where it says too little of them: inside media and
  /// on the far side of what waves go through or around.
  virtual std::optional<std::vector<Complex>> optics(const PlaneWave& wave) const = 0;
  virtual bool has_optics() const = 0;
  /// Of a reaction with another column: Σ sign · row · value.
  virtual std::vector<double> signs() const = 0;
  /// Adds the right-hand sides of these waves, their rows of M not negated, by all threads.
  virtual void add_excitations(std::span<const PlaneWave> waves, Columns& columns) const = 0;
  /// The matrix, its rows of M not negated. It refers to this.
  virtual std::unique_ptr<ReactionProduct> dense(const OnSetup& on_setup) const = 0;
  /// @param shared, ranks  as `fast_efie`; equations of several currents are not divided over ranks
  virtual std::unique_ptr<ReactionProduct> fast(const FastDemand& demand, SharedTrees* shared,
                                                Communicator& ranks, const OnSetup& on_setup) const = 0;
  /// The run solves these very equations.
  virtual bool are_solved() const = 0;
};

/// Of a perfect conductor: the EFIE. @param space  outlives it  @param k  [1/m]
std::unique_ptr<SymmetricEquations> symmetric_conductor(const RwgSpace& space, double k,
                                                        const SharedWaves& shared, bool are_solved);

/// @param equations  as the run solves them; outlive it
/// @param local_of   the local terms that go with such spaces
/// @param impedance  Z of each part of the mesh [ohm], 0 on bare conductor; empty between media
/// @param slopes     of the layers of each part, for impedances
std::unique_ptr<SymmetricEquations> symmetric_multi_region(
    const CurrentEquations& equations, const std::function<LocalTerms(const CurrentSpaces& spaces)>& local_of,
    std::vector<Complex> impedance, std::vector<ImpedanceSlopes> slopes);

}  // namespace pace
