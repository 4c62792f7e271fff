// One test triangle, or points of a dual cell, against `lanes` source triangles some way off, where one of
// them is bent.
#pragma once

#include <array>
#include <vector>

#include "operators/complex_batch.hpp"
#include "operators/pair_kernel.hpp"
#include "operators/source_points.hpp"

namespace pace {

/// Quadrature points of all triangles with the functions there: as SourcePoints, for bent triangles.
struct CurvedSources {
  CurvedSources(const RwgSpace& space, int degree) {
    const auto rule = triangle_rule(degree);
    const std::size_t count = space.triangles().size();
    const std::size_t padded = (count + lanes - 1) / lanes * lanes;
    for (const TrianglePoint& point : rule) {
      Point p;
      p.weight = point.weight;
      const auto allocate = [&](PointArray& a) {
        a = {AlignedDoubles(padded), AlignedDoubles(padded), AlignedDoubles(padded)};
      };
      allocate(p.position);
      for (PointArray& arm : p.arm) allocate(arm);
      for (std::size_t t = 0; t < padded; ++t) {
        const BasisPoint at = basis_point(space.triangles()[std::min(t, count - 1)], point.barycentric);
        const auto put = [t](PointArray& a, const Vec3& v) {
          a.x[t] = v.x(), a.y[t] = v.y(), a.z[t] = v.z();
        };
        put(p.position, at.position);
        for (int j = 0; j < 3; ++j) put(p.arm[j], at.arm[j]);
      }
      points.push_back(std::move(p));
    }
  }

  struct Point {
    double weight;
    PointArray position;
    std::array<PointArray, 3> arm;
  };
  std::vector<Point> points;
};

/// What curved_kernel needs of the test triangle, prepared once.
struct CurvedTest {
  CurvedTest(const SurfaceTriangle& s, std::span<const TrianglePoint> rule, GradientRows rows) {
    for (const auto& [b, weight] : rule) {
      const BasisPoint at = basis_point(s, b);
      Point p{weight, at.position, at.arm, at.arm};
      for (Vec3& arm : p.gradient_arm)
        arm = rows == GradientRows::n_cross ? at.normal.cross(arm) : Vec3(-arm);
      points.push_back(p);
    }
  }
  struct Point {
    double weight;
    Vec3 position;
    std::array<Vec3, 3> arm;
    std::array<Vec3, 3> gradient_arm;  ///< what meets ∫ h D × f': n × arm or −arm
  };
  std::vector<Point> points;
};

/// Potentials of `lanes` sources at a point, for each of their three arms.
struct CurvedPotentials {
  kernel::ComplexBatch scalar;                             ///< Φ = Σ G
  std::array<kernel::ComplexVectorBatch, 3> vector, curl;  ///< Σ G arm and Σ h D × arm, D = r − r'
};

template <bool with_potentials, bool with_curl, bool lossy, class Select>
void curved_potentials(Complex wavenumber, const Vec3& position, double weight, const CurvedSources& sources,
                       const Select& select, CurvedPotentials& result) {
  using namespace kernel;
  const double k = wavenumber.real();
  [[maybe_unused]] const double decay = -wavenumber.imag();
  result = {};
  for (const CurvedSources::Point& of : sources.points) {
    const PointBatch s = select(of.position);
    const Batch dx = position.x() - s.x, dy = position.y() - s.y, dz = position.z() - s.z;
    const Batch distance = xsimd::sqrt(xsimd::fma(dx, dx, xsimd::fma(dy, dy, dz * dz)));
    const Batch inverse = 1.0 / distance;
    const auto [sine, cosine] = kernel::sincos(k * distance);
    Batch amplitude = (weight * of.weight / (4.0 * pi)) * inverse;
    if constexpr (lossy) amplitude *= xsimd::exp(-decay * distance);
    const ComplexBatch g{amplitude * cosine, -(amplitude * sine)};
    std::array<PointBatch, 3> arm;
    for (int j = 0; j < 3; ++j) arm[j] = select(of.arm[j]);
    if constexpr (with_potentials) {
      result.scalar.add(g.re, g.im);
      for (int j = 0; j < 3; ++j) {
        ComplexVectorBatch& a = result.vector[j];
        a.x.add(arm[j].x, g), a.y.add(arm[j].y, g), a.z.add(arm[j].z, g);
      }
    }
    if constexpr (with_curl) {
      Batch inverse_squared = inverse * inverse;
      const Batch k_inverse = k * inverse;
      if constexpr (lossy) inverse_squared = xsimd::fma(Batch(decay), inverse, inverse_squared);
      const ComplexBatch h{g.re * inverse_squared - g.im * k_inverse,
                           g.im * inverse_squared + g.re * k_inverse};
      for (int j = 0; j < 3; ++j) {
        ComplexVectorBatch& c = result.curl[j];
        c.x.add(xsimd::fms(dy, arm[j].z, dz * arm[j].y), h);
        c.y.add(xsimd::fms(dz, arm[j].x, dx * arm[j].z), h);
        c.z.add(xsimd::fms(dx, arm[j].y, dy * arm[j].x), h);
      }
    }
  }
}

/// As pair_kernel. Work a lane: points² Green's functions and about 18·points·(points + 3) multiply-adds a
/// kind of row.
template <bool with_electric, bool with_gradient, bool lossy, class Select>
void curved_kernel(Complex wavenumber, const CurvedTest& test, const CurvedSources& sources,
                   const Select& select, BatchBlock& block) {
  using namespace kernel;
  ComplexBatch charge_sum;
  if constexpr (with_electric)
    for (auto* rows : {&block.electric_re, &block.electric_im})
      for (auto& row : *rows) row.fill(Batch(0.0));
  if constexpr (with_gradient)
    for (auto* rows : {&block.magnetic_re, &block.magnetic_im})
      for (auto& row : *rows) row.fill(Batch(0.0));
  CurvedPotentials at;
  for (const CurvedTest::Point& p : test.points) {
    curved_potentials<with_electric, with_gradient, lossy>(wavenumber, p.position, p.weight, sources, select,
                                                           at);
    if constexpr (with_electric) charge_sum.add(at.scalar.re, at.scalar.im);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        if constexpr (with_electric) {
          const ComplexBatch value = dot(p.arm[i], at.vector[j]);
          block.electric_re[i][j] += value.re, block.electric_im[i][j] += value.im;
        }
        if constexpr (with_gradient) {
          const ComplexBatch value = dot(p.gradient_arm[i], at.curl[j]);
          block.magnetic_re[i][j] += value.re, block.magnetic_im[i][j] += value.im;
        }
      }
  }
  if constexpr (with_electric) {
    const Complex charge = 4.0 / (wavenumber * wavenumber);
    const Batch re = charge.real() * charge_sum.re - charge.imag() * charge_sum.im,
                im = charge.real() * charge_sum.im + charge.imag() * charge_sum.re;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) block.electric_re[i][j] -= re, block.electric_im[i][j] -= im;
  }
}

}  // namespace pace
