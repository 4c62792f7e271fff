#include "fmm/translator.hpp"

#include <cmath>
#include <set>

#include "fmm/harmonics.hpp"

namespace pace {

std::vector<Complex> translation_coefficients(int degree, double x) {
  std::vector<double> bessel(degree + 1);
  spherical_bessel(degree, x, bessel.data());
  std::vector<Complex> result(degree + 1);
  double before = std::sin(x) / x, neumann = -std::cos(x) / x;  // y_{−1}, y_0
  Complex power = 1.0;
  for (int l = 0; l <= degree; ++l) {
    result[l] = power * (2.0 * l + 1.0) * Complex(bessel[l], -neumann);
    power *= -imaginary_unit;
    const double next = (2 * l + 1) / x * neumann - before;
    before = neumann, neumann = next;
  }
  return result;
}

Translators::Translators(const TreeLevel& level, const AngularGrid& grid, double k, double factor)
    : stride_(2 * static_cast<std::size_t>(grid.padded)) {
  std::set<std::array<signed char, 3>> offsets;
  for (const FarNeighbour& f : level.far_) offsets.insert(f.offset);
  values_.assign(offsets.size() * stride_, 0.0f);
  std::vector<std::array<signed char, 3>> list(offsets.begin(), offsets.end());
  for (int i = 0; i < static_cast<int>(list.size()); ++i) start_[index(list[i])] = i;
  std::map<int, std::vector<Complex>> of_distance;
  for (const auto& o : list) {
    const int squared = o[0] * o[0] + o[1] * o[1] + o[2] * o[2];
    if (!of_distance.contains(squared))
      of_distance[squared] = translation_coefficients(grid.degree, k * level.box_size * std::sqrt(squared));
  }
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < static_cast<int>(list.size()); ++i) {
    const auto& o = list[i];
    const int squared = o[0] * o[0] + o[1] * o[1] + o[2] * o[2];
    const auto& coefficient = of_distance.at(squared);
    const Vec3 unit = -Vec3(o[0], o[1], o[2]) / std::sqrt(squared);
    float* values = &values_[i * stride_];
    for (int d = 0; d < grid.size; ++d) {
      const double c = grid.direction(d).dot(unit);
      Complex sum = coefficient[0];
      double before = 1.0, legendre = c;
      for (int l = 1; l <= grid.degree; ++l) {
        sum += coefficient[l] * legendre;
        const double next = ((2 * l + 1) * c * legendre - l * before) / (l + 1);
        before = legendre, legendre = next;
      }
      sum *= factor * grid.weight(d);
      values[d] = static_cast<float>(sum.real());
      values[grid.padded + d] = static_cast<float>(sum.imag());
    }
  }
}

}  // namespace pace
