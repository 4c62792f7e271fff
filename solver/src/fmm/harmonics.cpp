#include "fmm/harmonics.hpp"

#include <array>
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

void RealHarmonics::operator()(const Vec3& unit, double* values) const {
  const double z = unit.z(), sine = std::hypot(unit.x(), unit.y());
  const double cos_phi = sine > 0.0 ? unit.x() / sine : 1.0, sin_phi = sine > 0.0 ? unit.y() / sine : 0.0;
  double diagonal = std::sqrt(0.25 / pi);  // normalised P_m^m
  double cosine_m = 1.0, sine_m = 0.0;
  for (int m = 0; m <= degree_; ++m) {
    double before = 0.0, value = diagonal;
    for (int l = m; l <= degree_; ++l) {
      if (l > m) {
        const auto [of_value, of_before] = steps_[l * (l + 1) / 2 + m];
        const double next = z * of_value * value - of_before * before;
        before = value, value = next;
      }
      const int centre = l * l + l;
      if (m == 0) {
        values[centre] = value;
      } else {
        values[centre + m] = std::numbers::sqrt2 * value * cosine_m;
        values[centre - m] = std::numbers::sqrt2 * value * sine_m;
      }
    }
    diagonal *= sine * diagonal_[m];
    const double c = cosine_m * cos_phi - sine_m * sin_phi;
    sine_m = sine_m * cos_phi + cosine_m * sin_phi;
    cosine_m = c;
  }
}

template <class Scalar>
void spherical_bessel(int degree, Scalar x, Scalar* values) {
  const double size = std::abs(x);
  if (size < 1e-8) {
    values[0] = 1.0;
    for (int l = 1; l <= degree; ++l) values[l] = values[l - 1] * x / (2.0 * l + 1.0);
    return;
  }
  // Miller: from far above, where the solution is minimal, then scaled by j_0 (or j_1 where j_0 vanishes).
  const int start = std::max(degree, static_cast<int>(size)) + 20 +
                    static_cast<int>(2.0 * std::sqrt(std::max<double>(degree, size)));
  const Scalar inverse = 1.0 / x;
  Scalar above = 0.0, value = 1e-300, first = 0.0, second = 0.0;
  for (int l = start; l >= 0; --l) {
    if (l <= degree) values[l] = value;
    if (l == 1) second = value;
    if (l == 0) first = value;
    const Scalar below = (2.0 * l + 1.0) * inverse * value - above;
    above = value, value = below;
    if (std::abs(value) > 1e250) {
      value *= 1e-250, above *= 1e-250, first *= 1e-250, second *= 1e-250;
      for (int i = std::max(l, 0); i <= degree; ++i) values[i] *= 1e-250;
    }
  }
  const Scalar j0 = std::sin(x) / x, j1 = (std::sin(x) / x - std::cos(x)) / x;
  const Scalar scale = std::abs(j0) > std::abs(j1) ? j0 / first : j1 / second;
  for (int l = 0; l <= degree; ++l) values[l] *= scale;
}

template void spherical_bessel(int, double, double*);
template void spherical_bessel(int, Complex, Complex*);

template <class Scalar>
void RegularWaves<Scalar>::operator()(const Vec3& rho, Scalar* values) const {
  const double distance = rho.norm();
  const Vec3 unit = distance > 0.0 ? Vec3(rho / distance) : Vec3::UnitZ();
  if constexpr (std::is_same_v<Scalar, double>) {
    harmonics_(unit, values);
  } else {
    std::vector<double> harmonics(harmonic_count(degree_));
    harmonics_(unit, harmonics.data());
    std::copy(harmonics.begin(), harmonics.end(), values);
  }
  std::array<Scalar, 64> bessel;
  spherical_bessel(degree_, k_ * distance, bessel.data());
  for (int l = 0; l <= degree_; ++l)
    for (int i = l * l; i < (l + 1) * (l + 1); ++i) values[i] *= 4.0 * pi * bessel[l];
}

template class RegularWaves<double>;
template class RegularWaves<Complex>;

}  // namespace pace
