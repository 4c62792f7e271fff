#include "fmm/translator.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "fmm/harmonics.hpp"

namespace pace {

/// Upwards: h grows with l above |x|, and below it the recurrence is neutral, whatever the decay of h.
std::vector<Complex> translation_coefficients(int degree, Complex x) {
  std::vector<Complex> result(degree + 1);
  const Complex wave = std::exp(-imaginary_unit * x) / x;
  Complex before = wave, hankel = imaginary_unit * wave;  // h_{−1}, h_0
  Complex power = 1.0;
  for (int l = 0; l <= degree; ++l) {
    result[l] = power * (2.0 * l + 1.0) * hankel;
    power *= -imaginary_unit;
    const Complex next = (2.0 * l + 1.0) / x * hankel - before;
    before = hankel, hankel = next;
  }
  return result;
}

Translators::Translators(const TreeLevel& level, Range boxes, const AngularGrid& grid, Range part, Complex k,
                         Complex factor)
    : stride_(2 * static_cast<std::size_t>(part.size())) {
  std::set<std::array<signed char, 3>> offsets;
  for (int b = boxes.first; b < boxes.last; ++b)
    for (const FarNeighbour& f : level.far(b)) offsets.insert(f.offset);
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
    for (int d = part.first; d < std::min(part.last, grid.size); ++d) {
      const double c = grid.direction(d).dot(unit);
      Complex sum = coefficient[0];
      double before = 1.0, legendre = c;
      for (int l = 1; l <= grid.degree; ++l) {
        sum += coefficient[l] * legendre;
        const double next = ((2 * l + 1) * c * legendre - l * before) / (l + 1);
        before = legendre, legendre = next;
      }
      sum *= factor * grid.weight(d);
      values[d - part.first] = static_cast<float>(sum.real());
      values[part.size() + d - part.first] = static_cast<float>(sum.imag());
    }
  }
}

}  // namespace pace
