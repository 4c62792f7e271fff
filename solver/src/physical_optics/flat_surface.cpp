#include "physical_optics/flat_surface.hpp"

#include <cstdint>
#include <map>
#include <unordered_map>

namespace pace {

std::vector<char> FlatSurface::of_parts(const std::vector<char>& values) const {
  std::vector<char> all;
  if (values.empty()) return all;
  for (const int t : triangle) all.push_back(values[t]);
  return all;
}

std::optional<FlatSurface> flat_surface(const Mesh& mesh, double wavelength) {
  constexpr double distance_wavelengths = 1.0 / 400.0;
  if (mesh.bends.empty()) return {};
  Facets facets = facets_of(mesh, distance_wavelengths * wavelength);
  FlatSurface surface{std::move(facets.mesh), std::move(facets.triangle), std::move(facets.points), {}};
  surface.topology = analyse(surface.mesh);
  return surface;
}

SurfacePoints middles_of(const FlatSurface& flat, const FacetSurface& surface,
                         std::span<const std::array<int, 2>> sides) {
  const std::vector<Vec3>& vertices = flat.mesh.vertices;
  const int first_point = static_cast<int>(vertices.size() - flat.points.size());
  // The points that each side is cut at; where triangles disagree about its middle, those of the first one.
  struct Cuts {
    int first, count;
  };
  std::map<std::array<int, 2>, Cuts> cuts_of;
  for (int i = 0; i < static_cast<int>(flat.points.size()); ++i) {
    const auto& between = flat.points[i].between;
    if (between[2] != between[0]) continue;  // inside
    const auto [known, is_new] = cuts_of.try_emplace({between[0], between[1]}, Cuts{first_point + i, 0});
    Cuts& cuts = known->second;
    const bool follows = cuts.count == 0 || flat.points[i].weight[1] > flat.points[i - 1].weight[1];
    if (first_point + i == cuts.first + cuts.count && follows) ++cuts.count;
  }
  const auto key_of = [](int a, int b) {
    return static_cast<std::uint64_t>(std::min(a, b)) << 32 | static_cast<std::uint32_t>(std::max(a, b));
  };
  // The middle is a vertex, or on the edge between two.
  SurfacePoints points;
  std::unordered_map<std::uint64_t, int> point_at;
  for (const auto& [low, high] : sides) {
    const auto found = cuts_of.find({low, high});
    const Cuts cuts = found == cuts_of.end() ? Cuts{0, 0} : found->second;
    const auto vertex = [&](int step) {
      return step == 0 ? low : step > cuts.count ? high : cuts.first + step - 1;
    };
    const int pieces = cuts.count + 1, a = vertex(pieces / 2), b = vertex((pieces + 1) / 2);
    point_at.emplace(key_of(a, b), static_cast<int>(points.position.size()));
    points.position.push_back(0.5 * (vertices[a] + vertices[b]));
  }
  for (int f = 0; f < static_cast<int>(surface.facets.size()); ++f) {
    const auto& corner = surface.facets[f].vertex;
    for (int i = 0; i < 3; ++i)
      for (const std::uint64_t key : {key_of(corner[i], corner[i]), key_of(corner[i], corner[(i + 1) % 3])})
        if (const auto at = point_at.find(key); at != point_at.end())
          points.of_facets.push_back({f, at->second});
  }
  return points;
}

}  // namespace pace
