// The metal surface as physical optics sees it: facets with two sides.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/topology.hpp"
#include "physical_optics/point_array.hpp"

namespace pace {

struct Facet {
  std::array<int, 3> vertex;  ///< into FacetSurface::vertices
  Vec3 area_vector;           ///< twice the area times the unit normal, outward for closed bodies [m²]
  Vec3 normal;
  double longest_edge;  ///< [m]
  bool sheet;           ///< open surface: lit from either side
};

/// Vertices and facets as structures of arrays, padded to whole batches: for what runs through all of them.
struct FacetArrays {
  PointArray vertices;                     ///< [m]; zero where padded
  std::array<std::vector<int>, 3> corner;  ///< Facet::vertex
  PointArray area_vector, normal;          ///< zero where padded
  std::vector<signed char> sheet;          ///< Facet::sheet
};

struct FacetSurface {
  std::vector<Vec3> vertices;  ///< [m]
  std::vector<Facet> facets;   ///< those with a side outside the metal
  std::vector<int> triangle;   ///< of the mesh, bent or not, a facet
  Vec3 centre;                 ///< of the box around it
  double extent;               ///< diagonal of the box [m]
  FacetArrays arrays;

  /// @param keep  triangles of the mesh that count, one entry each; empty: all do
  /// @param of    triangle of a bent mesh that each is a part of; empty: each its own
  FacetSurface(const Mesh& mesh, const Topology& topology, std::span<const char> keep = {},
               std::span<const int> of = {});

  /// +1 if the wave from `towards_source` meets the side that the normal points from, −1 for the other side
  /// of a sheet, 0 if the facet turns away or is met edge-on.
  int side_towards(const Vec3& towards_source, const Facet& facet) const {
    const double cosine = facet.normal.dot(towards_source);
    if (cosine > edge_on) return 1;
    return facet.sheet && cosine < -edge_on ? -1 : 0;
  }

  /// `side_towards` of every facet, padded by zeros.
  std::vector<signed char> sides_towards(const Vec3& towards_source) const;

  /// Sine of the grazing angle below which a facet counts as met edge-on and carries no current.
  static constexpr double edge_on = 1e-9;
};

/// Points of a surface, with the facets that meet there.
struct SurfacePoints {
  std::vector<Vec3> position;                 ///< [m]
  std::vector<std::array<int, 2>> of_facets;  ///< a facet and a point that it is at
};
/// @param count  of the surface's vertices, from the first on
SurfacePoints vertices_of(const FacetSurface& surface, std::size_t count);

}  // namespace pace
