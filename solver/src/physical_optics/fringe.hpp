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
  double n;  ///< free angle over π: 2 for the rim of a sheet, 3/2 for the edge of a box

  Vec3 middle() const { return 0.5 * (end[0] + end[1]); }
  /// Into the middle of the free angle.
  Vec3 bisector() const {
    return std::cos(0.5 * n * pi) * along_face[0] + std::sin(0.5 * n * pi) * normal[0];
  }
};

/// Facets that turn by less than this belong to a smooth surface and have no edge between them [rad].
inline constexpr double sharp_edge = 15.0 * pi / 180.0;

/// Open edges and the outer side of edges that turn by more than `sharp_edge`, cut into pieces no longer than
/// `longest` [m]. Edges of three or more faces and re-entrant ones are left out.
/// @param keep  edges of other triangles of the mesh are left out too, one entry a triangle; empty: all count
std::vector<WedgeEdge> sharp_edges(const Mesh& mesh, const Topology& topology, double longest,
                                   std::span<const char> keep = {});

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
