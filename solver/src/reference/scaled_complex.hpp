// A complex number with its own binary exponent: sphere functions of large loss or high order neither
// overflow nor vanish, so the formulas that use them can be written as in the book.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/types.hpp"

namespace pace {

/// mantissa · 2^exponent; the larger part of the mantissa lies in [1/2, 1), or the mantissa and exponent are
/// zero. Rescaling is by powers of two and loses no digit; real operands give exactly real results.
class ScaledComplex {
 public:
  ScaledComplex() = default;
  ScaledComplex(Complex value) : mantissa_(value) { normalise(); }
  ScaledComplex(double value) : ScaledComplex(Complex(value, 0.0)) {}

  /// exp(x) for any finite real x.
  static ScaledComplex exponential(double x) {
    const double whole = std::floor(x / std::numbers::ln2);
    // ln 2 in two parts (Cody & Waite 1980): whole * ln2_high is exact for |whole| < 2^20.
    constexpr double ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;
    ScaledComplex result(std::exp((x - whole * ln2_high) - whole * ln2_low));
    result.exponent_ += static_cast<std::int64_t>(whole);
    return result;
  }

  /// The plain number; zero where it underflows, infinite where it overflows.
  Complex value() const {
    const int e = static_cast<int>(std::clamp<std::int64_t>(exponent_, -5000, 5000));
    return {std::ldexp(mantissa_.real(), e), std::ldexp(mantissa_.imag(), e)};
  }

  /// log2 of the modulus; minus infinity for zero.
  double log2_modulus() const { return std::log2(std::abs(mantissa_)) + static_cast<double>(exponent_); }

  friend ScaledComplex operator*(const ScaledComplex& x, const ScaledComplex& y) {
    return {x.mantissa_ * y.mantissa_, x.exponent_ + y.exponent_};
  }
  friend ScaledComplex operator/(const ScaledComplex& x, const ScaledComplex& y) {
    return {x.mantissa_ / y.mantissa_, x.exponent_ - y.exponent_};
  }
  friend ScaledComplex operator+(const ScaledComplex& x, const ScaledComplex& y) {
    if (x.mantissa_ == 0.0) return y;
    if (y.mantissa_ == 0.0) return x;
    if (x.exponent_ < y.exponent_) return y + x;
    const int shift = static_cast<int>(std::max<std::int64_t>(y.exponent_ - x.exponent_, -5000));
    const Complex aligned(std::ldexp(y.mantissa_.real(), shift), std::ldexp(y.mantissa_.imag(), shift));
    return {x.mantissa_ + aligned, x.exponent_};
  }
  friend ScaledComplex operator-(const ScaledComplex& x, const ScaledComplex& y) {
    return x + ScaledComplex(-y.mantissa_, y.exponent_);
  }

 private:
  ScaledComplex(Complex mantissa, std::int64_t exponent) : mantissa_(mantissa), exponent_(exponent) {
    normalise();
  }

  void normalise() {
    const double size = std::max(std::abs(mantissa_.real()), std::abs(mantissa_.imag()));
    if (size == 0.0 || !std::isfinite(size)) {
      exponent_ = 0;
      return;
    }
    int shift = 0;
    std::frexp(size, &shift);
    mantissa_ = {std::ldexp(mantissa_.real(), -shift), std::ldexp(mantissa_.imag(), -shift)};
    exponent_ += shift;
  }

  Complex mantissa_{0.0, 0.0};
  std::int64_t exponent_ = 0;
};

}  // namespace pace
