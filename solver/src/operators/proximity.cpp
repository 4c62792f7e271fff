#include "operators/proximity.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace pace {

bool share_corner(const SurfaceTriangle& a, const SurfaceTriangle& b) {
  for (const int i : a.vertex_id)
    for (const int j : b.vertex_id)
      if (i == j) return true;
  return false;
}

std::vector<std::vector<int>> neighbours_within(const RwgSpace& space, double factor,
                                                std::span<const char> of_interest) {
  const auto& triangles = space.triangles();
  double largest = 0.0;
  for (const auto& t : triangles) largest = std::max(largest, t.radius);
  // Corners are shared within twice the largest radius whatever the factor.
  const double reach = 2.0 * largest * std::max(1.0, factor);
  Vec3 low = Vec3::Constant(HUGE_VAL);
  for (const auto& t : triangles) low = low.cwiseMin(t.centroid);

  const auto cell_of = [&](const Vec3& p) -> std::array<long, 3> {
    const Vec3 c = (p - low) / reach;
    return {std::lround(std::floor(c.x())), std::lround(std::floor(c.y())), std::lround(std::floor(c.z()))};
  };
  const auto key = [](const std::array<long, 3>& c) { return (c[0] << 42) ^ (c[1] << 21) ^ c[2]; };
  std::unordered_map<long, std::vector<int>> cells;
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t)
    cells[key(cell_of(triangles[t].centroid))].push_back(t);

  std::unordered_set<long> interesting;
  for (int t = 0; t < static_cast<int>(of_interest.size()); ++t)
    if (of_interest[t]) interesting.insert(key(cell_of(triangles[t].centroid)));
  const auto has_interest_around = [&](const std::array<long, 3>& home) {
    for (long i = -1; i <= 1; ++i)
      for (long j = -1; j <= 1; ++j)
        for (long l = -1; l <= 1; ++l)
          if (interesting.contains(key({home[0] + i, home[1] + j, home[2] + l}))) return true;
    return false;
  };

  std::vector<std::vector<int>> result(triangles.size());
#pragma omp parallel for schedule(dynamic, 64)
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
    const auto& a = triangles[t];
    const auto home = cell_of(a.centroid);
    if (!of_interest.empty() && !has_interest_around(home)) continue;
    for (long i = -1; i <= 1; ++i)
      for (long j = -1; j <= 1; ++j)
        for (long l = -1; l <= 1; ++l) {
          const auto cell = cells.find(key({home[0] + i, home[1] + j, home[2] + l}));
          if (cell == cells.end()) continue;
          for (const int s : cell->second) {
            const auto& b = triangles[s];
            const double limit = factor * (a.radius + b.radius);
            if ((a.centroid - b.centroid).squaredNorm() < limit * limit || share_corner(a, b))
              result[t].push_back(s);
          }
        }
    if (!of_interest.empty() &&
        std::none_of(result[t].begin(), result[t].end(), [&](int s) { return of_interest[s] != 0; })) {
      result[t] = {};
      continue;
    }
    std::sort(result[t].begin(), result[t].end());
    result[t].erase(std::unique(result[t].begin(), result[t].end()), result[t].end());
  }
  return result;
}

}  // namespace pace
