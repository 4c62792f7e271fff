#include "wideband/band_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pace {
namespace {

/// Samples of a fit: more than a dozen neighbours add noise and time, not accuracy.
constexpr std::size_t most_samples = 12;
/// By how many the second model has fewer.
constexpr std::size_t fewer = 3;
constexpr std::size_t least_samples = 3;

}  // namespace

void BandModel::add(double frequency_hz, Eigen::VectorXcd field) {
  const auto at = std::lower_bound(frequencies_.begin(), frequencies_.end(), frequency_hz);
  fields_.insert(fields_.begin() + (at - frequencies_.begin()), std::move(field));
  frequencies_.insert(at, frequency_hz);
  // Windows name their samples by place.
  for (auto& [of, window] : windows_)
    for (std::size_t i = 0; i < of.size(); ++i)
      window.samples[i] = static_cast<int>(std::lower_bound(frequencies_.begin(), frequencies_.end(), of[i]) -
                                           frequencies_.begin());
}

std::size_t BandModel::gap_at(double frequency_hz) const {
  const auto above = std::upper_bound(frequencies_.begin(), frequencies_.end(), frequency_hz);
  const auto gap = above - frequencies_.begin() - 1;
  return static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(gap, 0, static_cast<std::ptrdiff_t>(frequencies_.size()) - 2));
}

Eigen::MatrixXcd BandModel::fields_of(std::span<const int> samples) const {
  Eigen::MatrixXcd fields(fields_.front().size(), static_cast<Eigen::Index>(samples.size()));
  for (std::size_t i = 0; i < samples.size(); ++i)
    fields.col(static_cast<Eigen::Index>(i)) = fields_[samples[i]];
  return fields;
}

const BandModel::Window& BandModel::window(std::size_t gap, std::size_t size) {
  const double middle = 0.5 * (frequencies_[gap] + frequencies_[gap + 1]);
  std::vector<int> nearest(frequencies_.size());
  std::iota(nearest.begin(), nearest.end(), 0);
  std::stable_sort(nearest.begin(), nearest.end(), [&](int a, int b) {
    return std::abs(frequencies_[a] - middle) < std::abs(frequencies_[b] - middle);
  });
  nearest.resize(std::min(size, nearest.size()));
  std::sort(nearest.begin(), nearest.end());
  std::vector<double> of;
  for (const int i : nearest) of.push_back(frequencies_[i]);
  const auto known = windows_.find(of);
  if (known != windows_.end()) return known->second;
  Eigen::MatrixXcd fields = fields_of(nearest);
  RationalFit fit(of, fields);
  return windows_.emplace(of, Window{nearest, std::move(fields), std::move(fit)}).first->second;
}

BandPrediction BandModel::at(double frequency_hz) {
  const std::size_t gap = gap_at(frequency_hz), size = std::min(most_samples, frequencies_.size());
  const Window& most = window(gap, size);
  const Window& less = window(gap, std::max(least_samples, size - std::min(size, fewer)));
  BandPrediction prediction{frequency_hz, most.samples, most.fit.weights_at(frequency_hz), {}, 0.0, 0.0};
  prediction.another.assign(most.samples.size(), 0.0);
  const std::vector<Complex> of_less = less.fit.weights_at(frequency_hz);
  for (std::size_t i = 0; i < of_less.size(); ++i) {
    const auto place = std::find(most.samples.begin(), most.samples.end(), less.samples[i]);
    prediction.another[place - most.samples.begin()] = of_less[i];
  }
  const auto count = static_cast<Eigen::Index>(most.samples.size());
  const Eigen::Map<const Eigen::VectorXcd> weights(prediction.weights.data(), count),
      another(prediction.another.data(), count);
  const double size_of_field = (most.fields * weights).norm(),
               difference = (most.fields * (weights - another)).norm();
  prediction.relative_error = safety * difference / std::max(size_of_field, 1e-300);
  prediction.rms_difference = difference / std::sqrt(static_cast<double>(most.fields.rows()));
  return prediction;
}

double BandModel::error_of_prediction(double frequency_hz, const Eigen::VectorXcd& field) {
  const BandPrediction prediction = at(frequency_hz);
  Eigen::VectorXcd predicted = Eigen::VectorXcd::Zero(field.size());
  for (std::size_t i = 0; i < prediction.samples.size(); ++i)
    predicted += prediction.weights[i] * fields_[prediction.samples[i]];
  return (predicted - field).norm() / std::max(field.norm(), 1e-300);
}

std::vector<Resonance> BandModel::resonances(double least_part) {
  std::vector<Resonance> found;
  const std::size_t size = std::min(most_samples, frequencies_.size());
  for (std::size_t gap = 0; gap + 1 < frequencies_.size(); ++gap) {
    const Window& most = window(gap, size);
    const Window& less = window(gap, std::max(least_samples, size - std::min(size, fewer)));
    const std::vector<Complex> others = less.fit.poles_hz();
    for (const Complex pole : most.fit.poles_hz()) {
      // Of e^{jωt}, what decays has a positive imaginary part.
      if (pole.real() < frequencies_[gap] || pole.real() >= frequencies_[gap + 1] || pole.imag() <= 0.0)
        continue;
      const bool is_in_both = std::any_of(others.begin(), others.end(), [&](const Complex& other) {
        return std::abs(other - pole) < pole.imag();
      });
      const double peak = most.fit.residue_norm(pole, most.fields) / pole.imag(),
                   around = std::sqrt(0.5 * (fields_[gap].squaredNorm() + fields_[gap + 1].squaredNorm()));
      if (is_in_both && peak > least_part * around)
        found.push_back({pole.real(), pole.real() / (2.0 * pole.imag())});
    }
  }
  return found;
}

}  // namespace pace
