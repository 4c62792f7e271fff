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

/// Of those that have the light of their neighbours, one in so many is asked by a ray.
constexpr std::size_t facets_a_sample = 64;

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

Illuminator::Illuminator(const FacetSurface& surface, const RayScene& scene, double sampling, int most_pieces,
                         bool share_rays)
    : surface_(surface),
      scene_(scene),
      sampling_(sampling),
      most_pieces_(most_pieces),
      in_front_(has_something_in_front(surface, std::max(scene.lift(), protrusion * sampling))) {
  for (int f = 0; f < static_cast<int>(surface.facets.size()); ++f) {
    const Facet& facet = surface.facets[f];
    if (!in_front_[f][0] && !in_front_[f][1]) continue;
    (cuts(facet) == 1 ? short_ : long_).push_back(f);
  }
  if (!share_rays || short_.empty()) return;
  contours_.emplace(surface, short_);
  link_short_facets();
}

/// Depth first along the neighbours, so that nearly every facet follows one of its own.
void Illuminator::link_short_facets() {
  constexpr int waiting = -1, absent = -2;
  std::vector<int> place(surface_.facets.size(), absent), order, stack;
  for (const int f : short_) place[f] = waiting;
  order.reserve(short_.size());
  for (const int root : short_) {
    stack.push_back(root);
    while (!stack.empty()) {
      const int f = stack.back();
      stack.pop_back();
      if (place[f] != waiting) continue;
      place[f] = static_cast<int>(order.size());
      order.push_back(f);
      for (const int next : contours_->neighbours()[f])
        if (next >= 0 && place[next] == waiting) stack.push_back(next);
    }
  }
  short_ = std::move(order);
  for (const int f : short_) {
    Linked& linked = linked_.emplace_back();
    linked.middle = contours_->from_centre(middle_of(corners_of(surface_, surface_.facets[f])));
    linked.facet = f;
    for (int i = 0; i < 3; ++i) {
      const int next = contours_->neighbours()[f][i];
      linked.neighbour[i] = next < 0 || place[next] == absent ? -1 : place[next];
    }
  }
}

int Illuminator::first_pieces(const Facet& facet, double sampling, int most_pieces) {
  return static_cast<int>(
      std::clamp(std::ceil(facet.longest_edge / sampling), 1.0, static_cast<double>(most_pieces)));
}

Lighting Illuminator::light(const Vec3& towards_source) const {
  Lighting lighting;
  const std::vector<signed char> sides = surface_.sides_towards(towards_source);
  lighting.side = sides;
  for (const int f : long_) {
    if (!needs_ray(f, sides[f])) continue;
    lighting.side[f] = 0;
    light_by_pieces(f, sides[f], towards_source, lighting);
  }
  if (contours_ && light_by_contours(towards_source, sides, lighting)) return lighting;
  std::vector<int> facets;
  for (const int f : short_)
    if (needs_ray(f, sides[f])) facets.push_back(f);
  const std::vector<char> dark = blocked(facets, towards_source, sides);
  for (std::size_t i = 0; i < facets.size(); ++i) lighting.side[facets[i]] = dark[i] ? 0 : sides[facets[i]];
  return lighting;
}

/// By one ray from the middle of each facet.
std::vector<char> Illuminator::blocked(std::span<const int> facets, const Vec3& towards_source,
                                       std::span<const signed char> facing) const {
  std::vector<Vec3> origins;
  origins.reserve(facets.size());
  for (const int f : facets) {
    const Facet& facet = surface_.facets[f];
    origins.push_back(middle_of(corners_of(surface_, facet)) + facing[f] * scene_.lift() * facet.normal);
  }
  std::vector<char> result;
  scene_.blocked_towards(origins, towards_source, result);
  return result;
}

/// Lights the short facets: a ray of its own for those with a contour before them, one ray a connected set of
/// the others.
/// @returns false if a ray of the sample says that a facet is not as its neighbours are
bool Illuminator::light_by_contours(const Vec3& towards_source, std::span<const signed char> facing,
                                    Lighting& lighting) const {
  enum : char { unknown, lit, dark };
  const Contours::Map map = contours_->seen_from(towards_source, facing);
  std::vector<char> known(linked_.size(), unknown);
  std::vector<int> asked, places;
  std::size_t sampled = 0;
  const auto ask = [&](int place) {
    places.push_back(place);
    asked.push_back(linked_[place].facet);
  };
  for (int place = 0; place < static_cast<int>(linked_.size()); ++place) {
    const auto& [middle, f, neighbours] = linked_[place];
    if (!needs_ray(f, facing[f])) continue;
    if (map.has_contour_before(middle)) {
      ask(place);
      continue;
    }
    char& here = known[place];
    for (const int next : neighbours)
      if (next >= 0 && known[next] != unknown && facing[linked_[next].facet] == facing[f]) here = known[next];
    if (here == unknown) here = blocked({&f, 1}, towards_source, facing)[0] ? dark : lit;
    lighting.side[f] = here == lit ? facing[f] : 0;
    if (++sampled % facets_a_sample == 0) ask(place);
  }
  const std::vector<char> is_dark = blocked(asked, towards_source, facing);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const char found = is_dark[i] ? dark : lit, before = known[places[i]];
    if (before != unknown && before != found) return false;
    lighting.side[asked[i]] = is_dark[i] ? 0 : facing[asked[i]];
  }
  return true;
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
