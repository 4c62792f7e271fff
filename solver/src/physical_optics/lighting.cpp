#include "physical_optics/lighting.hpp"

#include <algorithm>
#include <cmath>

#include "physical_optics/horizon.hpp"

namespace pace {
namespace {

/// What rises less than this above the plane of a facet, in samplings, shadows it at grazing angles alone, where it radiates little;
/// without it the facets of a smooth convex body would all need rays.
constexpr double protrusion = 0.01;

/// The n² equal triangles that parallels to the sides cut a triangle into.
template <class Visit>
void for_each_cut(const std::array<Vec3, 3>& corner, int n, const Visit& visit) {
  const Vec3 u = (corner[1] - corner[0]) / n, v = (corner[2] - corner[0]) / n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n - i; ++j) {
      const Vec3 p = corner[0] + i * u + j * v;
      visit(std::array<Vec3, 3>{p, p + u, p + v});
      if (i + j < n - 1) visit(std::array<Vec3, 3>{p + u, p + u + v, p + v});
    }
}

Vec3 middle_of(const std::array<Vec3, 3>& corner) { return (corner[0] + corner[1] + corner[2]) / 3.0; }

std::array<Vec3, 3> corners_of(const FacetSurface& surface, const Facet& facet) {
  return {surface.vertices[facet.vertex[0]], surface.vertices[facet.vertex[1]], surface.vertices[facet.vertex[2]]};
}

}  // namespace

Illuminator::Illuminator(const FacetSurface& surface, const RayScene& scene, double sampling)
    : surface_(surface), scene_(scene), sampling_(sampling), in_front_(has_something_in_front(surface, std::max(scene.lift(), protrusion * sampling))) {}

int Illuminator::cuts(const Facet& facet) const {
  return static_cast<int>(std::clamp(std::ceil(facet.longest_edge / sampling_), 1.0, static_cast<double>(most_cuts)));
}

Lighting Illuminator::light(const Vec3& towards_source) const {
  Lighting lighting;
  const int count = static_cast<int>(surface_.facets.size());
  lighting.side.assign(count, 0);
  std::vector<int> small;
  std::vector<Vec3> origins;
  for (int f = 0; f < count; ++f) {
    const Facet& facet = surface_.facets[f];
    const int side = surface_.side_towards(towards_source, facet);
    if (side == 0) continue;
    if (!in_front_[f][side < 0]) {
      lighting.side[f] = static_cast<signed char>(side);
    } else if (cuts(facet) == 1) {
      small.push_back(f);
      origins.push_back(middle_of(corners_of(surface_, facet)) + side * scene_.lift() * facet.normal);
    } else {
      light_by_pieces(f, side, towards_source, lighting);
    }
  }
  std::vector<char> blocked;
  scene_.blocked_towards(origins, towards_source, blocked);
  for (std::size_t i = 0; i < small.size(); ++i)
    if (!blocked[i]) lighting.side[small[i]] = static_cast<signed char>(surface_.side_towards(towards_source, surface_.facets[small[i]]));
  return lighting;
}

void Illuminator::light_by_pieces(int f, int side, const Vec3& towards_source, Lighting& lighting) const {
  const Facet& facet = surface_.facets[f];
  const int n = cuts(facet);
  const Vec3 lift = side * scene_.lift() * facet.normal;
  const auto corners = corners_of(surface_, facet);
  std::vector<Vec3> origins;
  std::vector<char> blocked, finer;
  for_each_cut(corners, n, [&](const std::array<Vec3, 3>& piece) { origins.push_back(middle_of(piece) + lift); });
  scene_.blocked_towards(origins, towards_source, blocked);
  const auto dark = std::count(blocked.begin(), blocked.end(), 1);
  if (dark == 0) lighting.side[f] = static_cast<signed char>(side);
  if (dark == 0 || dark == static_cast<long>(blocked.size())) return;

  origins.clear();
  for_each_cut(corners, n, [&](const std::array<Vec3, 3>& piece) {
    for (const Vec3& corner : piece) origins.push_back(0.5 * (corner + middle_of(piece)) + lift);
  });
  scene_.blocked_towards(origins, towards_source, finer);
  std::size_t i = 0;
  double lit_share = 0.0;
  const Vec3 area_vector = side * facet.area_vector / (static_cast<double>(n) * n);
  for_each_cut(corners, n, [&](const std::array<Vec3, 3>& piece) {
    const int lit = 4 - blocked[i] - finer[3 * i] - finer[3 * i + 1] - finer[3 * i + 2];
    if (lit > 0) lighting.pieces.push_back({piece, area_vector, 0.25 * lit});
    lit_share += 0.25 * lit / (static_cast<double>(n) * n);
    ++i;
  });
  lighting.partly.push_back({f, lit_share, side});
}

}  // namespace pace
