#include "mesh/rounding.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "mesh/bent_surface.hpp"
#include "mesh/curvature.hpp"
#include "mesh/disjoint_sets.hpp"
#include "mesh/mesh_sides.hpp"
#include "mesh/quality.hpp"

namespace pace {
namespace {

/// Turns by less are rounding of coordinates: triangles in one plane, edges in one line [rad].
constexpr double no_turn = 1e-3;
/// Sagittas below this part of the chord are none: at edges of λ/10 they are λ/100 000.
constexpr double no_sagitta = 1e-4;
/// An arc of a quarter circle has 0.207.
constexpr double longest_arc = 0.21;
/// The smallest scaled Jacobian to leave; distorted_scaled_jacobian warns below.
constexpr double least_jacobian = 0.25;

double angle_between(const Vec3& a, const Vec3& b) { return std::atan2(a.cross(b).norm(), a.dot(b)); }

/// An edge of the mesh, and what the surface does there.
struct RoundedEdge {
  std::array<int, 2> vertex;
  std::array<int, 2> smooth{-1, -1};  ///< the two triangles between which the surface goes on; −1: none
  int count;                          ///< triangles
  bool is_sharp() const { return smooth[0] < 0 && count >= 2; }
};

/// Where a triangle's side leads to across which the surface is smooth.
struct Neighbour {
  int side = -1;  ///< 3 · triangle + local side; −1: none
  int sign = 1;   ///< −1 where the two are wound against each other
};

class Rounder {
 public:
  Rounder(Mesh& mesh, double angle) : mesh_(mesh), angle_(angle), sides_(sides_of(mesh)) {
    normals_.reserve(mesh.triangles.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
      normals_.push_back(mesh.area_vector(static_cast<int>(t)).stableNormalized());
    find_plane_faces();
    find_edges();
    find_normals();
    find_edge_tangents();
  }

  void bend_sides() {
    mesh_.bends.assign(mesh_.triangles.size(), Bend{{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}});
    std::size_t e = 0;
    for_each_edge(sides_, [&](std::span<const SideOfTriangle> here) {
      const Vec3 sagitta = sagitta_of(edges_[e++], here);
      for (const SideOfTriangle& s : here) mesh_.bends[s.triangle].sagitta[s.side] = sagitta;
    });
  }

  /// Until no triangle is near a fold. @return how many were
  int straighten() {
    std::vector<char> was_bad(mesh_.triangles.size(), 0), is_bad(mesh_.triangles.size());
    for (bool again = true; again;) {
      again = false;
      for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
        is_bad[t] = mesh_.bend(static_cast<int>(t)) && is_near_fold(static_cast<int>(t));
        if (is_bad[t]) was_bad[t] = again = true;
      }
      if (!again) break;
      for_each_edge(sides_, [&](std::span<const SideOfTriangle> here) {
        if (std::none_of(here.begin(), here.end(),
                         [&](const SideOfTriangle& s) { return is_bad[s.triangle]; }))
          return;
        for (const SideOfTriangle& s : here) mesh_.bends[s.triangle].sagitta[s.side].setZero();
      });
    }
    return static_cast<int>(std::count(was_bad.begin(), was_bad.end(), 1));
  }

 private:
  const Vec3& at(int v) const { return mesh_.vertices[v]; }

  bool is_near_fold(int t) const {
    return is_collapsed(mesh_, t) || largest_relative_sagitta(mesh_, t) > longest_arc ||
           jacobian_range(mesh_, t).scaled() < least_jacobian;
  }

  /// −1 where two triangles at a side are wound against each other.
  int relative_winding(const SideOfTriangle& a, const SideOfTriangle& b) const {
    const auto begins = [&](const SideOfTriangle& s) {
      return mesh_.triangles[s.triangle].vertex[(s.side + 1) % 3];
    };
    return begins(a) != begins(b) ? 1 : -1;
  }

  double turn(const SideOfTriangle& a, const SideOfTriangle& b) const {
    return angle_between(normals_[a.triangle], relative_winding(a, b) * normals_[b.triangle]);
  }

  /// `face_` is the plane face that a triangle belongs to, −1 of one that stands for a curved surface.
  void find_plane_faces() {
    DisjointSets sets(mesh_.triangles.size());
    std::vector<char> is_inside(mesh_.vertices.size(), 1);
    for_each_edge(sides_, [&](std::span<const SideOfTriangle> here) {
      if (here.size() == 2 && turn(here[0], here[1]) < no_turn)
        sets.unite(here[0].triangle, here[1].triangle);
      else
        is_inside[here[0].low()] = is_inside[here[0].high()] = 0;
    });
    std::vector<char> is_plane(mesh_.triangles.size(), 0);
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t)
      for (const int v : mesh_.triangles[t].vertex)
        if (is_inside[v]) is_plane[sets.root(static_cast<int>(t))] = 1;
    face_.assign(mesh_.triangles.size(), -1);
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      const int root = sets.root(static_cast<int>(t));
      if (is_plane[root]) face_[t] = root;
    }
  }

  void find_edges() {
    neighbours_.assign(3 * mesh_.triangles.size(), {});
    for_each_edge(sides_, [&](std::span<const SideOfTriangle> here) {
      RoundedEdge& edge = edges_.emplace_back(
          RoundedEdge{{here[0].low(), here[0].high()}, {-1, -1}, static_cast<int>(here.size())});
      const SideOfTriangle *first = nullptr, *second = nullptr;
      int pairs = 0;
      for (std::size_t i = 0; i < here.size(); ++i)
        for (std::size_t j = i + 1; j < here.size(); ++j) {
          const int a = face_[here[i].triangle], b = face_[here[j].triangle];
          if ((a >= 0 && b >= 0 && a != b) || !(turn(here[i], here[j]) < angle_)) continue;
          ++pairs;
          first = &here[i], second = &here[j];
        }
      if (pairs != 1) return;
      edge.smooth = {first->triangle, second->triangle};
      const int sign = relative_winding(*first, *second);
      const int one = 3 * first->triangle + first->side, other = 3 * second->triangle + second->side;
      neighbours_[one] = {other, sign};
      neighbours_[other] = {one, sign};
    });
  }

  struct Corner {
    int place;  ///< 3 · triangle + local vertex
    int sign;   ///< of its triangle's winding to that of the first in the fan
  };

  /// The corners at one vertex around which the surface is smooth.
  std::vector<Corner> fan_of(int place, std::vector<char>& seen) const {
    std::vector<Corner> fan{{place, 1}};
    seen[place] = 1;
    for (std::size_t next = 0; next < fan.size(); ++next) {
      const auto [corner, sign] = fan[next];
      const int t = corner / 3, i = corner % 3, vertex = mesh_.triangles[t].vertex[i];
      for (const int side : {(i + 1) % 3, (i + 2) % 3}) {
        const Neighbour& beyond = neighbours_[3 * t + side];
        if (beyond.side < 0) continue;
        const auto& v = mesh_.triangles[beyond.side / 3].vertex;
        const int there =
            3 * (beyond.side / 3) + static_cast<int>(std::find(v.begin(), v.end(), vertex) - v.begin());
        if (seen[there]) continue;
        seen[there] = 1;
        fan.push_back({there, sign * beyond.sign});
      }
    }
    return fan;
  }

  void find_normals() {
    corner_normal_.assign(3 * mesh_.triangles.size(), Vec3::Zero());
    std::vector<char> seen(corner_normal_.size(), 0);
    for (int place = 0; place < static_cast<int>(seen.size()); ++place) {
      if (seen[place]) continue;
      const std::vector<Corner> fan = fan_of(place, seen);
      const bool has_plane =
          std::any_of(fan.begin(), fan.end(), [&](const Corner& c) { return face_[c.place / 3] >= 0; });
      Vec3 sum = Vec3::Zero();
      for (const auto& [corner, sign] : fan)
        if (!has_plane || face_[corner / 3] >= 0)
          sum += sign * corner_weight(mesh_, corner / 3, corner % 3) * normals_[corner / 3];
      const Vec3 normal = sum.stableNormalized();
      const bool is_point = std::any_of(fan.begin(), fan.end(), [&](const Corner& c) {
        return !(angle_between(normal, c.sign * normals_[c.place / 3]) < angle_);
      });
      if (is_point) continue;
      for (const auto& [corner, sign] : fan) corner_normal_[corner] = sign * normal;
    }
  }

  /// Tangents of sharp edges at vertices where nothing but the same edge goes on.
  void find_edge_tangents() {
    std::vector<std::array<int, 2>> sharp_at(mesh_.vertices.size(), {-1, -1});
    std::vector<char> is_end(mesh_.vertices.size(), 0);
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      if (edges_[e].smooth[0] >= 0) continue;
      for (const int v : edges_[e].vertex) {
        if (!edges_[e].is_sharp() || sharp_at[v][1] >= 0) is_end[v] = 1;
        sharp_at[v][sharp_at[v][0] < 0 ? 0 : 1] = static_cast<int>(e);
      }
    }
    vertex_tangent_.assign(mesh_.vertices.size(), Vec3::Zero());
    is_straight_.assign(edges_.size(), 0);
    const auto step = [&](int v, int k) -> Vec3 {
      const auto& ends = edges_[sharp_at[v][k]].vertex;
      return at(ends[0] == v ? ends[1] : ends[0]) - at(v);
    };
    std::vector<int> turning;
    for (int v = 0; v < static_cast<int>(mesh_.vertices.size()); ++v) {
      if (is_end[v] || sharp_at[v][1] < 0) continue;
      const Vec3 back = -step(v, 0), on = step(v, 1);
      const double angle = angle_between(back, on);
      if (!(angle < angle_)) continue;
      turning.push_back(v);
      if (angle < no_turn) is_straight_[sharp_at[v][0]] = is_straight_[sharp_at[v][1]] = 1;
      // Of the circle through the three points.
      vertex_tangent_[v] = (back / back.squaredNorm() + on / on.squaredNorm()).stableNormalized();
    }
    for (const int v : turning)
      for (const int k : {0, 1})
        if (is_straight_[sharp_at[v][k]]) vertex_tangent_[v] = step(v, k).stableNormalized();
  }

  Vec3 sagitta_of(const RoundedEdge& edge, std::span<const SideOfTriangle> here) const {
    const Vec3 chord = at(edge.vertex[1]) - at(edge.vertex[0]);
    const double length = chord.norm();
    if (!(length > 0.0)) return Vec3::Zero();
    std::array<std::optional<Vec3>, 2> tangent;
    if (edge.smooth[0] >= 0) {
      for (const int end : {0, 1}) {
        const Vec3 n = corner_normal_[corner_at(edge.smooth[0], edge.vertex[end])];
        if (!n.isZero(0.0)) tangent[end] = (chord - chord.dot(n) * n).stableNormalized();
      }
    } else if (edge.is_sharp() && !is_straight_[&edge - edges_.data()] && !joins_planes(here)) {
      for (const int end : {0, 1}) {
        const Vec3& t = vertex_tangent_[edge.vertex[end]];
        if (t.isZero(0.0)) return Vec3::Zero();
        tangent[end] = t.dot(chord) < 0.0 ? Vec3(-t) : t;
      }
    }
    if (!tangent[0] && !tangent[1]) return Vec3::Zero();
    const Vec3 along = chord / length;
    // An arc from the one tangent that is known.
    for (const int end : {0, 1})
      if (!tangent[end]) tangent[end] = 2.0 * along.dot(*tangent[1 - end]) * along - *tangent[1 - end];
    const double cosine = 0.5 * along.dot(*tangent[0] + *tangent[1]);
    const Vec3 sagitta = length * (*tangent[0] - *tangent[1]) / (4.0 + 4.0 * cosine);
    return sagitta.norm() < no_sagitta * length ? Vec3(Vec3::Zero()) : sagitta;
  }

  int corner_at(int t, int vertex) const {
    const auto& v = mesh_.triangles[t].vertex;
    return 3 * t + static_cast<int>(std::find(v.begin(), v.end(), vertex) - v.begin());
  }

  /// The edge where only plane faces meet is straight.
  bool joins_planes(std::span<const SideOfTriangle> here) const {
    return std::all_of(here.begin(), here.end(),
                       [&](const SideOfTriangle& s) { return face_[s.triangle] >= 0; });
  }

  Mesh& mesh_;
  double angle_;
  std::vector<SideOfTriangle> sides_;
  std::vector<Vec3> normals_;
  std::vector<int> face_;
  std::vector<RoundedEdge> edges_;
  std::vector<Neighbour> neighbours_;  ///< 3 · triangle + local side
  std::vector<Vec3> corner_normal_;    ///< by the winding of the triangle; zero at a point of the surface
  std::vector<Vec3> vertex_tangent_;   ///< zero where there is none
  std::vector<char> is_straight_;
};

/// Points at which the distance from the facet is looked at: the middles of the sides and of the triangle.
constexpr std::array<Barycentric, 4> looked_at{
    {{0.0, 0.5, 0.5}, {0.5, 0.0, 0.5}, {0.5, 0.5, 0.0}, {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}}};

void measure(const Mesh& mesh, Rounding& rounding) {
  double area = 0.0, squares = 0.0;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const Bend* bend = mesh.bend(t);
    if (!bend) continue;
    ++rounding.triangles;
    const auto& s = bend->sagitta;
    const std::array<Vec3, 3> corners = mesh.corners(t);
    for (const Barycentric& b : looked_at) {
      const Vec3 facet = b[0] * corners[0] + b[1] * corners[1] + b[2] * corners[2];
      rounding.largest = std::max(rounding.largest, (position_at(corners, *bend, b) - facet).norm());
    }
    // The mean over the triangle of |4 Σ b_j b_k s_i|².
    const double mean = 16.0 / 90.0 *
                        (s[0].squaredNorm() + s[1].squaredNorm() + s[2].squaredNorm() + s[0].dot(s[1]) +
                         s[1].dot(s[2]) + s[2].dot(s[0]));
    const double weight = mesh.area_vector(t).norm();
    area += weight;
    squares += weight * mean;
  }
  if (area > 0.0) rounding.rms = std::sqrt(squares / area);
}

}  // namespace

Rounding round_smooth_parts(Mesh& mesh, double angle_deg) {
  Rounding rounding{angle_deg};
  rounding.has_middle_nodes = !mesh.bends.empty();
  if (rounding.has_middle_nodes) return rounding;
  Rounder rounder(mesh, angle_deg * pi / 180.0);
  rounder.bend_sides();
  rounding.straightened = rounder.straighten();
  if (std::all_of(mesh.bends.begin(), mesh.bends.end(), [](const Bend& b) { return b.is_flat(); }))
    mesh.bends.clear();
  measure(mesh, rounding);
  return rounding;
}

}  // namespace pace
