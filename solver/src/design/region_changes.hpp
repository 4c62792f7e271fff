// What a small change of a material does to the far field, from the currents on the boundary of the region
// that it fills: docs/theory/design-maps.md.
#pragma once

#include "design/first_order.hpp"

namespace pace {

/// Derivatives of the far-field amplitude F along the polarization of the adjoint wave [V].
struct MaterialDerivatives {
  Complex permittivity, permeability;  ///< by the relative ones, ε' − jε'' and μ' − jμ''
};

/// One homogeneous region. Over it ∫ ε E·E* dV and ∫ μ H·H* dV are integrals over its boundary: the reaction
/// theorem has their sum; their difference is the trace of the bilinear stress tensor, which has no
/// divergence.
class RegionChanges {
 public:
  /// @param boundary  normals into the region; outlives this  @param k  of vacuum [1/m]
  RegionChanges(const RwgSpace& boundary, double k);

  /// @param direct, adjoint  of the products on the boundary  @param epsilon, mu  of the region, relative
  MaterialDerivatives operator()(const TriangleCurrents& direct, const TriangleCurrents& adjoint,
                                 const Complex& epsilon, const Complex& mu) const;

 private:
  const RwgSpace& space_;
  double k_;
  Vec3 middle_ = Vec3::Zero();  ///< from which places are counted; any would do for exact currents
};

}  // namespace pace
