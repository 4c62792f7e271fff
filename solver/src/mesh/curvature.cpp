#include "mesh/curvature.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>

#include "mesh/bent_surface.hpp"

namespace pace {
namespace {

constexpr double quantile = 0.05;

/// Unit normal by the winding that the topology found; zero of a collapsed triangle.
Vec3 normal_of(const Mesh& mesh, const Topology& topology, int t) {
  return static_cast<double>(topology.orientation[t]) * mesh.area_vector(t).stableNormalized();
}

/// Unit normal of a bent triangle at the middle of one of its edges, wound likewise.
Vec3 normal_beside(const Mesh& mesh, const Topology& topology, const Edge& edge, int t) {
  Barycentric b{};
  for (int i = 0; i < 3; ++i)
    b[i] = mesh.triangles[t].vertex[i] == edge.vertex[0] || mesh.triangles[t].vertex[i] == edge.vertex[1]
               ? 0.5
               : 0.0;
  return static_cast<double>(topology.orientation[t]) * normal_at(mesh, t, b);
}

/// An edge inside one part, across which the surface goes on smoothly or bends.
enum class EdgeKind { smooth, sharp, rim };

EdgeKind kind_of(const Mesh& mesh, const Topology& topology, const std::vector<Vec3>& normals,
                 const Edge& edge) {
  const auto triangles = topology.triangles_at(edge);
  if (triangles.size() != 2 || mesh.triangles[triangles[0]].part != mesh.triangles[triangles[1]].part)
    return EdgeKind::rim;
  const auto normal = [&](int t) -> Vec3 {
    return mesh.bend(t) ? normal_beside(mesh, topology, edge, t) : normals[t];
  };
  return normal(triangles[0]).dot(normal(triangles[1])) < std::cos(sharp_edge_angle) ? EdgeKind::sharp
                                                                                     : EdgeKind::smooth;
}

/// cos 15°: edges of the mesh that turn by less follow one edge of the body.
constexpr double follows = 0.9659;

/// Box diagonal of the longest run of edges that follow each other.
double longest_run(const Mesh& mesh, const std::vector<std::array<int, 2>>& edges) {
  std::vector<int> parent(edges.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int e) {
    while (parent[e] != e) e = parent[e] = parent[parent[e]];
    return e;
  };
  std::multimap<int, int> at;
  for (int e = 0; e < static_cast<int>(edges.size()); ++e)
    for (const int v : edges[e]) at.emplace(v, e);
  const auto away_from = [&](int e, int v) -> Vec3 {
    const int other = edges[e][0] == v ? edges[e][1] : edges[e][0];
    return (mesh.vertices[other] - mesh.vertices[v]).stableNormalized();
  };
  for (auto a = at.begin(); a != at.end(); ++a)
    for (auto b = std::next(a); b != at.end() && b->first == a->first; ++b)
      if (away_from(a->second, a->first).dot(away_from(b->second, a->first)) < -follows)
        parent[root(a->second)] = root(b->second);
  std::map<int, std::array<Vec3, 2>> boxes;
  double longest = 0.0;
  for (int e = 0; e < static_cast<int>(edges.size()); ++e) {
    auto& [low, high] =
        boxes.try_emplace(root(e), std::array<Vec3, 2>{Vec3::Constant(1e300), Vec3::Constant(-1e300)})
            .first->second;
    for (const int v : edges[e]) low = low.cwiseMin(mesh.vertices[v]), high = high.cwiseMax(mesh.vertices[v]);
    longest = std::max(longest, (high - low).norm());
  }
  return longest;
}

}  // namespace

double corner_weight(const Mesh& mesh, int t, int corner) {
  const auto& v = mesh.triangles[t].vertex;
  const Vec3 a = mesh.vertices[v[(corner + 1) % 3]] - mesh.vertices[v[corner]];
  const Vec3 b = mesh.vertices[v[(corner + 2) % 3]] - mesh.vertices[v[corner]];
  const double squared = a.squaredNorm() * b.squaredNorm();
  return squared > 0.0 ? a.cross(b).norm() / squared : 0.0;
}

std::vector<PartCurvature> curvature_of_parts(const Mesh& mesh, const Topology& topology) {
  std::vector<PartCurvature> parts(mesh.parts.size());
  std::vector<Vec3> normals(mesh.triangles.size());
  std::vector<Vec3> vertex_normal(mesh.vertices.size(), Vec3::Zero());
  std::vector<int> vertex_part(mesh.vertices.size(), -1);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const int t = static_cast<int>(i);
    normals[i] = normal_of(mesh, topology, t);
    for (int c = 0; c < 3; ++c) {
      const int v = mesh.triangles[i].vertex[c];
      vertex_normal[v] += corner_weight(mesh, t, c) * normals[i];
      vertex_part[v] = mesh.triangles[i].part;
    }
  }
  std::vector<char> smooth(mesh.vertices.size(), 1);
  std::vector<std::vector<std::array<int, 2>>> sharp(parts.size());
  for (const Edge& edge : topology.edges) {
    const EdgeKind kind = kind_of(mesh, topology, normals, edge);
    if (kind == EdgeKind::smooth) continue;
    smooth[edge.vertex[0]] = smooth[edge.vertex[1]] = 0;
    if (kind != EdgeKind::sharp) continue;
    const int part = mesh.triangles[topology.triangles_at(edge)[0]].part;
    parts[part].sharp_edges_m += (mesh.vertices[edge.vertex[1]] - mesh.vertices[edge.vertex[0]]).norm();
    sharp[part].push_back(edge.vertex);
  }
  for (std::size_t p = 0; p < parts.size(); ++p) parts[p].longest_sharp_edge_m = longest_run(mesh, sharp[p]);

  // Bent triangles know their curvature; facets are looked at where only facets meet.
  std::vector<char> at_bent(mesh.vertices.size(), 0);
  std::vector<std::vector<double>> by_part(mesh.parts.size());
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    if (!mesh.bend(t)) continue;
    for (const int v : mesh.triangles[t].vertex) at_bent[v] = 1;
    by_part[mesh.triangles[t].part].push_back(largest_curvature(mesh, t));
  }
  std::vector<double> curvature(mesh.vertices.size(), 0.0);
  for (const Edge& edge : topology.edges)
    for (const int end : {0, 1}) {
      const int v = edge.vertex[end];
      if (!smooth[v]) continue;
      const Vec3 along = mesh.vertices[edge.vertex[1 - end]] - mesh.vertices[v];
      const double bend =
          2.0 * std::fabs(vertex_normal[v].stableNormalized().dot(along)) / along.squaredNorm();
      curvature[v] = std::max(curvature[v], bend);
    }

  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (!smooth[v] || vertex_part[v] < 0) continue;
    ++parts[vertex_part[v]].smooth_vertices;
    if (!at_bent[v]) by_part[vertex_part[v]].push_back(curvature[v]);
  }
  for (std::size_t p = 0; p < parts.size(); ++p) {
    auto& values = by_part[p];
    if (values.empty()) continue;
    const auto sharpest =
        values.begin() + static_cast<std::ptrdiff_t>(quantile * static_cast<double>(values.size()));
    std::nth_element(values.begin(), sharpest, values.end(), std::greater<>());
    if (*sharpest > 0.0) parts[p].radius_m = 1.0 / *sharpest;
  }
  return parts;
}

std::vector<PartShape> shapes_of_parts(const Mesh& mesh, const Topology& topology) {
  const std::vector<PartCurvature> curvature = curvature_of_parts(mesh, topology);
  std::vector<PartShape> shapes(mesh.parts.size());
  std::vector<Vec3> low(shapes.size(), Vec3::Constant(std::numeric_limits<double>::infinity())),
      high(shapes.size(), -low.front());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const int p = mesh.triangles[t].part;
    shapes[p].area_m2 += surface_area(mesh, static_cast<int>(t));
    for (const int v : mesh.triangles[t].vertex) {
      low[p] = low[p].cwiseMin(mesh.vertices[v]);
      high[p] = high[p].cwiseMax(mesh.vertices[v]);
    }
  }
  for (std::size_t p = 0; p < shapes.size(); ++p) {
    if (shapes[p].area_m2 > 0.0) shapes[p].extent_m = (high[p] - low[p]).norm();
    shapes[p].smooth_m = curvature[p].radius_m;
    if (curvature[p].sharp_edges_m > 0.0)
      shapes[p].smooth_m = std::min(shapes[p].smooth_m, shapes[p].area_m2 / curvature[p].sharp_edges_m);
  }
  return shapes;
}

}  // namespace pace
