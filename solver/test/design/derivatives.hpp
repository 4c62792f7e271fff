// Measured derivatives of far fields, and how far predicted ones are from them.
#pragma once

#include <functional>
#include <vector>

#include "changed_bodies.hpp"

namespace derivatives {

using namespace pace;
using namespace solved;

/// By direct and adjoint wave.
using Matrix = std::vector<std::vector<Complex>>;

inline constexpr double k = wavenumber_of_unit;
inline const Vec3 centre(0.13, -0.21, 0.34);
/// Both polarizations from one direction and one from another: three monostatic and six bistatic responses,
/// two of which are cross-polar.
inline const std::vector<Wave> waves{{1.1, 0.7, 1}, {1.1, 0.7, 0}, {2.0, -0.4, 1}};

inline Matrix difference(const Matrix& up, const Matrix& down, Complex step) {
  Matrix result = up;
  for (std::size_t d = 0; d < up.size(); ++d)
    for (std::size_t a = 0; a < up.size(); ++a) result[d][a] = (up[d][a] - down[d][a]) / step;
  return result;
}

/// Largest error of a derivative, relative to itself where it is at least a fifth of the largest one, to that
/// fifth where it is less.
inline double worst(const Matrix& predicted, const Matrix& measured) {
  double largest = 0.0, error = 0.0;
  for (const auto& row : measured)
    for (const Complex& value : row) largest = std::max(largest, std::abs(value));
  for (std::size_t d = 0; d < measured.size(); ++d)
    for (std::size_t a = 0; a < measured.size(); ++a)
      error = std::max(error, std::abs(predicted[d][a] - measured[d][a]) /
                                  std::max(std::abs(measured[d][a]), 0.2 * largest));
  return error;
}

/// What a sphere answers.
inline Matrix exact(const Sphere& sphere) {
  std::vector<Direction> directions;
  for (const Wave& w : waves) directions.push_back({w.theta, w.phi});
  Matrix result(waves.size(), std::vector<Complex>(waves.size()));
  for (std::size_t d = 0; d < waves.size(); ++d) {
    const auto fields = mie_of(sphere, k, waves[d], directions);
    for (std::size_t a = 0; a < waves.size(); ++a)
      result[d][a] = waves[a].polarization == 1 ? fields[a].theta : fields[a].phi;
  }
  return result;
}

/// Derivative at 0 of what exists on one side alone, of second order.
inline Matrix one_sided(const std::function<Matrix(double)>& at, double step) {
  const Matrix none = at(0.0), one = at(step), two = at(2.0 * step);
  Matrix result = none;
  for (std::size_t d = 0; d < none.size(); ++d)
    for (std::size_t a = 0; a < none.size(); ++a)
      result[d][a] = (4.0 * one[d][a] - two[d][a] - 3.0 * none[d][a]) / (2.0 * step);
  return result;
}

}  // namespace derivatives
