// How finely the mesh follows the wave, part by part.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "mesh/mesh.hpp"

namespace pace {

struct CoarseMesh {
  int parts;            ///< that are too coarse
  int part;             ///< into Mesh::parts: the worst of them
  double share;         ///< of its area in triangles with an edge above λ/8
  double longest_edge;  ///< of the worst part, in wavelengths
};

/// The error of a mesh grows with the square of its edges, so a part is too coarse when the root mean square
/// of its edges over its area is above λ/8, or one edge is above λ/4.
/// @param wavenumber  by triangle, |k| of the densest medium beside it [1/m]; 0 where no wave is solved for
std::optional<CoarseMesh> coarse_mesh(const Mesh& mesh, std::span<const double> wavenumber);

}  // namespace pace
