#include "physical_optics/grazing.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "physical_optics/fringe.hpp"

namespace pace {
namespace {

struct FlatFace {
  Vec3 area = Vec3::Zero(), low = Vec3::Constant(1e300), high = Vec3::Constant(-1e300);
  int part = 0;
};

double grazing_angle(double k, double length) {
  return 2.0 * std::asin(std::min(1.0, 1.0 / std::sqrt(2.0 * k * length)));
}

}  // namespace

std::optional<GrazingFace> grazing_face(const Mesh& mesh, const Topology& topology, double wavelength,
                                        std::span<const Vec3> towards_sources) {
  const std::vector<int> face_of = flat_faces(mesh, topology, {});
  std::map<int, FlatFace> faces;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (topology.surface[t] == Surface::internal) continue;
    FlatFace& f = faces[face_of[t]];
    f.area += mesh.area_vector(static_cast<int>(t)) * topology.orientation[t];
    f.part = mesh.triangles[t].part;
    for (const int v : mesh.triangles[t].vertex)
      f.low = f.low.cwiseMin(mesh.vertices[v]), f.high = f.high.cwiseMax(mesh.vertices[v]);
  }
  const double k = 2.0 * pi / wavelength;
  std::vector<char> meets(towards_sources.size());
  std::optional<GrazingFace> largest;
  double largest_area = 0.0;
  for (const auto& [_, f] : faces) {
    const double length = (f.high - f.low).norm();
    // Twice the area: faces of less than half a square wavelength return little.
    if (length < wavelength || f.area.norm() < wavelength * wavelength) continue;
    const double within = std::sin(grazing_angle(k, length));
    int worst = -1;
    double least = within;
    for (std::size_t i = 0; i < towards_sources.size(); ++i) {
      const double sine = std::abs(towards_sources[i].dot(f.area)) / f.area.norm();
      if (sine >= within) continue;
      meets[i] = 1;
      if (worst < 0 || sine < least) worst = static_cast<int>(i), least = sine;
    }
    if (worst < 0 || f.area.norm() <= largest_area) continue;
    largest_area = f.area.norm();
    largest = {f.part, length / wavelength, 0.5 * pi - grazing_angle(k, length), 0, worst};
  }
  if (largest) largest->waves = static_cast<int>(std::count(meets.begin(), meets.end(), 1));
  return largest;
}

}  // namespace pace
