#include "physical_optics/lighting.hpp"

#include <algorithm>
#include <cmath>

#include "physical_optics/horizon.hpp"

namespace pace {
namespace {

/// What rises less than this above the plane of a facet, in samplings, shadows it at grazing angles alone,
/// where it radiates little; without it the facets of a smooth convex body would all need rays.
constexpr double protrusion = 0.01;

/// Samples lie this far inside the corners of a piece, in parts of the way to its middle.
constexpr double inside_corner = 0.01;

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
  return {surface.vertices[facet.vertex[0]], surface.vertices[facet.vertex[1]],
          surface.vertices[facet.vertex[2]]};
}

}  // namespace

Illuminator::Illuminator(const FacetSurface& surface, const RayScene& scene, double sampling, int most_pieces)
    : surface_(surface),
      scene_(scene),
      sampling_(sampling),
      most_pieces_(most_pieces),
      in_front_(has_something_in_front(surface, std::max(scene.lift(), protrusion * sampling))) {}

int Illuminator::first_pieces(const Facet& facet, double sampling, int most_pieces) {
  return static_cast<int>(
      std::clamp(std::ceil(facet.longest_edge / sampling), 1.0, static_cast<double>(most_pieces)));
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
    if (!blocked[i])
      lighting.side[small[i]] =
          static_cast<signed char>(surface_.side_towards(towards_source, surface_.facets[small[i]]));
  return lighting;
}

void Illuminator::light_by_pieces(int f, int side, const Vec3& towards_source, Lighting& lighting) const {
  const Facet& facet = surface_.facets[f];
  const Vec3 lift = side * scene_.lift() * facet.normal;
  struct Piece {
    std::array<Vec3, 3> corner;
    double part;  ///< of the facet
  };
  std::vector<Piece> level, next;
  const int n = cuts(facet);
  for_each_cut(corners_of(surface_, facet), n, [&](const std::array<Vec3, 3>& c) {
    level.push_back({c, 1.0 / (static_cast<double>(n) * n)});
  });

  const std::size_t first_piece = lighting.pieces.size();
  double lit_part = 0.0, edge = facet.longest_edge / n;
  const auto keep = [&](const Piece& piece, double share) {
    lighting.pieces.push_back({piece.corner, side * piece.part * facet.area_vector, share});
    lit_part += share * piece.part;
  };
  std::vector<Vec3> origins;
  std::vector<char> blocked;
  const auto sample = [&](const std::vector<Piece>& pieces, double towards_middle, bool with_middle) {
    origins.clear();
    for (const Piece& piece : pieces) {
      const Vec3 middle = middle_of(piece.corner);
      for (const Vec3& c : piece.corner) origins.push_back(c + towards_middle * (middle - c) + lift);
      if (with_middle) origins.push_back(middle + lift);
    }
    scene_.blocked_towards(origins, towards_source, blocked);
  };
  while (!level.empty()) {
    sample(level, inside_corner, true);
    next.clear();
    for (std::size_t i = 0; i < level.size(); ++i) {
      const int dark = blocked[4 * i] + blocked[4 * i + 1] + blocked[4 * i + 2] + blocked[4 * i + 3];
      if (dark == 0) keep(level[i], 1.0);
      if (dark % 4 != 0) next.push_back(level[i]);
    }
    level.clear();
    if (edge <= sampling_) break;
    edge *= 0.5;
    for (const Piece& mixed : next)
      for_each_cut(mixed.corner, 2, [&](const std::array<Vec3, 3>& c) {
        level.push_back({c, 0.25 * mixed.part});
      });
    next.clear();
  }
  if (!next.empty()) {  // as small as asked and still on the edge of the shadow: the share of four samples
    sample(next, 0.5, true);
    for (std::size_t i = 0; i < next.size(); ++i) {
      const int lit = 4 - blocked[4 * i] - blocked[4 * i + 1] - blocked[4 * i + 2] - blocked[4 * i + 3];
      if (lit > 0) keep(next[i], 0.25 * lit);
    }
  }
  if (lit_part > 1.0 - 1e-9) {
    lighting.side[f] = static_cast<signed char>(side);
    lighting.pieces.resize(first_piece);
  } else if (lit_part > 0.0) {
    lighting.partly.push_back({f, lit_part, side});
  }
}

}  // namespace pace
