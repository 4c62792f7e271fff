#include "operators/proximity.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace pace {

bool share_corner(const SurfaceTriangle& a, const SurfaceTriangle& b) {
  for (const int i : a.vertex_id)
    for (const int j : b.vertex_id)
      if (i == j) return true;
  return false;
}

std::vector<std::vector<int>> neighbours_within(const RwgSpace& space, double factor,
                                                std::span<const char> of_interest) {
  // With rounding, those that share a corner are within.
  factor = std::max(factor, 1.0 + 1e-9);
  const auto& triangles = space.triangles();
  const int count = static_cast<int>(triangles.size());
  double largest = 0.0;
  Vec3 low = Vec3::Constant(HUGE_VAL);
  for (const auto& t : triangles) largest = std::max(largest, t.radius), low = low.cwiseMin(t.centroid);
  const double reach = 2.0 * largest * factor;

  // Triangles by cells of a grid; neighbours are in a cell or beside it.
  using Cell = std::array<int, 3>;
  const auto cell_of = [&](const SurfaceTriangle& t) {
    const Vec3 at = (t.centroid - low) / reach;
    return Cell{static_cast<int>(at.x()), static_cast<int>(at.y()), static_cast<int>(at.z())};
  };
  const auto key = [](const Cell& c) {
    return (static_cast<std::int64_t>(c[0]) << 42) | (static_cast<std::int64_t>(c[1]) << 21) | c[2];
  };
  struct Filled {
    Cell cell;
    std::vector<int> triangles;
    bool is_interesting = false;
  };
  std::vector<Filled> filled;
  std::unordered_map<std::int64_t, int> number;
  for (int t = 0; t < count; ++t) {
    const Cell cell = cell_of(triangles[t]);
    const auto [at, is_new] = number.try_emplace(key(cell), static_cast<int>(filled.size()));
    if (is_new) filled.push_back({cell, {}});
    filled[at->second].triangles.push_back(t);
    filled[at->second].is_interesting |= of_interest.empty() || of_interest[t] != 0;
  }

  std::vector<std::vector<int>> result(count);
#pragma omp parallel
  {
    std::vector<int> around, found;
    std::vector<double> x, y, z, radius;
#pragma omp for schedule(dynamic, 4)
    for (int f = 0; f < static_cast<int>(filled.size()); ++f) {
      const Cell& home = filled[f].cell;
      bool is_interesting = false;
      around.clear();
      for (int i = home[0] - 1; i <= home[0] + 1; ++i)
        for (int j = home[1] - 1; j <= home[1] + 1; ++j)
          for (int k = home[2] - 1; k <= home[2] + 1; ++k) {
            if (std::min({i, j, k}) < 0) continue;
            const auto at = number.find(key({i, j, k}));
            if (at == number.end()) continue;
            const Filled& beside = filled[at->second];
            is_interesting |= beside.is_interesting;
            around.insert(around.end(), beside.triangles.begin(), beside.triangles.end());
          }
      if (!is_interesting) continue;
      for (auto* values : {&x, &y, &z, &radius}) values->clear();
      for (const int s : around) {
        const SurfaceTriangle& b = triangles[s];
        x.push_back(b.centroid.x()), y.push_back(b.centroid.y()), z.push_back(b.centroid.z());
        radius.push_back(b.radius);
      }
      found.resize(around.size());
      for (const int t : filled[f].triangles) {
        const SurfaceTriangle& a = triangles[t];
        std::size_t within = 0;
        bool keep = of_interest.empty();
        for (std::size_t s = 0; s < around.size(); ++s) {
          const double dx = x[s] - a.centroid.x(), dy = y[s] - a.centroid.y(), dz = z[s] - a.centroid.z(),
                       limit = factor * (a.radius + radius[s]);
          found[within] = around[s];
          within += dx * dx + dy * dy + dz * dz < limit * limit ? 1 : 0;
        }
        for (std::size_t s = 0; s < within && !keep; ++s) keep = of_interest[found[s]] != 0;
        if (keep) result[t].assign(found.begin(), found.begin() + static_cast<long>(within));
      }
    }
  }
  return result;
}

}  // namespace pace
