// One test triangle, or points of a dual cell, against `lanes` source triangles some way off, where one of
// them is bent.
#pragma once

#include <array>
#include <vector>

#include "operators/green_batch.hpp"
#include "operators/pair_kernel.hpp"
#include "operators/source_points.hpp"

namespace pace {

/// All triangles, bent or flat, as second-order ones.
struct CurvedSources {
  explicit CurvedSources(const RwgSpace& space) {
    const std::size_t count = space.triangles().size();
    const std::size_t padded = (count + lanes - 1) / lanes * lanes;
    for (PointArray* a : arrays())
      *a = {AlignedDoubles(padded), AlignedDoubles(padded), AlignedDoubles(padded)};
    for (std::size_t t = 0; t < padded; ++t) {
      const SurfaceTriangle& s = space.triangles()[std::min(t, count - 1)];
      const QuadraticForm<Vec3> of = quadratic_form(s.vertex, s.bend);
      const auto put = [t](PointArray& a, const Vec3& v) { a.x[t] = v.x(), a.y[t] = v.y(), a.z[t] = v.z(); };
      put(form.c, of.c), put(form.u, of.u), put(form.v, of.v);
      put(form.uu, of.uu), put(form.uv, of.uv), put(form.vv, of.vv);
    }
  }
  QuadraticForm<PointArray> form;

 private:
  std::array<PointArray*, 6> arrays() { return {&form.c, &form.u, &form.v, &form.uu, &form.uv, &form.vv}; }
};

/// Where the fields of sources are integrated.
struct CurvedPoints {
  const CurvedSources& sources;
  std::span<const TrianglePoint> rule;
};

/// The points of `lanes` sources.
struct CurvedBatch {
  template <class Select>
  CurvedBatch(const CurvedPoints& of, const Select& select) : count(of.rule.size()) {
    const auto& form = of.sources.form;
    const PointBatch c = select(form.c), u = select(form.u), v = select(form.v), uu = select(form.uu),
                     uv = select(form.uv), vv = select(form.vv);
    const std::array<QuadraticForm<Batch>, 3> component{{{c.x, u.x, v.x, uu.x, uv.x, vv.x},
                                                         {c.y, u.y, v.y, uu.y, uv.y, vv.y},
                                                         {c.z, u.z, v.z, uu.z, uv.z, vv.z}}};
    for (std::size_t n = 0; n < count; ++n) {
      const auto& [b, weight] = of.rule[n];
      Point& point = points[n];
      point.weight = weight / (4.0 * pi);
      constexpr std::array<Batch PointBatch::*, 3> coordinate{&PointBatch::x, &PointBatch::y, &PointBatch::z};
#pragma GCC unroll 3
      for (int i = 0; i < 3; ++i) {
        const QuadraticForm<Batch>& r = component[i];
        const Batch at_u = r.along_u(b[0], b[1]), at_v = r.along_v(b[0], b[1]);
        point.u.*coordinate[i] = at_u, point.v.*coordinate[i] = at_v;
        point.position.*coordinate[i] = r.value(b[0], b[1], at_u, at_v);
        point.arm.*coordinate[i] = xsimd::fma(Batch(b[0]), at_u, b[1] * at_v);
      }
    }
  }
  /// The arms of the corners are arm − u, arm − v and arm.
  struct Point {
    double weight;  ///< over 4π
    PointBatch position, u, v, arm;
  };
  std::size_t count;
  std::array<Point, most_source_points> points;
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

template <bool with_potentials, bool with_curl, bool lossy>
void curved_potentials(Complex k, const Vec3& position, double weight, const CurvedBatch& sources,
                       CurvedPotentials& result) {
  using kernel::ComplexVectorBatch;
  kernel::ComplexBatch scalar;
  ComplexVectorBatch vector_u, vector_v, vector, curl_u, curl_v, curl;
  const auto add = [](ComplexVectorBatch& sum, const PointBatch& v, const kernel::ComplexBatch& g) {
    sum.x.add(v.x, g), sum.y.add(v.y, g), sum.z.add(v.z, g);
  };
  for (std::size_t n = 0; n < sources.count; ++n) {
    const CurvedBatch::Point& s = sources.points[n];
    const PointBatch difference{position.x() - s.position.x, position.y() - s.position.y,
                                position.z() - s.position.z};
    const auto [g, h] =
        kernel::green<lossy, with_curl>(k, kernel::dot(difference, difference), Batch(weight * s.weight));
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
template <bool with_electric, bool with_gradient, bool lossy, class Select>
void curved_kernel(Complex wavenumber, const CurvedTest& test, const CurvedPoints& sources,
                   const Select& select, BatchBlock& block) {
  const CurvedBatch batch(sources, select);
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
    curved_potentials<with_electric, with_gradient, lossy>(wavenumber, p.position, p.weight, batch, at);
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
