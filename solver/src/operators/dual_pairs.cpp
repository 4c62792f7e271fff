#include "operators/dual_pairs.hpp"

#include <algorithm>
#include <cmath>

#include "operators/green_batch.hpp"
#include "operators/proximity.hpp"
#include "operators/source_list.hpp"
#include "operators/static_batch.hpp"

namespace pace {
namespace {

/// Places in the list of outer rules. Of potentials the first two alone.
enum Outer : int {
  plain,
  fine,
  at_vertex,
  at_first_edge,  ///< graded to the side that ends in sub.vertex[1]
  at_second_edge  ///< and in sub.vertex[2]
};

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

DualPairIntegrator::DualPairIntegrator(Complex wavenumber, Block block, const QuadratureChoice& choice)
    : k_(wavenumber), block_(block), very_near_(choice.very_near_distance) {
  if (block == Block::off_diagonal) {
    outer_[plain] = rest_ = triangle_points(choice.dual_potential_degree);
    outer_[fine] = refined(outer_[plain]);
    return;
  }
  rest_ = triangle_points(choice.dual_rest_degree);
  outer_[plain] = triangle_points(choice.dual_near_degree);
  outer_[fine] = refined(refined(outer_[plain]));
  const int away = choice.dual_vertex_points, across = choice.dual_edge_points;
  outer_[at_vertex] = corner_rule(away, away, 1, false);
  outer_[at_first_edge] = corner_rule(away, across, 3, false);
  outer_[at_second_edge] = corner_rule(away, across, 3, true);
}

int DualPairIntegrator::rule_of(const SubTriangle& sub, int vertex_id, const SurfaceTriangle& parent,
                                const SurfaceTriangle& source) const {
  if (block_ == Block::off_diagonal) return share_corner(parent, source) ? fine : plain;
  const auto in_source = [&](int id) {
    return std::find(source.vertex_id.begin(), source.vertex_id.end(), id) != source.vertex_id.end();
  };
  if (in_source(vertex_id)) {
    for (int i = 0; i < 3; ++i) {
      if (parent.vertex_id[i] == vertex_id || !in_source(parent.vertex_id[i])) continue;
      const Vec3 midpoint = 0.5 * (sub.vertex[0] + parent.vertex[i]);
      for (const int side : {1, 2})
        if ((sub.vertex[side] - midpoint).norm() < 1e-9 * parent.radius)
          return side == 1 ? at_first_edge : at_second_edge;
    }
    return at_vertex;
  }
  const double radius = (sub.vertex[0] - sub.centroid).norm();
  return (sub.centroid - source.centroid).norm() < very_near_ * (radius + source.radius) ? fine : plain;
}

template <Block block, bool lossy, class Real>
DualMoments<Real> DualPairIntegrator::integrate_as(int rule, const DualPairs<Real>& pairs) const {
  using Lanes = BatchOf<Real>;
  using Point = PointBatchOf<Real>;
  constexpr bool potentials = block == Block::off_diagonal;
  const StaticSourceBatch<Real> source(pairs.source);
  const TriangleBatch<Real> source_triangle{pairs.source}, sub{pairs.sub};
  constexpr Barycentric middle{1.0 / 3, 1.0 / 3, 1.0 / 3};
  const Point centroid = sub.at(middle), origin = broadcast(VectorOf<Real>(VectorOf<Real>::Zero()));
  const Point normal = kernel::cross(kernel::subtract(sub.corner[1], sub.corner[0]),
                                     kernel::subtract(sub.corner[2], sub.corner[0])),
              from_source = kernel::subtract(source.vertex[0], source_triangle.at(middle));
  const Lanes area = constant<Real>(0.5) * xsimd::sqrt(kernel::dot(normal, normal)),
              size = xsimd::sqrt(kernel::dot(from_source, from_source)),
              per_area = constant<Real>(1.0 / (2.0 * pi)) / source.twice_area;
  const Complex half_square = 0.5 * k_ * k_;
  const Lanes square_re = constant<Real>(half_square.real()) * per_area,
              square_im = constant<Real>(half_square.imag()) * per_area;
  std::array<Point, most_source_points> rest;
  for (std::size_t n = 0; n < rest_.size(); ++n) rest[n] = source_triangle.at(rest_[n].barycentric);

  DualMoments<Real> sum;
  for (const auto& [b, w] : outer_[rule]) {
    const Point r = sub.at(b);
    const auto s = kernel::static_integrals<potentials, !potentials>(r, source, origin);
    kernel::ComplexVectorBatchOf<Real> x;  // X, or A
    kernel::ComplexBatchOf<Real> phi;
    if constexpr (potentials) {
      phi = {per_area * s.inverse - square_re * s.distance, -(square_im * s.distance)};
      const auto moment = [&](const Lanes& leading, const Lanes& next) {
        return kernel::ComplexBatchOf<Real>{per_area * leading - square_re * next, -(square_im * next)};
      };
      x = {moment(s.inverse_moment.x, s.distance_moment.x), moment(s.inverse_moment.y, s.distance_moment.y),
           moment(s.inverse_moment.z, s.distance_moment.z)};
    } else {
      const auto part = [&](const Lanes& cubed, const Lanes& plain) {
        return kernel::ComplexBatchOf<Real>{per_area * cubed + square_re * plain, square_im * plain};
      };
      x = {part(s.gradient.x, s.vector.x), part(s.gradient.y, s.vector.y), part(s.gradient.z, s.vector.z)};
    }
    for (std::size_t n = 0; n < rest_.size(); ++n) {
      const Point difference = kernel::subtract(r, rest[n]);
      const auto smooth = kernel::smooth_green<lossy, potentials, !potentials>(
          k_, difference, rest_[n].weight / (4.0 * pi), size);
      const auto& value = potentials ? smooth.value : smooth.gradient;
      const Point& arm = potentials ? rest[n] : difference;
      if constexpr (potentials) phi.add(value.re, value.im);
      x.x.add(arm.x, value), x.y.add(arm.y, value), x.z.add(arm.z, value);
    }
    const Lanes weight = constant<Real>(w) * area;
    const Point offset = kernel::subtract(r, centroid);
    const Lanes wx = weight * offset.x, wy = weight * offset.y, wz = weight * offset.z;
    sum.zeroth.x.add(weight, x.x), sum.zeroth.y.add(weight, x.y), sum.zeroth.z.add(weight, x.z);
    if constexpr (potentials) {
      sum.potential.add(weight, phi);
      sum.first.x.add(wx, phi), sum.first.y.add(wy, phi), sum.first.z.add(wz, phi);
      sum.first_potential.add(wx, x.x), sum.first_potential.add(wy, x.y), sum.first_potential.add(wz, x.z);
    } else {
      sum.first.x.add(wz, x.y), sum.first.x.take(wy, x.z);
      sum.first.y.add(wx, x.z), sum.first.y.take(wz, x.x);
      sum.first.z.add(wy, x.x), sum.first.z.take(wx, x.y);
    }
  }
  return sum;
}

template <class Real>
DualMoments<Real> DualPairIntegrator::integrate(int rule, const DualPairs<Real>& pairs) const {
  const bool lossy = k_.imag() != 0.0;
  if (block_ == Block::diagonal)
    return lossy ? integrate_as<Block::diagonal, true>(rule, pairs)
                 : integrate_as<Block::diagonal, false>(rule, pairs);
  return lossy ? integrate_as<Block::off_diagonal, true>(rule, pairs)
               : integrate_as<Block::off_diagonal, false>(rule, pairs);
}

template DualMoments<double> DualPairIntegrator::integrate(int rule, const DualPairs<double>&) const;
template DualMoments<float> DualPairIntegrator::integrate(int rule, const DualPairs<float>&) const;

}  // namespace pace
