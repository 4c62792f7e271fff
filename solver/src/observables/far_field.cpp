#include "observables/far_field.hpp"

#include <algorithm>

#include "core/cancel.hpp"
#include "observables/plane_wave_moments.hpp"

namespace pace {
namespace {

/// Moments of many directions become one matrix product; at most this many bytes of them at a time.
constexpr double block_bytes = 6e7;
constexpr int most_directions = 64;

Complex radiation_factor(double k) { return -imaginary_unit * k * vacuum_impedance / (4.0 * pi); }

}  // namespace

std::vector<std::vector<FarFieldAmplitude>> far_field(const RwgSpace& space, double k,
                                                      const std::vector<Direction>& directions,
                                                      const Columns& currents) {
  const int count = static_cast<int>(directions.size()), n = space.size();
  const Complex factor = radiation_factor(k);
  std::vector<std::vector<FarFieldAmplitude>> result(count, std::vector<FarFieldAmplitude>(currents.columns));
  if (n == 0) return result;
  const DirectionIntegrals direction_moments(space, k);
  if (currents.columns <= few_columns) {
    for (int c = 0; c < currents.columns; ++c) {
      throw_if_cancelled();
      const DirectionIntegrals::Current current = direction_moments.current_of(currents.column(c));
#pragma omp parallel for schedule(dynamic)
      for (int d = 0; d < count; ++d) {
        const auto [theta, phi] =
            direction_moments.of_current(directions[d].theta, directions[d].phi, current);
        result[d][c] = {factor * theta, factor * phi};
      }
    }
    return result;
  }
  const int block = std::clamp(static_cast<int>(block_bytes / (32.0 * n)), 4, most_directions);
  for (int first = 0; first < count; first += block) {
    throw_if_cancelled();
    const int size = std::min(block, count - first);
    std::vector<Complex> moments(static_cast<std::size_t>(2) * size * n);
#pragma omp parallel for schedule(dynamic)
    for (int d = 0; d < size; ++d) {
      const DirectionMoments m = direction_moments(directions[first + d].theta, directions[first + d].phi);
      std::copy(m.theta.begin(), m.theta.end(), moments.begin() + static_cast<std::size_t>(2 * d) * n);
      std::copy(m.phi.begin(), m.phi.end(), moments.begin() + static_cast<std::size_t>(2 * d + 1) * n);
    }
    const std::vector<Complex> fields = multiply(moments, 2 * size, currents);
    for (int d = 0; d < size; ++d)
      for (int c = 0; c < currents.columns; ++c)
        result[first + d][c] = {factor * fields[static_cast<std::size_t>(2 * d) * currents.columns + c],
                                factor * fields[static_cast<std::size_t>(2 * d + 1) * currents.columns + c]};
  }
  return result;
}

std::vector<FarFieldAmplitude> backscatter(const RwgSpace& space, double k,
                                           const std::vector<Direction>& directions,
                                           const Columns& currents) {
  const Complex factor = radiation_factor(k);
  std::vector<FarFieldAmplitude> result(currents.columns);
  const DirectionIntegrals direction_moments(space, k);
#pragma omp parallel for schedule(dynamic)
  for (int c = 0; c < currents.columns; ++c) {
    const auto [theta, phi] = direction_moments.of_current(directions[c].theta, directions[c].phi,
                                                           direction_moments.current_of(currents.column(c)));
    result[c] = {factor * theta, factor * phi};
  }
  return result;
}

}  // namespace pace
