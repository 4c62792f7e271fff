#include "operators/potential_integrator.hpp"

#include "operators/green_batch.hpp"
#include "operators/proximity.hpp"

namespace pace {

using kernel::ComplexBatch;
using kernel::ComplexVectorBatch;

PotentialIntegrator::PotentialIntegrator(Complex wavenumber, const QuadratureChoice& choice)
    : k_(wavenumber),
      plain_(triangle_points(choice.dual_potential_degree)),
      fine_(refined(triangle_points(choice.dual_potential_degree))),
      rest_(triangle_points(choice.dual_potential_degree)) {}

PotentialIntegrals PotentialIntegrator::operator()(const SubTriangle& sub, const Vec3& origin,
                                                   const SurfaceTriangle& parent,
                                                   const StaticSource& source) const {
  const PaddedRule& rule = share_corner(parent, source.triangle) ? fine_ : plain_;
  return k_.imag() == 0.0 ? integrate<false>(sub, origin, rule, source)
                          : integrate<true>(sub, origin, rule, source);
}

template <bool lossy>
PotentialIntegrals PotentialIntegrator::integrate(const SubTriangle& sub, const Vec3& origin,
                                                  const PaddedRule& rule, const StaticSource& source) const {
  const double per_area = 1.0 / (2.0 * pi * source.twice_area);
  const Complex half_square = 0.5 * k_ * k_;
  ComplexBatch potential, first_vector;
  ComplexVectorBatch first_potential, vector;
  for (std::size_t n = 0; n < rule.weight.size(); n += lanes) {
    const PointBatch r = rule.at(n, sub.vertex);
    const auto s = kernel::static_integrals<true, false>(r, source, origin);
    ComplexBatch green{per_area * s.inverse, Batch(0.0)};
    ComplexVectorBatch moment;
    moment.x.re = per_area * s.inverse_moment.x, moment.y.re = per_area * s.inverse_moment.y,
    moment.z.re = per_area * s.inverse_moment.z;
    const ComplexBatch scale{Batch(-per_area * half_square.real()), Batch(-per_area * half_square.imag())};
    green.add(s.distance, scale);
    moment.x.add(s.distance_moment.x, scale), moment.y.add(s.distance_moment.y, scale),
        moment.z.add(s.distance_moment.z, scale);
    for (const TrianglePoint& inner : rest_) {
      const auto& b = inner.barycentric;
      const Vec3 at = b[0] * source.vertex[0] + b[1] * source.vertex[1] + b[2] * source.vertex[2];
      const PointBatch difference = kernel::subtract(r, broadcast(at));
      const ComplexBatch rest = kernel::smooth_green<lossy, true, false>(
                                    k_, difference, inner.weight / (4.0 * pi), source.triangle.radius)
                                    .value;
      green.add(rest.re, rest.im);
      const Vec3 arm = at - origin;
      moment.x.add(Batch(arm.x()), rest), moment.y.add(Batch(arm.y()), rest),
          moment.z.add(Batch(arm.z()), rest);
    }
    const Batch weight = sub.area * rule.weights(n);
    const PointBatch offset = kernel::subtract(r, broadcast(sub.centroid));
    const Batch wx = weight * offset.x, wy = weight * offset.y, wz = weight * offset.z;
    potential.add(weight, green);
    first_potential.x.add(wx, green), first_potential.y.add(wy, green), first_potential.z.add(wz, green);
    vector.x.add(weight, moment.x), vector.y.add(weight, moment.y), vector.z.add(weight, moment.z);
    first_vector.add(wx, moment.x), first_vector.add(wy, moment.y), first_vector.add(wz, moment.z);
  }
  return {kernel::sum(potential), kernel::sum(first_potential), kernel::sum(vector),
          kernel::sum(first_vector)};
}

}  // namespace pace
