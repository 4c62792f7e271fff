#include "mesh/coincident_faces.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

#include "mesh/close_pairs.hpp"

namespace pace {
namespace {

using Polygon = std::vector<Vec3>;

Polygon polygon_of(const Mesh& mesh, int t) {
  const auto& v = mesh.triangles[t].vertex;
  return {mesh.vertices[v[0]], mesh.vertices[v[1]], mesh.vertices[v[2]]};
}

double longest_edge(const Polygon& t) {
  return std::max({(t[1] - t[0]).norm(), (t[2] - t[1]).norm(), (t[0] - t[2]).norm()});
}

Vec3 area_vector_of(const Polygon& polygon) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 2; i < polygon.size(); ++i)
    sum += 0.5 * (polygon[i - 1] - polygon[0]).cross(polygon[i] - polygon[0]);
  return sum;
}

/// What of a polygon lies where (p − origin)·inward ≥ 0 (Sutherland & Hodgman 1974).
Polygon clipped(const Polygon& polygon, const Vec3& origin, const Vec3& inward) {
  Polygon kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const double at_p = (p - origin).dot(inward), at_q = (q - origin).dot(inward);
    if (at_p >= 0.0) kept.push_back(p);
    if ((at_p > 0.0 && at_q < 0.0) || (at_p < 0.0 && at_q > 0.0))
      kept.push_back(p + at_p / (at_p - at_q) * (q - p));
  }
  return kept;
}

struct Overlap {
  double distance_m;
  Vec3 where_m;
};

std::optional<Overlap> overlap(const Polygon& a, const Polygon& b) {
  constexpr double least_share = 0.01;
  const Vec3 across = area_vector_of(b);
  const double area = across.norm(), smaller = std::min(area, area_vector_of(a).norm());
  if (smaller == 0.0) return {};
  const Vec3 normal = across / area;
  Polygon common = a;
  for (int e = 0; e < 3 && !common.empty(); ++e)
    common = clipped(common, b[e], normal.cross(b[(e + 1) % 3] - b[e]));
  if (common.size() < 3 || area_vector_of(common).norm() < least_share * smaller) return {};
  Overlap found{0.0, Vec3::Zero()};
  for (const Vec3& p : common) {
    found.distance_m = std::max(found.distance_m, std::abs((p - b[0]).dot(normal)));
    found.where_m += p / static_cast<double>(common.size());
  }
  if (found.distance_m > coincident_face_distance * std::min(longest_edge(a), longest_edge(b))) return {};
  return found;
}

/// How far the bent surface lies from its flat triangle at a point of that.
Vec3 bulge_at(const Mesh& mesh, int t, const Vec3& where) {
  if (!mesh.bend(t)) return Vec3::Zero();
  const std::array<Vec3, 3> c = mesh.corners(t);
  const Vec3 area_vector = mesh.area_vector(t);
  Barycentric b;
  for (int i = 0; i < 3; ++i)
    b[i] =
        (c[(i + 1) % 3] - where).cross(c[(i + 2) % 3] - where).dot(area_vector) / area_vector.squaredNorm();
  return position_at(c, mesh.bends[t], b) - (b[0] * c[0] + b[1] * c[1] + b[2] * c[2]);
}

/// Do triangles whose flat ones coincide there bulge to the same side as far?
bool bulge_alike(const Mesh& mesh, int a, int b, const Vec3& where) {
  if (!mesh.bend(a) && !mesh.bend(b)) return true;
  const double shorter = std::min(longest_edge(polygon_of(mesh, a)), longest_edge(polygon_of(mesh, b)));
  return (bulge_at(mesh, a, where) - bulge_at(mesh, b, where)).norm() <= coincident_face_distance * shorter;
}

}  // namespace

CoincidentFaces coincident_faces(const Mesh& mesh) {
  double longest = 0.0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    longest = std::max(longest, longest_edge(polygon_of(mesh, static_cast<int>(t))));
  CoincidentFaces result;
  std::vector<char> on_another(mesh.triangles.size(), 0);
  std::pair<int, int> first{static_cast<int>(mesh.triangles.size()), 0};
  std::mutex lock;
  for_close_pairs(mesh, coincident_face_distance * longest, [&](int a, int b) {
    if (share_a_vertex(mesh, a, b)) return;
    const auto found = overlap(polygon_of(mesh, a), polygon_of(mesh, b));
    if (!found || !bulge_alike(mesh, a, b, found->where_m)) return;
    const std::lock_guard guard(lock);
    on_another[b] = 1;
    result.distance_m = std::max(result.distance_m, found->distance_m);
    if (std::pair(a, b) >= first) return;
    first = {a, b};
    result.parts = {mesh.triangles[a].part, mesh.triangles[b].part};
    result.where_m = found->where_m;
  });
  result.triangles = static_cast<int>(std::count(on_another.begin(), on_another.end(), 1));
  return result;
}

}  // namespace pace
