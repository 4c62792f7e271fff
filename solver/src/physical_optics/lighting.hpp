// What a plane wave sees of the surface.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "physical_optics/contours.hpp"
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
  /// A facet, padded by zeros to whole batches: +1 or −1 wholly lit on this side of its normal, 0 dark or in
  /// pieces.
  std::vector<signed char> side;
  std::vector<LitPiece> pieces;   ///< of partly lit facets
  std::vector<PartlyLit> partly;  ///< the facets that the pieces are of
};

/// Shadows by rays towards the source. A facet no longer than `sampling` has one ray from its middle. A
/// longer one is cut into pieces of that length (at most `most_pieces` along an edge), each with rays from
/// its corners and its middle; pieces where they disagree are quartered down to `sampling`, and of the last
/// ones the lit share is known to a quarter. So the edge of a shadow is known to half of `sampling`; a shadow
/// narrower than a first piece that misses all its rays is not seen. Facets with nothing in front of them are
/// lit without a ray. Short facets that no contour divides may share one ray: with the same result.
class Illuminator {
 public:
  /// @param sampling    [m]
  /// @param share_rays  of surfaces that do not pass through each other, where many directions will be asked
  ///                    for (`least_for_sharing`)
  Illuminator(const FacetSurface& surface, const RayScene& scene, double sampling,
              int most_pieces = usual_pieces, bool share_rays = false);

  /// @param towards_source  unit vector
  Lighting light(const Vec3& towards_source) const;

  static constexpr int usual_pieces = 16;
  static constexpr std::size_t least_for_sharing = 30;

  /// Pieces along the edges of a facet that is cut for its first rays.
  static int first_pieces(const Facet& facet, double sampling, int most_pieces);

 private:
  int cuts(const Facet& facet) const { return first_pieces(facet, sampling_, most_pieces_); }
  bool needs_ray(int facet, signed char side) const { return side != 0 && in_front_[facet][side < 0]; }
  void link_short_facets();
  bool light_by_contours(const Vec3& towards_source, std::span<const signed char> facing,
                         Lighting& lighting) const;
  std::vector<char> blocked(std::span<const int> facets, const Vec3& towards_source,
                            std::span<const signed char> facing) const;
  void light_by_pieces(int facet, int side, const Vec3& towards_source, Lighting& lighting) const;

  const FacetSurface& surface_;
  const RayScene& scene_;
  double sampling_;
  int most_pieces_;
  std::vector<std::array<bool, 2>> in_front_;
  std::vector<int> short_, long_;  ///< facets that may need rays, with one cut and with more
  /// Of each of `short_`: its middle, and the ones of `short_` beyond its sides, −1 if there is none.
  struct Linked {
    Eigen::Vector3f middle;
    int facet;
    std::array<int, 3> neighbour;
  };
  std::optional<Contours> contours_;  ///< between the short ones
  std::vector<Linked> linked_;
};

}  // namespace pace
