#include "physical_optics/contours.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/mesh_sides.hpp"

namespace pace {
namespace {

/// Cells along a side of the grid at most: two bytes a cell.
constexpr double most_cells = 2000.0;
/// Steps of depth that the surface is divided into, and those left free on both sides.
constexpr double depth_steps = 60000.0, free_steps = 2000.0;

/// Does the facet's area vector follow from the order of its vertices?
bool is_wound_as_listed(const FacetSurface& surface, const Facet& facet) {
  const Vec3 &a = surface.vertices[facet.vertex[0]], &b = surface.vertices[facet.vertex[1]],
             &c = surface.vertices[facet.vertex[2]];
  return (b - a).cross(c - a).dot(facet.area_vector) > 0.0;
}

/// The vertex that a side starts from when the facet is wound around its normal.
int start_of(const FacetSurface& surface, const SideOfTriangle& side) {
  const Facet& facet = surface.facets[side.triangle];
  return facet.vertex[(side.side + (is_wound_as_listed(surface, facet) ? 1 : 2)) % 3];
}

double farthest_side(const FacetSurface& surface, std::span<const int> facets) {
  double reach = 0.0;
  for (const int f : facets) {
    const auto& v = surface.facets[f].vertex;
    const auto& at = surface.vertices;
    for (int i = 0; i < 3; ++i)  // a third of the median
      reach = std::max(reach, (0.5 * (at[v[(i + 1) % 3]] + at[v[(i + 2) % 3]]) - at[v[i]]).norm() / 3.0);
  }
  return reach;
}

}  // namespace

Contours::Contours(const FacetSurface& surface, std::span<const int> asked)
    : surface_(surface),
      reach_(farthest_side(surface, asked)),
      cell_(std::max(reach_ / 0.7, surface.extent / most_cells)),
      neighbours_(surface.facets.size(), {-1, -1, -1}) {
  const auto sides = sides_of(
      surface.facets.size(),
      surface.vertices.size(), [&](std::size_t f) -> const auto& { return surface.facets[f].vertex; });
  std::vector<std::pair<std::array<int, 2>, std::array<int, 2>>> inner;  // facets and vertices
  for_each_edge(std::span(sides), [&](std::span<const SideOfTriangle> at) {
    const SideOfTriangle &a = at.front(), &b = at.back();
    const bool smooth = at.size() == 2 &&
                        surface.facets[a.triangle].sheet == surface.facets[b.triangle].sheet &&
                        start_of(surface, a) != start_of(surface, b);
    if (!smooth) return always_.push_back({a.low(), a.high()});
    neighbours_[a.triangle][a.side] = b.triangle;
    neighbours_[b.triangle][b.side] = a.triangle;
    inner.push_back({{a.triangle, b.triangle}, {a.low(), a.high()}});
  });
  std::sort(inner.begin(), inner.end());
  for (const auto& [facets, vertices] : inner) {
    inner_.push_back(facets);
    inner_vertices_.push_back(vertices);
  }
}

Contours::Map Contours::seen_from(const Vec3& towards_source, std::span<const signed char> facing) const {
  Map map;
  const double step = surface_.extent / depth_steps;
  const Vec3 u = towards_source.unitOrthogonal() / cell_, v = towards_source.cross(u);
  map.axes_ << u.transpose().cast<float>(), v.transpose().cast<float>(),
      (towards_source / step).transpose().cast<float>();
  // Marks are wider than the surface by a cell.
  map.side_ = static_cast<std::size_t>(std::ceil(surface_.extent / cell_)) + 5;
  const auto middle = 0.5F * static_cast<float>(map.side_);
  map.middle_ = {middle, middle, static_cast<float>(0.5 * depth_steps + free_steps)};
  map.reach_ = static_cast<float>(reach_ / step);
  map.nearest_.assign(map.side_ * map.side_, 0);
  const auto mark = [&](const std::array<int, 2>& edge) {
    map.mark(map.at(from_centre(surface_.vertices[edge[0]])),
             map.at(from_centre(surface_.vertices[edge[1]])));
  };
  for (const auto& edge : always_) mark(edge);
  for (std::size_t e = 0; e < inner_.size(); ++e)
    if (facing[inner_[e][0]] != facing[inner_[e][1]]) mark(inner_vertices_[e]);
  return map;
}

/// The cells around points of the edge half a cell apart. The way from the middle of a facet to that of a
/// neighbour, by the middle of their common side, is nowhere farther than `reach_`, at most 0.7 cells, from
/// one of the two; so a contour before it has marked the cell of one of them. The rest is for rounding.
void Contours::Map::mark(const Place& from, const Place& to) {
  const float u = to.u - from.u, v = to.v - from.v, depth = to.depth - from.depth;
  const int steps = 1 + static_cast<int>(2.0F * std::sqrt(u * u + v * v));
  const float a_step = 1.0F / static_cast<float>(steps), most = std::max(from.depth, to.depth);
  for (int i = 0; i <= steps; ++i) {
    const float t = a_step * static_cast<float>(i);
    // Between this point and the next ones, and two steps for rounding.
    const auto nearest =
        static_cast<std::uint16_t>(std::min(most, from.depth + t * depth + a_step * std::abs(depth)) + 2.0F);
    std::uint16_t* cell = nearest_.data() + cell_of({from.u + t * u, from.v + t * v, 0.0F});
    for (std::uint16_t* row : {cell - side_, cell, cell + side_})
      for (int c = -1; c <= 1; ++c) row[c] = std::max(row[c], nearest);
  }
}

}  // namespace pace
