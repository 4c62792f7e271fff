#include "observables/surface_current.hpp"

#include <algorithm>

#include "mesh/mesh_sides.hpp"

namespace pace {

BentSides::BentSides(const Mesh& mesh) {
  if (mesh.bends.empty()) return;
  const std::vector<SideOfTriangle> sides = sides_of(mesh);
  for_each_edge(std::span(sides), [&](std::span<const SideOfTriangle> at) {
    const bool is_bent = std::any_of(at.begin(), at.end(), [&](const SideOfTriangle& side) {
      return mesh.bend(side.triangle) != nullptr;
    });
    if (is_bent) vertices_.push_back({at.front().low(), at.front().high()});
  });
}

int BentSides::find(int a, int b) const {
  const std::array<int, 2> side{std::min(a, b), std::max(a, b)};
  const auto found = std::lower_bound(vertices_.begin(), vertices_.end(), side);
  return found != vertices_.end() && *found == side ? static_cast<int>(found - vertices_.begin()) : -1;
}

void SurfaceMean::add(const RwgSpace& space, const Complex* coefficients,
                      const std::function<bool(const SurfaceTriangle&)>& takes) {
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t) {
    const SurfaceTriangle& triangle = space.triangles()[t];
    if (!takes(triangle)) continue;
    const auto add_to = [&](Sum& sum, const Barycentric& b) {
      const BasisPoint at = basis_point(triangle, b);
      CVec3 j = CVec3::Zero();
      for (const auto& half : space.halves(t)) {
        const double scale = half.sign * triangle.edge_length[half.corner] / at.jacobian;
        j += coefficients[half.function] * scale * at.arm[half.corner].cast<Complex>();
      }
      sum.current += triangle.area * j;
      sum.weight += triangle.area;
    };
    for (int i = 0; i < 3; ++i) {
      const auto& id = triangle.vertex_id;
      Barycentric corner{}, middle{0.5, 0.5, 0.5};
      corner[i] = 1.0;
      middle[i] = 0.0;
      add_to(vertices_[id[i]], corner);
      if (middles_.empty()) continue;
      if (const int side = sides_.find(id[(i + 1) % 3], id[(i + 2) % 3]); side >= 0)
        add_to(middles_[side], middle);
    }
  }
}

std::vector<CVec3> SurfaceMean::means(const std::vector<Sum>& sums) {
  std::vector<CVec3> means(sums.size(), CVec3::Zero());
  for (std::size_t i = 0; i < sums.size(); ++i)
    if (sums[i].weight > 0.0) means[i] = sums[i].current / sums[i].weight;
  return means;
}

SurfaceCurrent SurfaceMean::values() const { return {means(vertices_), means(middles_)}; }

SurfaceCurrent surface_current(const RwgSpace& space, std::size_t vertices, const BentSides& sides,
                               const Complex* coefficients) {
  SurfaceMean mean(vertices, sides);
  mean.add(space, coefficients, [](const SurfaceTriangle&) { return true; });
  return mean.values();
}

}  // namespace pace
