// One test triangle, or points of a dual cell, against `lanes` source triangles some way off, where one of
// them is bent.
#pragma once

#include <array>
#include <vector>

#include "operators/green_batch.hpp"
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

/// The points of `lanes` sources.
struct CurvedBatch {
  template <class Select>
  CurvedBatch(const CurvedSources& sources, const Select& select) : count(sources.points.size()) {
    for (std::size_t n = 0; n < count; ++n) {
      const CurvedSources::Point& of = sources.points[n];
      points[n] = {of.weight / (4.0 * pi),
                   select(of.position),
                   {select(of.arm[0]), select(of.arm[1]), select(of.arm[2])}};
    }
  }
  struct Point {
    double weight;  ///< over 4π
    PointBatch position;
    std::array<PointBatch, 3> arm;
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
  ComplexVectorBatch vector0, vector1, vector2, curl0, curl1, curl2;
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
      add(vector0, s.arm[0], g), add(vector1, s.arm[1], g), add(vector2, s.arm[2], g);
    }
    if constexpr (with_curl) {
      add(curl0, kernel::cross(difference, s.arm[0]), h);
      add(curl1, kernel::cross(difference, s.arm[1]), h);
      add(curl2, kernel::cross(difference, s.arm[2]), h);
    }
  }
  if constexpr (with_potentials) result.scalar = scalar, result.vector = {vector0, vector1, vector2};
  if constexpr (with_curl) result.curl = {curl0, curl1, curl2};
}

/// As pair_kernel. Work a lane: points² Green's functions and about 18·points·(points + 3) multiply-adds a
/// kind of row.
template <bool with_electric, bool with_gradient, bool lossy, class Select>
void curved_kernel(Complex wavenumber, const CurvedTest& test, const CurvedSources& sources,
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
