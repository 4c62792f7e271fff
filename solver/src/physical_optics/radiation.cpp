#include "physical_optics/radiation.hpp"

#include <algorithm>
#include <cmath>

#include "core/cross.hpp"
#include "physical_optics/facet_integral.hpp"
#include "physical_optics/point_array.hpp"

namespace pace {
namespace {

/// w·r of every vertex with its cosine and sine.
struct VertexPhases {
  AlignedDoubles phase, cosine, sine;

  void fill(const PointArray& vertices, const Vec3& w) {
    const std::size_t count = vertices.x.size();
    for (AlignedDoubles* values : {&phase, &cosine, &sine}) values->resize(count);
    for (std::size_t first = 0; first < count; first += lanes) {
      const Batch here = kernel::dot(w, Neighbours{first}(vertices));
      const kernel::SineCosine value = kernel::sincos(here);
      here.store_aligned(&phase[first]);
      value.cosine.store_aligned(&cosine[first]);
      value.sine.store_aligned(&sine[first]);
    }
  }
  CornerPhase at(const int* vertex) const {
    return {gather(phase.data(), vertex), {gather(cosine.data(), vertex), gather(sine.data(), vertex)}};
  }
};

CVec3 scaled(const Vec3& vector, Complex factor) {
  return {vector.x() * factor, vector.y() * factor, vector.z() * factor};
}

}  // namespace

CVec3 lit_area_spectrum(const FacetSurface& surface, const Lighting& lighting, const Vec3& w) {
  thread_local VertexPhases phases;
  const FacetArrays& arrays = surface.arrays;
  phases.fill(arrays.vertices, w);
  kernel::ComplexVectorBatch of_lanes;
  for (std::size_t first = 0; first < lighting.side.size(); first += lanes) {
    const signed char* side = &lighting.side[first];
    if (std::all_of(side, side + lanes, [](signed char s) { return s == 0; })) continue;
    const auto corner = [&](int i) { return phases.at(&arrays.corner[i][first]); };
    const kernel::ComplexBatch value = facet_phase_integrals(corner(0), corner(1), corner(2));
    const Batch lit = xsimd::load_as<double>(side, xsimd::unaligned_mode());
    const PointBatch area = Neighbours{first}(arrays.area_vector);
    of_lanes.x.add(lit * area.x, value);
    of_lanes.y.add(lit * area.y, value);
    of_lanes.z.add(lit * area.z, value);
  }
  CVec3 sum = kernel::sum(of_lanes);
  for (const LitPiece& piece : lighting.pieces)
    sum += scaled(piece.area_vector,
                  piece.share * facet_phase_integral(w.dot(piece.corner[0]), w.dot(piece.corner[1]),
                                                     w.dot(piece.corner[2])));
  return sum;
}

CVec3 physical_optics_field(double k, const PlaneWave& wave, const Vec3& r_hat, const CVec3& spectrum) {
  const CVec3 h = cross(wave.direction, wave.polarization);  // η H0
  const CVec3 current{spectrum.y() * h.z() - spectrum.z() * h.y(),
                      spectrum.z() * h.x() - spectrum.x() * h.z(),
                      spectrum.x() * h.y() - spectrum.y() * h.x()};
  const Complex radial = r_hat.x() * current.x() + r_hat.y() * current.y() + r_hat.z() * current.z();
  return -imaginary_unit * k / (2.0 * pi) * (current - scaled(r_hat, radial));
}

std::vector<CVec3> physical_optics_current(const FacetSurface& surface, const Lighting& lighting,
                                           const SurfacePoints& points, double k, const PlaneWave& wave) {
  // 2 n̂ × H0, the normal weighted by how much of each facet is lit.
  std::vector<double> lit(surface.facets.size());
  for (std::size_t f = 0; f < lit.size(); ++f) lit[f] = lighting.side[f];
  for (const auto& [f, share, side] : lighting.partly) lit[f] = side * share;
  std::vector<Vec3> lit_area(points.position.size(), Vec3::Zero());
  std::vector<double> area(points.position.size(), 0.0);
  for (const auto& [f, point] : points.of_facets) {
    if (lit[f] == 0.0) continue;
    lit_area[point] += lit[f] * surface.facets[f].area_vector;
    area[point] += std::abs(lit[f]) * surface.facets[f].area_vector.norm();
  }
  const CVec3 h = cross(wave.direction, wave.polarization) / vacuum_impedance;
  std::vector<CVec3> current(points.position.size(), CVec3::Zero());
  for (std::size_t i = 0; i < current.size(); ++i)
    if (area[i] > 0.0)
      current[i] =
          2.0 / area[i] * cross(lit_area[i], h) * rotation(-k * wave.direction.dot(points.position[i]));
  return current;
}

}  // namespace pace
