// One test triangle, or points of a dual cell, against a batch of source triangles some way off, where one of
// them is bent.
#pragma once

#include <array>
#include <vector>

#include "operators/green_batch.hpp"
#include "operators/pair_kernel.hpp"
#include "operators/source_list.hpp"

namespace pace {

/// The points of a rule on a batch of sources.
template <class Real>
struct CurvedBatch {
  CurvedBatch(const FormBatch<Real>& form, std::span<const TrianglePoint> rule) : count(rule.size()) {
    using Lanes = BatchOf<Real>;
    using Vector = PointBatchOf<Real>;
    const auto component = [&](Lanes Vector::*axis) {
      return QuadraticForm<Lanes>{form.c.*axis,  form.u.*axis,  form.v.*axis,
                                  form.uu.*axis, form.uv.*axis, form.vv.*axis};
    };
    constexpr std::array<Lanes Vector::*, 3> coordinate{&Vector::x, &Vector::y, &Vector::z};
    const std::array<QuadraticForm<Lanes>, 3> components{component(coordinate[0]), component(coordinate[1]),
                                                         component(coordinate[2])};
    for (std::size_t n = 0; n < count; ++n) {
      const auto& [b, weight] = rule[n];
      Point& point = points[n];
      point.weight = weight / (4.0 * pi);
#pragma GCC unroll 3
      for (int i = 0; i < 3; ++i) {
        const QuadraticForm<Lanes>& r = components[i];
        const Lanes at_u = r.along_u(b[0], b[1]), at_v = r.along_v(b[0], b[1]);
        point.u.*coordinate[i] = at_u, point.v.*coordinate[i] = at_v;
        point.position.*coordinate[i] = r.value(b[0], b[1], at_u, at_v);
        point.arm.*coordinate[i] = xsimd::fma(constant<Real>(b[0]), at_u, constant<Real>(b[1]) * at_v);
      }
    }
  }
  /// The arms of the corners are arm − u, arm − v and arm.
  struct Point {
    double weight;  ///< over 4π
    PointBatchOf<Real> position, u, v, arm;
  };
  std::size_t count;
  std::array<Point, most_source_points> points;
};

/// What curved_kernel needs of the test triangle, prepared once. Positions count from the sources' origin.
template <class Real>
struct CurvedTest {
  CurvedTest(const SurfaceTriangle& s, std::span<const TrianglePoint> rule, GradientRows rows,
             const Vec3& origin) {
    for (const auto& [b, weight] : rule) {
      const BasisPoint at = basis_point(s, b);
      Point p;
      p.weight = weight;
      p.position = (at.position - origin).cast<Real>();
      for (int i = 0; i < 3; ++i) {
        p.arm[i] = at.arm[i].cast<Real>();
        const Vec3 meets =
            rows == GradientRows::n_cross ? Vec3(at.normal.cross(at.arm[i])) : Vec3(-at.arm[i]);
        p.gradient_arm[i] = meets.cast<Real>();
      }
      points.push_back(p);
    }
  }
  struct Point {
    double weight;
    VectorOf<Real> position;
    std::array<VectorOf<Real>, 3> arm;
    std::array<VectorOf<Real>, 3> gradient_arm;  ///< what meets ∫ h D × f': n × arm or −arm
  };
  std::vector<Point> points;
};

/// Potentials of a batch of sources at a point, for each of their three arms.
template <class Real>
struct CurvedPotentials {
  kernel::ComplexBatchOf<Real> scalar;                             ///< Φ = Σ G
  std::array<kernel::ComplexVectorBatchOf<Real>, 3> vector, curl;  ///< Σ G arm and Σ h D × arm, D = r − r'
};

template <bool with_potentials, bool with_curl, bool lossy, class Real>
void curved_potentials(Complex k, const VectorOf<Real>& position, double weight,
                       const CurvedBatch<Real>& sources, CurvedPotentials<Real>& result) {
  using Vectors = kernel::ComplexVectorBatchOf<Real>;
  kernel::ComplexBatchOf<Real> scalar;
  Vectors vector_u, vector_v, vector, curl_u, curl_v, curl;
  const auto add = [](Vectors& sum, const PointBatchOf<Real>& v, const kernel::ComplexBatchOf<Real>& g) {
    sum.x.add(v.x, g), sum.y.add(v.y, g), sum.z.add(v.z, g);
  };
  const PointBatchOf<Real> at = broadcast(position);
  for (std::size_t n = 0; n < sources.count; ++n) {
    const auto& s = sources.points[n];
    const PointBatchOf<Real> difference = kernel::subtract(at, s.position);
    const auto [g, h] = kernel::green<lossy, with_curl, Real>(k, kernel::dot(difference, difference),
                                                              constant<Real>(weight * s.weight));
    if constexpr (with_potentials) {
      scalar.add(g.re, g.im);
      add(vector_u, s.u, g), add(vector_v, s.v, g), add(vector, s.arm, g);
    }
    if constexpr (with_curl) {
      add(curl_u, kernel::cross(difference, s.u), h);
      add(curl_v, kernel::cross(difference, s.v), h);
      add(curl, kernel::cross(difference, s.arm), h);
    }
  }
  using kernel::subtract;
  if constexpr (with_potentials)
    result.scalar = scalar, result.vector = {subtract(vector, vector_u), subtract(vector, vector_v), vector};
  if constexpr (with_curl) result.curl = {subtract(curl, curl_u), subtract(curl, curl_v), curl};
}

/// As pair_kernel. Work a lane: points² Green's functions and about 18·points·(points + 3) multiply-adds a
/// kind of row.
template <bool with_electric, bool with_gradient, bool lossy, class Real>
void curved_kernel(Complex wavenumber, const CurvedTest<Real>& test, const FormBatch<Real>& sources,
                   std::span<const TrianglePoint> rule, BatchBlockOf<Real>& block) {
  const CurvedBatch<Real> batch(sources, rule);
  using namespace kernel;
  using Lanes = BatchOf<Real>;
  const Lanes none = constant<Real>(0.0);
  ComplexBatchOf<Real> charge_sum;
  if constexpr (with_electric)
    for (auto* rows : {&block.electric_re, &block.electric_im})
      for (auto& row : *rows) row.fill(none);
  if constexpr (with_gradient)
    for (auto* rows : {&block.magnetic_re, &block.magnetic_im})
      for (auto& row : *rows) row.fill(none);
  CurvedPotentials<Real> at;
  for (const auto& p : test.points) {
    curved_potentials<with_electric, with_gradient, lossy>(wavenumber, p.position, p.weight, batch, at);
    if constexpr (with_electric) charge_sum.add(at.scalar.re, at.scalar.im);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        if constexpr (with_electric) {
          const ComplexBatchOf<Real> value = dot(p.arm[i], at.vector[j]);
          block.electric_re[i][j] += value.re, block.electric_im[i][j] += value.im;
        }
        if constexpr (with_gradient) {
          const ComplexBatchOf<Real> value = dot(p.gradient_arm[i], at.curl[j]);
          block.magnetic_re[i][j] += value.re, block.magnetic_im[i][j] += value.im;
        }
      }
  }
  if constexpr (with_electric) {
    const Complex charge = 4.0 / (wavenumber * wavenumber);
    const Lanes charge_re = constant<Real>(charge.real()), charge_im = constant<Real>(charge.imag()),
                re = charge_re * charge_sum.re - charge_im * charge_sum.im,
                im = charge_re * charge_sum.im + charge_im * charge_sum.re;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) block.electric_re[i][j] -= re, block.electric_im[i][j] -= im;
  }
}

}  // namespace pace
