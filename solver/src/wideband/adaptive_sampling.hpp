// Which frequencies of a sweep are solved, so that all others are known from them (docs/theory/wideband.md).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "wideband/band_model.hpp"

namespace pace {

/// Relative error of a complex field that is this many decibels of its magnitude.
double relative_error_of(double tolerance_db);

/// The first frequencies, of a body of this size: as many as its longest round trip needs, and some more.
std::vector<double> first_frequencies(std::span<const double> frequencies_hz, double extent_m);

/// How many frequencies will be solved, roughly: for predictions of cost.
double expected_samples(std::span<const double> frequencies_hz, double extent_m);

/// Asks for one frequency after the other. The same fields make the same questions, so that a sweep that was
/// interrupted finds what it has solved.
class AdaptiveSampling {
 public:
  /// @param frequencies_hz  ascending: all that are wanted
  /// @param tolerance       relative error of the field of each
  /// @param extent_m        longest dimension of the body
  AdaptiveSampling(std::vector<double> frequencies_hz, double tolerance, double extent_m);

  /// The frequency to solve next; nothing when all others are known within the tolerance, and the last one
  /// that was solved had been predicted within it.
  std::optional<double> next();
  /// @param field  of the frequency that was asked for, in an order that is that of every frequency
  void add(double frequency_hz, Eigen::VectorXcd field);

  /// ‖prediction − field‖ / ‖field‖ of a frequency before it was solved; nothing of the first ones.
  struct Step {
    double frequency_hz;
    std::optional<double> error_of_prediction;
  };
  std::span<const Step> steps() const { return steps_; }
  /// Ascending: what the samples of predictions count from.
  std::span<const double> solved_hz() const { return model_.sampled_hz(); }

  /// Of every frequency that was not solved, ascending. The error of a component is `BandModel::safety` times
  /// the difference of its two models, or `rms_difference` where that is larger.
  std::vector<BandPrediction> predictions();
  /// Narrower than the distance of the frequencies around them.
  std::vector<Resonance> narrow_resonances();

 private:
  bool is_solved(double frequency_hz) const;

  std::vector<double> frequencies_, first_;
  double tolerance_;
  BandModel model_;
  std::vector<Step> steps_;
};

}  // namespace pace
