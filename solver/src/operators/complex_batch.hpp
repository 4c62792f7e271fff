// Complex numbers and vectors in SIMD lanes.
#pragma once

#include <utility>
#include <xsimd/xsimd.hpp>

#include "core/types.hpp"

namespace pace {

/// SIMD lanes of either precision; without a name for it, double.
template <class Real>
using BatchOf = xsimd::batch<Real>;
using Batch = BatchOf<double>;
template <class Real>
inline constexpr int lanes_of = static_cast<int>(BatchOf<Real>::size);
inline constexpr int lanes = lanes_of<double>;

/// The same number in all lanes.
template <class Real>
[[gnu::always_inline]] inline BatchOf<Real> constant(double value) {
  return BatchOf<Real>(static_cast<Real>(value));
}

/// values[index[l]] in lane l.
template <class Real>
[[gnu::always_inline]] inline BatchOf<Real> gather(const Real* values, const int* index) {
  return [&]<std::size_t... lane>(std::index_sequence<lane...>) __attribute__((always_inline)) {
    return BatchOf<Real>(typename BatchOf<Real>::register_type{values[index[lane]]...});
  }
  (std::make_index_sequence<lanes_of<Real>>());
}

/// A real vector in each lane.
template <class Real>
struct PointBatchOf {
  BatchOf<Real> x, y, z;
};
using PointBatch = PointBatchOf<double>;

/// A vector in the precision of the lanes that it meets.
template <class Real>
using VectorOf = Eigen::Matrix<Real, 3, 1>;

template <class Real>
[[gnu::always_inline]] inline PointBatchOf<Real> broadcast(const VectorOf<Real>& v) {
  return {BatchOf<Real>(v.x()), BatchOf<Real>(v.y()), BatchOf<Real>(v.z())};
}
template <class Real>
[[gnu::always_inline]] inline const PointBatchOf<Real>& broadcast(const PointBatchOf<Real>& v) {
  return v;
}

namespace kernel {

template <class Real>
struct SineCosineOf {
  BatchOf<Real> sine, cosine;
};
using SineCosine = SineCosineOf<double>;

/// Sine and cosine of a phase, absolute error below 1e-12 up to some thousand periods: a reduction by whole
/// periods and Taylor polynomials without branches, a third of the time of the library's, whose last digits
/// nothing here needs.
inline SineCosine sincos(const Batch& phase) {
  const Batch periods = xsimd::nearbyint(phase * (0.5 / pi));
  // 2π in two parts, the first short enough that its multiples are exact.
  constexpr double high = 6.28318530717958623e+00, low = 2.44929359829470641e-16;
  const Batch x = xsimd::fnma(periods, Batch(low), xsimd::fnma(periods, Batch(high), phase)), y = x * x;
  Batch cosine(1.0 / 620448401733239439360000.0), sine(1.0 / 15511210043330985984000000.0);  // 1/24!, 1/25!
  cosine = xsimd::fms(cosine, y, Batch(1.0 / 1124000727777607680000.0)),
  sine = xsimd::fms(sine, y, Batch(1.0 / 25852016738884976640000.0));
  cosine = xsimd::fma(cosine, y, Batch(1.0 / 2432902008176640000.0)),
  sine = xsimd::fma(sine, y, Batch(1.0 / 51090942171709440000.0));
  cosine = xsimd::fms(cosine, y, Batch(1.0 / 6402373705728000.0)),
  sine = xsimd::fms(sine, y, Batch(1.0 / 121645100408832000.0));
  cosine = xsimd::fma(cosine, y, Batch(1.0 / 20922789888000.0)),
  sine = xsimd::fma(sine, y, Batch(1.0 / 355687428096000.0));
  cosine = xsimd::fms(cosine, y, Batch(1.0 / 87178291200.0)),
  sine = xsimd::fms(sine, y, Batch(1.0 / 1307674368000.0));
  cosine = xsimd::fma(cosine, y, Batch(1.0 / 479001600.0)),
  sine = xsimd::fma(sine, y, Batch(1.0 / 6227020800.0));
  cosine = xsimd::fms(cosine, y, Batch(1.0 / 3628800.0)), sine = xsimd::fms(sine, y, Batch(1.0 / 39916800.0));
  cosine = xsimd::fma(cosine, y, Batch(1.0 / 40320.0)), sine = xsimd::fma(sine, y, Batch(1.0 / 362880.0));
  cosine = xsimd::fms(cosine, y, Batch(1.0 / 720.0)), sine = xsimd::fms(sine, y, Batch(1.0 / 5040.0));
  cosine = xsimd::fma(cosine, y, Batch(1.0 / 24.0)), sine = xsimd::fma(sine, y, Batch(1.0 / 120.0));
  cosine = xsimd::fms(cosine, y, Batch(0.5)), sine = xsimd::fms(sine, y, Batch(1.0 / 6.0));
  return {xsimd::fma(sine * y, x, x), xsimd::fma(cosine, y, Batch(1.0))};
}

template <class Real>
struct ComplexBatchOf {
  using Lanes = BatchOf<Real>;
  Lanes re = Lanes(Real(0)), im = Lanes(Real(0));
  void add(const Lanes& r, const Lanes& i) { re += r, im += i; }
  void add(const Lanes& factor, const ComplexBatchOf& c) {
    re = xsimd::fma(factor, c.re, re);
    im = xsimd::fma(factor, c.im, im);
  }
  void take(const Lanes& factor, const ComplexBatchOf& c) {
    re = xsimd::fnma(factor, c.re, re);
    im = xsimd::fnma(factor, c.im, im);
  }
};
using ComplexBatch = ComplexBatchOf<double>;

template <class Real>
struct ComplexVectorBatchOf {
  ComplexBatchOf<Real> x, y, z;
  void add(const ComplexVectorBatchOf& v) {
    x.add(v.x.re, v.x.im), y.add(v.y.re, v.y.im), z.add(v.z.re, v.z.im);
  }
};
using ComplexVectorBatch = ComplexVectorBatchOf<double>;

/// Of all lanes.
template <class Real>
inline Complex sum(const ComplexBatchOf<Real>& b) {
  return {xsimd::hadd(b.re), xsimd::hadd(b.im)};
}
template <class Real>
inline CVec3 sum(const ComplexVectorBatchOf<Real>& b) {
  return {sum(b.x), sum(b.y), sum(b.z)};
}

template <class Real>
inline ComplexBatchOf<Real> dot(const PointBatchOf<Real>& a, const ComplexVectorBatchOf<Real>& b) {
  ComplexBatchOf<Real> result;
  result.add(a.x, b.x);
  result.add(a.y, b.y);
  result.add(a.z, b.z);
  return result;
}

template <class Real>
inline ComplexBatchOf<Real> dot(const VectorOf<Real>& a, const ComplexVectorBatchOf<Real>& b) {
  return dot(broadcast(a), b);
}

template <class Real>
inline BatchOf<Real> dot(const PointBatchOf<Real>& a, const PointBatchOf<Real>& b) {
  return xsimd::fma(a.x, b.x, xsimd::fma(a.y, b.y, a.z * b.z));
}

template <class Real>
inline BatchOf<Real> dot(const VectorOf<Real>& a, const PointBatchOf<Real>& b) {
  return dot(broadcast(a), b);
}

template <class Real>
[[gnu::always_inline]] inline PointBatchOf<Real> subtract(const PointBatchOf<Real>& a,
                                                          const PointBatchOf<Real>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <class Real>
inline ComplexBatchOf<Real> subtract(const ComplexBatchOf<Real>& a, const ComplexBatchOf<Real>& b) {
  return {a.re - b.re, a.im - b.im};
}
template <class Real>
inline ComplexVectorBatchOf<Real> subtract(const ComplexVectorBatchOf<Real>& a,
                                           const ComplexVectorBatchOf<Real>& b) {
  return {subtract(a.x, b.x), subtract(a.y, b.y), subtract(a.z, b.z)};
}

template <class Real>
[[gnu::always_inline]] inline PointBatchOf<Real> cross(const PointBatchOf<Real>& a,
                                                       const PointBatchOf<Real>& b) {
  return {xsimd::fms(a.y, b.z, a.z * b.y), xsimd::fms(a.z, b.x, a.x * b.z), xsimd::fms(a.x, b.y, a.y * b.x)};
}

}  // namespace kernel

}  // namespace pace
