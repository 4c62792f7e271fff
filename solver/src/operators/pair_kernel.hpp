// One test triangle against `lanes` source triangles that are some way off: Gauss points on both, all lanes
// at once.
#pragma once

#include <array>

#include "operators/green_batch.hpp"
#include "operators/source_points.hpp"

namespace pace {

/// As PairBlock (operators/pair_block.hpp), without the factor l_i l_j / 4, a lane a source triangle. One of
/// the two kinds of gradient rows at a time is in `magnetic`.
struct BatchBlock {
  std::array<std::array<Batch, 3>, 3> electric_re, electric_im, magnetic_re, magnetic_im;
};

/// Rows that the gradient of the Green's function makes: none, n × ∫ ∇G × f, or ∫ ∇G × f itself.
enum class GradientRows { none, n_cross, plain };

/// What the kernel needs of the test triangle, prepared once.
struct TestTriangle {
  TestTriangle(const SurfaceTriangle& s, std::span<const TrianglePoint> rule);

  struct Point {
    double weight;
    Vec3 position;
    Vec3 from_centroid;
    std::array<Vec3, 3> from_corner;  ///< r − v_i
  };
  std::vector<Point> points;
  std::array<Vec3, 3> corner_from_centroid;
  Vec3 normal, centroid;
};

inline TestTriangle::TestTriangle(const SurfaceTriangle& s, std::span<const TrianglePoint> rule)
    : normal(s.normal), centroid(s.centroid) {
  for (const auto& [b, weight] : rule) {
    Point p;
    p.weight = weight;
    p.position = b[0] * s.vertex[0] + b[1] * s.vertex[1] + b[2] * s.vertex[2];
    p.from_centroid = p.position - s.centroid;
    for (int i = 0; i < 3; ++i) p.from_corner[i] = p.position - s.vertex[i];
    points.push_back(p);
  }
  for (int i = 0; i < 3; ++i) corner_from_centroid[i] = s.vertex[i] - s.centroid;
}

/// Moments of G over point pairs give all nine electric entries; ∫ h (r − r') per test point gives the
/// magnetic ones. Work a lane: points² Green's functions (a square root, a sine, a cosine) and about
/// 9·(points + 4) multiply-adds.
template <bool with_electric, GradientRows gradient_rows, bool lossy, class Select>
void pair_kernel(Complex wavenumber, const TestTriangle& test, const SourcePoints& sources,
                 const Select& select, BatchBlock& block) {
  using namespace kernel;
  constexpr bool with_magnetic = gradient_rows != GradientRows::none;
  const PointBatch centroid = select(sources.centroids);
  std::array<PointBatch, 3> corner;
  for (int j = 0; j < 3; ++j) corner[j] = select(sources.corners[j]);

  std::array<PointBatch, most_source_points> source;
  for (std::size_t n = 0; n < sources.points.size(); ++n) source[n] = select(sources.points[n]);

  ComplexBatch s00, s11;
  ComplexVectorBatch s10, s01;
  ComplexVectorBatch plain_x, plain_rx;  // Σ X and Σ (r − c) × X, X = ∫ h (r − r')
  if constexpr (gradient_rows == GradientRows::n_cross)
    for (auto* rows : {&block.magnetic_re, &block.magnetic_im})
      for (auto& row : *rows) row.fill(Batch(0.0));

  for (const auto& p : test.points) {
    ComplexBatch a0;
    ComplexVectorBatch a1, gradient;
    for (std::size_t n = 0; n < sources.points.size(); ++n) {
      const PointBatch& s = source[n];
      const Batch dx = p.position.x() - s.x, dy = p.position.y() - s.y, dz = p.position.z() - s.z;
      const GreenBatch kernels =
          green<lossy, with_magnetic>(wavenumber, xsimd::fma(dx, dx, xsimd::fma(dy, dy, dz * dz)),
                                      Batch(p.weight * sources.weight[n] / (4.0 * pi)));
      if constexpr (with_electric) {
        const ComplexBatch& g = kernels.value;
        a0.add(g.re, g.im);
        a1.x.add(s.x - centroid.x, g);
        a1.y.add(s.y - centroid.y, g);
        a1.z.add(s.z - centroid.z, g);
      }
      if constexpr (with_magnetic) {
        const ComplexBatch& h = kernels.gradient;
        gradient.x.add(dx, h);
        gradient.y.add(dy, h);
        gradient.z.add(dz, h);
      }
    }
    if constexpr (with_electric) {
      const PointBatch r{Batch(p.from_centroid.x()), Batch(p.from_centroid.y()), Batch(p.from_centroid.z())};
      s00.add(a0.re, a0.im);
      s10.x.add(r.x, a0), s10.y.add(r.y, a0), s10.z.add(r.z, a0);
      s01.x.add(a1.x.re, a1.x.im), s01.y.add(a1.y.re, a1.y.im), s01.z.add(a1.z.re, a1.z.im);
      const ComplexBatch r_dot = dot(r, a1);
      s11.add(r_dot.re, r_dot.im);
    }
    if constexpr (gradient_rows == GradientRows::plain) {
      const Batch one(1.0), rx(p.from_centroid.x()), ry(p.from_centroid.y()), rz(p.from_centroid.z());
      plain_x.x.add(one, gradient.x), plain_x.y.add(one, gradient.y), plain_x.z.add(one, gradient.z);
      plain_rx.x.add(ry, gradient.z), plain_rx.x.add(-rz, gradient.y);
      plain_rx.y.add(rz, gradient.x), plain_rx.y.add(-rx, gradient.z);
      plain_rx.z.add(rx, gradient.y), plain_rx.z.add(-ry, gradient.x);
    }
    if constexpr (gradient_rows == GradientRows::n_cross) {
      const ComplexBatch normal_gradient = dot(test.normal, gradient);
      std::array<ComplexBatch, 3> u_gradient;
      for (int i = 0; i < 3; ++i) u_gradient[i] = dot(p.from_corner[i], gradient);
      for (int j = 0; j < 3; ++j) {
        const PointBatch d{p.position.x() - corner[j].x, p.position.y() - corner[j].y,
                           p.position.z() - corner[j].z};
        const Batch normal_d = dot(test.normal, d);
        for (int i = 0; i < 3; ++i) {
          const Batch u_d = dot(p.from_corner[i], d);
          block.magnetic_re[i][j] += u_d * normal_gradient.re - u_gradient[i].re * normal_d;
          block.magnetic_im[i][j] += u_d * normal_gradient.im - u_gradient[i].im * normal_d;
        }
      }
    }
  }
  if constexpr (gradient_rows == GradientRows::plain)
    // −∫ u·(X × d) with u = ρ − v, d = ρ − w from the test centroid: −(v − w)·(ρ × X) − (w × v)·X
    for (int j = 0; j < 3; ++j) {
      const Vec3 c = test.centroid;
      const PointBatch w{corner[j].x - c.x(), corner[j].y - c.y(), corner[j].z - c.z()};
      const ComplexBatch w_rx = dot(w, plain_rx);
      for (int i = 0; i < 3; ++i) {
        const Vec3& v = test.corner_from_centroid[i];
        const PointBatch w_v{w.y * v.z() - w.z * v.y(), w.z * v.x() - w.x * v.z(), w.x * v.y() - w.y * v.x()};
        const ComplexBatch v_rx = dot(v, plain_rx), wv_x = dot(w_v, plain_x);
        block.magnetic_re[i][j] = w_rx.re - v_rx.re - wv_x.re;
        block.magnetic_im[i][j] = w_rx.im - v_rx.im - wv_x.im;
      }
    }
  if constexpr (with_electric) {
    const Complex charge = 4.0 / (wavenumber * wavenumber);
    for (int j = 0; j < 3; ++j) {
      const PointBatch w{corner[j].x - centroid.x, corner[j].y - centroid.y, corner[j].z - centroid.z};
      const ComplexBatch w_s10 = dot(w, s10);
      for (int i = 0; i < 3; ++i) {
        const Vec3& v = test.corner_from_centroid[i];
        const ComplexBatch v_s01 = dot(v, s01);
        const Batch factor = dot(v, w) - charge.real();
        block.electric_re[i][j] = s11.re - v_s01.re - w_s10.re + factor * s00.re;
        block.electric_im[i][j] = s11.im - v_s01.im - w_s10.im + factor * s00.im;
        if constexpr (lossy) {
          block.electric_re[i][j] += charge.imag() * s00.im;
          block.electric_im[i][j] -= charge.imag() * s00.re;
        }
      }
    }
  }
}

}  // namespace pace
