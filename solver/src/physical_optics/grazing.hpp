// Where a wave comes so nearly edge-on to a flat face that physical optics does not know its return.
#pragma once

#include <optional>
#include <span>

#include "mesh/topology.hpp"

namespace pace {

/// The largest flat face that some of the waves meet so.
struct GrazingFace {
  int part;            ///< of Mesh::parts
  double size;         ///< longest way across it [wavelengths]
  double from_normal;  ///< from this angle from its normal on [rad]
  int waves;           ///< that meet this or another face so
  int worst;           ///< of the waves, the one that is nearest to edge-on to this face
};

/// Half a phase of 1 rad between the wave over a face of length L and the one along it: √(2kL) sin(ε/2) = 1
/// gives the angle ε. Nearer to edge-on the edges do not return the wave but what the ones before them have
/// left of it, and corners are as strong as edges. Faces that are shorter than a wavelength are not counted.
/// @param towards_sources  unit vectors
std::optional<GrazingFace> grazing_face(const Mesh& mesh, const Topology& topology, double wavelength,
                                        std::span<const Vec3> towards_sources);

}  // namespace pace
