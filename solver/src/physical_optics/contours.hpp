// Where what a plane wave sees of a surface may change from one facet to the next.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "physical_optics/facets.hpp"

namespace pace {

/// Two neighbouring facets that look to the source are both lit or both dark, unless the way from one to the
/// other goes, as seen from the source, behind a contour: an edge where the surface turns away, ends or
/// branches (Appel, "The notion of quantitative invisibility", Proc. ACM 22, 1967). So one ray serves all
/// facets that are connected without one in front of them. Not for surfaces that pass through each other.
class Contours {
 public:
  /// O(N log N).
  /// @param asked  the facets that `Map` is asked about
  Contours(const FacetSurface& surface, std::span<const int> asked);

  /// Beyond the side opposite to each corner: a facet, or −1 if that side is a contour from everywhere.
  const std::vector<std::array<int, 3>>& neighbours() const { return neighbours_; }

  /// In single precision only from there.
  Eigen::Vector3f from_centre(const Vec3& p) const { return (p - surface_.centre).cast<float>(); }

  /// The contours of one direction on a grid across it.
  class Map {
   public:
    /// False: no contour is in front of the way from a facet's middle to the middles of its sides.
    /// @param middle  as `from_centre` has it
    bool has_contour_before(const Eigen::Vector3f& middle) const {
      const Place place = at(middle);
      return nearest_[cell_of(place)] > place.depth - reach_;
    }

   private:
    friend class Contours;
    /// Across the direction [cells] and along it [steps of depth], from a corner of the grid.
    struct Place {
      float u, v, depth;
    };
    Place at(const Eigen::Vector3f& p) const {
      const Eigen::Vector3f place = axes_ * p + middle_;
      return {place.x(), place.y(), place.z()};
    }
    std::size_t cell_of(const Place& place) const {
      return static_cast<std::size_t>(place.v) * side_ + static_cast<std::size_t>(place.u);
    }
    void mark(const Place& from, const Place& to);

    Eigen::Matrix3f axes_;    ///< rows: two across [cells a metre] and one towards the source [steps a metre]
    Eigen::Vector3f middle_;  ///< the surface's centre, in the same units
    float reach_;             ///< [steps of depth]
    std::size_t side_;        ///< cells
    /// Of each cell the largest depth of a contour in it or beside it, rounded up; 0 without one.
    std::vector<std::uint16_t> nearest_;
  };

  /// @param facing  of each facet, FacetSurface::side_towards this direction
  Map seen_from(const Vec3& towards_source, std::span<const signed char> facing) const;

 private:
  const FacetSurface& surface_;
  double reach_;  ///< from the middle of a facet to the middles of its sides, at most [m]
  double cell_;   ///< [m]
  std::vector<std::array<int, 2>> inner_;           ///< edges between two facets: these facets
  std::vector<std::array<int, 2>> inner_vertices_;  ///< and their vertices
  std::vector<std::array<int, 2>> always_;          ///< vertices of edges that are contours from everywhere
  std::vector<std::array<int, 3>> neighbours_;
};

}  // namespace pace
