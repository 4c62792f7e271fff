#include "model/resolution.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace pace {
namespace {

/// Edges a wavelength: fewer are too coarse, and what is advised. Meshes are uneven, so that a little more
/// than the usual edge is still taken silently.
struct Limit {
  double per_wavelength, usual;
};
/// An error that falls as the square of the edge is at λ/8 (10/8)² of that at λ/10. An argument, not fitted
/// to errors in decibels.
constexpr Limit of_flat{flat_mesh_limit, 10.0};
/// The error falls with the power 3.6 of the edge: at λ/5 it is that of flat ones of λ/12 on a conducting
/// sphere (0.4 % at λ/7 against 4 %, test_regions).
constexpr Limit of_bent{5.0, 6.0};
/// Spheres of 0.6 λ have there 0.5 to 1.6 % of error of the field, flat ones of λ/8 1.2 to 1.9 %; at λ/6 the
/// most reactive is worse than its flat one (docs/theory/curved-triangles.md).
constexpr Limit of_bent_impedance{6.5, 8.0};
/// In wavelengths.
constexpr double longest = 1.0 / 4.0;

struct PartEdges {
  double area = 0.0, longest_edge = 0.0;
  std::map<const Limit*, double> coarse_area;
  double square = 0.0;  ///< of edges, in units of their limits
  double typical() const { return area > 0.0 ? std::sqrt(square / area) : 0.0; }
  /// Above 1: too coarse.
  double excess() const { return std::max(typical(), longest_edge / longest); }
};

}  // namespace

std::optional<CoarseMesh> coarse_mesh(const Mesh& mesh, std::span<const double> wavenumber,
                                      std::span<const char> impedance) {
  std::vector<PartEdges> parts(mesh.parts.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (wavenumber[t] == 0.0) continue;
    const auto& v = mesh.triangles[t].vertex;
    PartEdges& part = parts[mesh.triangles[t].part];
    const double area = 0.5 * mesh.area_vector(static_cast<int>(t)).norm();
    const Limit* limit = &of_flat;
    if (mesh.bend(static_cast<int>(t)))
      limit = !impedance.empty() && impedance[t] ? &of_bent_impedance : &of_bent;
    double longest_here = 0.0;
    for (int e = 0; e < 3; ++e) {
      const double edge =
          (mesh.vertices[v[e]] - mesh.vertices[v[(e + 1) % 3]]).norm() * wavenumber[t] / (2.0 * pi);
      part.square += area * std::pow(edge * limit->per_wavelength, 2.0) / 3.0;
      longest_here = std::max(longest_here, edge);
    }
    part.area += area;
    if (longest_here * limit->per_wavelength > 1.0) part.coarse_area[limit] += area;
    part.longest_edge = std::max(part.longest_edge, longest_here);
  }
  const auto worst = std::max_element(parts.begin(), parts.end(), [](const PartEdges& a, const PartEdges& b) {
    return a.excess() < b.excess();
  });
  if (worst == parts.end() || worst->excess() <= 1.0) return {};
  CoarseMesh found{static_cast<int>(std::count_if(parts.begin(), parts.end(),
                                                  [](const PartEdges& p) { return p.excess() > 1.0; })),
                   static_cast<int>(worst - parts.begin()),
                   0.0,
                   worst->longest_edge,
                   of_flat.per_wavelength,
                   of_flat.usual};
  double most = 0.0;
  for (const auto& [limit, area] : worst->coarse_area) {
    found.share += area / worst->area;
    if (area <= most) continue;
    most = area;
    found.limit = limit->per_wavelength, found.usual = limit->usual;
  }
  return found;
}

}  // namespace pace
