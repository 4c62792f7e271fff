#include "fmm/translator.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "operators/source_list.hpp"

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
  const int directions = std::max(0, std::min(part.last, grid.size) - part.first),
            padded = (directions + lanes - 1) / lanes * lanes;
  std::array<AlignedOf<double>, 4> of_direction;  // x, y, z, weight
  for (auto& values : of_direction) values.assign(padded, 0.0);
  for (int d = 0; d < directions; ++d) {
    const Vec3 direction = grid.direction(part.first + d);
    for (int axis = 0; axis < 3; ++axis) of_direction[axis][d] = direction[axis];
    of_direction[3][d] = grid.weight(part.first + d);
  }
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < static_cast<int>(list.size()); ++i) {
    const auto& o = list[i];
    const int squared = o[0] * o[0] + o[1] * o[1] + o[2] * o[2];
    const auto& coefficient = of_distance.at(squared);
    const Vec3 unit = -Vec3(o[0], o[1], o[2]) / std::sqrt(squared);
    float* values = &values_[i * stride_];
    for (int first = 0; first < padded; first += lanes) {
      const auto at = [&](int n) { return Batch::load_aligned(&of_direction[n][first]); };
      const Batch c = at(0) * Batch(unit.x()) + at(1) * Batch(unit.y()) + at(2) * Batch(unit.z());
      Batch re(coefficient[0].real()), im(coefficient[0].imag()), before(1.0), legendre = c;
      for (int l = 1; l <= grid.degree; ++l) {
        re = xsimd::fma(Batch(coefficient[l].real()), legendre, re);
        im = xsimd::fma(Batch(coefficient[l].imag()), legendre, im);
        const double over = 1.0 / (l + 1);
        const Batch next = xsimd::fms(Batch((2 * l + 1) * over) * c, legendre, Batch(l * over) * before);
        before = legendre, legendre = next;
      }
      alignas(64) std::array<double, lanes> real, imaginary;
      (at(3) * (Batch(factor.real()) * re - Batch(factor.imag()) * im)).store_aligned(real.data());
      (at(3) * (Batch(factor.real()) * im + Batch(factor.imag()) * re)).store_aligned(imaginary.data());
      for (int d = first; d < std::min(directions, first + lanes); ++d) {
        values[d] = static_cast<float>(real[d - first]);
        values[part.size() + d] = static_cast<float>(imaginary[d - first]);
      }
    }
  }
}

}  // namespace pace
