// Surface currents where a viewer wants them: at the vertices of the mesh.
#pragma once

#include <functional>
#include <vector>

#include "basis/rwg_space.hpp"

namespace pace {

/// The area-weighted mean of a current over the triangles around each vertex.
class VertexMean {
 public:
  explicit VertexMean(std::size_t vertices) : sum_(vertices, CVec3::Zero()), weight_(vertices, 0.0) {}
  /// @param coefficients  space.size() values  @param takes  the triangles that count
  void add(const RwgSpace& space, const Complex* coefficients,
           const std::function<bool(const SurfaceTriangle&)>& takes);
  /// Zero at vertices without current.
  std::vector<CVec3> values() const;

 private:
  std::vector<CVec3> sum_;
  std::vector<double> weight_;
};

/// J at each vertex [A/m] of all triangles.
/// @param coefficients  space.size() values of one right-hand side
std::vector<CVec3> current_at_vertices(const RwgSpace& space, int vertex_count, const Complex* coefficients);

}  // namespace pace
