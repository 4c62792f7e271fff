// How finely the mesh follows the wave, part by part.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "mesh/mesh.hpp"

namespace pace {

/// Edges a wavelength of flat triangles at their limit.
inline constexpr double flat_mesh_limit = 8.0;

struct CoarseMesh {
  int parts;            ///< that are too coarse
  int part;             ///< into Mesh::parts: the worst of them
  double share;         ///< of its area in triangles with an edge above the limit
  double longest_edge;  ///< of the worst part, in wavelengths
  /// Of most of that area: edges a wavelength at the limit, and that are usual.
  double limit, usual;
};

/// A part is too coarse when the root mean square of its edges over its area is above a limit, or one edge is
/// above λ/4. The limit of flat triangles is λ/8, of bent ones λ/5, of bent ones that carry an impedance
/// λ/6.5: there the error of bent triangles is that of flat ones at their limit, or less.
/// @param wavenumber  by triangle, |k| of the densest medium beside it [1/m]; 0 where no wave is solved for
/// @param impedance   by triangle, whether it is an impedance surface; empty: none is
std::optional<CoarseMesh> coarse_mesh(const Mesh& mesh, std::span<const double> wavenumber,
                                      std::span<const char> impedance = {});

}  // namespace pace
