#include "physical_optics/facets.hpp"

#include <algorithm>

namespace pace {
namespace {

std::size_t padded(std::size_t count) { return (count + lanes - 1) / lanes * lanes; }

template <class Of>
PointArray point_array(std::size_t count, const Of& of) {
  PointArray a{AlignedDoubles(padded(count)), AlignedDoubles(padded(count)), AlignedDoubles(padded(count))};
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3& p = of(i);
    a.x[i] = p.x(), a.y[i] = p.y(), a.z[i] = p.z();
  }
  return a;
}

FacetArrays arrays_of(const FacetSurface& surface) {
  const std::vector<Facet>& facets = surface.facets;
  FacetArrays arrays{
      point_array(surface.vertices.size(), [&](std::size_t v) -> const Vec3& { return surface.vertices[v]; }),
      {},
      point_array(facets.size(), [&](std::size_t f) -> const Vec3& { return facets[f].area_vector; }),
      point_array(facets.size(), [&](std::size_t f) -> const Vec3& { return facets[f].normal; }),
      std::vector<signed char>(padded(facets.size()))};
  for (auto& corner : arrays.corner) corner.resize(padded(facets.size()));
  for (std::size_t f = 0; f < facets.size(); ++f) {
    for (int i = 0; i < 3; ++i) arrays.corner[i][f] = facets[f].vertex[i];
    arrays.sheet[f] = static_cast<signed char>(facets[f].sheet);
  }
  return arrays;
}

}  // namespace

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
  arrays = arrays_of(*this);
}

std::vector<signed char> FacetSurface::sides_towards(const Vec3& towards_source) const {
  std::vector<signed char> sides(arrays.sheet.size());
  alignas(64) std::array<double, lanes> cosine;
  for (std::size_t first = 0; first < sides.size(); first += lanes) {
    const PointBatch normal = Neighbours{first}(arrays.normal);
    kernel::dot(towards_source, normal).store_aligned(cosine.data());
    for (int i = 0; i < lanes; ++i)
      sides[first + i] = static_cast<signed char>(
          (cosine[i] > edge_on) - (static_cast<int>(cosine[i] < -edge_on) & arrays.sheet[first + i]));
  }
  return sides;
}

SurfacePoints vertices_of(const FacetSurface& surface, std::size_t count) {
  SurfacePoints points{{surface.vertices.begin(), surface.vertices.begin() + static_cast<long>(count)}, {}};
  for (int f = 0; f < static_cast<int>(surface.facets.size()); ++f)
    for (const int v : surface.facets[f].vertex)
      if (v < static_cast<int>(count)) points.of_facets.push_back({f, v});
  return points;
}

}  // namespace pace
