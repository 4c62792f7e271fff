// Fields between the frequencies that were solved, how well they are known, and where to solve next
// (docs/theory/wideband.md).
#pragma once

#include <Eigen/Core>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "wideband/rational_fit.hpp"

namespace pace {

/// A field at a frequency that was not solved: what each sample counts in it.
struct BandPrediction {
  double frequency_hz;
  std::vector<int> samples;      ///< of the model, ascending
  std::vector<Complex> weights;  ///< of these
  std::vector<Complex> another;  ///< of the same samples, by a model of fewer: the difference is the error
  double relative_error;         ///< ‖difference‖ / ‖field‖ times `safety`
  double rms_difference;         ///< over the components of the field
};

/// Where the field resonates.
struct Resonance {
  double frequency_hz;
  double quality;  ///< frequency over the full width at half power
};

class BandModel {
 public:
  /// The difference of the two models is taken that many times as the error.
  static constexpr double safety = 2.0;

  /// @param field  in an order that is that of every frequency
  void add(double frequency_hz, Eigen::VectorXcd field);

  std::span<const double> sampled_hz() const { return frequencies_; }
  /// @param frequency_hz  between two samples  @param samples at least three are there
  BandPrediction at(double frequency_hz);
  /// ‖prediction − field‖ / ‖field‖ of a field that is not a sample yet.
  double error_of_prediction(double frequency_hz, const Eigen::VectorXcd& field);
  /// Those that both models of a gap have, which stand out of the field by more than this part of it.
  std::vector<Resonance> resonances(double least_part);

 private:
  struct Window {
    std::vector<int> samples;
    Eigen::MatrixXcd fields;
    RationalFit fit;
  };
  /// The window of so many samples nearest to the middle of the gap that begins with this sample.
  const Window& window(std::size_t gap, std::size_t size);
  std::size_t gap_at(double frequency_hz) const;
  Eigen::MatrixXcd fields_of(std::span<const int> samples) const;

  std::vector<double> frequencies_;                ///< ascending
  std::vector<Eigen::VectorXcd> fields_;           ///< of each
  std::map<std::vector<double>, Window> windows_;  ///< by their frequencies
};

}  // namespace pace
