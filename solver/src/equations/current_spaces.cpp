#include "equations/current_spaces.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace pace {
namespace {

/// Turn of the surface above which a convex edge counts [rad]: above that of facets of a sphere at λ/10.
constexpr double step_edge_turn = 20.0 * pi / 180.0;
/// Of the larger impedance.
constexpr double step_difference = 0.25;
/// So many edges from the step α is 1, and within so many more it falls to that of the part. An α that
/// changes at once is worse: without the fall a box with one coated face is off by 0.4 %, with it by 0.2 %.
constexpr int step_width = 1, step_fall = 4;

bool differ(Complex a, Complex b) {
  return std::abs(a - b) > step_difference * std::max(std::abs(a), std::abs(b));
}

/// A triangle's side across which a function flows.
struct Side {
  Vec3 normal;  ///< unit, in the middle of the side
  std::array<int, 2> vertex_id;
};

Side side_of(const RwgSpace& space, int triangle, int function) {
  const SurfaceTriangle& t = space.triangles()[triangle];
  for (const HalfFunction& half : space.halves(triangle)) {
    if (half.function != function) continue;
    Barycentric middle{0.5, 0.5, 0.5};
    middle[half.corner] = 0.0;
    return {basis_point(t, middle).normal,
            {t.vertex_id[(half.corner + 1) % 3], t.vertex_id[(half.corner + 2) % 3]}};
  }
  return {};
}

/// The vertices of the convex edges at which the impedance steps.
std::unordered_set<int> step_vertices(const RwgSpace& space,
                                      const std::vector<std::vector<Complex>>& part_ohm) {
  std::unordered_set<int> vertices;
  for (int f = 0; f < space.size(); ++f) {
    const auto [first, second] = space.sides()[f];
    const SurfaceTriangle &a = space.triangles()[first], &b = space.triangles()[second];
    if (a.sheet || b.sheet) continue;
    if (std::none_of(part_ohm.begin(), part_ohm.end(),
                     [&](const std::vector<Complex>& ohm) { return differ(ohm[a.part], ohm[b.part]); }))
      continue;
    const Side of_a = side_of(space, first, f), of_b = side_of(space, second, f);
    const bool is_convex = (b.centroid - a.centroid).dot(of_a.normal) < 0.0;
    if (is_convex && of_a.normal.dot(of_b.normal) < std::cos(step_edge_turn))
      vertices.insert(of_a.vertex_id.begin(), of_a.vertex_id.end());
  }
  return vertices;
}

/// Raises α around the convex edges at which the impedance steps. From bare metal to a coating the current
/// along a right angle grows as r^(−2/3) on the metal, no more square-integrable, so that what tests the MFIE
/// lets an error pass to the coated side that the EFIE, which holds E = ZJ there, does not
/// (docs/theory/several-currents.md).
void raise_at_steps(std::vector<double>& alpha, const RwgSpace& space,
                    const std::vector<std::vector<Complex>>& part_ohm) {
  std::unordered_set<int> reached = step_vertices(space, part_ohm);
  if (reached.empty()) return;
  constexpr int farthest = step_width + step_fall;
  std::vector<std::array<int, 3>> edges_away(space.triangles().size(), {farthest, farthest, farthest});
  for (int distance = 0; distance < farthest; ++distance) {
    std::unordered_set<int> next = reached;
    for (std::size_t t = 0; t < edges_away.size(); ++t) {
      const auto& ids = space.triangles()[t].vertex_id;
      bool touches = false;
      for (int i = 0; i < 3; ++i)
        if (reached.contains(ids[i])) {
          touches = true;
          edges_away[t][i] = std::min(edges_away[t][i], distance);
        }
      if (touches) next.insert(ids.begin(), ids.end());
    }
    reached = std::move(next);
  }
  for (std::size_t t = 0; t < edges_away.size(); ++t)
    for (const HalfFunction& half : space.halves(static_cast<int>(t))) {
      const double away = 0.5 * (edges_away[t][(half.corner + 1) % 3] + edges_away[t][(half.corner + 2) % 3]);
      const double kept = std::clamp((away - step_width) / step_fall, 0.0, 1.0);
      double& own = alpha[half.function];
      own = std::max(own, 1.0 - (1.0 - own) * kept);
    }
}

/// α of the equations α(E) + (1 − α) c η₀(H), c = η₀/(η₀ + |Z|), in place of that of α(E) + (1 − α)η₀(H).
/// Only the first part has the local terms of Z, from which the remainders of the currents are taken out; the
/// larger Z is, the more of the error is in the second part. At Z = 0 nothing changes.
void weigh_by_impedance(std::vector<double>& alpha, const RwgSpace& space,
                        const std::vector<std::vector<Complex>>& part_ohm) {
  for (std::size_t f = 0; f < alpha.size(); ++f) {
    double ohm = 0.0;  // the largest of all frequencies, which share the spaces
    for (const std::vector<Complex>& of_parts : part_ohm)
      for (const int side : space.sides()[f])
        ohm = std::max(ohm, std::abs(of_parts[space.triangles()[side].part]));
    const double share = vacuum_impedance / (vacuum_impedance + ohm);
    alpha[f] /= alpha[f] + (1.0 - alpha[f]) * share;
  }
}

}  // namespace

CurrentSpaces impedance_spaces(const RwgSpace& space, std::span<const double> part_alpha,
                               const std::vector<std::vector<Complex>>& part_ohm) {
  const auto is_coated = [&](int triangle) {
    const int part = space.triangles()[triangle].part;
    return std::any_of(part_ohm.begin(), part_ohm.end(),
                       [part](const std::vector<Complex>& ohm) { return ohm[part] != 0.0; });
  };
  CurrentSpaces spaces;
  spaces.regions.push_back({space, {}, cfie_weights(space, part_alpha), {}, {}, {}, 0});
  RegionBoundary& outside = spaces.regions[0];
  if (std::any_of(outside.alpha.begin(), outside.alpha.end(), [](double a) { return a < 1.0; })) {
    weigh_by_impedance(outside.alpha, outside.space, part_ohm);
    raise_at_steps(outside.alpha, outside.space, part_ohm);
    outside.dual.emplace(outside.space);
  }
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
    if (!is_coated(sides[0]) || !is_coated(sides[1])) continue;
    outside.magnetic[f].index = spaces.unknowns++;
    spaces.points.push_back(spaces.points[f]);
  }
  return spaces;
}

}  // namespace pace
