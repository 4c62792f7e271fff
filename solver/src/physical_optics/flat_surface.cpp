#include "physical_optics/flat_surface.hpp"

#include "mesh/pieces.hpp"

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
  FlatSurface surface{std::move(facets.mesh), std::move(facets.triangle), {}};
  surface.topology = analyse(surface.mesh);
  return surface;
}

}  // namespace pace
