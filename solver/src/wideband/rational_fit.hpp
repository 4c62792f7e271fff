// A rational function with common poles through vector samples (docs/theory/wideband.md).
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/types.hpp"

namespace pace {

/// In the barycentric form: field(f) = Σ c_i F_i / Σ c_i, c_i = q_i / (f − f_i). It passes through every
/// sample, whatever the weights q are; they decide about its poles.
class RationalFit {
 public:
  /// The degree of the denominator is the smallest one by which the samples predict each other best, each
  /// from the others.
  /// @param frequencies_hz  ascending, at least two
  /// @param samples         [component][frequency]
  RationalFit(std::span<const double> frequencies_hz, const Eigen::MatrixXcd& samples);

  /// What each sample counts at a frequency; they sum to one.
  std::vector<Complex> weights_at(double frequency_hz) const;

  /// Zeros of the denominator [Hz]: of e^{jωt}, resonances that decay have a positive imaginary part.
  std::vector<Complex> poles_hz() const;
  /// ‖residue‖ of the field at a pole [component · Hz]. @param samples  as of the constructor
  double residue_norm(Complex pole_hz, const Eigen::MatrixXcd& samples) const;

  int degree() const { return static_cast<int>(denominator_.size()) - 1; }

 private:
  Complex scaled(Complex frequency_hz) const { return (frequency_hz - middle_hz_) / half_width_hz_; }

  double middle_hz_, half_width_hz_;
  Eigen::VectorXd nodes_;         ///< the frequencies, on [−1, 1]
  Eigen::VectorXcd barycentric_;  ///< q
  Eigen::VectorXcd denominator_;  ///< its Chebyshev coefficients on [−1, 1]
};

}  // namespace pace
