// The radius of the disc around a complex far-field value in which the exact one lies.
#pragma once

#include <complex>

#include "accuracy/local_reaction.hpp"

namespace pace {

/// What makes up the error of a reaction ⟨E*, J⟩, to the leading order each (docs/theory/error-estimate.md)
/// [V·A].
struct ErrorTerms {
  Complex equation = 0.0;  ///< what the current leaves of the EFIE, reacted with the adjoint current
  double product = 0.0;    ///< of the product by which that was computed
  ReactionSum discretisation, geometry;
  ReactionSum rims;          ///< of the geometry, where nobody knows it
  ReactionSum layers;        ///< of what an impedance leaves out of the layers of a coating
  ReactionSum small_layers;  ///< of these, where the first order is good
};

/// What is added to a complex value, and the radius of the disc around the sum; same unit as the terms.
struct Correction {
  Complex shift = 0.0;
  double radius = 0.0;
};

/// Parts of a bar, their sum is its radius; same unit as the terms.
struct ErrorParts {
  double equation = 0.0, discretisation = 0.0, geometry = 0.0, layers = 0.0;
  double sum() const { return equation + discretisation + geometry + layers; }
};

/// Calibrated so that 95 of 100 exact values lie inside (docs/validation.md).
struct BarFactors {
  double equation = 1.5, geometry = 1.5, geometry_spread = 1.0, rims = 1.0, discretisation = 1.4;
  double layers = 1.5, layers_spread = 1.0;
  /// Where the adjoint current is that of physical optics.
  double optics = 1.2;
};

inline double layers_radius(const ReactionSum& terms, const BarFactors& factors = {}) {
  return factors.layers * std::abs(terms.sum) + factors.layers_spread * std::sqrt(terms.sum_of_squares);
}

inline ErrorParts error_parts(const ErrorTerms& terms, bool by_optics, const BarFactors& factors = {}) {
  const double all = by_optics ? factors.optics : 1.0;
  return {all * (factors.equation * std::abs(terms.equation) + terms.product),
          all * factors.discretisation *
              std::sqrt(std::norm(terms.discretisation.sum) + terms.discretisation.sum_of_squares),
          all * (factors.geometry * std::abs(terms.geometry.sum) +
                 factors.geometry_spread * std::sqrt(terms.geometry.sum_of_squares) +
                 factors.rims * (std::abs(terms.rims.sum) + std::sqrt(terms.rims.sum_of_squares))),
          all * layers_radius(terms.layers)};
}

/// Calibrated like those of a bar: what the second order of the terms that were added may leave, and all of
/// the others.
struct CorrectionFactors {
  double equation = 0.3, geometry = 0.1, geometry_spread = 0.25, rims = 1.5, discretisation = 1.4;
  double small_layers = 1.0 / 3.0;  ///< of their part of a bar
};

/// The equation's part, that of the geometry and that of layers are known with their phases; of the
/// discretisation's only the size is.
inline Correction correction(const ErrorTerms& terms, const CorrectionFactors& factors = {}) {
  const ReactionSum large{terms.layers.sum - terms.small_layers.sum,
                          terms.layers.sum_of_squares - terms.small_layers.sum_of_squares};
  return {terms.equation + terms.geometry.sum + terms.small_layers.sum,
          factors.equation * std::abs(terms.equation) + terms.product +
              factors.discretisation *
                  std::sqrt(std::norm(terms.discretisation.sum) + terms.discretisation.sum_of_squares) +
              factors.geometry * std::abs(terms.geometry.sum) +
              factors.geometry_spread * std::sqrt(terms.geometry.sum_of_squares) +
              factors.rims * (std::abs(terms.rims.sum) + std::sqrt(terms.rims.sum_of_squares)) +
              factors.small_layers * layers_radius(terms.small_layers) + layers_radius(large)};
}

}  // namespace pace
