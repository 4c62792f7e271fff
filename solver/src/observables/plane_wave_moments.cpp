#include "observables/plane_wave_moments.hpp"

#include <cmath>

#include "core/cross.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

/// Exact for polynomials of this degree; with edges of λ/5 the phase is integrated to about 1e-6.
constexpr int phase_degree = 6;
/// The same on a sub-triangle, about half as wide.
constexpr int sub_phase_degree = 4;

struct PhaseMoments {
  Complex zeroth;  ///< mean of e^{jk d·r} over the triangle
  CVec3 first;     ///< mean of (r − c) e^{jk d·r}
};

/// @param t  a SurfaceTriangle or a SubTriangle
template <class AnyTriangle>
PhaseMoments phase_moments(const AnyTriangle& t, double k, const Vec3& direction, int degree = phase_degree) {
  PhaseMoments m{Complex(0.0), CVec3::Zero()};
  for (const auto& [b, weight] : triangle_rule(degree)) {
    const Vec3 offset = b[0] * t.vertex[0] + b[1] * t.vertex[1] + b[2] * t.vertex[2] - t.centroid;
    const Complex phase = std::polar(weight, k * direction.dot(offset));
    m.zeroth += phase;
    m.first += phase * offset.cast<Complex>();
  }
  const Complex centre = std::polar(1.0, k * direction.dot(t.centroid));
  m.zeroth *= centre;
  m.first *= centre;
  return m;
}

/// ∫ f e^{jk d·r} dS of a half function without its sign.
CVec3 half_moment(const SurfaceTriangle& t, const PhaseMoments& m, int corner) {
  return 0.5 * t.edge_length[corner] * (m.first + m.zeroth * (t.centroid - t.vertex[corner]).cast<Complex>());
}

Complex dot(const CVec3& a, const CVec3& b) { return a.cwiseProduct(b).sum(); }

}  // namespace

DirectionMoments direction_moments(const RwgSpace& space, double k, double theta, double phi) {
  DirectionMoments result{std::vector<Complex>(space.size()), std::vector<Complex>(space.size())};
  const Vec3 direction = r_hat(theta, phi);
  const CVec3 e_theta = theta_hat(theta, phi).cast<Complex>(), e_phi = phi_hat(theta, phi).cast<Complex>();
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t) {
    const auto& triangle = space.triangles()[t];
    const PhaseMoments m = phase_moments(triangle, k, direction);
    for (const auto& half : space.halves(t)) {
      const CVec3 moment = half.sign * half_moment(triangle, m, half.corner);
      result.theta[half.function] += dot(e_theta, moment);
      result.phi[half.function] += dot(e_phi, moment);
    }
  }
  return result;
}

namespace {

/// ∫ g_i·A e^{jk d·r} dS for the functions with a dual, times their weight, added to the column.
void excite_dual(const DualSpace& dual, double k, const Vec3& direction, const CVec3& amplitude,
                 std::span<const double> alpha, Complex* column) {
  std::vector<PhaseMoments> moments;
  for (const DualCell& cell : dual.cells()) {
    moments.clear();
    for (const auto& [function, first_piece] : cell.rows) {
      if (alpha[function] == 1.0) continue;
      if (moments.empty())
        for (const int s : cell.subs) moments.push_back(phase_moments(dual.subs()[s], k, direction, sub_phase_degree));
      Complex sum(0.0);
      for (std::size_t s = 0; s < cell.subs.size(); ++s) {
        const DualPiece& piece = dual.all_pieces()[first_piece + s];
        const CVec3 moment = piece.value.cast<Complex>() * moments[s].zeroth + piece.slope * moments[s].first;
        sum += dual.subs()[piece.sub].area * dot(amplitude, moment);
      }
      column[function] += (1.0 - alpha[function]) * sum;
    }
  }
}

}  // namespace

void excite(const RwgSpace& space, const DualSpace* dual, double k, const PlaneWave& wave, std::span<const double> alpha,
            Complex* column) {
  std::fill_n(column, space.size(), Complex(0.0));
  const CVec3 electric = wave.polarization;
  const CVec3 eta_magnetic = cross(wave.direction, electric);  // η H0
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t) {
    const auto& triangle = space.triangles()[t];
    const PhaseMoments m = phase_moments(triangle, k, -wave.direction);
    const CVec3 surface_magnetic = cross(triangle.normal, eta_magnetic);
    for (const auto& half : space.halves(t)) {
      const CVec3 moment = half.sign * half_moment(triangle, m, half.corner);
      const double a = alpha[half.function];
      column[half.function] += a * dot(electric, moment);
      if (!dual || !dual->has(half.function)) column[half.function] += (1.0 - a) * dot(surface_magnetic, moment);
    }
  }
  if (dual) excite_dual(*dual, k, -wave.direction, eta_magnetic, alpha, column);
}

}  // namespace pace
