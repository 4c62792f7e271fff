#include "regions/containment.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "mesh/crossings.hpp"
#include "mesh/disjoint_sets.hpp"
#include "mesh/pieces.hpp"

namespace pace {
namespace {

constexpr int most_samples = 64;
/// Nodes closer than this part of the model's diagonal, and a tenth of the shortest edge, lie on each other.
constexpr double coincidence = 1e-6;

/// No symmetry with the coordinate axes, where edges of man-made bodies would be met.
const std::array<Vec3, 3> rays = {Vec3(0.5341, 0.7127, 0.4547).normalized(),
                                  Vec3(-0.7817, 0.3529, 0.5141).normalized(),
                                  Vec3(0.2399, -0.5573, -0.7949).normalized()};

struct ComponentBody {
  std::vector<int> triangles, samples;  ///< samples: vertices spread over the component
  std::vector<int> facets;              ///< that rays are followed to: bent triangles are cut into several
  Vec3 low = Vec3::Constant(1e300), high = Vec3::Constant(-1e300);
  bool has_cells = false;  ///< anything but sheets
  bool box_holds(const Vec3& p) const {
    return (p.array() >= low.array()).all() && (p.array() <= high.array()).all();
  }
};

std::vector<ComponentBody> bodies_of(const Mesh& mesh, const Topology& topology, const Facets& facets) {
  std::vector<ComponentBody> bodies(topology.components.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    ComponentBody& body = bodies[topology.component[t]];
    body.triangles.push_back(static_cast<int>(t));
    body.has_cells |= topology.surface[t] != Surface::sheet;
  }
  for (std::size_t f = 0; f < facets.triangle.size(); ++f) {
    ComponentBody& body = bodies[topology.component[facets.triangle[f]]];
    body.facets.push_back(static_cast<int>(f));
    for (const int v : facets.mesh.triangles[f].vertex) {
      body.low = body.low.cwiseMin(facets.mesh.vertices[v]);
      body.high = body.high.cwiseMax(facets.mesh.vertices[v]);
    }
  }
  // A node that joins two components at a point lies on both and in neither.
  std::vector<int> owner(mesh.vertices.size(), -1);
  constexpr int several = -2;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (const int v : mesh.triangles[t].vertex)
      owner[v] = owner[v] == -1 || owner[v] == topology.component[t] ? topology.component[t] : several;
  for (ComponentBody& body : bodies) {
    const std::size_t step = std::max<std::size_t>(1, body.triangles.size() / most_samples);
    for (std::size_t i = 0; i < body.triangles.size(); i += step)
      for (const int v : mesh.triangles[body.triangles[i]].vertex)
        if (owner[v] != several) {
          body.samples.push_back(v);
          break;
        }
  }
  return bodies;
}

/// Distance along the ray to a triangle (Möller & Trumbore 1997).
std::optional<double> hit(const Mesh& mesh, int t, const Vec3& from, const Vec3& along) {
  const auto& v = mesh.triangles[t].vertex;
  const Vec3 a = mesh.vertices[v[1]] - mesh.vertices[v[0]], b = mesh.vertices[v[2]] - mesh.vertices[v[0]];
  const Vec3 p = along.cross(b);
  const double determinant = a.dot(p);
  if (determinant == 0.0) return {};
  const Vec3 s = from - mesh.vertices[v[0]];
  const double u = s.dot(p) / determinant;
  if (!(u >= 0.0 && u <= 1.0)) return {};
  const Vec3 q = s.cross(a);
  const double w = along.dot(q) / determinant;
  if (!(w >= 0.0 && u + w <= 1.0)) return {};
  const double distance = b.dot(q) / determinant;
  return distance > 0.0 ? std::optional(distance) : std::nullopt;
}

/// The shell of the component that one ray from the point meets first; its exterior shell if none.
int shell_along(const Facets& facets, const Topology& topology, const ComponentBody& body, int component,
                const Vec3& point, const Vec3& ray) {
  double nearest = 1e300;
  int shell = topology.components[component].exterior_shell;
  for (const int f : body.facets) {
    const auto distance = hit(facets.mesh, f, point, ray);
    if (!distance || *distance >= nearest) continue;
    nearest = *distance;
    shell = topology.side_shell[facets.triangle[f]][facets.mesh.area_vector(f).dot(ray) < 0.0 ? 0 : 1];
  }
  return shell;
}

int shell_at(const Facets& facets, const Topology& topology, const ComponentBody& body, int component,
             const Vec3& point) {
  std::array<int, 3> found{};
  for (std::size_t i = 0; i < rays.size(); ++i)
    found[i] = shell_along(facets, topology, body, component, point, rays[i]);
  return found[0] == found[1] || found[0] == found[2] ? found[0] : found[1];
}

/// Surfaces closer than this touch [m].
double touching_distance(const Mesh& mesh, const Topology& topology) {
  Vec3 low = mesh.vertices[0], high = low;
  for (const Vec3& v : mesh.vertices) low = low.cwiseMin(v), high = high.cwiseMax(v);
  double shortest = 1e300;
  for (const Edge& e : topology.edges)
    shortest = std::min(shortest, (mesh.vertices[e.vertex[0]] - mesh.vertices[e.vertex[1]]).norm());
  return std::min(coincidence * (high - low).norm(), 0.1 * shortest);
}

/// A clash for every pair of components, and of parts of one component.
std::vector<Clash> clashes_of(const Mesh& mesh, const Topology& topology) {
  std::map<std::array<int, 2>, Clash> of_components;
  std::vector<Clash> clashes;
  for (const Crossing& c : crossings_of(mesh, topology, touching_distance(mesh, topology))) {
    const Clash clash{c.components, c.parts, c.touch, c.where_m};
    if (c.components[0] == c.components[1]) {
      clashes.push_back(clash);
      continue;
    }
    const auto [known, is_new] = of_components.try_emplace(c.components, clash);
    if (!is_new && known->second.touch && !clash.touch) known->second = clash;
  }
  for (const auto& [components, clash] : of_components) clashes.push_back(clash);
  return clashes;
}

/// A component around another one, and the shell of it that holds the other.
struct Container {
  int component, shell;
};

}  // namespace

SpaceRegions regions_of_space(const Mesh& mesh, const Topology& topology) {
  SpaceRegions space;
  const Facets facets = facets_of(mesh);
  const std::vector<ComponentBody> bodies = bodies_of(mesh, topology, facets);
  const int count = static_cast<int>(bodies.size());
  space.clashes = clashes_of(mesh, topology);

  std::vector<std::vector<Container>> containers(bodies.size());
  for (int c = 0; c < count; ++c)
    for (int d = 0; d < count; ++d) {
      if (c == d || !bodies[d].has_cells || bodies[c].samples.empty()) continue;
      std::map<int, int> votes;  // shell → how many samples
      for (const int v : bodies[c].samples) {
        const Vec3& p = mesh.vertices[v];
        const int shell = bodies[d].box_holds(p) ? shell_at(facets, topology, bodies[d], d, p)
                                                 : topology.components[d].exterior_shell;
        ++votes[shell];
      }
      const auto most = std::max_element(votes.begin(), votes.end(),
                                         [](const auto& a, const auto& b) { return a.second < b.second; });
      if (!topology.shells[most->first].exterior) containers[c].push_back({d, most->first});
    }

  DisjointSets sets(topology.shells.size() + 1);  // 0 is the outer region, shell s is s + 1
  for (int c = 0; c < count; ++c) {
    const auto innermost = std::max_element(
        containers[c].begin(), containers[c].end(), [&](const Container& a, const Container& b) {
          return containers[a.component].size() < containers[b.component].size();
        });
    sets.unite(topology.components[c].exterior_shell + 1,
               innermost == containers[c].end() ? 0 : innermost->shell + 1);
  }
  const auto [number, regions] = sets.numbered();
  space.count = regions;
  space.shell_region.assign(number.begin() + 1, number.end());
  return space;
}

}  // namespace pace
