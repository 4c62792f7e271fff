#include "operators/potential_integrator.hpp"

#include "operators/proximity.hpp"
#include "quadrature/static_potentials.hpp"

namespace pace {
namespace {

template <class Corners>
Vec3 mix(const TrianglePoint& p, const Corners& vertex) {
  const auto& b = p.barycentric;
  return b[0] * vertex[0] + b[1] * vertex[1] + b[2] * vertex[2];
}

}  // namespace

PotentialIntegrator::PotentialIntegrator(Complex wavenumber, const QuadratureChoice& choice)
    : k_(wavenumber),
      plain_(triangle_points(choice.dual_potential_degree)),
      fine_(refined(plain_)),
      rest_(triangle_points(choice.dual_potential_degree)) {}

PotentialIntegrals PotentialIntegrator::operator()(const SubTriangle& sub, const Vec3& origin,
                                                   const SurfaceTriangle& parent,
                                                   const SurfaceTriangle& source) const {
  const double per_area = 1.0 / (4.0 * pi * source.area);
  const Complex half_square = 0.5 * k_ * k_;
  PotentialIntegrals sum{0.0, CVec3::Zero(), CVec3::Zero(), 0.0};
  for (const TrianglePoint& outer : share_corner(parent, source) ? fine_ : plain_) {
    const Vec3 r = mix(outer, sub.vertex), offset = r - sub.centroid;
    const StaticPotentials s = static_potentials(r, source.vertex, origin);
    Complex potential = per_area * (s.inverse - half_square * s.distance);
    CVec3 vector =
        per_area * (s.inverse_moment.cast<Complex>() - half_square * s.distance_moment.cast<Complex>());
    for (const TrianglePoint& inner : rest_) {
      const Vec3 at = mix(inner, source.vertex);
      const double distance = (r - at).norm();
      const Complex phase = k_ * distance;
      // e^{−jkR} − 1 + (kR)²/2 over R, which is −jk at R = 0
      const Complex rest =
          inner.weight / (4.0 * pi) *
          (distance > 0.0 ? (std::exp(-imaginary_unit * phase) - 1.0 + 0.5 * phase * phase) / distance
                          : -imaginary_unit * k_);
      potential += rest;
      vector += rest * (at - origin).cast<Complex>();
    }
    const double weight = sub.area * outer.weight;
    sum.potential += weight * potential;
    sum.first_potential += weight * potential * offset.cast<Complex>();
    sum.vector += weight * vector;
    sum.first_vector +=
        weight * (offset.x() * vector.x() + offset.y() * vector.y() + offset.z() * vector.z());
  }
  return sum;
}

}  // namespace pace
