// The triangles of a drawing: what a CAD kernel made of a model for the eye, before there is a mesh.
#pragma once

#include <filesystem>
#include <optional>

#include "mesh/mesh.hpp"

namespace pace {

/// Reads a drawing: char[8] "PACETRI1", uint32 vertex count V, uint32 triangle count T, float32[3·V] vertices
/// [m], uint32[3·T] vertex indices from 0; little-endian, without padding. All triangles are of one part.
/// Triangles that name a vertex twice are left out, and so are repetitions of a triangle, which drawings have
/// where two solids touch.
/// @return nothing if the file begins otherwise or cannot be opened
/// @throws InputError DRAWING_INVALID  cut off or too long, no triangle, a coordinate that is no number, an
/// index beyond the vertices
std::optional<Mesh> read_drawing(const std::filesystem::path& path);

}  // namespace pace
