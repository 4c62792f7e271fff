// Surface currents where a viewer wants them: at the vertices of the mesh.
#pragma once

#include <vector>

#include "basis/rwg_space.hpp"

namespace pace {

/// J at each vertex [A/m], the area-weighted mean over the triangles around it; zero at vertices without current.
/// @param coefficients  space.size() values of one right-hand side
std::vector<CVec3> current_at_vertices(const RwgSpace& space, int vertex_count, const Complex* coefficients);

}  // namespace pace
