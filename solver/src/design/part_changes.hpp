// What a small change of a whole part does to the far field: sums over its faces of
// docs/theory/design-maps.md.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "design/face.hpp"

namespace pace {

/// Derivatives of the far-field amplitude F along the received polarization, from no change at all.
struct PartDerivatives {
  Complex displacement = 0.0;        ///< of the whole surface outwards [V/m]
  std::optional<Complex> impedance;  ///< [V/Ω]; nothing where the part bounds two media
  Complex layer = 0.0;               ///< by the thickness of the layer [V/m]; 0 without a layer
  std::array<Complex, 3> moved{};    ///< along x, y and z [V/m]
  std::array<Complex, 3> turned{};  ///< about x, y and z through the middle of the part, right-handed [V/rad]
};

/// The parts of a mesh as derivatives need them.
class PartChanges {
 public:
  /// @param faces  outlive this  @param parts  as many as the mesh has
  PartChanges(std::span<const Face> faces, std::size_t parts);

  /// @param faces  derivatives, one a face
  /// @return  one a part; nothing of parts without derivatives
  std::vector<std::optional<PartDerivatives>> operator()(std::span<const FaceDerivatives> faces) const;
  /// Centroid of the faces of the part [m].
  const Vec3& middle(std::size_t part) const { return middle_[part]; }
  /// Not of parts with sheets, whose sides have currents that their sum does not tell.
  bool has_derivatives(std::size_t part) const { return has_derivatives_[part]; }
  /// Is every face of the part one of a conductor?
  bool is_conductor(std::size_t part) const { return is_conductor_[part]; }

 private:
  std::span<const Face> faces_;
  std::vector<Vec3> middle_;
  std::vector<char> has_derivatives_, is_conductor_;
};

}  // namespace pace
