#include "mesh/outliers.hpp"

#include <algorithm>
#include <vector>

namespace pace {
namespace {

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::optional<FarVertices> far_vertices(const Mesh& mesh) {
  if (mesh.vertices.empty()) return std::nullopt;
  std::vector<double> values(mesh.vertices.size());
  Vec3 middle;
  for (int axis = 0; axis < 3; ++axis) {
    for (std::size_t v = 0; v < values.size(); ++v) values[v] = mesh.vertices[v][axis];
    middle[axis] = median(values);
  }
  for (std::size_t v = 0; v < values.size(); ++v) values[v] = (mesh.vertices[v] - middle).stableNorm();
  const double usual = median(values);
  if (!(usual > 0.0)) return std::nullopt;
  FarVertices far{0, middle, 0.0};
  for (std::size_t v = 0; v < values.size(); ++v) {
    const double times = values[v] / usual;
    if (times <= far_vertex_distance) continue;
    ++far.count;
    if (times > far.times) far.farthest = mesh.vertices[v], far.times = times;
  }
  const auto most = std::max<std::size_t>(1, values.size() / 100);
  if (far.count == 0 || static_cast<std::size_t>(far.count) > most) return std::nullopt;
  return far;
}

}  // namespace pace
