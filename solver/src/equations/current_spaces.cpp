#include "equations/current_spaces.hpp"

#include <algorithm>

namespace pace {

std::vector<Vec3> function_points(const RwgSpace& space) {
  std::vector<Vec3> points(space.size());
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t)
    for (const HalfFunction& half : space.halves(t)) {
      const auto& v = space.triangles()[t].vertex;
      points[half.function] = 0.5 * (v[(half.corner + 1) % 3] + v[(half.corner + 2) % 3]);
    }
  return points;
}

CurrentSpaces impedance_spaces(const RwgSpace& space, std::span<const double> part_alpha,
                               const std::vector<bool>& part_coated) {
  CurrentSpaces spaces;
  spaces.regions.push_back({space, {}, cfie_weights(space, part_alpha), {}, {}, {}, 0});
  RegionBoundary& outside = spaces.regions[0];
  if (std::any_of(outside.alpha.begin(), outside.alpha.end(), [](double a) { return a < 1.0; }))
    outside.dual.emplace(outside.space);
  spaces.points = function_points(space);
  outside.electric.resize(space.size());
  outside.magnetic.resize(space.size());
  for (int f = 0; f < space.size(); ++f) {
    if (!outside.dual || !outside.dual->has(f)) outside.alpha[f] = 1.0;
    outside.electric[f].index = f;
  }
  spaces.unknowns = space.size();
  for (int f = 0; f < space.size(); ++f) {
    const auto& sides = space.sides()[f];
    if (!part_coated[space.triangles()[sides[0]].part] || !part_coated[space.triangles()[sides[1]].part])
      continue;
    outside.magnetic[f].index = spaces.unknowns++;
    spaces.points.push_back(spaces.points[f]);
  }
  return spaces;
}

}  // namespace pace
