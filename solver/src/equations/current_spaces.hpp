// Electric and magnetic currents on the boundaries of regions: which functions carry which unknowns.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "basis/dual_space.hpp"
#include "mesh/topology.hpp"

namespace pace {

/// The unknown that a function's coefficient is, up to its sign; −1: the function carries no such current.
struct Unknown {
  int index = -1;
  double sign = 1.0;
};

/// The boundary of one region as seen from inside of it: normals point into the region, J = n × H and M = E ×
/// n.
struct RegionBoundary {
  const DualSpace* dual_space() const { return dual ? &*dual : nullptr; }

  RwgSpace space;
  std::optional<DualSpace> dual;  ///< tests the part of the equations that is weighted with 1 − α
  std::vector<double> alpha;      ///< by function; the same in all regions that share its unknowns
  std::vector<char> between;  ///< by function: its unknowns are those of other regions too; empty: none is
  std::vector<Unknown> electric, magnetic;  ///< by function; the magnetic unknown is M/η₀
  int region = 0;                           ///< its number in SideRegions
};

/// Region 0 holds the incident wave and is vacuum.
struct CurrentSpaces {
  int unknowns = 0;
  std::vector<RegionBoundary> regions;
  std::vector<Vec3> points;  ///< of the unknowns: the middles of their edges [m]
};

/// Where currents flow on an impedance surface in vacuum: J on every function, M on those of which both
/// triangles are coated. A function without a dual one gets α = 1; around convex edges at which the impedance
/// steps α rises to 1.
/// @param part_alpha  one value a part of the mesh
/// @param part_ohm    Z by part, at each frequency; a part of 0 Ω at all of them is bare conductor
CurrentSpaces impedance_spaces(const RwgSpace& space, std::span<const double> part_alpha,
                               const std::vector<std::vector<Complex>>& part_ohm);

/// Which regions a mesh separates; 0 is the one outside.
struct SideRegions {
  std::vector<std::array<int, 2>> of_triangle;  ///< region on the side of the file's normal, and on the other
  std::vector<bool> conductor;                  ///< by region
  std::vector<char> metal_film;  ///< by triangle: metal without thickness; empty if there is none
};

/// How equations between media are made of those of both sides.
enum class InterfaceEquations {
  pmchwt,  ///< α = 1
  jmcfie   ///< α = jmcfie_alpha wherever dual functions can test
};

/// Of functions between media in JMCFIE, whose other part is weighted by |n| of the medium
/// (docs/theory/several-currents.md). Below, rounds hardly fall any more and the error grows a little
/// (docs/decisions/2026-11-22-currents.md).
inline constexpr double jmcfie_alpha = 0.3;

/// Currents on the boundaries of media, conductors and thin conducting sheets among them. Around an edge the
/// tangential H is one unknown for all media between two conducting faces, and E one more where no face
/// conducts: so the junction conditions of any number of media hold exactly [Ylä-Oijala, Taskinen & Sarvas,
/// PIER 53, 2005]. On closed conductors α is that of their parts where a dual function can test the MFIE, on
/// sheets 1.
/// @throws InputError SHEET_MEETS_INTERFACE, REGIONS_DISAGREE
CurrentSpaces region_spaces(const Mesh& mesh, const Topology& topology, const SideRegions& regions,
                            std::span<const double> part_alpha,
                            InterfaceEquations equations = InterfaceEquations::pmchwt);

}  // namespace pace
