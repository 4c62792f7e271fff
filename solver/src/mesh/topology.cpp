#include "mesh/topology.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>

#include "core/error.hpp"
#include "mesh/bent_surface.hpp"
#include "mesh/disjoint_sets.hpp"
#include "mesh/sort_by_vertex.hpp"

namespace pace {
namespace {

/// The two sides of triangle t are 2t (where the file's normal points) and 2t + 1.
int front_side(int t) { return 2 * t; }
int back_side(int t) { return 2 * t + 1; }

struct HalfEdge {
  std::uint64_t key;  ///< lower vertex in the high half, upper vertex in the low half
  int corner;         ///< 3·triangle + local index of the opposite vertex
  bool operator<(const HalfEdge& other) const {
    return key != other.key ? key < other.key : corner < other.corner;
  }
};

std::vector<HalfEdge> sorted_half_edges(const Mesh& mesh) {
  std::vector<HalfEdge> half_edges(3 * mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& v = mesh.triangles[t].vertex;
    for (int i = 0; i < 3; ++i) {
      const auto [low, high] = std::minmax(v[(i + 1) % 3], v[(i + 2) % 3]);
      half_edges[3 * t + i] = {static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint32_t>(high),
                               static_cast<int>(3 * t) + i};
    }
  }
  sort_by_vertex(half_edges, mesh.vertices.size(),
                 [](const HalfEdge& half) { return static_cast<std::size_t>(half.key >> 32); });
  return half_edges;
}

void build_edges(const Mesh& mesh, Topology& topology) {
  const std::vector<HalfEdge> half_edges = sorted_half_edges(mesh);
  topology.triangle_edges.resize(mesh.triangles.size());
  topology.edge_triangles.resize(half_edges.size());
  topology.edges.reserve(half_edges.size() / 2 + 1);
  for (std::size_t i = 0; i < half_edges.size(); ++i) {
    const auto [key, corner] = half_edges[i];
    if (i == 0 || half_edges[i - 1].key != key) {
      topology.edges.push_back(
          {{static_cast<int>(key >> 32), static_cast<int>(key & 0xffffffffu)}, static_cast<int>(i), 0});
    }
    ++topology.edges.back().count;
    topology.edge_triangles[i] = corner / 3;
    topology.triangle_edges[corner / 3][corner % 3] = static_cast<int>(topology.edges.size()) - 1;
  }
}

int vertex_opposite(const Triangle& triangle, const Edge& edge) {
  for (const int v : triangle.vertex) {
    if (v != edge.vertex[0] && v != edge.vertex[1]) return v;
  }
  return triangle.vertex[0];
}

/// Does the file's winding run through the edge from its lower to its higher vertex?
bool runs_along(const Triangle& triangle, const Edge& edge) {
  const auto& v = triangle.vertex;
  for (int i = 0; i < 3; ++i) {
    if (v[i] == edge.vertex[0]) return v[(i + 1) % 3] == edge.vertex[1];
  }
  return false;
}

/// The side that looks towards growing angle about the edge (right-hand rule along lower → higher vertex).
int side_ahead(const Mesh& mesh, const Edge& edge, int t) {
  return runs_along(mesh.triangles[t], edge) ? front_side(t) : back_side(t);
}
int side_behind(const Mesh& mesh, const Edge& edge, int t) { return side_ahead(mesh, edge, t) ^ 1; }

/// Angles about an edge, measured from a reference direction.
struct EdgeFrame {
  Vec3 origin, x, y;
  EdgeFrame(const Mesh& mesh, const Edge& edge, const Vec3& reference)
      : origin(mesh.vertices[edge.vertex[0]]) {
    const Vec3 axis = (mesh.vertices[edge.vertex[1]] - origin).stableNormalized();
    x = (reference - reference.dot(axis) * axis).stableNormalized();
    y = axis.cross(x);
  }
  double angle_of(const Vec3& point) const {
    const Vec3 d = point - origin;
    const double angle = std::atan2(d.dot(y), d.dot(x));
    return angle < 0.0 ? angle + 2.0 * pi : angle;
  }
};

struct Leaf {
  double angle;
  int triangle;
};

/// How a bent triangle leaves its side at one of its points, from the side into the triangle.
/// @param along  from the lower vertex of the edge (0) to the higher one (1)
Vec3 inward_tangent(const Mesh& mesh, const Edge& edge, int t, double along) {
  const auto& v = mesh.triangles[t].vertex;
  Barycentric b{};
  std::array<double, 3> inward{1.0, 1.0, 1.0};
  for (int i = 0; i < 3; ++i) {
    if (v[i] == edge.vertex[0]) b[i] = 1.0 - along, inward[i] = -b[i];
    if (v[i] == edge.vertex[1]) b[i] = along, inward[i] = -b[i];
  }
  const std::array<Vec3, 3> e = derivatives_at(mesh.corners(t), mesh.bends[t], b);
  return inward[0] * e[0] + inward[1] * e[1] + inward[2] * e[2];
}

/// A point on the half-plane in which a triangle leaves an edge: half-way along it, where its tangent is
/// parallel to the chord whatever its sagitta.
Vec3 point_beyond(const Mesh& mesh, const Edge& edge, int t) {
  if (mesh.bend(t)) return mesh.vertices[edge.vertex[0]] + inward_tangent(mesh, edge, t, 0.5);
  return mesh.vertices[vertex_opposite(mesh.triangles[t], edge)];
}

/// The triangles at an edge by growing angle, the first of the file at angle 0.
std::vector<Leaf> leaves_by_angle(const Mesh& mesh, const Topology& topology, const Edge& edge) {
  const auto triangles = topology.triangles_at(edge);
  const Vec3 first = point_beyond(mesh, edge, triangles[0]);
  const EdgeFrame frame(mesh, edge, first - mesh.vertices[edge.vertex[0]]);
  std::vector<Leaf> leaves;
  for (const int t : triangles) {
    leaves.push_back({frame.angle_of(point_beyond(mesh, edge, t)), t});
  }
  leaves[0].angle = 0.0;
  std::sort(leaves.begin() + 1, leaves.end(), [](const Leaf& a, const Leaf& b) {
    return a.angle != b.angle ? a.angle < b.angle : a.triangle < b.triangle;
  });
  return leaves;
}

/// Do surfaces that leave an edge along these directions lie on each other there?
/// @param axis  unit tangent of the edge
bool lie_on_each_other(Vec3 a, Vec3 b, const Vec3& axis) {
  a -= a.dot(axis) * axis;
  b -= b.dot(axis) * axis;
  return a.dot(b) > 0.0 && a.cross(b).norm() < fold_angle * a.norm() * b.norm();
}

/// At the Gauss points of the edge, where it or a triangle at it is bent.
bool bent_lie_on_each_other(const Mesh& mesh, const Edge& edge, int s, int t) {
  const auto leaving = [&](int triangle, double along) -> Vec3 {
    if (mesh.bend(triangle)) return inward_tangent(mesh, edge, triangle, along);
    return mesh.vertices[vertex_opposite(mesh.triangles[triangle], edge)] - mesh.vertices[edge.vertex[0]];
  };
  const auto tangent = [&](int triangle, double along) -> Vec3 {
    const Vec3 chord = mesh.vertices[edge.vertex[1]] - mesh.vertices[edge.vertex[0]];
    const auto& v = mesh.triangles[triangle].vertex;
    for (int i = 0; i < 3; ++i)
      if (v[i] != edge.vertex[0] && v[i] != edge.vertex[1])
        return chord + 4.0 * (1.0 - 2.0 * along) * mesh.bends[triangle].sagitta[i];
    return chord;
  };
  for (const double along : {0.1127016653792583, 0.5, 0.8872983346207417})
    if (lie_on_each_other(leaving(s, along), leaving(t, along), tangent(s, along).stableNormalized()))
      return true;
  return false;
}

bool lie_on_each_other(const Mesh& mesh, const Edge& edge, int s, int t) {
  if (mesh.bend(s) || mesh.bend(t)) return bent_lie_on_each_other(mesh, edge, s, t);
  const Vec3& origin = mesh.vertices[edge.vertex[0]];
  const Vec3 axis = (mesh.vertices[edge.vertex[1]] - origin).stableNormalized();
  const auto height = [&](int triangle) -> Vec3 {
    const Vec3 d = mesh.vertices[vertex_opposite(mesh.triangles[triangle], edge)] - origin;
    return d - d.dot(axis) * axis;
  };
  const Vec3 a = height(s), b = height(t);
  return a.dot(b) > 0.0 && a.cross(b).norm() < fold_angle * a.norm() * b.norm();
}

/// Joins the triangle sides that see each other across every edge.
void join_sides(const Mesh& mesh, Topology& topology, DisjointSets& sides) {
  for (const Edge& edge : topology.edges) {
    const auto triangles = topology.triangles_at(edge);
    if (edge.count == 1) {
      ++topology.open_edges;
      sides.unite(front_side(triangles[0]), back_side(triangles[0]));
    } else if (edge.count == 2) {
      // Two leaves see each other on both sides whatever their angle.
      sides.unite(side_ahead(mesh, edge, triangles[0]), side_behind(mesh, edge, triangles[1]));
      sides.unite(side_ahead(mesh, edge, triangles[1]), side_behind(mesh, edge, triangles[0]));
      if (lie_on_each_other(mesh, edge, triangles[0], triangles[1])) ++topology.folded_edges;
      if (runs_along(mesh.triangles[triangles[0]], edge) == runs_along(mesh.triangles[triangles[1]], edge)) {
        ++topology.inconsistent_edges;
      }
    } else {
      ++topology.junction_edges;
      const std::vector<Leaf> leaves = leaves_by_angle(mesh, topology, edge);
      bool folded = false;
      for (std::size_t i = 0; i < leaves.size(); ++i) {
        const int here = leaves[i].triangle, next = leaves[(i + 1) % leaves.size()].triangle;
        sides.unite(side_ahead(mesh, edge, here), side_behind(mesh, edge, next));
        folded |= lie_on_each_other(mesh, edge, here, next);
      }
      if (folded) ++topology.folded_edges;
    }
  }
}

void number_components(Topology& topology) {
  DisjointSets triangles(topology.triangle_edges.size());
  for (const Edge& edge : topology.edges) {
    const auto at_edge = topology.triangles_at(edge);
    for (std::size_t i = 1; i < at_edge.size(); ++i) triangles.unite(at_edge[0], at_edge[i]);
  }
  auto [number, count] = triangles.numbered();
  topology.component = std::move(number);
  topology.components.resize(count);
}

void number_shells(const Mesh& mesh, Topology& topology) {
  DisjointSets sides(2 * mesh.triangles.size());
  join_sides(mesh, topology, sides);
  const auto [number, count] = sides.numbered();
  topology.shells.resize(count);
  topology.side_shell.resize(mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    topology.side_shell[t] = {number[2 * t], number[2 * t + 1]};
    for (const int shell : topology.side_shell[t]) topology.shells[shell] = {topology.component[t], false};
  }
}

/// The edge of each component that a plane coming in along −direction rests on: it starts at the outermost
/// vertex and falls away least. All triangles at that vertex then lie behind the plane through this edge.
struct OutermostEdge {
  int edge = -1;
  double slope = -std::numeric_limits<double>::infinity();
};

std::vector<OutermostEdge> outermost_edges(const Mesh& mesh, const Topology& topology,
                                           const Vec3& direction) {
  std::vector<int> outermost(topology.components.size(), -1);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    int& best = outermost[topology.component[t]];
    for (const int v : mesh.triangles[t].vertex) {
      if (best < 0 || direction.dot(mesh.vertices[v] - mesh.vertices[best]) > 0.0) best = v;
    }
  }
  std::vector<OutermostEdge> edges(topology.components.size());
  for (std::size_t e = 0; e < topology.edges.size(); ++e) {
    const Edge& edge = topology.edges[e];
    const int c = topology.component[topology.triangles_at(edge)[0]];
    if (edge.vertex[0] != outermost[c] && edge.vertex[1] != outermost[c]) continue;
    const int other = edge.vertex[0] == outermost[c] ? edge.vertex[1] : edge.vertex[0];
    const Vec3 along = mesh.vertices[other] - mesh.vertices[outermost[c]];
    const double slope = direction.dot(along.stableNormalized());
    if (slope > edges[c].slope) edges[c] = {static_cast<int>(e), slope};
  }
  return edges;
}

/// The shell into which one looks from outside on the outermost edge.
int shell_outside(const Mesh& mesh, const Topology& topology, const Edge& edge, const Vec3& direction) {
  // The free half-space at the edge opens towards `direction`, made normal to the edge by EdgeFrame: angle 0
  // is free.
  const EdgeFrame frame(mesh, edge, direction);
  Leaf nearest{std::numeric_limits<double>::infinity(), topology.triangles_at(edge)[0]};
  for (const int t : topology.triangles_at(edge)) {
    if (mesh.area_vector(t).isZero(0.0)) continue;  // a collapsed triangle has no angle
    const double angle = frame.angle_of(mesh.vertices[vertex_opposite(mesh.triangles[t], edge)]);
    if (angle < nearest.angle) nearest = {angle, t};
  }
  const int side = side_behind(mesh, edge, nearest.triangle);
  return topology.side_shell[side / 2][side % 2];
}

/// Several directions vote, so that one sliver at one outermost vertex cannot decide alone. They have no
/// symmetry with the coordinate axes, where faces of man-made bodies would tie.
void find_exterior_shells(const Mesh& mesh, Topology& topology) {
  static const std::array<Vec3, 5> directions = {
      Vec3(0.8112, 0.4731, 0.3437).normalized(), Vec3(-0.7231, 0.5419, 0.4283).normalized(),
      Vec3(0.3617, -0.8719, 0.3299).normalized(), Vec3(-0.4127, -0.3931, -0.8219).normalized(),
      Vec3(0.2903, 0.6173, -0.7309).normalized()};
  std::vector<std::vector<int>> votes(topology.components.size());
  for (const Vec3& direction : directions) {
    const auto edges = outermost_edges(mesh, topology, direction);
    for (std::size_t c = 0; c < edges.size(); ++c) {
      votes[c].push_back(shell_outside(mesh, topology, topology.edges[edges[c].edge], direction));
    }
  }
  for (std::size_t c = 0; c < votes.size(); ++c) {
    const auto count = [&](int shell) { return std::count(votes[c].begin(), votes[c].end(), shell); };
    const int winner = *std::max_element(votes[c].begin(), votes[c].end(),
                                         [&](int a, int b) { return count(a) < count(b); });
    topology.components[c].exterior_shell = winner;
    topology.shells[winner].exterior = true;
  }
}

void classify(Topology& topology) {
  topology.surface.resize(topology.side_shell.size());
  for (std::size_t t = 0; t < topology.side_shell.size(); ++t) {
    const bool front = topology.shells[topology.side_shell[t][0]].exterior;
    const bool back = topology.shells[topology.side_shell[t][1]].exterior;
    topology.surface[t] = front && back   ? Surface::sheet
                          : front || back ? Surface::closed
                                          : Surface::internal;
  }
}

/// Gives a patch of sheets or internal triangles one consistent winding by walking over two-triangle edges.
/// A triangle is visited once, so a one-sided patch ends too; its twisted edges are counted afterwards.
void orient_patch(const Mesh& mesh, Topology& topology, int seed) {
  std::vector<int> patch = {seed};
  topology.orientation[seed] = 1;
  int flipped = 0;
  for (std::size_t i = 0; i < patch.size(); ++i) {
    const int t = patch[i];
    if (topology.orientation[t] < 0) ++flipped;
    for (const int e : topology.triangle_edges[t]) {
      const Edge& edge = topology.edges[e];
      if (edge.count != 2) continue;
      const auto pair = topology.triangles_at(edge);
      const int neighbour = pair[0] == t ? pair[1] : pair[0];
      if (topology.orientation[neighbour] != 0 || topology.surface[neighbour] != topology.surface[t])
        continue;
      const bool agree = runs_along(mesh.triangles[t], edge) != runs_along(mesh.triangles[neighbour], edge);
      topology.orientation[neighbour] =
          static_cast<signed char>(agree ? topology.orientation[t] : -topology.orientation[t]);
      patch.push_back(neighbour);
    }
  }
  if (2 * flipped > static_cast<int>(patch.size())) {
    for (const int t : patch) topology.orientation[t] = static_cast<signed char>(-topology.orientation[t]);
  }
}

void orient(const Mesh& mesh, Topology& topology) {
  topology.orientation.assign(mesh.triangles.size(), 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (topology.surface[t] != Surface::closed) continue;
    topology.orientation[t] = topology.shells[topology.side_shell[t][0]].exterior ? 1 : -1;
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (topology.orientation[t] == 0) orient_patch(mesh, topology, static_cast<int>(t));
  }
  for (const Edge& edge : topology.edges) {
    if (edge.count != 2) continue;
    const auto pair = topology.triangles_at(edge);
    const bool same_run =
        runs_along(mesh.triangles[pair[0]], edge) == runs_along(mesh.triangles[pair[1]], edge);
    const bool same_sign = topology.orientation[pair[0]] == topology.orientation[pair[1]];
    if (topology.surface[pair[0]] == topology.surface[pair[1]] && same_run == same_sign)
      ++topology.twisted_edges;
  }
}

void count_components(const Mesh& mesh, Topology& topology) {
  std::vector<int> reference(topology.components.size(), -1);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& v = mesh.triangles[t].vertex;
    const int c = topology.component[t];
    Component& component = topology.components[c];
    ++component.triangles;
    switch (topology.surface[t]) {
      case Surface::closed:
        ++component.closed;
        break;
      case Surface::internal:
        ++component.internal;
        break;
      case Surface::sheet:
        ++component.sheet;
        break;
    }
    if (topology.surface[t] != Surface::closed) continue;
    if (reference[c] < 0) reference[c] = v[0];
    component.volume +=
        topology.orientation[t] * volume_to_origin(mesh, static_cast<int>(t), mesh.vertices[reference[c]]);
  }
}

void count_parts(const Mesh& mesh, Topology& topology) {
  topology.parts.resize(mesh.parts.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    PartTopology& part = topology.parts[mesh.triangles[t].part];
    ++part.triangles;
    part.area += surface_area(mesh, static_cast<int>(t));
    if (topology.surface[t] == Surface::sheet) ++part.sheets;
    if (topology.surface[t] == Surface::internal) ++part.internal;
    if (topology.orientation[t] < 0) {
      ++part.flipped;
      ++topology.flipped_triangles;
    }
  }
  std::vector<int> parts_here;
  for (const Edge& edge : topology.edges) {
    if (edge.count == 2) continue;
    parts_here.clear();
    for (const int t : topology.triangles_at(edge)) parts_here.push_back(mesh.triangles[t].part);
    std::sort(parts_here.begin(), parts_here.end());
    parts_here.erase(std::unique(parts_here.begin(), parts_here.end()), parts_here.end());
    for (const int p : parts_here) {
      edge.count == 1 ? ++topology.parts[p].open_edges : ++topology.parts[p].junction_edges;
    }
    if (edge.count == 1) ++topology.components[topology.component[topology.triangles_at(edge)[0]]].open_edges;
  }
}

void reject_duplicates(const Mesh& mesh) {
  const auto pairs = duplicate_triangles(mesh);
  if (pairs.empty()) return;
  const auto label = [&](int t) {
    const Part& part = mesh.parts[mesh.triangles[t].part];
    return Message{"partOfFile", {{"number", part.number}, {"name", part.name}}};
  };
  std::set<std::pair<int, int>> known;  // parts
  std::optional<Message> list;
  constexpr std::size_t listed = 3;
  for (const auto& [earlier, later] : pairs) {
    if (!known.insert({mesh.triangles[earlier].part, mesh.triangles[later].part}).second) continue;
    if (known.size() > listed) continue;
    const Message a = label(earlier), b = label(later);
    const Message place = a.values == b.values ? Message{"duplicate.samePart", {{"part", a}}}
                                               : Message{"duplicate.twoParts", {{"part", a}, {"other", b}}};
    list = list ? Message{"duplicate.more", {{"first", *list}, {"second", place}}} : place;
  }
  if (known.size() > listed)
    list = Message{"duplicate.others", {{"first", *list}, {"count", known.size() - listed}}};
  const Vec3 where = mesh.centroid(pairs.front()[1]);
  throw InputError(Message{"MESH_DUPLICATE_TRIANGLES.places", {{"count", pairs.size()}, {"places", *list}}},
                   "triangle at (" + std::to_string(where.x()) + ", " + std::to_string(where.y()) + ", " +
                       std::to_string(where.z()) + ")");
}

}  // namespace

int Topology::rwg_unknowns() const {
  int unknowns = 0;
  for (const Edge& edge : edges) {
    const auto at_edge = triangles_at(edge);
    const auto carrying =
        std::count_if(at_edge.begin(), at_edge.end(), [&](int t) { return surface[t] != Surface::internal; });
    unknowns += std::max(0, static_cast<int>(carrying) - 1);
  }
  return unknowns;
}

std::vector<std::array<int, 2>> duplicate_triangles(const Mesh& mesh) {
  struct Entry {
    std::array<int, 3> vertex;
    int triangle;
    bool operator<(const Entry& other) const {
      return vertex != other.vertex ? vertex < other.vertex : triangle < other.triangle;
    }
  };
  std::vector<Entry> entries(mesh.triangles.size());
  for (std::size_t t = 0; t < entries.size(); ++t) {
    entries[t] = {mesh.triangles[t].vertex, static_cast<int>(t)};
    std::sort(entries[t].vertex.begin(), entries[t].vertex.end());
  }
  sort_by_vertex(entries, mesh.vertices.size(),
                 [](const Entry& entry) { return static_cast<std::size_t>(entry.vertex[0]); });
  std::vector<std::array<int, 2>> pairs;
  std::size_t first = 0;
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (entries[i].vertex != entries[first].vertex) {
      first = i;
    } else {
      pairs.push_back({entries[first].triangle, entries[i].triangle});
    }
  }
  return pairs;
}

Topology analyse(const Mesh& mesh) {
  reject_duplicates(mesh);
  Topology topology;
  build_edges(mesh, topology);
  number_components(topology);
  number_shells(mesh, topology);
  find_exterior_shells(mesh, topology);
  classify(topology);
  orient(mesh, topology);
  count_components(mesh, topology);
  count_parts(mesh, topology);
  return topology;
}

Mesh oriented(Mesh mesh, const Topology& topology) {
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (topology.orientation[t] < 0) flip(mesh, static_cast<int>(t));
  }
  return mesh;
}

}  // namespace pace
