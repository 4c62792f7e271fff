// One test triangle against a batch of source triangles that are some way off: Gauss points on both, all
// lanes at once.
#pragma once

#include <array>

#include "operators/green_batch.hpp"
#include "operators/source_list.hpp"

namespace pace {

/// As PairBlock (operators/pair_block.hpp), without the factor l_i l_j / 4, a lane a source triangle. One of
/// the two kinds of gradient rows at a time is in `magnetic`.
template <class Real>
struct BatchBlockOf {
  std::array<std::array<BatchOf<Real>, 3>, 3> electric_re, electric_im, magnetic_re, magnetic_im;
};
using BatchBlock = BatchBlockOf<double>;

/// Rows that the gradient of the Green's function makes: none, n × ∫ ∇G × f, or ∫ ∇G × f itself.
enum class GradientRows { none, n_cross, plain };

/// What the kernel needs of the test triangle, prepared once. Positions count from the sources' origin.
template <class Real>
struct TestTriangle {
  TestTriangle(const SurfaceTriangle& s, std::span<const TrianglePoint> rule, const Vec3& origin);

  using Vector = VectorOf<Real>;
  struct Point {
    double weight;
    Vector position;
    Vector from_centroid;
    std::array<Vector, 3> from_corner;  ///< r − v_i
  };
  std::vector<Point> points;
  std::array<Vector, 3> corner_from_centroid;
  Vector normal, centroid;
};

template <class Real>
TestTriangle<Real>::TestTriangle(const SurfaceTriangle& s, std::span<const TrianglePoint> rule,
                                 const Vec3& origin)
    : normal(s.normal.cast<Real>()), centroid((s.centroid - origin).cast<Real>()) {
  for (const auto& [b, weight] : rule) {
    Point p;
    p.weight = weight;
    const Vec3 r = b[0] * s.vertex[0] + b[1] * s.vertex[1] + b[2] * s.vertex[2];
    p.position = (r - origin).cast<Real>();
    p.from_centroid = (r - s.centroid).cast<Real>();
    for (int i = 0; i < 3; ++i) p.from_corner[i] = (r - s.vertex[i]).cast<Real>();
    points.push_back(p);
  }
  for (int i = 0; i < 3; ++i) corner_from_centroid[i] = (s.vertex[i] - s.centroid).cast<Real>();
}

/// Moments of G over point pairs give all nine electric entries; ∫ h (r − r') per test point gives the
/// magnetic ones. Work a lane: points² Green's functions (a square root, a sine, a cosine) and about
/// 9·(points + 4) multiply-adds.
template <bool with_electric, GradientRows gradient_rows, bool lossy, class Real>
void pair_kernel(Complex wavenumber, const TestTriangle<Real>& test, const TriangleBatch<Real>& sources,
                 std::span<const TrianglePoint> rule, BatchBlockOf<Real>& block) {
  using namespace kernel;
  using Lanes = BatchOf<Real>;
  using Point = PointBatchOf<Real>;
  constexpr bool with_magnetic = gradient_rows != GradientRows::none;
  const std::array<Point, 3>& corner = sources.corner;
  const Point centroid = sources.at({1.0 / 3, 1.0 / 3, 1.0 / 3});
  std::array<Point, most_source_points> source;
  for (std::size_t n = 0; n < rule.size(); ++n) source[n] = sources.at(rule[n].barycentric);

  ComplexBatchOf<Real> s00, s11;
  ComplexVectorBatchOf<Real> s10, s01;
  ComplexVectorBatchOf<Real> plain_x, plain_rx;  // Σ X and Σ (r − c) × X, X = ∫ h (r − r')
  if constexpr (gradient_rows == GradientRows::n_cross)
    for (auto* rows : {&block.magnetic_re, &block.magnetic_im})
      for (auto& row : *rows) row.fill(constant<Real>(0.0));

  for (const auto& p : test.points) {
    const Point position = broadcast(p.position);
    ComplexBatchOf<Real> a0;
    ComplexVectorBatchOf<Real> a1, gradient;
    for (std::size_t n = 0; n < rule.size(); ++n) {
      const Point& s = source[n];
      const Point difference = subtract(position, s);
      const auto kernels = green<lossy, with_magnetic, Real>(
          wavenumber, dot(difference, difference), constant<Real>(p.weight * rule[n].weight / (4.0 * pi)));
      if constexpr (with_electric) {
        const ComplexBatchOf<Real>& g = kernels.value;
        a0.add(g.re, g.im);
        a1.x.add(s.x - centroid.x, g);
        a1.y.add(s.y - centroid.y, g);
        a1.z.add(s.z - centroid.z, g);
      }
      if constexpr (with_magnetic) {
        const ComplexBatchOf<Real>& h = kernels.gradient;
        gradient.x.add(difference.x, h);
        gradient.y.add(difference.y, h);
        gradient.z.add(difference.z, h);
      }
    }
    const Point r = broadcast(p.from_centroid);
    if constexpr (with_electric) {
      s00.add(a0.re, a0.im);
      s10.x.add(r.x, a0), s10.y.add(r.y, a0), s10.z.add(r.z, a0);
      s01.add(a1);
      const ComplexBatchOf<Real> r_dot = dot(r, a1);
      s11.add(r_dot.re, r_dot.im);
    }
    if constexpr (gradient_rows == GradientRows::plain) {
      plain_x.add(gradient);
      plain_rx.x.add(r.y, gradient.z), plain_rx.x.take(r.z, gradient.y);
      plain_rx.y.add(r.z, gradient.x), plain_rx.y.take(r.x, gradient.z);
      plain_rx.z.add(r.x, gradient.y), plain_rx.z.take(r.y, gradient.x);
    }
    if constexpr (gradient_rows == GradientRows::n_cross) {
      const ComplexBatchOf<Real> normal_gradient = dot(test.normal, gradient);
      std::array<ComplexBatchOf<Real>, 3> u_gradient;
      for (int i = 0; i < 3; ++i) u_gradient[i] = dot(p.from_corner[i], gradient);
      for (int j = 0; j < 3; ++j) {
        const Point d = subtract(position, corner[j]);
        const Lanes normal_d = dot(test.normal, d);
        for (int i = 0; i < 3; ++i) {
          const Lanes u_d = dot(p.from_corner[i], d);
          block.magnetic_re[i][j] += u_d * normal_gradient.re - u_gradient[i].re * normal_d;
          block.magnetic_im[i][j] += u_d * normal_gradient.im - u_gradient[i].im * normal_d;
        }
      }
    }
  }
  if constexpr (gradient_rows == GradientRows::plain)
    // −∫ u·(X × d) with u = ρ − v, d = ρ − w from the test centroid: −(v − w)·(ρ × X) − (w × v)·X
    for (int j = 0; j < 3; ++j) {
      const Point w = subtract(corner[j], broadcast(test.centroid));
      const ComplexBatchOf<Real> w_rx = dot(w, plain_rx);
      for (int i = 0; i < 3; ++i) {
        const VectorOf<Real>& v = test.corner_from_centroid[i];
        const ComplexBatchOf<Real> v_rx = dot(v, plain_rx), wv_x = dot(cross(w, broadcast(v)), plain_x);
        block.magnetic_re[i][j] = w_rx.re - v_rx.re - wv_x.re;
        block.magnetic_im[i][j] = w_rx.im - v_rx.im - wv_x.im;
      }
    }
  if constexpr (with_electric) {
    const Complex charge = 4.0 / (wavenumber * wavenumber);
    for (int j = 0; j < 3; ++j) {
      const Point w = subtract(corner[j], centroid);
      const ComplexBatchOf<Real> w_s10 = dot(w, s10);
      for (int i = 0; i < 3; ++i) {
        const VectorOf<Real>& v = test.corner_from_centroid[i];
        const ComplexBatchOf<Real> v_s01 = dot(v, s01);
        const Lanes factor = dot(v, w) - constant<Real>(charge.real());
        block.electric_re[i][j] = s11.re - v_s01.re - w_s10.re + factor * s00.re;
        block.electric_im[i][j] = s11.im - v_s01.im - w_s10.im + factor * s00.im;
        if constexpr (lossy) {
          block.electric_re[i][j] += constant<Real>(charge.imag()) * s00.im;
          block.electric_im[i][j] -= constant<Real>(charge.imag()) * s00.re;
        }
      }
    }
  }
}

}  // namespace pace
