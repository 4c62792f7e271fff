// Complex numbers and vectors in SIMD lanes.
#pragma once

#include <utility>
#include <xsimd/xsimd.hpp>

#include "core/types.hpp"

namespace pace {

using Batch = xsimd::batch<double>;
inline constexpr int lanes = static_cast<int>(Batch::size);

/// values[index[l]] in lane l.
[[gnu::always_inline]] inline Batch gather(const double* values, const int* index) {
  return [&]<std::size_t... lane>(std::index_sequence<lane...>) {
    return Batch(Batch::register_type{values[index[lane]]...});
  }
  (std::make_index_sequence<lanes>());
}

/// A real vector in each lane.
struct PointBatch {
  Batch x, y, z;
};

namespace kernel {

struct SineCosine {
  Batch sine, cosine;
};

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

struct ComplexBatch {
  Batch re = Batch(0.0), im = Batch(0.0);
  void add(const Batch& r, const Batch& i) { re += r, im += i; }
  void add(const Batch& factor, const ComplexBatch& c) {
    re = xsimd::fma(factor, c.re, re);
    im = xsimd::fma(factor, c.im, im);
  }
  void take(const Batch& factor, const ComplexBatch& c) {
    re = xsimd::fnma(factor, c.re, re);
    im = xsimd::fnma(factor, c.im, im);
  }
};

struct ComplexVectorBatch {
  ComplexBatch x, y, z;
};

/// Of all lanes.
inline Complex sum(const ComplexBatch& b) { return {xsimd::hadd(b.re), xsimd::hadd(b.im)}; }
inline CVec3 sum(const ComplexVectorBatch& b) { return {sum(b.x), sum(b.y), sum(b.z)}; }

inline ComplexBatch dot(const PointBatch& a, const ComplexVectorBatch& b) {
  ComplexBatch result;
  result.add(a.x, b.x);
  result.add(a.y, b.y);
  result.add(a.z, b.z);
  return result;
}

inline ComplexBatch dot(const Vec3& a, const ComplexVectorBatch& b) {
  return dot(PointBatch{Batch(a.x()), Batch(a.y()), Batch(a.z())}, b);
}

inline Batch dot(const PointBatch& a, const PointBatch& b) {
  return xsimd::fma(a.x, b.x, xsimd::fma(a.y, b.y, a.z * b.z));
}

inline Batch dot(const Vec3& a, const PointBatch& b) {
  return xsimd::fma(Batch(a.x()), b.x, xsimd::fma(Batch(a.y()), b.y, a.z() * b.z));
}

[[gnu::always_inline]] inline PointBatch subtract(const PointBatch& a, const PointBatch& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

inline ComplexBatch subtract(const ComplexBatch& a, const ComplexBatch& b) {
  return {a.re - b.re, a.im - b.im};
}
inline ComplexVectorBatch subtract(const ComplexVectorBatch& a, const ComplexVectorBatch& b) {
  return {subtract(a.x, b.x), subtract(a.y, b.y), subtract(a.z, b.z)};
}

[[gnu::always_inline]] inline PointBatch cross(const PointBatch& a, const PointBatch& b) {
  return {xsimd::fms(a.y, b.z, a.z * b.y), xsimd::fms(a.z, b.x, a.x * b.z), xsimd::fms(a.x, b.y, a.y * b.x)};
}

}  // namespace kernel

}  // namespace pace
