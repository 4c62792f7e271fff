#include "mesh/coincident.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "mesh/disjoint_sets.hpp"

namespace pace {
namespace {

/// Sweeps over the vertices along a direction that no man-made body is aligned with, so that the window of
/// width `tolerance` holds few of them.
/// @param tolerance  of each vertex; two coincide that are within the smaller one of theirs
DisjointSets coincidence_sets(const Mesh& mesh, const std::vector<double>& tolerance) {
  const Vec3 direction = Vec3(0.5717, 0.3311, 0.7507).normalized();
  std::vector<double> height(mesh.vertices.size());
  for (std::size_t v = 0; v < height.size(); ++v) height[v] = direction.dot(mesh.vertices[v]);
  std::vector<int> order(mesh.vertices.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return height[a] < height[b]; });

  DisjointSets sets(mesh.vertices.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    // Rounding of the projection must not hide a pair that is exactly at the same place in two roundings.
    const double window = tolerance[order[i]] * (1.0 + 1e-9);
    for (std::size_t j = i + 1; j < order.size() && height[order[j]] - height[order[i]] <= window; ++j) {
      if ((mesh.vertices[order[i]] - mesh.vertices[order[j]]).norm() <=
          std::min(tolerance[order[i]], tolerance[order[j]]))
        sets.unite(order[i], order[j]);
    }
  }
  return sets;
}
DisjointSets coincidence_sets(const Mesh& mesh, double tolerance) {
  return coincidence_sets(mesh, std::vector<double>(mesh.vertices.size(), tolerance));
}

/// Lets triangles share the first vertex of each set.
Merge merge_sets(Mesh& mesh, DisjointSets sets) {
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
  std::vector<char> collapsed(mesh.triangles.size(), 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& v = mesh.triangles[t].vertex;
    collapsed[t] = v[0] == v[1] || v[1] == v[2] || v[2] == v[0];
  }
  merge.collapsed_triangles = erase_triangles(mesh, collapsed);
  merge.sides = agree_on_sides(mesh);
  return merge;
}

}  // namespace

int coincident_vertices(const Mesh& mesh, double tolerance) {
  DisjointSets sets = coincidence_sets(mesh, tolerance);
  int count = 0;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    count += sets.root(static_cast<int>(v)) != static_cast<int>(v);
  return count;
}

Seam unmerged_seam(const Mesh& mesh, const Topology& topology) {
  constexpr double none = std::numeric_limits<double>::infinity();
  std::vector<double> shortest(mesh.vertices.size(), none);
  std::vector<char> on_rim(mesh.vertices.size(), 0);
  for (const Edge& edge : topology.edges)
    for (const int v : edge.vertex) {
      shortest[v] =
          std::min(shortest[v], (mesh.vertices[edge.vertex[0]] - mesh.vertices[edge.vertex[1]]).norm());
      on_rim[v] |= topology.is_open(edge);
    }
  std::vector<double> tolerance(mesh.vertices.size(), -1.0);  // nothing is as close as that
  for (std::size_t v = 0; v < tolerance.size(); ++v)
    if (on_rim[v]) tolerance[v] = seam_distance * shortest[v];
  DisjointSets sets = coincidence_sets(mesh, tolerance);

  Seam seam;
  std::vector<char> on_seam(mesh.vertices.size(), 0);  // of roots
  std::map<std::array<int, 2>, const Edge*> first_there;
  for (const Edge& edge : topology.edges) {
    if (!topology.is_open(edge)) continue;
    std::array<int, 2> place{sets.root(edge.vertex[0]), sets.root(edge.vertex[1])};
    if (place[0] > place[1]) std::swap(place[0], place[1]);
    const auto [known, is_new] = first_there.try_emplace(place, &edge);
    if (is_new) continue;
    const Edge& other = *known->second;
    for (const int root : place) on_seam[root] = 1;
    if (seam.edges++ == 0) {
      seam.where_m = 0.5 * (mesh.vertices[edge.vertex[0]] + mesh.vertices[edge.vertex[1]]);
      seam.parts = {mesh.triangles[topology.triangles_at(other)[0]].part,
                    mesh.triangles[topology.triangles_at(edge)[0]].part};
    }
    for (const int v : edge.vertex)
      for (const int w : other.vertex)
        if (sets.root(v) == sets.root(w))
          seam.distance_m = std::max(seam.distance_m, (mesh.vertices[v] - mesh.vertices[w]).norm());
  }
  for (int v = 0; v < static_cast<int>(mesh.vertices.size()); ++v) {
    const int root = sets.root(v);
    if (root != v && on_seam[root]) seam.nodes.push_back({v, root});
  }
  return seam;
}

Merge merge_coincident(Mesh& mesh, double tolerance) {
  return merge_sets(mesh, coincidence_sets(mesh, tolerance));
}

Merge merge_seam(Mesh& mesh, const Seam& seam) {
  DisjointSets sets(mesh.vertices.size());
  for (const auto& [vertex, earlier] : seam.nodes) sets.unite(vertex, earlier);
  return merge_sets(mesh, std::move(sets));
}

}  // namespace pace
