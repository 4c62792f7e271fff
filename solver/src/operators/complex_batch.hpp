// Complex numbers and vectors in SIMD lanes.
#pragma once

#include <xsimd/xsimd.hpp>

#include "core/types.hpp"

namespace pace {

using Batch = xsimd::batch<double>;
inline constexpr int lanes = static_cast<int>(Batch::size);

/// A real vector in each lane.
struct PointBatch {
  Batch x, y, z;
};

namespace kernel {

struct ComplexBatch {
  Batch re = Batch(0.0), im = Batch(0.0);
  void add(const Batch& r, const Batch& i) { re += r, im += i; }
  void add(const Batch& factor, const ComplexBatch& c) {
    re = xsimd::fma(factor, c.re, re);
    im = xsimd::fma(factor, c.im, im);
  }
};

struct ComplexVectorBatch {
  ComplexBatch x, y, z;
};

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

}  // namespace kernel

}  // namespace pace
