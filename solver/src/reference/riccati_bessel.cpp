#include "reference/riccati_bessel.hpp"

#include <cmath>

namespace pace {

namespace {

/// sin z and cos z for Im z ≤ 0 without overflow; digits are kept for small |z| too.
struct SineCosine {
  ScaledComplex sine, cosine;
};

SineCosine sine_cosine(Complex z) {
  if (z.imag() > -1.0) return {std::sin(z), std::cos(z)};
  const ScaledComplex growing = ScaledComplex::exponential(-z.imag()) * std::polar(1.0, z.real());  // e^{jz}
  const ScaledComplex decaying =
      ScaledComplex::exponential(z.imag()) * std::polar(1.0, -z.real());  // e^{-jz}
  return {(growing - decaying) * Complex(0.0, -0.5), (growing + decaying) * 0.5};
}

/// Order from which the downward recurrence starts with an arbitrary value: the regular solution outgrows its
/// companion by more than 16 digits on the way down to max(max_order, |z|). The factor 8 of |z|^{1/3} is
/// Wiscombe's 4.05, which gives 7 digits in amplitude, raised to 16 and more; too large costs only time.
int starting_order(Complex z, int max_order) {
  const double top = std::max(std::abs(z), static_cast<double>(max_order));
  return static_cast<int>(std::ceil(top + 8.0 * std::cbrt(top) + 16.0));
}

/// f'_n = f_{n-1} - (n/z) f_n, f'_0 given (DLMF 10.51.2 for Riccati functions).
void fill_derivatives(RiccatiFunction& f, ScaledComplex derivative_of_order_0, Complex z) {
  f.derivative.resize(f.value.size());
  f.derivative[0] = derivative_of_order_0;
  for (std::size_t n = 1; n < f.value.size(); ++n)
    f.derivative[n] = f.value[n - 1] - f.value[n] * (static_cast<double>(n) / z);
}

}  // namespace

RiccatiFunction riccati_regular(Complex z, int max_order) {
  const int start = starting_order(z, max_order);
  std::vector<ScaledComplex> f(start + 2);
  f[start + 1] = 0.0;
  f[start] = 1.0;
  for (int n = start; n >= 1; --n) f[n - 1] = f[n] * ((2.0 * n + 1.0) / z) - f[n + 1];

  const auto [sine, cosine] = sine_cosine(z);
  const ScaledComplex order_1 = sine * (1.0 / z) - cosine;  // cancels for small |z|, where order 0 is used
  const bool by_order_0 = std::abs(z) < 1.0 || sine.log2_modulus() > order_1.log2_modulus();
  const ScaledComplex norm = by_order_0 ? sine / f[0] : order_1 / f[1];

  RiccatiFunction psi;
  psi.value.resize(max_order + 1);
  for (int n = 0; n <= max_order; ++n) psi.value[n] = f[n] * norm;
  fill_derivatives(psi, cosine, z);
  return psi;
}

RiccatiFunction riccati_second(Complex z, int max_order) {
  ScaledComplex order_0, derivative_of_order_0;
  if (z.imag() == 0.0) {
    const auto [sine, cosine] = sine_cosine(z);  // χ_0 = cos z
    order_0 = cosine;
    derivative_of_order_0 = sine * -1.0;
  } else {
    const ScaledComplex wave = ScaledComplex::exponential(z.imag()) * std::polar(1.0, -z.real());  // e^{-jz}
    order_0 = wave * imaginary_unit;  // ζ_0 = j e^{-jz}
    derivative_of_order_0 = wave;
  }
  RiccatiFunction f;
  f.value.resize(max_order + 1);
  f.value[0] = order_0;
  if (max_order >= 1) f.value[1] = order_0 * (1.0 / z) - derivative_of_order_0;
  for (int n = 1; n < max_order; ++n) f.value[n + 1] = f.value[n] * ((2.0 * n + 1.0) / z) - f.value[n - 1];
  fill_derivatives(f, derivative_of_order_0, z);
  return f;
}

}  // namespace pace
