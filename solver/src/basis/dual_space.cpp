#include "basis/dual_space.hpp"

#include <algorithm>
#include <numbers>

namespace pace {
namespace {

/// Local corners of a triangle in the sense of its normal: +1 if the stored order turns around it, else −1.
int turning_sense(const SurfaceTriangle& t) {
  return (t.vertex[1] - t.vertex[0]).cross(t.vertex[2] - t.vertex[0]).dot(t.normal) > 0.0 ? 1 : -1;
}

/// A triangle seen from one of its corners: the corners that follow and precede it around the normal.
struct Wedge {
  int triangle, corner, next, previous;
};

Wedge wedge(const SurfaceTriangle* triangles, int triangle, int corner) {
  const int step = turning_sense(triangles[triangle]) > 0 ? 1 : 2;
  return {triangle, corner, (corner + step) % 3, (corner + 2 * step) % 3};
}

/// The wedges around a vertex in the sense of the normals, or none if they are not one closed fan of closed
/// surface.
std::vector<Wedge> fan(const RwgSpace& space, const std::vector<Wedge>& star) {
  const auto id = [&](const Wedge& w, int corner) { return space.triangles()[w.triangle].vertex_id[corner]; };
  for (const Wedge& w : star)
    if (space.triangles()[w.triangle].sheet) return {};
  std::vector<Wedge> walk{star.front()};
  while (true) {
    const int wanted = id(walk.back(), walk.back().previous);
    const Wedge* next = nullptr;
    for (const Wedge& w : star) {
      if (id(w, w.next) != wanted) continue;
      if (next) return {};  // a junction, or neighbours turned against each other
      next = &w;
    }
    if (!next) return {};
    if (next->triangle == star.front().triangle) break;
    if (walk.size() == star.size()) return {};
    walk.push_back(*next);
  }
  if (walk.size() != star.size() || walk.size() < 3) return {};
  return walk;
}

int function_opposite(const RwgSpace& space, int triangle, int corner) {
  for (const HalfFunction& half : space.halves(triangle))
    if (half.corner == corner) return half.function;
  return -1;
}

}  // namespace

/// Sub-triangles 6t + 2c and 6t + 2c + 1 are those at corner c: towards the corner that follows, then the
/// other one.
SubTriangle DualSpace::sub(int index) const {
  const int t = index / 6, corner = index % 6 / 2;
  const SurfaceTriangle& s = triangles_[t];
  const Wedge w = wedge(triangles_, t, corner);
  const Vec3& a = s.vertex[corner];
  if (index % 2 == 0) {
    const Vec3 after = 0.5 * (a + s.vertex[w.next]);
    return {{a, after, s.centroid}, (a + after + s.centroid) / 3.0, s.area / 6.0, t};
  }
  const Vec3 before = 0.5 * (a + s.vertex[w.previous]);
  return {{a, s.centroid, before}, (a + s.centroid + before) / 3.0, s.area / 6.0, t};
}

std::array<Barycentric, 3> DualSpace::sub_corners(int index) const {
  const Wedge w = wedge(triangles_, index / 6, index % 6 / 2);
  Barycentric corner{}, middle{};
  corner[w.corner] = 1.0;
  middle[w.corner] = middle[index % 2 == 0 ? w.next : w.previous] = 0.5;
  constexpr Barycentric centre{1.0 / 3, 1.0 / 3, 1.0 / 3};
  if (index % 2 == 0) return {corner, middle, centre};
  return {corner, centre, middle};
}

namespace {

/// What flows out of the piece through the side opposite to each corner of its sub-triangle, over row.flux.
std::array<double, 3> shares(const DualCell& cell, const DualCell::Row& row, int position) {
  const int n = static_cast<int>(cell.subs.size()) / 2;
  const int i = (position - 2 * row.edge + 2 * n) %
                (2 * n);  // sub-edges i and i + 1 bound it, counted from the edge itself
  const double in = i == 0 ? 0.0 : (i - n) / (2.0 * n), out = i == 2 * n - 1 ? 0.0 : (i + 1 - n) / (2.0 * n);
  const double through = i == 0 || i == 2 * n - 1 ? 0.5 : 0.0;
  return {through, out, -in};
}

}  // namespace

DualArms DualSpace::arms(const DualCell& cell, const DualCell::Row& row, int position) const {
  DualArms arms{cell.subs[position], {}};
  const std::array<double, 3> share = shares(cell, row, position);
  const std::array<Barycentric, 3> corner = sub_corners(arms.sub);
  for (int c = 0; c < 3; ++c)
    for (int i = 0; i < 3; ++i) arms.arm_weight[i] += 0.5 * row.flux * share[c] * corner[c][i];
  return arms;
}

std::vector<DualArms> DualSpace::arms(int function) const {
  std::vector<DualArms> result;
  if (!has(function)) return result;
  for (const Place& place : cells_of_[function]) {
    const DualCell& cell = cells_[place.cell];
    for (int s = 0; s < static_cast<int>(cell.subs.size()); ++s)
      result.push_back(arms(cell, cell.rows[place.row], s));
  }
  return result;
}

DualPiece DualSpace::piece(const DualCell& cell, const DualCell::Row& row, int position,
                           const SubTriangle& sub) const {
  const std::array<double, 3> share = shares(cell, row, position);
  const double scale = row.flux / (2.0 * sub.area);
  DualPiece piece{cell.subs[position], Vec3::Zero(), scale * (share[0] + share[1] + share[2])};
  for (int c = 0; c < 3; ++c) piece.value += scale * share[c] * (sub.centroid - sub.vertex[c]);
  return piece;
}

bool DualSpace::is_bent(int function) const {
  if (!has(function)) return false;
  for (const Place& place : cells_of_[function])
    for (const int s : cells_[place.cell].subs)
      if (triangles_[s / 6].bend) return true;
  return false;
}

std::vector<DualPiece> DualSpace::pieces(int function) const {
  std::vector<DualPiece> result;
  if (!has(function)) return result;
  for (const Place& place : cells_of_[function]) {
    const DualCell& cell = cells_[place.cell];
    for (int s = 0; s < static_cast<int>(cell.subs.size()); ++s)
      result.push_back(piece(cell, cell.rows[place.row], s));
  }
  return result;
}

DualSpace::DualSpace(const RwgSpace& space, std::span<const char> without)
    : triangles_(space.triangles().data()),
      triangle_count_(static_cast<int>(space.triangles().size())),
      cells_of_(space.size()) {
  int vertices = 0;
  for (const SurfaceTriangle& t : space.triangles())
    for (const int v : t.vertex_id) vertices = std::max(vertices, v + 1);
  std::vector<std::vector<Wedge>> fans(vertices);
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t)
    for (int corner = 0; corner < 3; ++corner)
      fans[space.triangles()[t].vertex_id[corner]].push_back(wedge(triangles_, t, corner));
  for (auto& star : fans)
    if (!star.empty()) star = fan(space, star);

  // The functions of the edges that leave each vertex, and which of them have a closed fan at both ends.
  std::vector<int> sound_ends(space.size(), 0);
  const auto function_of = [&](const Wedge& w) { return function_opposite(space, w.triangle, w.previous); };
  for (const auto& around : fans)
    for (const Wedge& w : around) ++sound_ends[function_of(w)];

  for (int v = 0; v < vertices; ++v) {
    const auto& around = fans[v];
    const int n = static_cast<int>(around.size());
    if (n == 0) continue;
    DualCell cell;
    cell.vertex_id = v;
    cell.vertex = space.triangles()[around[0].triangle].vertex[around[0].corner];
    for (const Wedge& w : around)
      for (const int second : {0, 1}) cell.subs.push_back(6 * w.triangle + 2 * w.corner + second);
    for (int e = 0; e < n; ++e) {
      const int function = function_of(around[e]);
      if (sound_ends[function] != 2 || (!without.empty() && without[function])) continue;
      const auto& sides = space.sides()[function];
      const SubTriangle left = sub(cell.subs[2 * e]);
      const Vec3 midpoint = left.vertex[1];
      const double flux = std::numbers::sqrt3 * ((space.triangles()[sides[0]].centroid - midpoint).norm() +
                                                 (space.triangles()[sides[1]].centroid - midpoint).norm());
      // n × (direction of the edge out of this vertex) points into the triangle on the left of it.
      auto& places = cells_of_[function];
      places[places[0].cell < 0 ? 0 : 1] = {static_cast<int>(cells_.size()),
                                            static_cast<int>(cell.rows.size())};
      cell.rows.push_back({function, e, sides[1] == left.parent ? flux : -flux});
    }
    cell.subs.shrink_to_fit();
    cell.rows.shrink_to_fit();
    if (!cell.rows.empty()) cells_.push_back(std::move(cell));
  }
  cells_.shrink_to_fit();
}

}  // namespace pace
