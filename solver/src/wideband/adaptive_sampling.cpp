#include "wideband/adaptive_sampling.hpp"

#include <algorithm>
#include <cmath>

namespace pace {
namespace {

constexpr std::size_t least_first = 5;
/// Beside one for every half period of the longest round trip.
constexpr double more_than_periods = 3.0;
/// What the second half of a sampling takes, roughly, over its first frequencies.
constexpr double times_first = 1.3, more_than_first = 3.0;

/// Where two models cross they are not exact: their difference counts at least that part of the largest one
/// between two samples.
constexpr double share_of_gap = 0.5;

/// Turns of phase over the band of an echo from the far end against one from the near end.
double periods(std::span<const double> frequencies_hz, double extent_m) {
  return 2.0 * extent_m * (frequencies_hz.back() - frequencies_hz.front()) / speed_of_light;
}

}  // namespace

double relative_error_of(double tolerance_db) { return std::pow(10.0, tolerance_db / 20.0) - 1.0; }

/// Dense at the ends of the band, as interpolation by polynomials wants it [Trefethen 2013, ch. 13].
std::vector<double> first_frequencies(std::span<const double> frequencies_hz, double extent_m) {
  const std::size_t all = frequencies_hz.size();
  const std::size_t count =
      std::clamp(static_cast<std::size_t>(more_than_periods + std::ceil(periods(frequencies_hz, extent_m))),
                 std::min(least_first, all), all);
  const double low = frequencies_hz.front(), high = frequencies_hz.back();
  std::vector<double> first;
  for (std::size_t i = 0; i < count; ++i) {
    const double share =
        count > 1 ? 0.5 - 0.5 * std::cos(pi * static_cast<double>(i) / static_cast<double>(count - 1)) : 0.0;
    const double wanted = low + share * (high - low);
    first.push_back(*std::min_element(frequencies_hz.begin(), frequencies_hz.end(), [&](double a, double b) {
      return std::abs(a - wanted) < std::abs(b - wanted);
    }));
  }
  std::sort(first.begin(), first.end());
  first.erase(std::unique(first.begin(), first.end()), first.end());
  return first;
}

double expected_samples(std::span<const double> frequencies_hz, double extent_m) {
  const auto first = static_cast<double>(first_frequencies(frequencies_hz, extent_m).size());
  return std::min(static_cast<double>(frequencies_hz.size()), times_first * first + more_than_first);
}

AdaptiveSampling::AdaptiveSampling(std::vector<double> frequencies_hz, double tolerance, double extent_m)
    : frequencies_(std::move(frequencies_hz)),
      first_(first_frequencies(frequencies_, extent_m)),
      tolerance_(tolerance) {}

bool AdaptiveSampling::is_solved(double frequency_hz) const {
  const auto solved = model_.sampled_hz();
  return std::binary_search(solved.begin(), solved.end(), frequency_hz);
}

std::optional<double> AdaptiveSampling::next() {
  for (const double f : first_)
    if (!is_solved(f)) return f;
  const std::vector<BandPrediction> others = predictions();
  if (others.empty()) return std::nullopt;
  const auto error = [](const BandPrediction& p) {
    return std::isfinite(p.relative_error) ? p.relative_error : 1e300;
  };
  const auto worst = std::max_element(others.begin(), others.end(),
                                      [&](const auto& a, const auto& b) { return error(a) < error(b); });
  const auto last = steps_.back().error_of_prediction;
  if (error(*worst) <= tolerance_ && last && *last <= tolerance_) return std::nullopt;
  return worst->frequency_hz;
}

void AdaptiveSampling::add(double frequency_hz, Eigen::VectorXcd field) {
  Step step{frequency_hz, std::nullopt};
  if (steps_.size() >= first_.size())
    step.error_of_prediction = model_.error_of_prediction(frequency_hz, field);
  model_.add(frequency_hz, std::move(field));
  steps_.push_back(step);
}

std::vector<BandPrediction> AdaptiveSampling::predictions() {
  std::vector<BandPrediction> list;
  std::size_t gap = 0;  // where it begins in the list
  const auto end_of_gap = [&] {
    double largest = 0.0;
    for (std::size_t i = gap; i < list.size(); ++i) largest = std::max(largest, list[i].rms_difference);
    for (; gap < list.size(); ++gap)
      list[gap].rms_difference = std::max(list[gap].rms_difference, share_of_gap * largest);
  };
  for (const double f : frequencies_) {
    if (is_solved(f))
      end_of_gap();
    else
      list.push_back(model_.at(f));
  }
  return list;
}

std::vector<Resonance> AdaptiveSampling::narrow_resonances() {
  std::vector<Resonance> narrow;
  if (model_.sampled_hz().size() < least_first) return narrow;
  for (const Resonance& r : model_.resonances(tolerance_)) {
    const auto above = std::upper_bound(frequencies_.begin(), frequencies_.end(), r.frequency_hz);
    if (above == frequencies_.begin() || above == frequencies_.end()) continue;
    if (r.frequency_hz / r.quality < *above - *(above - 1)) narrow.push_back(r);
  }
  return narrow;
}

}  // namespace pace
