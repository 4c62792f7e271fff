#include "hybrid/division.hpp"

#include <limits>
#include <queue>

namespace pace {
namespace {

/// Length of the way along edges from the vertices where both kinds of parts meet, infinite beyond `longest`
/// [m].
std::vector<double> way_from_contact(const Mesh& mesh, const Topology& topology,
                                     std::span<const char> by_optics, double longest) {
  std::vector<double> way(mesh.vertices.size(), std::numeric_limits<double>::infinity());
  std::vector<std::array<bool, 2>> touched(mesh.vertices.size(), {false, false});
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (topology.surface[t] != Surface::internal)
      for (const int v : mesh.triangles[t].vertex)
        touched[v][by_optics[mesh.triangles[t].part] ? 1 : 0] = true;
  using Step = std::pair<double, int>;
  std::priority_queue<Step, std::vector<Step>, std::greater<>> open;
  for (int v = 0; v < static_cast<int>(way.size()); ++v)
    if (touched[v][0] && touched[v][1]) open.emplace(way[v] = 0.0, v);
  std::vector<std::vector<int>> beside(mesh.vertices.size());
  if (!open.empty())
    for (const Edge& e : topology.edges) {
      beside[e.vertex[0]].push_back(e.vertex[1]);
      beside[e.vertex[1]].push_back(e.vertex[0]);
    }
  while (!open.empty()) {
    const auto [length, v] = open.top();
    open.pop();
    if (length > way[v]) continue;
    for (const int other : beside[v]) {
      const double longer = length + (mesh.vertices[other] - mesh.vertices[v]).norm();
      if (longer <= longest && longer < way[other]) open.emplace(way[other] = longer, other);
    }
  }
  return way;
}

}  // namespace

PartDivision::PartDivision(const Mesh& mesh, const Topology& topology, const RwgSpace& space,
                           std::span<const char> by_optics, double wavelength)
    : optics_mesh_triangle(mesh.triangles.size(), 0), optics_function(space.size(), 0), index(space.size()) {
  const std::vector<double> way =
      way_from_contact(mesh, topology, by_optics, collar_wavelengths * wavelength);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (topology.surface[t] == Surface::internal || !by_optics[mesh.triangles[t].part]) continue;
    bool in_collar = false;
    for (const int v : mesh.triangles[t].vertex) in_collar |= way[v] <= collar_wavelengths * wavelength;
    optics_mesh_triangle[t] = !in_collar;
    collar_triangles += in_collar;
  }
  for (const SurfaceTriangle& t : space.triangles())
    optics_triangle.push_back(optics_mesh_triangle[t.mesh_triangle]);
  for (int f = 0; f < space.size(); ++f) {
    const auto& [a, b] = space.sides()[f];
    optics_function[f] = optics_triangle[a] && optics_triangle[b];
    auto& kind = optics_function[f] ? optics : full_wave;
    index[f] = static_cast<int>(kind.size());
    kind.push_back(f);
  }
}

}  // namespace pace
