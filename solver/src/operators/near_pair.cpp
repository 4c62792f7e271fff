#include "operators/near_pair.hpp"

#include <cmath>

#include "operators/alignment.hpp"
#include "operators/green_batch.hpp"

namespace pace {
namespace {

std::array<Vec3, 3> corners(const SurfaceTriangle& t, const std::array<int, 3>& order) {
  return {t.vertex[order[0]], t.vertex[order[1]], t.vertex[order[2]]};
}

/// Multiplies every entry by l_i l_j / 4: areas have cancelled against the weights.
void scale_by_edges(PairBlock& block, const SurfaceTriangle& test, const SurfaceTriangle& source) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double scale = 0.25 * test.edge_length[i] * source.edge_length[j];
      block.electric[i][j] *= scale;
      block.magnetic[i][j] *= scale;
      block.crossed[i][j] *= scale;
    }
}

}  // namespace

NearIntegrator::NearIntegrator(Complex wavenumber, const QuadratureChoice& choice)
    : k_(wavenumber),
      very_near_(choice.very_near_distance),
      inner_(triangle_points(choice.near_degree)),
      plain_(inner_),
      fine_(refined(refined(inner_))),
      contacts_(ContactRules<PairRule>(choice.contacts, true),
                ContactRules<PairRuleOf<float>>(choice.contacts, true)) {}

namespace {

using kernel::ComplexBatch;
using kernel::ComplexVectorBatch;

/// A triangle's corners from an origin.
struct Frame {
  Frame(const SurfaceTriangle& t, const Vec3& origin) : normal(t.normal) {
    for (int i = 0; i < 3; ++i) corner[i] = t.vertex[i] - origin;
  }
  Vec3 normal;
  std::array<Vec3, 3> corner;
};

/// A triangle in the coordinates of a singular rule, from the common corner on: r = x1 u + x2 v.
struct RuleFrame : Frame {
  RuleFrame(const SurfaceTriangle& t, const std::array<int, 3>& order)
      : Frame(t, t.vertex[order[0]]),
        u(t.vertex[order[1]] - t.vertex[order[0]]),
        v(t.vertex[order[2]] - t.vertex[order[1]]) {}
  Vec3 u, v;
};

/// Its points in lanes.
template <class Real>
struct RuleBatch {
  explicit RuleBatch(const RuleFrame& frame)
      : u(broadcast(VectorOf<Real>(frame.u.cast<Real>()))),
        v(broadcast(VectorOf<Real>(frame.v.cast<Real>()))) {}
  PointBatchOf<Real> at(const BatchOf<Real>& x1, const BatchOf<Real>& x2) const {
    return {xsimd::fma(x1, u.x, x2 * v.x), xsimd::fma(x1, u.y, x2 * v.y), xsimd::fma(x1, u.z, x2 * v.z)};
  }
  PointBatchOf<Real> u, v;
};

/// Σ over point pairs of what the magnetic entries are made of, with X = h (r − r') and n·r = 0 at the test
/// points.
template <class Real>
struct GradientMoments {
  kernel::ComplexBatchOf<Real> r_x, rr_nx, nx;
  kernel::ComplexVectorBatchOf<Real> x, r_nx, rx;  // rx: r × X

  void add(const PointBatchOf<Real>& r, const VectorOf<Real>& normal,
           const kernel::ComplexVectorBatchOf<Real>& gradient) {
    const auto n_gradient = kernel::dot(normal, gradient), r_gradient = kernel::dot(r, gradient);
    x.add(gradient);
    r_x.add(r_gradient.re, r_gradient.im);
    nx.add(n_gradient.re, n_gradient.im);
    rr_nx.add(kernel::dot(r, r), n_gradient);
    r_nx.x.add(r.x, n_gradient), r_nx.y.add(r.y, n_gradient), r_nx.z.add(r.z, n_gradient);
    rx.x.add(r.y, gradient.z), rx.x.take(r.z, gradient.y);
    rx.y.add(r.z, gradient.x), rx.y.take(r.x, gradient.z);
    rx.z.add(r.x, gradient.y), rx.z.take(r.y, gradient.x);
  }
};

using kernel::sum;
Complex dot(const Vec3& a, const CVec3& b) { return a.x() * b.x() + a.y() * b.y() + a.z() * b.z(); }

/// −Σ h [(u_i·D)(n·d_j) − (u_i·d_j)(n·D)] with u_i = r − v_i, d_j = r − w_j, expanded into moments.
template <class Real>
void set_magnetic(PairBlock& block, const GradientMoments<Real>& m, const Frame& test, const Frame& source) {
  const Complex r_x = sum(m.r_x), rr_nx = sum(m.rr_nx), nx = sum(m.nx);
  const CVec3 x = sum(m.x), r_nx = sum(m.r_nx);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3 &v = test.corner[i], &w = source.corner[j];
      block.magnetic[i][j] =
          (r_x - dot(v, x)) * test.normal.dot(w) + rr_nx - dot(v + w, r_nx) + v.dot(w) * nx;
    }
}

/// −∫ u_i·(X × d_j) = −(v − w)·(r × X) − (w × v)·X.
template <class Real>
void set_crossed(PairBlock& block, const GradientMoments<Real>& m, const Frame& test, const Frame& source) {
  const CVec3 x = sum(m.x), rx = sum(m.rx);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3 &v = test.corner[i], &w = source.corner[j];
      block.crossed[i][j] = dot(w - v, rx) - dot(w.cross(v), x);
    }
}

}  // namespace

NearBlocks NearIntegrator::touching(const SurfaceTriangle& p, const SurfaceTriangle& q, bool gradient,
                                    bool single) const {
  const Alignment a = align(p.vertex_id, q.vertex_id);
  const bool lossy = k_.imag() != 0.0;
  // Coplanar with itself: the principal value is zero.
  if (gradient && a.common != 3)
    return lossy ? touching_at<true, true, double>(p, q, a) : touching_at<false, true, double>(p, q, a);
  if (single)
    return lossy ? touching_at<true, false, float>(p, q, a) : touching_at<false, false, float>(p, q, a);
  return lossy ? touching_at<true, false, double>(p, q, a) : touching_at<false, false, double>(p, q, a);
}

template <bool lossy, bool with_magnetic, class Real>
NearBlocks NearIntegrator::touching_at(const SurfaceTriangle& p, const SurfaceTriangle& q,
                                       const Alignment& a) const {
  using Lanes = BatchOf<Real>;
  const auto& contacts = std::get<ContactRules<PairRuleOf<Real>>>(contacts_);
  const PairRuleOf<Real>& rule =
      contacts.of(a.common, contact_stretch(corners(p, a.p), corners(q, a.q), a.common));
  const RuleFrame test(p, a.p), source(q, a.q);
  const RuleBatch<Real> test_points(test), source_points(source);
  const VectorOf<Real> test_normal = test.normal.cast<Real>(), source_normal = source.normal.cast<Real>();

  kernel::ComplexBatchOf<Real> s00, s11;
  kernel::ComplexVectorBatchOf<Real> s10, s01;
  GradientMoments<Real> forward, backward;
  const Lanes per_sphere = constant<Real>(1.0 / (4.0 * pi));
  for (std::size_t n = 0; n < rule.weight.size(); n += Lanes::size) {
    const auto load = [n](const std::vector<Real>& values) { return Lanes::load_unaligned(&values[n]); };
    const PointBatchOf<Real> r = test_points.at(load(rule.x1), load(rule.x2)),
                             s = source_points.at(load(rule.y1), load(rule.y2));
    const PointBatchOf<Real> difference = kernel::subtract(r, s);
    const auto kernels = kernel::green<lossy, with_magnetic, Real>(k_, kernel::dot(difference, difference),
                                                                   load(rule.weight) * per_sphere);
    const auto& green = kernels.value;
    s00.add(green.re, green.im);
    s10.x.add(r.x, green), s10.y.add(r.y, green), s10.z.add(r.z, green);
    s01.x.add(s.x, green), s01.y.add(s.y, green), s01.z.add(s.z, green);
    s11.add(kernel::dot(r, s), green);
    if constexpr (with_magnetic) {
      const auto& h = kernels.gradient;
      const kernel::ComplexVectorBatchOf<Real> gradient{{difference.x * h.re, difference.x * h.im},
                                                        {difference.y * h.re, difference.y * h.im},
                                                        {difference.z * h.re, difference.z * h.im}};
      forward.add(r, test_normal, gradient);
      backward.add(s, source_normal, gradient);
    }
  }

  NearBlocks blocks;
  const Complex moment00 = sum(s00), moment11 = sum(s11);
  const CVec3 moment10 = sum(s10), moment01 = sum(s01);
  const Complex charge = 4.0 / (k_ * k_);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3 &v = test.corner[i], &w = source.corner[j];
      blocks.forward.electric[i][j] =
          moment11 - dot(v, moment01) - dot(w, moment10) + (v.dot(w) - charge) * moment00;
      blocks.backward.electric[j][i] = blocks.forward.electric[i][j];
    }
  // The rule of a triangle with itself has one of the two orders of each pair of points.
  if (a.common == 3)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j <= i; ++j) {
        auto& electric = blocks.forward.electric;
        electric[i][j] = electric[j][i] = 0.5 * (electric[i][j] + electric[j][i]);
      }
  if constexpr (with_magnetic) {
    set_magnetic(blocks.forward, forward, test, source);
    set_magnetic(blocks.backward, backward, source, test);
    for (auto& row : blocks.backward.magnetic)  // r − r' changes sign when the second triangle tests
      for (Complex& entry : row) entry = -entry;
    set_crossed(blocks.forward, forward, test, source);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) blocks.backward.crossed[j][i] = blocks.forward.crossed[i][j];
  }
  scale_by_edges(blocks.forward, p, q);
  scale_by_edges(blocks.backward, q, p);
  return blocks;
}

/// Static parts 1/R, −k²R/2 of G and 1/R³ + k²/(2R) of h in closed form, the smooth rest by the outer rule on
/// both; the lanes are points of the test triangle.
template <bool lossy, bool with_magnetic>
PairBlock NearIntegrator::one_way(const SurfaceTriangle& test, const StaticSource& statics,
                                  const PaddedRule& outer) const {
  const SurfaceTriangle& source = statics.triangle;
  const double per_area = 1.0 / (4.0 * pi * source.area);
  const Complex half_square = 0.5 * k_ * k_, charge = 4.0 / (k_ * k_);
  const Frame frame(test, test.centroid), other(source, test.centroid);
  ComplexBatch s00, s11;
  ComplexVectorBatch s10, s01;  // of r from the test triangle's centroid and r' from the source's
  GradientMoments<double> gradients;
  for (std::size_t n = 0; n < outer.weight.size(); n += lanes) {
    const PointBatch r = outer.at(n, test.vertex);
    const StaticBatch s =
        kernel::static_integrals<true, with_magnetic>(r, statics, broadcast(source.centroid));
    const ComplexBatch less{Batch(-per_area * half_square.real()), Batch(-per_area * half_square.imag())};
    ComplexBatch green{per_area * s.inverse, Batch(0.0)};
    green.add(s.distance, less);
    ComplexVectorBatch moment, gradient;
    const auto add_statics = [&](ComplexBatch& sum, const Batch& leading, const Batch& next, double sign) {
      sum.re = per_area * leading;
      sum.add(sign * next, less);
    };
    add_statics(moment.x, s.inverse_moment.x, s.distance_moment.x, 1.0);
    add_statics(moment.y, s.inverse_moment.y, s.distance_moment.y, 1.0);
    add_statics(moment.z, s.inverse_moment.z, s.distance_moment.z, 1.0);
    if constexpr (with_magnetic) {
      add_statics(gradient.x, s.gradient.x, s.vector.x, -1.0);
      add_statics(gradient.y, s.gradient.y, s.vector.y, -1.0);
      add_statics(gradient.z, s.gradient.z, s.vector.z, -1.0);
    }
    for (const auto& [b, weight] : inner_) {
      const Vec3 at = b[0] * source.vertex[0] + b[1] * source.vertex[1] + b[2] * source.vertex[2];
      const PointBatch difference = kernel::subtract(r, broadcast(at));
      const kernel::GreenBatch rest = kernel::smooth_green<lossy, true, with_magnetic>(
          k_, difference, weight / (4.0 * pi), Batch(source.radius));
      const Vec3 arm = at - source.centroid;
      green.add(rest.value.re, rest.value.im);
      moment.x.add(Batch(arm.x()), rest.value), moment.y.add(Batch(arm.y()), rest.value),
          moment.z.add(Batch(arm.z()), rest.value);
      if constexpr (with_magnetic)
        gradient.x.add(difference.x, rest.gradient), gradient.y.add(difference.y, rest.gradient),
            gradient.z.add(difference.z, rest.gradient);
    }
    const Batch weight = outer.weights(n);
    const PointBatch from_centroid = kernel::subtract(r, broadcast(test.centroid));
    const PointBatch weighted{weight * from_centroid.x, weight * from_centroid.y, weight * from_centroid.z};
    s00.add(weight, green);
    s10.x.add(weighted.x, green), s10.y.add(weighted.y, green), s10.z.add(weighted.z, green);
    s01.x.add(weight, moment.x), s01.y.add(weight, moment.y), s01.z.add(weight, moment.z);
    const ComplexBatch both = dot(weighted, moment);
    s11.add(both.re, both.im);
    if constexpr (with_magnetic) {
      for (ComplexBatch* part : {&gradient.x, &gradient.y, &gradient.z})
        part->re *= weight, part->im *= weight;
      gradients.add(from_centroid, test.normal, gradient);
    }
  }
  PairBlock block;
  const Complex moment00 = sum(s00), moment11 = sum(s11);
  const CVec3 moment10 = sum(s10), moment01 = sum(s01);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3& v = frame.corner[i];
      const Vec3 w = source.vertex[j] - source.centroid;
      block.electric[i][j] = moment11 - dot(v, moment01) - dot(w, moment10) + (v.dot(w) - charge) * moment00;
    }
  if constexpr (with_magnetic) {
    set_magnetic(block, gradients, frame, other);
    set_crossed(block, gradients, frame, other);
  }
  scale_by_edges(block, test, source);
  return block;
}

NearBlocks NearIntegrator::close(const SurfaceTriangle& p, const SurfaceTriangle& q, bool gradient) const {
  const bool very_near = (p.centroid - q.centroid).norm() < very_near_ * (p.radius + q.radius);
  const PaddedRule& outer = very_near ? fine_ : plain_;
  const auto one = [&](const SurfaceTriangle& test, const SurfaceTriangle& source) {
    const StaticSource statics(source);
    if (k_.imag() == 0.0)
      return gradient ? one_way<false, true>(test, statics, outer)
                      : one_way<false, false>(test, statics, outer);
    return gradient ? one_way<true, true>(test, statics, outer) : one_way<true, false>(test, statics, outer);
  };
  NearBlocks blocks{one(p, q), one(q, p)};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Complex mean = 0.5 * (blocks.forward.electric[i][j] + blocks.backward.electric[j][i]);
      blocks.forward.electric[i][j] = blocks.backward.electric[j][i] = mean;
      const Complex crossed = 0.5 * (blocks.forward.crossed[i][j] + blocks.backward.crossed[j][i]);
      blocks.forward.crossed[i][j] = blocks.backward.crossed[j][i] = crossed;
    }
  return blocks;
}

}  // namespace pace
