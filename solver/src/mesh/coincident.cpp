#include "mesh/coincident.hpp"

#include <algorithm>
#include <numeric>

#include "mesh/disjoint_sets.hpp"

namespace pace {
namespace {

/// Sweeps over the vertices along a direction that no man-made body is aligned with, so that the window of
/// width `tolerance` holds few of them.
DisjointSets coincidence_sets(const Mesh& mesh, double tolerance) {
  const Vec3 direction = Vec3(0.5717, 0.3311, 0.7507).normalized();
  std::vector<double> height(mesh.vertices.size());
  for (std::size_t v = 0; v < height.size(); ++v) height[v] = direction.dot(mesh.vertices[v]);
  std::vector<int> order(mesh.vertices.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return height[a] < height[b]; });

  DisjointSets sets(mesh.vertices.size());
  // Rounding of the projection must not hide a pair that is exactly at the same place in two roundings.
  const double window = tolerance * (1.0 + 1e-9);
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size() && height[order[j]] - height[order[i]] <= window; ++j) {
      if ((mesh.vertices[order[i]] - mesh.vertices[order[j]]).norm() <= tolerance)
        sets.unite(order[i], order[j]);
    }
  }
  return sets;
}

}  // namespace

int coincident_vertices(const Mesh& mesh, double tolerance) {
  DisjointSets sets = coincidence_sets(mesh, tolerance);
  int count = 0;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    count += sets.root(static_cast<int>(v)) != static_cast<int>(v);
  return count;
}

Merge merge_coincident(Mesh& mesh, double tolerance) {
  DisjointSets sets = coincidence_sets(mesh, tolerance);
  std::vector<int> new_index(mesh.vertices.size());
  std::vector<Vec3> kept;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const int root = sets.root(static_cast<int>(v));  // never above v
    if (root == static_cast<int>(v)) {
      new_index[v] = static_cast<int>(kept.size());
      kept.push_back(mesh.vertices[v]);
    } else {
      new_index[v] = new_index[root];
    }
  }
  Merge merge;
  merge.vertices = static_cast<int>(mesh.vertices.size() - kept.size());
  mesh.vertices = std::move(kept);
  for (Triangle& triangle : mesh.triangles) {
    for (int& v : triangle.vertex) v = new_index[v];
  }
  merge.collapsed_triangles = static_cast<int>(std::erase_if(mesh.triangles, [](const Triangle& t) {
    return t.vertex[0] == t.vertex[1] || t.vertex[1] == t.vertex[2] || t.vertex[2] == t.vertex[0];
  }));
  return merge;
}

}  // namespace pace
