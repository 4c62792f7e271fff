// How far the far fields of a frequency may be from the exact ones (docs/theory/error-estimate.md).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "accuracy/current_reaction.hpp"
#include "accuracy/error_bar.hpp"
#include "accuracy/error_map.hpp"
#include "formulations/symmetric_equations.hpp"
#include "output/field_files.hpp"
#include "parallel/communicator.hpp"
#include "run/incident_waves.hpp"
#include "systems/reaction_product.hpp"

namespace pace {

/// The bars of some columns.
struct ColumnErrors {
  std::vector<FieldError> back;                  ///< [column], of what returns to where its wave came from
  std::vector<std::vector<FieldError>> towards;  ///< [direction][column]
  std::vector<FieldCorrection> corrections;      ///< [column], of `back`
  std::vector<ErrorParts> parts;  ///< [column], of the component along the incident wave, back [V]

  /// Of the columns of all ranks, in their order; all ranks call it.
  ColumnErrors of_all(Communicator& ranks) const;
};

class ErrorEstimate {
 public:
  /// @param equations  outlive this  @param rows  of a column  @param k  of vacuum [1/m]
  /// @param triangles  of the mesh
  /// @param product    null: the currents solve the symmetric equations to rounding
  ErrorEstimate(const SymmetricEquations& equations, int rows, double k, std::size_t triangles,
                std::unique_ptr<ReactionProduct> product);

  /// Some columns, each whole; of several ranks all call it alike.
  using ReadColumns = std::function<Columns(int first, int count)>;
  /// @param adjoint  reads the solutions for a wave from each direction, θ̂-polarized, then φ̂-polarized: the
  /// adjoint currents of receivers there. None: those of physical optics serve, where the equations have
  /// them.
  void set_receivers(std::vector<Direction> directions, ReadColumns adjoint);
  /// @param waves     whole illuminations  @param solved  a column each
  /// @param fields    of the map: what contributions to each column's component are divided by [V]; the
  ///                  components whose field is 0 have no part in it
  /// @param map       of the triangles of the mesh; the component of each column is added
  ColumnErrors of(const IncidentWaves& waves, const Columns& solved, std::span<const double> fields,
                  ErrorMap& map) const;

 private:
  struct Adjoint {
    std::vector<Complex> coefficients;  ///< a column
    ReactionValues values;
    bool by_optics = false;
  };
  /// Of one component of a field [V]; without a solved adjoint current nothing is added to it.
  struct ComponentError {
    ErrorParts parts;
    Correction correction;
  };
  Adjoint adjoint(const Complex* column) const;
  /// By physical optics.
  std::optional<Adjoint> adjoint(const PlaneWave& wave) const;
  /// Of the coefficients that are in it.
  void complete(Adjoint& adjoint) const;
  /// θ̂ at an even number, φ̂ at an odd one, two a direction. @param solved  its column, null: by physical
  /// optics  @param adjoint  its memory is used again
  void set_receiver(std::size_t number, const Complex* solved, Adjoint& adjoint) const;
  /// Directions whose adjoint currents are in memory together.
  std::size_t receivers_at_once() const;
  /// Fills `errors.towards`.
  void add_receivers(const Columns& solved, const Columns& residual, const std::vector<double>& product,
                     ColumnErrors& errors) const;
  /// @param own  of the solution itself  @param room  for the terms  @param map  null, or the component is
  /// added to it  @param field  of the map
  ComponentError component(const Complex* residual, double product, const Adjoint& own,
                           const Adjoint& adjoint, TriangleTerms& room, ErrorMap* map = nullptr,
                           double field = 1.0) const;
  Columns residuals(const IncidentWaves& waves, const Columns& solved, std::vector<double>& product) const;

  const SymmetricEquations& equations_;
  int rows_;
  double k_;
  std::vector<double> signs_;
  std::unique_ptr<ReactionProduct> product_;  ///< null: nothing is left of it
  CurrentReaction reaction_;
  std::vector<Direction> receivers_;
  ReadColumns solved_for_receivers_;  ///< two columns a receiver
};

}  // namespace pace
