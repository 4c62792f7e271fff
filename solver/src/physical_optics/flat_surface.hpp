// Bent triangles cut into flat ones that follow them, which is all that Physical Optics needs of a bend.
#pragma once

#include <optional>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/pieces.hpp"
#include "mesh/topology.hpp"
#include "physical_optics/facets.hpp"

namespace pace {

/// A mesh of flat triangles near a bent one, the vertices of that first.
struct FlatSurface {
  Mesh mesh;
  std::vector<int> triangle;          ///< of the bent mesh that each flat one is a part of
  std::vector<Pieces::Point> points;  ///< the vertices beside those of the bent mesh
  Topology topology;

  /// Values of the bent mesh's triangles, one a flat triangle; empty stays empty.
  std::vector<char> of_parts(const std::vector<char>& values) const;
};

/// Sides are cut until they are λ/400 from the surface, a phase of 0.02, as far as `pieces_of` cuts; nothing
/// for a mesh without bends.
/// @param wavelength  the shortest [m]
std::optional<FlatSurface> flat_surface(const Mesh& mesh, double wavelength);

/// The middles of sides of the bent mesh, each with the facets there: no farther from the surface than these.
/// @param sides  of bent triangles: their vertices, the smaller first
SurfacePoints middles_of(const FlatSurface& flat, const FacetSurface& surface,
                         std::span<const std::array<int, 2>> sides);

}  // namespace pace
