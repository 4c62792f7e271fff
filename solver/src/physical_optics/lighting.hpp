// What a plane wave sees of the surface.
#pragma once

#include <array>
#include <vector>

#include "physical_optics/ray_scene.hpp"

namespace pace {

/// A piece of a facet whose rest is in shadow.
struct LitPiece {
  std::array<Vec3, 3> corner;
  Vec3 area_vector;  ///< twice the area times the normal of the lit side [m²]
  double share;      ///< of it that is lit: 1 inside, less on the edge of the shadow
};

/// How much of a facet that is cut into pieces is lit.
struct PartlyLit {
  int facet;
  double share;
  int side;
};

struct Lighting {
  std::vector<signed char>
      side;  ///< a facet: +1 or −1 wholly lit on this side of its normal, 0 dark or in pieces
  std::vector<LitPiece> pieces;   ///< of partly lit facets
  std::vector<PartlyLit> partly;  ///< the facets that the pieces are of
};

/// Shadows by rays towards the source. A facet no longer than `sampling` has one ray from its middle. A
/// longer one is cut into pieces of that length (at most `most_pieces` along an edge), each with rays from
/// its corners and its middle; pieces where they disagree are quartered down to `sampling`, and of the last
/// ones the lit share is known to a quarter. So the edge of a shadow is known to half of `sampling`; a shadow
/// narrower than a first piece that misses all its rays is not seen. Facets with nothing in front of them are
/// lit without a ray.
class Illuminator {
 public:
  /// @param sampling  [m]
  Illuminator(const FacetSurface& surface, const RayScene& scene, double sampling,
              int most_pieces = usual_pieces);

  /// @param towards_source  unit vector
  Lighting light(const Vec3& towards_source) const;

  static constexpr int usual_pieces = 16;

  /// Pieces along the edges of a facet that is cut for its first rays.
  static int first_pieces(const Facet& facet, double sampling, int most_pieces);

 private:
  int cuts(const Facet& facet) const { return first_pieces(facet, sampling_, most_pieces_); }
  void light_by_pieces(int facet, int side, const Vec3& towards_source, Lighting& lighting) const;

  const FacetSurface& surface_;
  const RayScene& scene_;
  double sampling_;
  int most_pieces_;
  std::vector<std::array<bool, 2>> in_front_;
};

}  // namespace pace
