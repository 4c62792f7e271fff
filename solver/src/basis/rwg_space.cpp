#include "basis/rwg_space.hpp"

#include <algorithm>

namespace pace {
namespace {

SurfaceTriangle surface_triangle(const Mesh& mesh, const Topology& topology, int t) {
  SurfaceTriangle s;
  s.vertex_id = mesh.triangles[t].vertex;
  for (int i = 0; i < 3; ++i) s.vertex[i] = mesh.vertices[s.vertex_id[i]];
  s.centroid = mesh.centroid(t);
  const Vec3 area_vector = mesh.area_vector(t);
  s.area = 0.5 * area_vector.norm();
  s.normal = area_vector.normalized() * topology.orientation[t];
  s.radius = 0.0;
  for (int i = 0; i < 3; ++i) {
    s.radius = std::max(s.radius, (s.vertex[i] - s.centroid).norm());
    s.edge_length[i] = (s.vertex[(i + 1) % 3] - s.vertex[(i + 2) % 3]).norm();
  }
  s.part = mesh.triangles[t].part;
  s.sheet = topology.surface[t] == Surface::sheet;
  return s;
}

int corner_opposite(const SurfaceTriangle& triangle, const Edge& edge) {
  for (int i = 0; i < 3; ++i)
    if (triangle.vertex_id[i] != edge.vertex[0] && triangle.vertex_id[i] != edge.vertex[1]) return i;
  return 0;
}

}  // namespace

RwgSpace::RwgSpace(const Mesh& mesh, const Topology& topology) {
  const int mesh_triangles = static_cast<int>(mesh.triangles.size());
  std::vector<int> active(mesh_triangles, -1);
  for (int t = 0; t < mesh_triangles; ++t) {
    if (topology.surface[t] == Surface::internal) continue;
    active[t] = static_cast<int>(triangles_.size());
    triangles_.push_back(surface_triangle(mesh, topology, t));
  }

  std::vector<std::vector<HalfFunction>> by_triangle(triangles_.size());
  std::vector<int> around;
  long counted = 0;
  for (const Edge& edge : topology.edges) {
    around.clear();
    for (const int t : topology.triangles_at(edge))
      if (active[t] >= 0) around.push_back(active[t]);
    if (around.empty()) continue;
    const double length = (mesh.vertices[edge.vertex[0]] - mesh.vertices[edge.vertex[1]]).norm();
    mean_edge_m_ += length;
    longest_edge_m_ = std::max(longest_edge_m_, length);
    ++counted;
    for (std::size_t k = 1; k < around.size(); ++k) {
      const int function = size();
      sides_.push_back({around[0], around[k]});
      by_triangle[around[0]].push_back({function, corner_opposite(triangles_[around[0]], edge), +1.0});
      by_triangle[around[k]].push_back({function, corner_opposite(triangles_[around[k]], edge), -1.0});
    }
  }
  if (counted > 0) mean_edge_m_ /= static_cast<double>(counted);

  first_half_.assign(1, 0);
  for (const auto& halves : by_triangle) {
    halves_.insert(halves_.end(), halves.begin(), halves.end());
    first_half_.push_back(static_cast<int>(halves_.size()));
  }
}

std::vector<double> cfie_weights(const RwgSpace& space, std::span<const double> part_alpha) {
  std::vector<double> weights(space.size());
  for (int f = 0; f < space.size(); ++f) {
    const auto& a = space.triangles()[space.sides()[f][0]];
    const auto& b = space.triangles()[space.sides()[f][1]];
    weights[f] = a.sheet || b.sheet ? 1.0 : 0.5 * (part_alpha[a.part] + part_alpha[b.part]);
  }
  return weights;
}

}  // namespace pace
