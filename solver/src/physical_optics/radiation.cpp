#include "physical_optics/radiation.hpp"

#include "core/cross.hpp"
#include "operators/complex_batch.hpp"
#include "physical_optics/facet_integral.hpp"

namespace pace {
namespace {

struct VertexPhase {
  double phase, cosine, sine;
  Complex rotation() const { return {cosine, sine}; }
};

/// Phase w·r of every vertex, `lanes` of them at once.
void fill_phases(const std::vector<Vec3>& vertices, const Vec3& w, std::vector<VertexPhase>& phases) {
  phases.resize(vertices.size());
  alignas(64) std::array<double, lanes> phase{}, cosine{}, sine{};
  for (std::size_t first = 0; first < vertices.size(); first += lanes) {
    const std::size_t count = std::min<std::size_t>(lanes, vertices.size() - first);
    for (std::size_t i = 0; i < count; ++i) phase[i] = w.dot(vertices[first + i]);
    for (std::size_t i = count; i < lanes; ++i) phase[i] = 0.0;
    const kernel::SineCosine value = kernel::sincos(Batch::load_aligned(phase.data()));
    value.cosine.store_aligned(cosine.data());
    value.sine.store_aligned(sine.data());
    for (std::size_t i = 0; i < count; ++i) phases[first + i] = {phase[i], cosine[i], sine[i]};
  }
}

CVec3 scaled(const Vec3& vector, Complex factor) {
  return {vector.x() * factor, vector.y() * factor, vector.z() * factor};
}

}  // namespace

CVec3 lit_area_spectrum(const FacetSurface& surface, const Lighting& lighting, const Vec3& w) {
  thread_local std::vector<VertexPhase> phases;
  fill_phases(surface.vertices, w, phases);
  Vec3 re = Vec3::Zero(), im = Vec3::Zero();
  for (std::size_t f = 0; f < surface.facets.size(); ++f) {
    if (lighting.side[f] == 0) continue;
    const Facet& facet = surface.facets[f];
    const VertexPhase &a = phases[facet.vertex[0]], &b = phases[facet.vertex[1]],
                      &c = phases[facet.vertex[2]];
    const Complex value =
        static_cast<double>(lighting.side[f]) *
        facet_phase_integral(a.phase, b.phase, c.phase, a.rotation(), b.rotation(), c.rotation());
    re += value.real() * facet.area_vector;
    im += value.imag() * facet.area_vector;
  }
  CVec3 sum = re.cast<Complex>() + imaginary_unit * im.cast<Complex>();
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

std::vector<CVec3> physical_optics_current(const FacetSurface& surface, const Lighting& lighting, double k,
                                           const PlaneWave& wave) {
  // 2 n̂ × H0, the normal weighted by how much of each facet is lit.
  std::vector<Vec3> lit_area(surface.vertices.size(), Vec3::Zero());
  std::vector<double> area(surface.vertices.size(), 0.0);
  std::vector<CVec3> current(surface.vertices.size(), CVec3::Zero());
  const CVec3 h = cross(wave.direction, wave.polarization) / vacuum_impedance;
  for (std::size_t f = 0; f < surface.facets.size(); ++f) {
    const Facet& facet = surface.facets[f];
    for (const int v : facet.vertex) {
      lit_area[v] += static_cast<double>(lighting.side[f]) * facet.area_vector;
      area[v] += lighting.side[f] != 0 ? facet.area_vector.norm() : 0.0;
    }
  }
  for (const auto& [f, share, side] : lighting.partly) {
    const Facet& facet = surface.facets[f];
    for (const int v : facet.vertex) {
      lit_area[v] += side * share * facet.area_vector;
      area[v] += share * facet.area_vector.norm();
    }
  }
  for (std::size_t v = 0; v < current.size(); ++v)
    if (area[v] > 0.0)
      current[v] =
          2.0 / area[v] * cross(lit_area[v], h) * rotation(-k * wave.direction.dot(surface.vertices[v]));
  return current;
}

}  // namespace pace
