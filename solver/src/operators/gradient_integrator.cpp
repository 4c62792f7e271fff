#include "operators/gradient_integrator.hpp"

#include <algorithm>
#include <cmath>

#include "operators/green_batch.hpp"

namespace pace {
namespace {

using kernel::ComplexBatch;
using kernel::ComplexVectorBatch;

/// Points (1 − ξ) A + ξ [(1 − η) B + η C] with ξ = s^(3/2), dense towards A, where X is logarithmic, and
/// η = t^power, for power > 1 dense towards the side A–B too.
std::vector<TrianglePoint> corner_rule(int away, int across, int power, bool swapped) {
  const auto outwards = line_rule(away), along = line_rule(across);
  std::vector<TrianglePoint> rule;
  for (const auto& [s, w_s] : outwards)
    for (const auto& [t, w_t] : along) {
      const double xi = s * std::sqrt(s), eta = std::pow(t, power);
      const double weight = 3.0 * s * s * w_s * power * std::pow(t, power - 1) * w_t;
      const double b = xi * (1.0 - eta), c = xi * eta;
      rule.push_back({{1.0 - xi, swapped ? c : b, swapped ? b : c}, weight});
    }
  return rule;
}

}  // namespace

GradientIntegrator::GradientIntegrator(Complex wavenumber, const QuadratureChoice& choice)
    : k_(wavenumber),
      very_near_(choice.very_near_distance),
      plain_(triangle_points(choice.dual_near_degree)),
      fine_(refined(refined(triangle_rule(choice.dual_near_degree)))),
      vertex_(corner_rule(choice.dual_vertex_points, choice.dual_vertex_points, 1, false)),
      edge_{PaddedRule(corner_rule(choice.dual_vertex_points, choice.dual_edge_points, 3, false)),
            PaddedRule(corner_rule(choice.dual_vertex_points, choice.dual_edge_points, 3, true))},
      rest_(triangle_points(choice.dual_rest_degree)) {}

const PaddedRule& GradientIntegrator::outer_rule(const SubTriangle& sub, int vertex_id,
                                                 const SurfaceTriangle& parent,
                                                 const SurfaceTriangle& source) const {
  const auto in_source = [&](int id) {
    return std::find(source.vertex_id.begin(), source.vertex_id.end(), id) != source.vertex_id.end();
  };
  if (in_source(vertex_id)) {
    for (int i = 0; i < 3; ++i) {
      if (parent.vertex_id[i] == vertex_id || !in_source(parent.vertex_id[i])) continue;
      const Vec3 midpoint = 0.5 * (sub.vertex[0] + parent.vertex[i]);
      for (const int side : {1, 2})
        if ((sub.vertex[side] - midpoint).norm() < 1e-9 * parent.radius) return edge_[side - 1];
    }
    return vertex_;
  }
  const double radius = (sub.vertex[0] - sub.centroid).norm();
  const bool very_near = (sub.centroid - source.centroid).norm() < very_near_ * (radius + source.radius);
  return very_near ? fine_ : plain_;
}

GradientIntegrals GradientIntegrator::operator()(const SubTriangle& sub, int vertex_id,
                                                 const SurfaceTriangle& parent,
                                                 const StaticSource& source) const {
  const PaddedRule& rule = outer_rule(sub, vertex_id, parent, source.triangle);
  return k_.imag() == 0.0 ? integrate<false>(sub, rule, source) : integrate<true>(sub, rule, source);
}

template <bool lossy>
GradientIntegrals GradientIntegrator::integrate(const SubTriangle& sub, const PaddedRule& rule,
                                                const StaticSource& source) const {
  const Complex half_square = 0.5 * k_ * k_;
  const double per_area = 1.0 / (2.0 * pi * source.twice_area), per_sphere = 1.0 / (4.0 * pi);
  ComplexVectorBatch zeroth, first;
  for (std::size_t n = 0; n < rule.weight.size(); n += lanes) {
    const PointBatch r = rule.at(n, sub.vertex);
    const auto s = kernel::static_integrals<false, true>(r, source, sub.centroid);
    const PointBatch &cubed = s.gradient, &plain = s.vector;
    ComplexVectorBatch x;
    x.x = {per_area * (cubed.x + half_square.real() * plain.x), per_area * half_square.imag() * plain.x};
    x.y = {per_area * (cubed.y + half_square.real() * plain.y), per_area * half_square.imag() * plain.y};
    x.z = {per_area * (cubed.z + half_square.real() * plain.z), per_area * half_square.imag() * plain.z};
    for (const auto& [b, w] : rest_) {
      const Vec3 at = b[0] * source.vertex[0] + b[1] * source.vertex[1] + b[2] * source.vertex[2];
      const PointBatch difference = kernel::subtract(r, broadcast(at));
      const ComplexBatch rest =
          kernel::smooth_green<lossy, false, true>(k_, difference, w * per_sphere, source.triangle.radius)
              .gradient;
      x.x.add(difference.x, rest);
      x.y.add(difference.y, rest);
      x.z.add(difference.z, rest);
    }
    const Batch weight = sub.area * rule.weights(n);
    const PointBatch offset = kernel::subtract(r, broadcast(sub.centroid));
    const Batch wx = weight * offset.x, wy = weight * offset.y, wz = weight * offset.z;
    zeroth.x.add(weight, x.x), zeroth.y.add(weight, x.y), zeroth.z.add(weight, x.z);
    first.x.add(wz, x.y), first.x.add(-wy, x.z);
    first.y.add(wx, x.z), first.y.add(-wz, x.x);
    first.z.add(wy, x.x), first.z.add(-wx, x.y);
  }
  return {kernel::sum(zeroth), kernel::sum(first)};
}

}  // namespace pace
