// Points of angle and frequency sweeps, number for number those of contract/src/excitation.ts.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace pace {

struct Illumination {
  double theta_deg, phi_deg;
};

/// Number of points of initial, initial + step, … up to final; a double, since it is asked before anything is
/// refused. One if the range is empty or the step is not positive.
double sweep_count(double initial, double final, double step);

/// Does not even one step fit between initial and final?
bool step_exceeds_range(double initial, double final, double step);

/// Directions of incidence, theta-major [degrees].
/// @param sweep       false: [theta, phi, …]; true: [theta0, theta1, phi0, phi1, polarization, thetaStep,
/// phiStep]
/// @throws std::length_error beyond ten million points (the input room refuses far fewer)
/// @throws std::invalid_argument if there are not enough numbers
std::vector<Illumination> illuminations(bool sweep, std::span<const double> excitation);

/// Frequencies, ascending [Hz].
/// @param frequency   [initial, step, final]; without sweep only the first counts
/// @throws std::length_error beyond ten million points
std::vector<double> frequencies_hz(bool sweep, const std::array<double, 3>& frequency);

}  // namespace pace
