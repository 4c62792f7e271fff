#include "run/sampled_receivers.hpp"

#include <algorithm>
#include <cmath>

namespace pace {
namespace {

double size_of(const FarFieldAmplitude& field) {
  return std::hypot(std::abs(field.theta), std::abs(field.phi));
}

}  // namespace

SampledReceivers::SampledReceivers(const std::vector<Cut>& cuts, std::size_t intervals) {
  const std::vector<Direction> all = directions_of(cuts);
  std::size_t first = 0;
  for (const Cut& cut : cuts) {
    const std::size_t points = cut.theta_deg.size(), receivers = std::min(points, intervals + 1);
    for (std::size_t r = 0; r < receivers; ++r) {
      const std::size_t at = receivers > 1 ? (2 * r * (points - 1) / (receivers - 1) + 1) / 2 : 0;
      const std::size_t number = directions_.size();
      while (beside_.size() < first + at) beside_.push_back({number - 1, number});
      beside_.push_back({number, number});
      directions_.push_back(all[first + at]);
      numbers_.push_back(first + at);
    }
    first += points;
  }
}

std::vector<std::vector<FieldError>> SampledReceivers::spread(
    std::span<const std::vector<FieldError>> sampled, std::span<const FieldOfWaves> fields) const {
  std::vector<std::vector<FieldError>> result(beside_.size());
  for (std::size_t d = 0; d < beside_.size(); ++d) {
    const auto [before, after] = beside_[d];
    for (std::size_t w = 0; w < sampled[before].size(); ++w) {
      const double there =
                       std::max(size_of(fields[numbers_[before]][w]), size_of(fields[numbers_[after]][w])),
                   here = size_of(fields[d][w]), larger = here > there && there > 0.0 ? here / there : 1.0;
      result[d].push_back({larger * std::max(sampled[before][w].theta, sampled[after][w].theta),
                           larger * std::max(sampled[before][w].phi, sampled[after][w].phi)});
    }
  }
  return result;
}

}  // namespace pace
