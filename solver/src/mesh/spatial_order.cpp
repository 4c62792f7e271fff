#include "mesh/spatial_order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/morton.hpp"

namespace pace {

std::vector<int> spatial_order(const Mesh& mesh) {
  const int count = static_cast<int>(mesh.triangles.size());
  const Eigen::AlignedBox3d box = vertex_box(mesh);
  constexpr int cells = (1 << morton_bits) - 1;
  const double longest = count > 0 ? box.sizes().maxCoeff() : 0.0,
               scale = longest > 0.0 ? cells / longest : 0.0;
  std::vector<MortonKey> key(count);
  for (int t = 0; t < count; ++t) {
    const Vec3 at = scale * (mesh.centroid(t) - box.min());
    std::array<int, 3> cell{};
    for (int c = 0; c < 3; ++c) cell[c] = std::clamp(static_cast<int>(at[c]), 0, cells);
    key[t] = morton(cell);
  }
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return key[a] < key[b]; });
  return order;
}

}  // namespace pace
