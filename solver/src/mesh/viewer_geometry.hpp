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
/// That is the mesh of corners, which readers may stop at. Where triangles are bent there follows what to
/// draw in their place (pieces.hpp):
///   char[8] "PACEBEN1", uint32 count of added points A, uint32 count of pieces P,
///   float32[3·A] points [m], numbered V, V + 1, …,
///   uint32[3·A] and float32[3·A] vertices that each point lies between, and their weights: what is known at
///               vertices is Σ weight · value there,
///   uint32[5·P] triangle of the piece (from 0), its three vertices or points, wound as the triangle, and a
///               mask: bit i is set where the line from its corner i to i + 1 is a part of a side,
///   int16[9·P]  unit normals of the surface at the three corners of the piece, times 32767.
/// Every bent triangle has a piece at least; flat ones have none.
/// @param mesh  vertices in metres
/// @throws InputError GEOMETRY_NOT_WRITABLE
void write_viewer_geometry(const Mesh& mesh, const Topology& topology, const std::filesystem::path& path);

}  // namespace pace
