// What a small change of a surface does to the far field, from the currents of a direct and an adjoint wave
// on it: docs/theory/design-maps.md.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "accuracy/current_products.hpp"
#include "basis/linear_remainder.hpp"
#include "basis/rwg_space.hpp"
#include "design/curvature_difference.hpp"
#include "design/surface_coefficients.hpp"

namespace pace {

/// Products over a triangle [A²]: all that first order needs.
struct ProductIntegrals {
  Complex current, charge;                    ///< ∫ J·J* dS and ∫ ∇·J ∇·J*/k² dS
  Complex magnetic_current, magnetic_charge;  ///< the same of M/η₀; 0 on a conductor
  /// (j/k) ∫ (M/η₀)·C·(J* × n) dS, the mean of both orders; C of CurvatureDifferences. 0 on a conductor.
  Complex curvature;
};

/// A layer that may be laid on the surface.
struct ThinLayer {
  Complex relative_permittivity, relative_permeability = 1.0;  ///< ε' − jε'', μ' − jμ''
};

/// dF/dp = −(jkη/4π) d b*(J)/dp of one triangle alone, F the far-field amplitude along the polarization of
/// the adjoint wave, towards where that comes from. Here: the boundary of a homogeneous medium moves into it
/// [V/m], whatever lies behind. An interface moves into the medium before it and out of the one behind;
/// behind a conductor there is none.
Complex into_medium(const ProductIntegrals& of, double k, const Complex& epsilon, const Complex& mu);
/// Displacement of a conductor or an impedance surface outwards in vacuum, with the impedance that it has
/// [V/m].
Complex by_displacement(const ProductIntegrals& of, double k);
/// Surface impedance, from what it is [V/Ω].
Complex by_impedance(const ProductIntegrals& of, double k);
/// Thickness of a layer, from 0, in the medium before the surface, which stays where it is [V/m].
Complex by_thickness(const ProductIntegrals& of, double k, const ThinLayer& layer,
                     const Complex& epsilon = 1.0, const Complex& mu = 1.0);

/// A current as the products need it: in the middle of each triangle, and how it varies over the triangle.
struct VaryingCurrent {
  std::vector<MiddleCurrent> middle;
  /// Along two directions; the sum of both products is the covariance over the triangle.
  std::vector<std::array<MiddleCurrent, 2>> variation;
  /// What functions leave out of it, in the terms of a LinearRemainder; empty where there are none.
  std::vector<std::array<Complex, 3>> remainder;
};

/// Of one wave.
struct TriangleCurrents {
  VaryingCurrent electric;  ///< J
  VaryingCurrent magnetic;  ///< M/η₀; empty on a conductor
};

/// Makes the products of two currents. The values that a Galerkin solution has in its triangles are not the
/// means of the exact ones: they are larger by as much as the mean of a product exceeds the product of the
/// means. So the covariance over the triangle, from the gradients that the neighbours imply, is taken off the
/// product of the values, not added to it (docs/theory/design-maps.md). Where the equations have ⟨f, f'⟩ less
/// by the remainders of the functions, so has the product of the currents.
class CurrentProducts {
 public:
  /// @param space  outlives this  @param k  of vacuum [1/m]
  /// @param remainders  by triangle, that the equations take out (equations/local_terms.hpp); empty: none
  CurrentProducts(const RwgSpace& space, double k,
                  std::vector<std::optional<LinearRemainder>> remainders = {});

  TriangleCurrents currents(const SurfaceCoefficients& of) const;
  /// One a triangle; 0 on sheets, whose two sides have currents that their sum does not tell.
  std::vector<ProductIntegrals> operator()(const TriangleCurrents& direct,
                                           const TriangleCurrents& adjoint) const;

 private:
  struct Neighbour {
    int triangle;
    std::array<float, 2> weight;  ///< of the difference to it, in each variation
  };
  void add_neighbours(int triangle, const std::vector<int>& around);
  CurrentProducts(const RwgSpace& space, double k, const SmoothPatches& patches,
                  std::vector<std::optional<LinearRemainder>> remainders);
  VaryingCurrent varying(const Complex* coefficients) const;
  CurrentProduct mean_product(const VaryingCurrent& a, const VaryingCurrent& b, std::size_t triangle) const;

  const RwgSpace& space_;
  double k_;
  CurvatureDifferences curvature_;
  std::vector<Neighbour> neighbours_;
  std::vector<std::size_t> first_neighbour_;
  std::vector<std::optional<LinearRemainder>> remainders_;
};

}  // namespace pace
