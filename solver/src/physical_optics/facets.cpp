#include "physical_optics/facets.hpp"

#include <algorithm>

namespace pace {

FacetSurface::FacetSurface(const Mesh& mesh, const Topology& topology, std::span<const char> keep,
                           std::span<const int> of)
    : vertices(mesh.vertices) {
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    if (topology.surface[t] == Surface::internal || (!keep.empty() && !keep[t])) continue;
    const Vec3 area_vector = mesh.area_vector(t) * topology.orientation[t];
    if (area_vector.isZero(0.0)) continue;
    const auto& v = mesh.triangles[t].vertex;
    double longest = 0.0;
    for (int i = 0; i < 3; ++i)
      longest = std::max(longest, (vertices[v[i]] - vertices[v[(i + 1) % 3]]).norm());
    facets.push_back(
        {v, area_vector, area_vector.normalized(), longest, topology.surface[t] == Surface::sheet});
    triangle.push_back(of.empty() ? t : of[t]);
  }
  Vec3 low = vertices.front(), high = low;
  for (const Vec3& v : vertices) low = low.cwiseMin(v), high = high.cwiseMax(v);
  centre = 0.5 * (low + high);
  extent = (high - low).norm();
}

}  // namespace pace
