#include "operators/gradient_integrator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "operators/green_batch.hpp"

namespace pace {
namespace {

using kernel::ComplexBatch;
using kernel::ComplexVectorBatch;

/// Points (1 − ξ) A + ξ [(1 − η) B + η C] with η = t^power: dense towards A, for power > 1 towards the side
/// A–B too.
std::vector<TrianglePoint> corner_rule(int away, int across, int power, bool swapped) {
  std::vector<TrianglePoint> rule;
  for (const auto& [xi, w_xi] : line_rule(away))
    for (const auto& [t, w_t] : line_rule(across)) {
      const double eta = std::pow(t, power), weight = 2.0 * xi * w_xi * power * std::pow(t, power - 1) * w_t;
      const double b = xi * (1.0 - eta), c = xi * eta;
      rule.push_back({{1.0 - xi, swapped ? c : b, swapped ? b : c}, weight});
    }
  return rule;
}

PointBatch broadcast(const Vec3& v) { return {Batch(v.x()), Batch(v.y()), Batch(v.z())}; }
PointBatch minus(const PointBatch& a, const PointBatch& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Batch norm(const PointBatch& a) { return xsimd::sqrt(kernel::dot(a, a)); }
void add_scaled(PointBatch& sum, const Vec3& direction, const Batch& factor) {
  sum.x = xsimd::fma(Batch(direction.x()), factor, sum.x);
  sum.y = xsimd::fma(Batch(direction.y()), factor, sum.y);
  sum.z = xsimd::fma(Batch(direction.z()), factor, sum.z);
}

/// √(r0² + s²) + s without cancellation for negative s.
Batch root_plus(const Batch& s, const Batch& root, const Batch& r0_squared) {
  return xsimd::select(s >= Batch(0.0), root + s, r0_squared / (root - s));
}

/// ∫ (r − r')/R³ dS' and ∫ (r − r')/R dS' in closed form. The solid angle by Van Oosterom & Strackee, IEEE
/// TBME 30(2), 1983; the rest as quadrature/static_potentials.hpp.
void static_gradients(const PointBatch& r, const GradientSource& q, PointBatch& cubed, PointBatch& plain) {
  std::array<PointBatch, 3> d;
  std::array<Batch, 3> distance;
  for (int i = 0; i < 3; ++i) {
    d[i] = minus(broadcast(q.vertex[i]), r);
    distance[i] = norm(d[i]);
  }
  const Batch height = -kernel::dot(q.normal, d[0]);
  const Batch denominator = distance[0] * distance[1] * distance[2] + kernel::dot(d[0], d[1]) * distance[2] +
                            kernel::dot(d[0], d[2]) * distance[1] + kernel::dot(d[1], d[2]) * distance[0];
  const Batch solid_angle = 2.0 * xsimd::atan2(q.twice_area * height, denominator);
  Batch inverse = -height * solid_angle;
  cubed = plain = {Batch(0.0), Batch(0.0), Batch(0.0)};
  add_scaled(cubed, q.normal, solid_angle);
  for (int e = 0; e < 3; ++e) {
    const Batch s_minus = kernel::dot(q.along[e], d[e]), s_plus = s_minus + q.length[e];
    const Batch t = kernel::dot(q.outward[e], d[e]);
    const Batch r0_squared = t * t + height * height + std::numeric_limits<double>::min();
    const Batch &r_minus = distance[e], &r_plus = distance[(e + 1) % 3];
    const Batch logarithm =
        xsimd::log(root_plus(s_plus, r_plus, r0_squared) / root_plus(s_minus, r_minus, r0_squared));
    inverse += t * logarithm;
    add_scaled(cubed, q.outward[e], logarithm);
    add_scaled(plain, q.outward[e], -0.5 * (s_plus * r_plus - s_minus * r_minus + r0_squared * logarithm));
  }
  add_scaled(plain, q.normal, height * inverse);
}

}  // namespace

GradientSource::GradientSource(const SurfaceTriangle& t) : triangle(t), vertex(t.vertex) {
  const Vec3 area_vector = (vertex[1] - vertex[0]).cross(vertex[2] - vertex[0]);
  twice_area = area_vector.norm();
  normal = area_vector / twice_area;
  for (int e = 0; e < 3; ++e) {
    const Vec3 side = vertex[(e + 1) % 3] - vertex[e];
    length[e] = side.norm();
    along[e] = side / length[e];
    outward[e] = along[e].cross(normal);
  }
}

GradientIntegrator::PaddedRule::PaddedRule(const std::vector<TrianglePoint>& points) {
  for (const auto& [b, w] : points) {
    for (int i = 0; i < 3; ++i) barycentric[i].push_back(b[i]);
    weight.push_back(w);
  }
  while (weight.size() % lanes != 0) {
    for (auto& values : barycentric) values.push_back(values.front());
    weight.push_back(0.0);
  }
}

GradientIntegrator::GradientIntegrator(Complex wavenumber, const QuadratureChoice& choice)
    : k_(wavenumber),
      very_near_(choice.very_near_distance),
      plain_(triangle_points(choice.dual_near_degree)),
      fine_(refined(refined(triangle_rule(choice.dual_near_degree)))),
      vertex_(corner_rule(choice.dual_vertex_points, choice.dual_vertex_points, 1, false)),
      edge_{PaddedRule(corner_rule(choice.dual_vertex_points, choice.dual_edge_points, 3, false)),
            PaddedRule(corner_rule(choice.dual_vertex_points, choice.dual_edge_points, 3, true))},
      rest_(triangle_points(choice.dual_rest_degree)) {}

const GradientIntegrator::PaddedRule& GradientIntegrator::outer_rule(const SubTriangle& sub, int vertex_id,
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
                                                 const GradientSource& source) const {
  const PaddedRule& rule = outer_rule(sub, vertex_id, parent, source.triangle);
  const double k = k_.real(), decay = -k_.imag();
  const Complex half_square = 0.5 * k_ * k_;
  const double per_area = 1.0 / (2.0 * pi * source.twice_area), per_sphere = 1.0 / (4.0 * pi);
  ComplexVectorBatch zeroth, first;
  for (std::size_t n = 0; n < rule.weight.size(); n += lanes) {
    const Batch b0 = Batch::load_unaligned(&rule.barycentric[0][n]),
                b1 = Batch::load_unaligned(&rule.barycentric[1][n]),
                b2 = Batch::load_unaligned(&rule.barycentric[2][n]);
    const auto mix = [&](int axis) {
      return b0 * sub.vertex[0][axis] + b1 * sub.vertex[1][axis] + b2 * sub.vertex[2][axis];
    };
    const PointBatch r{mix(0), mix(1), mix(2)};
    PointBatch cubed, plain;
    static_gradients(r, source, cubed, plain);
    ComplexVectorBatch x;
    x.x = {per_area * (cubed.x + half_square.real() * plain.x), per_area * half_square.imag() * plain.x};
    x.y = {per_area * (cubed.y + half_square.real() * plain.y), per_area * half_square.imag() * plain.y};
    x.z = {per_area * (cubed.z + half_square.real() * plain.z), per_area * half_square.imag() * plain.z};
    for (const auto& [b, w] : rest_) {
      const Vec3 at = b[0] * source.vertex[0] + b[1] * source.vertex[1] + b[2] * source.vertex[2];
      const PointBatch difference = minus(r, broadcast(at));
      const Batch distance_squared = kernel::dot(difference, difference),
                  inverse = kernel::inverse_root(distance_squared), distance = distance_squared * inverse,
                  phase = k * distance;
      const auto [sine, cosine] = kernel::sincos_to_ten_digits(phase);
      // (1 + jkR) e^{−jkR} − 1 − (kR)²/2
      const Batch factor = (w * per_sphere) * inverse * inverse * inverse;
      ComplexBatch rest{factor * (cosine + phase * sine - 1.0 - 0.5 * phase * phase),
                        factor * (phase * cosine - sine)};
      if (decay != 0.0) {
        const Batch decayed = decay * distance, amplitude = xsimd::exp(-decayed), real = 1.0 + decayed;
        rest.re = factor * (amplitude * (real * cosine + phase * sine) - 1.0 -
                            half_square.real() * distance * distance);
        rest.im =
            factor * (amplitude * (phase * cosine - real * sine) - half_square.imag() * distance * distance);
      }
      x.x.add(difference.x, rest);
      x.y.add(difference.y, rest);
      x.z.add(difference.z, rest);
    }
    const Batch weight = sub.area * Batch::load_unaligned(&rule.weight[n]);
    const PointBatch offset = minus(r, broadcast(sub.centroid));
    const Batch wx = weight * offset.x, wy = weight * offset.y, wz = weight * offset.z;
    zeroth.x.add(weight, x.x), zeroth.y.add(weight, x.y), zeroth.z.add(weight, x.z);
    first.x.add(wz, x.y), first.x.add(-wy, x.z);
    first.y.add(wx, x.z), first.y.add(-wz, x.x);
    first.z.add(wy, x.x), first.z.add(-wx, x.y);
  }
  const auto sum = [](const ComplexBatch& c) { return Complex(xsimd::hadd(c.re), xsimd::hadd(c.im)); };
  return {{sum(zeroth.x), sum(zeroth.y), sum(zeroth.z)}, {sum(first.x), sum(first.y), sum(first.z)}};
}

}  // namespace pace
