#include "basis/rwg_space.hpp"

#include <algorithm>

#include "mesh/spatial_order.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

/// Of the product of two functions on a bent triangle, which is no polynomial.
constexpr int bent_product_degree = 8;

/// Area, middle, normal and radius of a bent triangle in the place of those of its corners.
void bend(SurfaceTriangle& s, int orientation) {
  constexpr int area_degree = 8;
  constexpr Barycentric middle{1.0 / 3, 1.0 / 3, 1.0 / 3};
  s.centroid = position_at(s.vertex, *s.bend, middle);
  s.normal = area_vector_at(derivatives_at(s.vertex, *s.bend, middle)).normalized() * orientation;
  s.area = 0.0;
  for (const auto& [b, weight] : triangle_rule(area_degree))
    s.area += 0.5 * weight * area_vector_at(derivatives_at(s.vertex, *s.bend, b)).norm();
  s.radius = 0.0;
  for (int i = 0; i < 3; ++i) {
    const Vec3 side = 0.5 * (s.vertex[(i + 1) % 3] + s.vertex[(i + 2) % 3]) + s.bend->sagitta[i];
    s.radius = std::max({s.radius, (s.vertex[i] - s.centroid).norm(), (side - s.centroid).norm()});
  }
}

}  // namespace

BasisPoint basis_point(const SurfaceTriangle& t, const Barycentric& b) {
  BasisPoint point;
  if (!t.bend) {
    point.position = b[0] * t.vertex[0] + b[1] * t.vertex[1] + b[2] * t.vertex[2];
    point.normal = t.normal;
    for (int i = 0; i < 3; ++i) point.arm[i] = point.position - t.vertex[i];
    point.jacobian = 2.0 * t.area;
    return point;
  }
  const std::array<Vec3, 3> e = derivatives_at(t.vertex, *t.bend, b);
  const Vec3 along = b[0] * e[0] + b[1] * e[1] + b[2] * e[2], area_vector = area_vector_at(e);
  point.position = position_at(t.vertex, *t.bend, b);
  for (int i = 0; i < 3; ++i) point.arm[i] = along - e[i];
  point.jacobian = area_vector.norm();
  point.normal = area_vector / (area_vector.dot(t.normal) > 0.0 ? point.jacobian : -point.jacobian);
  return point;
}

double arm_product(const SurfaceTriangle& t, int corner_a, int corner_b) {
  double sum = 0.0;
  for (const auto& [b, weight] : triangle_rule(t.bend ? bent_product_degree : 2)) {
    const BasisPoint at = basis_point(t, b);
    const double product = weight * at.arm[corner_a].dot(at.arm[corner_b]);
    sum += t.bend ? product * 2.0 * t.area / at.jacobian : product;
  }
  return sum;
}

SurfaceTriangle surface_triangle(const Mesh& mesh, int triangle, int orientation, bool sheet) {
  SurfaceTriangle s;
  s.vertex_id = mesh.triangles[triangle].vertex;
  for (int i = 0; i < 3; ++i) s.vertex[i] = mesh.vertices[s.vertex_id[i]];
  s.centroid = mesh.centroid(triangle);
  const Vec3 area_vector = mesh.area_vector(triangle);
  s.area = 0.5 * area_vector.norm();
  s.normal = area_vector.normalized() * orientation;
  s.radius = 0.0;
  for (int i = 0; i < 3; ++i) {
    s.radius = std::max(s.radius, (s.vertex[i] - s.centroid).norm());
    s.edge_length[i] = (s.vertex[(i + 1) % 3] - s.vertex[(i + 2) % 3]).norm();
  }
  s.bend = mesh.bend(triangle);
  if (s.bend) bend(s, orientation);
  s.part = mesh.triangles[triangle].part;
  s.mesh_triangle = triangle;
  s.sheet = sheet;
  return s;
}

namespace {

int corner_opposite(const SurfaceTriangle& triangle, const Edge& edge) {
  for (int i = 0; i < 3; ++i)
    if (triangle.vertex_id[i] != edge.vertex[0] && triangle.vertex_id[i] != edge.vertex[1]) return i;
  return 0;
}

}  // namespace

RwgSpace::RwgSpace(const Mesh& mesh, const Topology& topology) {
  std::vector<int> active(mesh.triangles.size(), -1);
  for (const int t : spatial_order(mesh)) {
    if (topology.surface[t] == Surface::internal) continue;
    active[t] = static_cast<int>(triangles_.size());
    triangles_.push_back(
        surface_triangle(mesh, t, topology.orientation[t], topology.surface[t] == Surface::sheet));
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

  set_halves(by_triangle);
}

RwgSpace::RwgSpace(const Mesh& mesh, std::vector<SurfaceTriangle> triangles,
                   std::span<const Pairing> pairings)
    : triangles_(std::move(triangles)) {
  std::vector<std::vector<HalfFunction>> by_triangle(triangles_.size());
  for (const Pairing& p : pairings) {
    const double length = (mesh.vertices[p.edge.vertex[0]] - mesh.vertices[p.edge.vertex[1]]).norm();
    mean_edge_m_ += length / static_cast<double>(pairings.size());
    longest_edge_m_ = std::max(longest_edge_m_, length);
    for (const int side : {0, 1}) {
      const int t = p.triangle[side];
      by_triangle[t].push_back({size(), corner_opposite(triangles_[t], p.edge), side == 0 ? +1.0 : -1.0});
    }
    sides_.push_back(p.triangle);
  }
  set_halves(by_triangle);
}

RwgSpace::RwgSpace(const RwgSpace& whole, std::span<const int> functions)
    : mean_edge_m_(whole.mean_edge_m_), longest_edge_m_(whole.longest_edge_m_) {
  std::vector<int> here(whole.triangles_.size(), -1), number(whole.size(), -1), used;
  for (const int f : functions)
    for (const int t : whole.sides_[f]) used.push_back(t);
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (const int t : used) {
    here[t] = static_cast<int>(triangles_.size());
    triangles_.push_back(whole.triangles_[t]);
  }
  for (const int f : functions) {
    number[f] = size();
    sides_.push_back({here[whole.sides_[f][0]], here[whole.sides_[f][1]]});
  }
  std::vector<std::vector<HalfFunction>> by_triangle(triangles_.size());
  for (const int t : used)
    for (const HalfFunction& half : whole.halves(t))
      if (number[half.function] >= 0)
        by_triangle[here[t]].push_back({number[half.function], half.corner, half.sign});
  set_halves(by_triangle);
}

void RwgSpace::set_halves(const std::vector<std::vector<HalfFunction>>& by_triangle) {
  const auto bent = std::count_if(triangles_.begin(), triangles_.end(), [](const auto& t) { return t.bend; });
  is_bent_ = bent > 0;
  is_all_bent_ = is_bent_ && bent == std::ssize(triangles_);
  halves_.reserve(2 * sides_.size());
  first_half_.reserve(by_triangle.size() + 1);
  first_half_.assign(1, 0);
  for (const auto& halves : by_triangle) {
    halves_.insert(halves_.end(), halves.begin(), halves.end());
    first_half_.push_back(static_cast<int>(halves_.size()));
  }
  // A space lives as long as the matrices, and vectors that grew have up to half of their memory empty.
  triangles_.shrink_to_fit();
  sides_.shrink_to_fit();
}

std::vector<Vec3> function_points(const RwgSpace& space) {
  std::vector<Vec3> points(space.size());
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t)
    for (const HalfFunction& half : space.halves(t)) {
      const auto& v = space.triangles()[t].vertex;
      points[half.function] = 0.5 * (v[(half.corner + 1) % 3] + v[(half.corner + 2) % 3]);
    }
  return points;
}

std::vector<double> function_edges(const RwgSpace& space) {
  std::vector<double> edges(space.size());
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t)
    for (const HalfFunction& half : space.halves(t))
      edges[half.function] = space.triangles()[t].edge_length[half.corner];
  return edges;
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
