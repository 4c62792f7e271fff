// What sharp edges add to physical optics: Michaeli's equivalent fringe currents.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "excitation/plane_wave.hpp"
#include "physical_optics/ray_scene.hpp"

namespace pace {

/// A straight piece of a sharp edge. Angles about it are measured from face 0 through the free space to face
/// 1, which is at nπ.
struct WedgeEdge {
  std::array<Vec3, 2> end;         ///< [m]
  std::array<Vec3, 2> along_face;  ///< unit, normal to the edge, from it into each face
  std::array<Vec3, 2> normal;      ///< unit, from each face into the free space beside it
  /// The flat faces beside it, numbered over the surface; −1 where none is known. Both of a sheet's rim are
  /// one.
  std::array<int, 2> face{-1, -1};
  std::array<double, 2> reach{0.0, 0.0};  ///< of the faces from the edge; 0 where none is known [m]
  double n;  ///< free angle over π: 2 for the rim of a sheet, 3/2 for the edge of a box

  Vec3 middle() const { return 0.5 * (end[0] + end[1]); }
  /// Into the middle of the free angle.
  Vec3 bisector() const {
    return std::cos(0.5 * n * pi) * along_face[0] + std::sin(0.5 * n * pi) * normal[0];
  }
};

/// Facets that turn by less than this belong to a smooth surface and have no edge between them [rad].
inline constexpr double sharp_edge = 15.0 * pi / 180.0;

/// How a wave meets an edge, in the axes of one of its faces.
struct EdgeArrival {
  double sine, cosine;  ///< of its direction to the edge
  double angle;  ///< of the source about the edge, from the face; above nπ it is inside the metal [rad]
};
/// A wave that meets a face edge-on comes to the rim of a sheet from the side of its first normal.
EdgeArrival edge_arrival(const WedgeEdge& edge, int face, const Vec3& towards_source);

/// A wave nearer to an edge's own direction than this (sine) is left out: the equivalent currents grow
/// without bound there.
inline constexpr double along_edge = 0.05;

/// Open edges and the outer side of edges that turn by more than `sharp_edge`, cut into pieces no longer than
/// `longest` [m]. Edges of three or more faces and re-entrant ones are left out.
/// @param keep  edges of other triangles of the mesh are left out too, one entry a triangle; empty: all count
std::vector<WedgeEdge> sharp_edges(const Mesh& mesh, const Topology& topology, double longest,
                                   std::span<const char> keep = {});

/// By triangle, the flat face that it belongs to: neighbours that do not bend are one. Internal triangles and
/// those that do not count have one of their own.
/// @param keep  as of `sharp_edges`
std::vector<int> flat_faces(const Mesh& mesh, const Topology& topology, std::span<const char> keep);

/// The moment per length ∫ J_fringe e^{jk r̂·r'} of the wedge's faces along the rays that graze them [A]: the
/// exact current of the wedge less the one of physical optics, integrated in closed form. It radiates
/// −(jkη/4π)(I − r̂r̂)·moment per metre of edge. Source: Michaeli, IEEE Trans. Antennas Propag. 34 (1986)
/// 912–918; docs/theory/physical-optics.md.
/// @return  zero when the wave comes from inside the metal or nearly along the edge
CVec3 fringe_moment(const WedgeEdge& edge, double k, const PlaneWave& wave, const Vec3& r_hat);

/// Far-field amplitude towards r̂ of the edges that see the source, the phase along each in closed form.
/// @param lit  one entry an edge
CVec3 fringe_field(const std::vector<WedgeEdge>& edges, const std::vector<char>& lit, double k,
                   const PlaneWave& wave, const Vec3& r_hat);

/// Which edges see the source.
std::vector<char> edges_lit(const std::vector<WedgeEdge>& edges, const RayScene& scene,
                            const Vec3& towards_source);

}  // namespace pace
