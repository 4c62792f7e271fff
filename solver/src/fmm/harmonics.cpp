#include "fmm/harmonics.hpp"

#include <cmath>
#include <vector>

namespace pace {

RealHarmonics::RealHarmonics(int degree) : degree_(degree), steps_((degree + 1) * (degree + 2) / 2) {
  const auto square = [](int i) { return static_cast<double>(i) * i; };
  for (int l = 1; l <= degree; ++l)
    for (int m = 0; m < l; ++m) {
      const double a = std::sqrt((4.0 * square(l) - 1.0) / (square(l) - square(m)));
      const double b = l > m + 1 ? std::sqrt((square(l - 1) - square(m)) / (4.0 * square(l - 1) - 1.0)) : 0.0;
      steps_[l * (l + 1) / 2 + m] = {a, a * b};
    }
  for (int m = 0; m <= degree; ++m) diagonal_.push_back(std::sqrt((2.0 * m + 3.0) / (2.0 * m + 2.0)));
}

template <class Real>
void RealHarmonics::solid(const Real& x, const Real& y, const Real& z, Real* values) const {
  const Real squared = x * x + y * y + z * z;
  double diagonal = std::sqrt(0.25 / pi);  // normalised P_m^m over (ρ sin θ)^m
  Real cosine(1.0), sine(0.0);             // of mφ, times (ρ sin θ)^m
  for (int m = 0; m <= degree_; ++m) {
    Real before(0.0), value(diagonal);
    for (int l = m; l <= degree_; ++l) {
      if (l > m) {
        const auto [of_value, of_before] = steps_[l * (l + 1) / 2 + m];
        const Real next = Real(of_value) * z * value - Real(of_before) * squared * before;
        before = value, value = next;
      }
      const int centre = l * l + l;
      if (m == 0) {
        values[centre] = value;
      } else {
        const Real twice = Real(std::numbers::sqrt2) * value;
        values[centre + m] = twice * cosine;
        values[centre - m] = twice * sine;
      }
    }
    diagonal *= diagonal_[m];
    const Real c = cosine * x - sine * y;
    sine = sine * x + cosine * y;
    cosine = c;
  }
}

template void RealHarmonics::solid(const double&, const double&, const double&, double*) const;
template void RealHarmonics::solid(const Batch&, const Batch&, const Batch&, Batch*) const;

namespace {

/// j_l(x) / x^l of degrees 0 … degree, from x². @param largest  bound of |x|²
template <class Lanes>
void bessel_over_powers(int degree, const Lanes& squared, double largest, Lanes* values) {
  const auto series = [&](int l) {
    // 1 / (2l + 1)!! · Σ_s (−x²/2)^s / (s! (2l + 3)(2l + 5) … (2l + 2s + 1))
    int count = 0;
    for (double term = 1.0; term > 1e-17; term *= largest / (2.0 * count * (2 * l + 2 * count + 1))) ++count;
    Lanes sum(1.0);
    for (int s = count; s >= 1; --s)
      sum = Lanes(1.0) - squared * Lanes(1.0 / (2.0 * s * (2 * l + 2 * s + 1))) * sum;
    double factor = 1.0;
    for (int i = 3; i <= 2 * l + 1; i += 2) factor /= i;
    return sum * Lanes(factor);
  };
  Lanes above = series(degree + 1);
  values[degree] = series(degree);
  for (int l = degree; l >= 1; --l) {
    values[l - 1] = Lanes(2.0 * l + 1.0) * values[l] - squared * above;
    above = values[l];
  }
}

}  // namespace

void RegularWaves::operator()(const PointBatch& rho, Batch* real, Batch* imaginary) const {
  // Lengths count in 1/|k|: powers of them neither overflow nor vanish before the waves do.
  const double size = std::abs(k_);
  const Batch x = Batch(size) * rho.x, y = Batch(size) * rho.y, z = Batch(size) * rho.z,
              squared = x * x + y * y + z * z;
  harmonics_.solid(x, y, z, real);
  const double largest = xsimd::hadd(squared);
  const auto scale = [&](int l, const Batch& factor, const Batch* from, Batch* to) {
    for (int i = l * l; i < (l + 1) * (l + 1); ++i) to[i] = factor * from[i];
  };
  if (!is_lossy()) {
    thread_local std::vector<Batch> bessel;
    bessel.resize(degree_ + 1);
    bessel_over_powers(degree_, squared, largest, bessel.data());
    for (int l = 0; l <= degree_; ++l) scale(l, Batch(4.0 * pi) * bessel[l], real, real);
    return;
  }
  using ComplexLanes = xsimd::batch<Complex>;
  thread_local std::vector<ComplexLanes> bessel;
  bessel.resize(degree_ + 1);
  const Complex phase = k_ / size, phase_squared = phase * phase;
  bessel_over_powers(degree_, ComplexLanes(squared * phase_squared.real(), squared * phase_squared.imag()),
                     largest, bessel.data());
  Complex power = 4.0 * pi;
  for (int l = 0; l <= degree_; ++l, power *= phase) {
    const ComplexLanes factor = ComplexLanes(power) * bessel[l];
    scale(l, factor.imag(), real, imaginary);
    scale(l, factor.real(), real, real);
  }
}

}  // namespace pace
