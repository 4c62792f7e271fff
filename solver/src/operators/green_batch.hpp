// The Green's function and its gradient in SIMD lanes.
#pragma once

#include "operators/complex_batch.hpp"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace pace::kernel {

/// 1/√x to the last digits, without the division and the root of the processor, which take longer than the
/// sine and the cosine.
template <class Real>
[[gnu::always_inline]] inline BatchOf<Real> inverse_root(const BatchOf<Real>& x) {
#if defined(__AVX512F__)
  if constexpr (sizeof(typename BatchOf<Real>::register_type) == 64) {
    const BatchOf<Real> half = Real(0.5) * x;
    BatchOf<Real> y;
    if constexpr (sizeof(Real) == sizeof(double))
      y = _mm512_rsqrt14_pd(x);
    else
      y = _mm512_rsqrt14_ps(x);
    constexpr int steps = sizeof(Real) == sizeof(double) ? 2 : 1;  // 14, 28, 56 bits
    for (int step = 0; step < steps; ++step) y *= xsimd::fnma(half * y, y, BatchOf<Real>(Real(1.5)));
    return y;
  }
#endif
  return Real(1) / xsimd::sqrt(x);
}

/// Sine and cosine, absolute error below 2e-10 up to some thousand periods: Chebyshev's interpolation over
/// one period in the place of `sincos`'s Taylor polynomials.
[[gnu::always_inline]] inline SineCosine sincos_in_green(const Batch& phase) {
  const Batch periods = xsimd::nearbyint(phase * (0.5 / pi));
  // 2π in two parts, as in sincos.
  constexpr double high = 6.28318530717958623e+00, low = 2.44929359829470641e-16;
  const Batch x = xsimd::fnma(periods, Batch(low), xsimd::fnma(periods, Batch(high), phase)), y = x * x;
  static constexpr std::array<double, 7> of_sine{
      1.5896319282835503e-10, -2.5038662403001073e-08, 2.7556700768373273e-06, -1.9841254355521292e-04,
      8.3333331426255710e-03, -1.6666666657709799e-01, 9.9999999999309184e-01},
      of_cosine{2.0603070370841706e-09,  -2.7534734887560601e-07, 2.4800549319377806e-05,
                -1.3888862910526793e-03, 4.1666663468306732e-02,  -4.9999999849805838e-01,
                9.9999999988416291e-01};
  Batch sine(-6.6096401311341227e-13), cosine(-9.7209252313072454e-12);
  // Unrolled, so that neither waits for the other: as loops they took half of the time of singular rules.
  [&]<std::size_t... i>(std::index_sequence<i...>) __attribute__((always_inline)) {
    ((sine = xsimd::fma(sine, y, Batch(of_sine[i])), cosine = xsimd::fma(cosine, y, Batch(of_cosine[i]))),
     ...);
  }
  (std::make_index_sequence<of_sine.size()>());
  return {sine * x, cosine};
}

/// The same in single precision, absolute error below 7e-7, 1e-7 in the mean.
[[gnu::always_inline]] inline SineCosineOf<float> sincos_in_green(const BatchOf<float>& phase) {
  using Lanes = BatchOf<float>;
  const Lanes periods = xsimd::nearbyint(phase * static_cast<float>(0.5 / pi));
  constexpr float high = 6.28318548e+00F, low = -1.74845553e-07F;
  const Lanes x = xsimd::fnma(periods, Lanes(low), xsimd::fnma(periods, Lanes(high), phase)), y = x * x;
  static constexpr std::array<float, 5> of_sine{2.70873177e-06F, -1.98175451e-04F, 8.33278847e-03F,
                                                -1.66666207e-01F, 9.99999937e-01F},
      of_cosine{-2.70782856e-07F, 2.47698007e-05F, -1.38877994e-03F, 4.16664882e-02F, -4.9999989e-01F};
  Lanes sine(-2.06941101e-08F), cosine(1.72425766e-09F);
  [&]<std::size_t... i>(std::index_sequence<i...>) __attribute__((always_inline)) {
    ((sine = xsimd::fma(sine, y, Lanes(of_sine[i])), cosine = xsimd::fma(cosine, y, Lanes(of_cosine[i]))),
     ...);
  }
  (std::make_index_sequence<of_sine.size()>());
  return {sine * x, xsimd::fma(cosine, y, Lanes(9.99999989e-01F))};
}

inline SineCosineOf<float> sincos(const BatchOf<float>& phase) { return sincos_in_green(phase); }

template <class Real>
struct GreenBatchOf {
  ComplexBatchOf<Real> value;     ///< G = e^{−jkR}/R, without 1/4π
  ComplexBatchOf<Real> gradient;  ///< h = G (1/R² + jk/R), so that ∇G = −h (r − r')
};
using GreenBatch = GreenBatchOf<double>;

/// @param k  k' − jk'' [1/m]; k'' = 0 unless `lossy`
template <bool lossy, bool with_gradient, class Real>
[[gnu::always_inline]] inline GreenBatchOf<Real> green(Complex k, const BatchOf<Real>& distance_squared,
                                                       const BatchOf<Real>& factor) {
  using Lanes = BatchOf<Real>;
  const Lanes wave = constant<Real>(k.real()), inverse = inverse_root(distance_squared),
              distance = distance_squared * inverse;
  const auto [sine, cosine] = sincos_in_green(wave * distance);
  Lanes amplitude = factor * inverse;
  if constexpr (lossy) amplitude *= xsimd::exp(constant<Real>(k.imag()) * distance);
  GreenBatchOf<Real> green;
  green.value = {amplitude * cosine, -(amplitude * sine)};
  if constexpr (with_gradient) {
    Lanes inverse_squared = inverse * inverse;
    const Lanes k_inverse = wave * inverse;
    if constexpr (lossy) inverse_squared = xsimd::fma(constant<Real>(-k.imag()), inverse, inverse_squared);
    const ComplexBatchOf<Real>& g = green.value;
    green.gradient = {xsimd::fms(g.re, inverse_squared, g.im * k_inverse),
                      xsimd::fma(g.im, inverse_squared, g.re * k_inverse)};
  }
  return green;
}

/// What the closed forms leave, smooth at R = 0, for the difference D of two points (without 1/4π, as
/// `green`):
///   value     [e^{−jkR} − 1 + (kR)²/2]/R, which is −jk at R = 0,
///   gradient  [(1 + jkR) e^{−jkR} − 1 − (kR)²/2]/R³.
/// @param size  of the triangles [m]; points of the value closer than a ten-thousandth of it, in single
///              precision a hundredth, where the rounding of 1/R is larger, count as one point; points of the
///              gradient may not be so close
template <bool lossy, bool with_value, bool with_gradient, class Real>
[[gnu::always_inline]] inline GreenBatchOf<Real> smooth_green(Complex k, const PointBatchOf<Real>& difference,
                                                              double factor, const BatchOf<Real>& size) {
  using Lanes = BatchOf<Real>;
  constexpr double one_point = sizeof(Real) == sizeof(double) ? 1e-8 : 1e-4;
  const Lanes square = dot(difference, difference), floor = constant<Real>(one_point) * size * size,
              distance_squared = with_value ? xsimd::max(square, floor) : square,
              inverse = inverse_root(distance_squared), distance = distance_squared * inverse,
              phase = constant<Real>(k.real()) * distance, one = constant<Real>(1.0);
  const auto [sine, cosine] = sincos(phase);
  const Complex half_square = 0.5 * k * k;
  const Lanes half_imaginary = constant<Real>(half_square.imag()) * distance_squared;
  Lanes real_wave = cosine, imaginary_wave = -sine, one_and_decay = one;
  if constexpr (lossy) {
    const Lanes decay = constant<Real>(-k.imag()) * distance, amplitude = xsimd::exp(-decay);
    real_wave *= amplitude, imaginary_wave *= amplitude, one_and_decay += decay;
  }
  const Lanes half_real = constant<Real>(half_square.real()) * distance_squared;
  GreenBatchOf<Real> green;
  if constexpr (with_value) {
    const Lanes scale = constant<Real>(factor) * inverse;
    green.value = {scale * (real_wave - one + half_real), scale * imaginary_wave};
    if constexpr (lossy) green.value.im += scale * half_imaginary;
    const auto meet = square < floor;
    green.value.re = xsimd::select(meet, constant<Real>(factor * k.imag()), green.value.re);
    green.value.im = xsimd::select(meet, constant<Real>(-factor * k.real()), green.value.im);
  }
  if constexpr (with_gradient) {
    const Lanes scale = constant<Real>(factor) * inverse * inverse * inverse;
    green.gradient = {scale * (one_and_decay * real_wave - phase * imaginary_wave - one - half_real),
                      scale * (one_and_decay * imaginary_wave + phase * real_wave)};
    if constexpr (lossy) green.gradient.im -= scale * half_imaginary;
  }
  return green;
}

}  // namespace pace::kernel
