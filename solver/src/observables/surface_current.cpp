#include "observables/surface_current.hpp"

namespace pace {

std::vector<CVec3> current_at_vertices(const RwgSpace& space, int vertex_count, const Complex* coefficients) {
  std::vector<CVec3> current(vertex_count, CVec3::Zero());
  std::vector<double> weight(vertex_count, 0.0);
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t) {
    const auto& triangle = space.triangles()[t];
    for (int i = 0; i < 3; ++i) {
      CVec3 j = CVec3::Zero();
      for (const auto& half : space.halves(t)) {
        const double scale = half.sign * triangle.edge_length[half.corner] / (2.0 * triangle.area);
        j += coefficients[half.function] * scale * (triangle.vertex[i] - triangle.vertex[half.corner]).cast<Complex>();
      }
      current[triangle.vertex_id[i]] += triangle.area * j;
      weight[triangle.vertex_id[i]] += triangle.area;
    }
  }
  for (int v = 0; v < vertex_count; ++v)
    if (weight[v] > 0.0) current[v] /= weight[v];
  return current;
}

}  // namespace pace
