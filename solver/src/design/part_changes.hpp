// What a small change of a whole part does to the far field: sums over its triangles of
// docs/theory/design-maps.md.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "basis/rwg_space.hpp"
#include "design/first_order.hpp"

namespace pace {

/// Derivatives of the far-field amplitude F along the received polarization, from no change at all.
struct PartDerivatives {
  Complex displacement = 0.0;       ///< of the whole surface outwards [V/m]
  Complex impedance = 0.0;          ///< [V/Ω]
  Complex layer = 0.0;              ///< by the thickness of the layer [V/m]; 0 without a layer
  std::array<Complex, 3> moved{};   ///< along x, y and z [V/m]
  std::array<Complex, 3> turned{};  ///< about x, y and z through the middle of the part, right-handed [V/rad]
};

/// The parts of a mesh as derivatives need them.
class PartChanges {
 public:
  /// @param space  outlives this  @param parts  as many as the mesh has
  /// @param is_composite  its surfaces bound media, of which derivatives by shape are not made
  PartChanges(const RwgSpace& space, std::size_t parts, bool is_composite = false);

  /// @param integrals  one a triangle; none of a composite
  /// @return  one a part; nothing of parts without derivatives
  std::vector<std::optional<PartDerivatives>> operator()(const std::vector<ProductIntegrals>& integrals,
                                                         double k,
                                                         const std::optional<ThinLayer>& layer) const;
  /// Centroid of the surface of the part that carries current [m].
  const Vec3& middle(std::size_t part) const { return middle_[part]; }
  /// Not of parts with sheets, whose sides have currents that their sum does not tell, nor of composites.
  bool has_derivatives(std::size_t part) const { return has_derivatives_[part]; }

 private:
  const RwgSpace& space_;
  std::vector<Vec3> middle_;
  std::vector<char> has_derivatives_;
};

}  // namespace pace
