#include "mesh/crossings.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

#include "mesh/close_pairs.hpp"
#include "mesh/pieces.hpp"

namespace pace {
namespace {

using Corners = std::array<Vec3, 3>;

struct Meeting {
  bool touch;
  Vec3 where_m;
};

Vec3 nearest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double length_squared = along.squaredNorm();
  return length_squared == 0.0 ? a
                               : Vec3(a + std::clamp((p - a).dot(along) / length_squared, 0.0, 1.0) * along);
}

/// p over the triangle, in its own plane.
bool is_over(const Vec3& p, const Corners& t, const Vec3& normal) {
  for (int e = 0; e < 3; ++e)
    if ((t[(e + 1) % 3] - t[e]).cross(p - t[e]).dot(normal) < 0.0) return false;
  return true;
}

/// An edge of `a` that passes through `b`, or a corner of `a` on `b`.
std::optional<Meeting> one_way(const Corners& a, const Corners& b, double tolerance) {
  const Vec3 area_vector = (b[1] - b[0]).cross(b[2] - b[0]);
  const double size = area_vector.norm();
  if (size == 0.0) return {};
  const Vec3 normal = area_vector / size;
  std::array<double, 3> height;
  for (int i = 0; i < 3; ++i) height[i] = (a[i] - b[0]).dot(normal);
  std::optional<Meeting> met;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (std::min(height[i], height[j]) < -tolerance && std::max(height[i], height[j]) > tolerance) {
      const Vec3 p = a[i] + height[i] / (height[i] - height[j]) * (a[j] - a[i]);
      if (is_over(p, b, normal)) return Meeting{false, p};
    }
    if (std::abs(height[i]) <= tolerance && is_over(a[i], b, normal)) met = {true, a[i]};
  }
  return met;
}

/// Edges that come closer than the tolerance (Ericson, Real-Time Collision Detection, 2005, §5.1.9).
std::optional<Vec3> edges_touch(const Corners& a, const Corners& b, double tolerance) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3 &p = a[i], &q = b[j], u = a[(i + 1) % 3] - p, v = b[(j + 1) % 3] - q, w = p - q;
      const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v), determinant = uu * vv - uv * uv;
      double s = determinant > 1e-12 * uu * vv
                     ? std::clamp((uv * v.dot(w) - vv * u.dot(w)) / determinant, 0.0, 1.0)
                     : 0.0;
      const Vec3 on_b = nearest_on_segment(p + s * u, q, q + v), on_a = nearest_on_segment(on_b, p, p + u);
      if ((on_a - on_b).norm() <= tolerance) return on_a;
    }
  return {};
}

std::optional<Meeting> meeting(const Corners& a, const Corners& b, double tolerance) {
  const auto first = one_way(a, b, tolerance);
  if (first && !first->touch) return first;
  const auto second = one_way(b, a, tolerance);
  if (second && !second->touch) return second;
  if (first) return first;
  if (second) return second;
  if (const auto where = edges_touch(a, b, tolerance)) return Meeting{true, *where};
  return {};
}

Corners corners_of(const Mesh& mesh, int t) {
  const auto& v = mesh.triangles[t].vertex;
  return {mesh.vertices[v[0]], mesh.vertices[v[1]], mesh.vertices[v[2]]};
}

/// Told of pairs by several threads.
class Search {
 public:
  Search(const Mesh& mesh, const Topology& topology, double tolerance, bool within_parts)
      : mesh_(mesh), topology_(topology), tolerance_(tolerance), within_parts_(within_parts) {}

  void look_at(int a, int b) { look_at(a, b, corners_of(mesh_, a), corners_of(mesh_, b)); }

  /// @param at_a, at_b  the triangles, or pieces of them
  void look_at(int a, int b, const Corners& at_a, const Corners& at_b) {
    std::array<int, 2> parts{mesh_.triangles[a].part, mesh_.triangles[b].part};
    std::array<int, 2> components{topology_.component[a], topology_.component[b]};
    if (!within_parts_ && parts[0] == parts[1] && components[0] == components[1]) return;
    if (share_a_vertex(mesh_, a, b)) return;
    const auto met = meeting(at_a, at_b, tolerance_);
    if (!met || (met->touch && components[0] == components[1])) return;
    if (std::pair(components[0], parts[0]) > std::pair(components[1], parts[1]))
      std::swap(parts[0], parts[1]), std::swap(components[0], components[1]);
    const Crossing crossing{parts, components, met->touch, met->where_m};
    // Threads come in any order: the same place is kept whichever was first.
    const auto rank = [](const Crossing& c) {
      return std::tuple(c.touch, c.where_m.x(), c.where_m.y(), c.where_m.z());
    };
    const std::lock_guard guard(lock_);
    const auto [known, is_new] =
        found_.try_emplace({parts[0], parts[1], components[0], components[1]}, crossing);
    if (!is_new && rank(crossing) < rank(known->second)) known->second = crossing;
  }

  std::vector<Crossing> found() const {
    std::vector<Crossing> result;
    for (const auto& [key, crossing] : found_) result.push_back(crossing);
    return result;
  }

 private:
  const Mesh& mesh_;
  const Topology& topology_;
  double tolerance_;
  bool within_parts_;
  std::mutex lock_;
  std::map<std::array<int, 4>, Crossing> found_;  ///< by parts and components
};

}  // namespace

std::vector<Crossing> crossings_of(const Mesh& mesh, const Topology& topology, double tolerance_m,
                                   CrossingPairs pairs) {
  Search search(mesh, topology, tolerance_m, pairs == CrossingPairs::all);
  if (mesh.bends.empty()) {
    for_close_pairs(mesh, tolerance_m, [&](int a, int b) { search.look_at(a, b); });
    return search.found();
  }
  const Facets facets = facets_of(mesh);
  for_close_pairs(facets.mesh, tolerance_m, [&](int a, int b) {
    search.look_at(facets.triangle[a], facets.triangle[b], corners_of(facets.mesh, a),
                   corners_of(facets.mesh, b));
  });
  return search.found();
}

}  // namespace pace
