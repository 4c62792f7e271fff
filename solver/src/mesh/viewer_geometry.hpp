// The surface as the three-dimensional viewer loads it.
#pragma once

#include <filesystem>

#include "mesh/mesh.hpp"
#include "mesh/topology.hpp"

namespace pace {

/// Writes, little-endian and without padding:
///   char[8] "PACEGEO1", uint32 vertex count V, uint32 triangle count T,
///   float32[3·V] vertices [m],
///   uint32[4·T] part index (from 1, position in mesh.parts), then three vertex indices (from 0), wound as
///               `topology.orientation` says: normals of closed bodies point outward,
///   float32[T]  radius ratio of the triangles (1 equilateral, 0 collapsed).
/// @param mesh  vertices in metres
/// @throws InputError GEOMETRY_NOT_WRITABLE
void write_viewer_geometry(const Mesh& mesh, const Topology& topology, const std::filesystem::path& path);

}  // namespace pace
