#include "observables/surface_current.hpp"

namespace pace {

void VertexMean::add(const RwgSpace& space, const Complex* coefficients,
                     const std::function<bool(const SurfaceTriangle&)>& takes) {
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t) {
    const auto& triangle = space.triangles()[t];
    if (!takes(triangle)) continue;
    for (int i = 0; i < 3; ++i) {
      Barycentric corner{};
      corner[i] = 1.0;
      const BasisPoint at = basis_point(triangle, corner);
      CVec3 j = CVec3::Zero();
      for (const auto& half : space.halves(t)) {
        const double scale = half.sign * triangle.edge_length[half.corner] / at.jacobian;
        j += coefficients[half.function] * scale * at.arm[half.corner].cast<Complex>();
      }
      sum_[triangle.vertex_id[i]] += triangle.area * j;
      weight_[triangle.vertex_id[i]] += triangle.area;
    }
  }
}

std::vector<CVec3> VertexMean::values() const {
  std::vector<CVec3> mean(sum_.size(), CVec3::Zero());
  for (std::size_t v = 0; v < mean.size(); ++v)
    if (weight_[v] > 0.0) mean[v] = sum_[v] / weight_[v];
  return mean;
}

std::vector<CVec3> current_at_vertices(const RwgSpace& space, int vertex_count, const Complex* coefficients) {
  VertexMean mean(vertex_count);
  mean.add(space, coefficients, [](const SurfaceTriangle&) { return true; });
  return mean.values();
}

}  // namespace pace
