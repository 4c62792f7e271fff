#include "model/resolution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace pace {
namespace {

/// In wavelengths. λ/10 is usual and meshes are uneven, so that λ/8 is still taken silently: an error that
/// falls as the square of the edge is there (10/8)² of that at λ/10. An argument, not fitted to errors in
/// decibels.
constexpr double coarse = 1.0 / 8.0, longest = 1.0 / 4.0;
/// Of bent triangles, whose error falls with the cube of the edge: at λ/5 it is that of flat ones of λ/12 on
/// a conducting sphere (0.4 % at λ/7 against 4 %, test_regions).
constexpr double coarse_bent = 1.0 / 5.0;

struct PartEdges {
  double area = 0.0, coarse_area = 0.0, longest_edge = 0.0;
  double square = 0.0;  ///< of edges, bent triangles' as those of flat ones of like error
  double typical() const { return area > 0.0 ? std::sqrt(square / area) : 0.0; }
  /// Above 1: too coarse.
  double excess() const { return std::max(typical() / coarse, longest_edge / longest); }
};

}  // namespace

std::optional<CoarseMesh> coarse_mesh(const Mesh& mesh, std::span<const double> wavenumber) {
  std::vector<PartEdges> parts(mesh.parts.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (wavenumber[t] == 0.0) continue;
    const auto& v = mesh.triangles[t].vertex;
    PartEdges& part = parts[mesh.triangles[t].part];
    const double area = 0.5 * mesh.area_vector(static_cast<int>(t)).norm();
    double longest_here = 0.0;
    for (int e = 0; e < 3; ++e) {
      const double edge =
          (mesh.vertices[v[e]] - mesh.vertices[v[(e + 1) % 3]]).norm() * wavenumber[t] / (2.0 * pi);
      const double as_flat = mesh.bend(static_cast<int>(t)) ? edge * coarse / coarse_bent : edge;
      part.square += area * as_flat * as_flat / 3.0;
      longest_here = std::max(longest_here, edge);
    }
    part.area += area;
    if (longest_here > coarse) part.coarse_area += area;
    part.longest_edge = std::max(part.longest_edge, longest_here);
  }
  const auto worst = std::max_element(parts.begin(), parts.end(), [](const PartEdges& a, const PartEdges& b) {
    return a.excess() < b.excess();
  });
  if (worst == parts.end() || worst->excess() <= 1.0) return {};
  return CoarseMesh{static_cast<int>(std::count_if(parts.begin(), parts.end(),
                                                   [](const PartEdges& p) { return p.excess() > 1.0; })),
                    static_cast<int>(worst - parts.begin()), worst->coarse_area / worst->area,
                    worst->longest_edge};
}

}  // namespace pace
