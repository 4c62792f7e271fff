#include "hybrid/line_of_sight.hpp"

#include <algorithm>
#include <limits>

#include "physical_optics/horizon.hpp"

namespace pace {
namespace {

/// Of each space triangle: the piece of connected full-wave surface that it lies in, −1 for physical optics.
std::vector<int> pieces_of(const RwgSpace& space, const PartDivision& division, int& count) {
  const int triangles = static_cast<int>(space.triangles().size());
  std::vector<int> piece(triangles, -1), stack;
  count = 0;
  for (int start = 0; start < triangles; ++start) {
    if (division.optics_triangle[start] || piece[start] >= 0) continue;
    stack.assign(1, start);
    piece[start] = count;
    while (!stack.empty()) {
      const int t = stack.back();
      stack.pop_back();
      for (const HalfFunction& half : space.halves(t))
        for (const int other : space.sides()[half.function])
          if (!division.optics_triangle[other] && piece[other] < 0) {
            piece[other] = count;
            stack.push_back(other);
          }
    }
    ++count;
  }
  return piece;
}

/// Joins the smallest piece with the nearest other one until few enough are left.
void join(const RwgSpace& space, std::vector<int>& piece, int count) {
  struct Piece {
    double area = 0.0;
    Vec3 moment = Vec3::Zero();
    Vec3 middle() const { return moment / area; }
  };
  std::vector<Piece> pieces(count);
  std::vector<int> name(count);
  for (int i = 0; i < count; ++i) name[i] = i;
  for (std::size_t t = 0; t < piece.size(); ++t)
    if (piece[t] >= 0) {
      pieces[piece[t]].area += space.triangles()[t].area;
      pieces[piece[t]].moment += space.triangles()[t].area * space.triangles()[t].centroid;
    }
  std::vector<int> left = name;
  while (static_cast<int>(left.size()) > LineOfSight::most_groups) {
    const auto smallest = std::min_element(left.begin(), left.end(),
                                           [&](int a, int b) { return pieces[a].area < pieces[b].area; });
    const int small = *smallest;
    left.erase(smallest);
    const int nearest = *std::min_element(left.begin(), left.end(), [&](int a, int b) {
      return (pieces[a].middle() - pieces[small].middle()).norm() <
             (pieces[b].middle() - pieces[small].middle()).norm();
    });
    pieces[nearest].area += pieces[small].area;
    pieces[nearest].moment += pieces[small].moment;
    for (int& n : name)
      if (n == small) n = nearest;
  }
  for (int& n : name) n = static_cast<int>(std::find(left.begin(), left.end(), n) - left.begin());
  for (int& p : piece)
    if (p >= 0) p = name[p];
}

}  // namespace

LineOfSight::LineOfSight(const RwgSpace& space, const PartDivision& division, const FacetSurface& optics,
                         const RayScene& rays) {
  int count = 0;
  std::vector<int> piece = pieces_of(space, division, count);
  if (count > most_groups) {
    join(space, piece, count);
    count = most_groups;
  }
  for (const int f : division.full_wave) {
    const auto& [a, b] = space.sides()[f];
    group_of.push_back(piece[a] >= 0 ? piece[a] : piece[b]);
  }
  struct Sample {
    Vec3 point;
    double area;
  };
  std::vector<std::vector<Sample>> all(count), samples(count);
  for (std::size_t t = 0; t < piece.size(); ++t)
    if (piece[t] >= 0) all[piece[t]].push_back({space.triangles()[t].centroid, space.triangles()[t].area});
  for (int g = 0; g < count; ++g) {
    const std::size_t step = std::max<std::size_t>(1, all[g].size() / samples_of_group);
    for (std::size_t i = 0; i < all[g].size(); i += step) samples[g].push_back(all[g][i]);
  }

  const auto in_front = has_something_in_front(optics, rays.lift());
  std::vector<int> facet_of(division.optics_mesh_triangle.size(), -1);
  // Of a bent triangle the piece nearest to its middle stands for it.
  std::vector<double> off_middle(facet_of.size(), std::numeric_limits<double>::infinity());
  const auto middle_of = [&](const Facet& facet) -> Vec3 {
    return (optics.vertices[facet.vertex[0]] + optics.vertices[facet.vertex[1]] +
            optics.vertices[facet.vertex[2]]) /
           3.0;
  };
  std::vector<Vec3> centroid(facet_of.size(), Vec3::Zero());
  for (const SurfaceTriangle& t : space.triangles()) centroid[t.mesh_triangle] = t.centroid;
  for (std::size_t f = 0; f < optics.triangle.size(); ++f) {
    const int t = optics.triangle[f];
    const double off = (middle_of(optics.facets[f]) - centroid[t]).norm();
    if (off < off_middle[t]) off_middle[t] = off, facet_of[t] = static_cast<int>(f);
  }
  std::vector<std::vector<float>> seen(count, std::vector<float>(space.triangles().size(), 0.0f));
#pragma omp parallel for schedule(dynamic, 64)
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t) {
    const int f = division.optics_triangle[t] ? facet_of[space.triangles()[t].mesh_triangle] : -1;
    if (f < 0) continue;
    const Facet& facet = optics.facets[f];
    const Vec3 middle = space.triangles()[t].bend ? middle_of(facet) : space.triangles()[t].centroid;
    for (int g = 0; g < count; ++g) {
      double lit = 0.0, whole = 0.0;
      for (const Sample& sample : samples[g]) {
        const Vec3 way = sample.point - middle;
        const double distance = way.norm(), sine = facet.normal.dot(way) / distance;
        const double weight = sample.area * std::abs(sine) / distance;
        whole += weight;
        const int side = sine > 0.0 ? 1 : facet.sheet ? -1 : 0;
        if (side == 0 || weight == 0.0) continue;
        if (in_front[f][side < 0]) {
          const auto hit = rays.first_hit(middle + side * rays.lift() * facet.normal, way / distance);
          if (hit && hit->distance < distance * (1.0 - 1e-6) - rays.lift()) continue;
        }
        lit += side * weight;
      }
      seen[g][t] = whole > 0.0 ? static_cast<float>(lit / whole) : 1.0f;
    }
  }
  weight.assign(count, {});
  for (int g = 0; g < count; ++g)
    for (const int f : division.optics) {
      const auto& [a, b] = space.sides()[f];
      weight[g].push_back(0.5f * (seen[g][a] + seen[g][b]));
    }
}

}  // namespace pace
