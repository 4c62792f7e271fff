// Which triangles and functions are solved by the full wave and which carry the currents of physical optics.
#pragma once

#include <span>
#include <vector>

#include "basis/rwg_space.hpp"
#include "mesh/topology.hpp"

namespace pace {

/// Triangles of physical optics within this many wavelengths of a full-wave part that they touch belong to
/// the full wave too: physical optics does not know the charges that pile up where a current enters the
/// surface (docs/theory/hybrid.md).
inline constexpr double collar_wavelengths = 0.25;

/// A function belongs to the full wave if any of its triangles does, so the border of the two carries one
/// full-wave function an edge and charge is conserved across it.
struct PartDivision {
  /// @param by_optics   one entry a part of the mesh
  /// @param wavelength  that measures the collar [m]
  PartDivision(const Mesh& mesh, const Topology& topology, const RwgSpace& space,
               std::span<const char> by_optics, double wavelength);

  std::vector<char> optics_mesh_triangle;  ///< of Mesh::triangles, internal ones never
  std::vector<char> optics_triangle;       ///< of RwgSpace::triangles()
  std::vector<char> optics_function;
  std::vector<int> full_wave, optics;  ///< functions of each kind, ascending
  std::vector<int> index;              ///< of a function among its kind
  int collar_triangles = 0;
  int optics_count() const { return static_cast<int>(optics.size()); }
  int full_wave_count() const { return static_cast<int>(full_wave.size()); }
};

}  // namespace pace
