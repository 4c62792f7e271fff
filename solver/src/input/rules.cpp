#include "input/rules.hpp"

#include <array>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "excitation/sweep.hpp"
#include "input/limits.hpp"

namespace pace {
namespace {

using Json = nlohmann::json;

std::string whole(double number) { return std::to_string(static_cast<long long>(number)); }

[[noreturn]] void refuse(const char* code, const std::string& place, const std::string& sentence) {
  throw InputError(code, sentence, "/solverInput/" + place);
}

[[noreturn]] void refuse_angle(int index, const std::string& sentence) {
  refuse("ANGLE_INVALID", "excitation/" + std::to_string(index), sentence);
}

[[noreturn]] void refuse_frequency(int index, const std::string& sentence) {
  refuse("FREQUENCY_INVALID", "frequency/" + std::to_string(index), sentence);
}

void check_angle(const std::vector<double>& excitation, int index, const std::string& label, const char* max,
                 const std::string& unit = "") {
  if (excitation[index] < 0.0 || excitation[index] > limit(max))
    refuse_angle(index, label + " must be between 0 and " + whole(limit(max)) + unit);
}

void check_polarization(const std::vector<double>& excitation, int index) {
  for (const double code : {0.0, 1.0, 2.0, 3.0})
    if (excitation[index] == code) return;
  refuse_angle(index,
               "Polarization must be 0 (horizontal), 1 (vertical), 2 (right-hand circular) or "
               "3 (left-hand circular)");
}

void check_single_angle(const std::vector<double>& excitation) {
  if (excitation.size() != 3)
    refuse("ANGLE_INVALID", "excitation", "A single angle is [theta, phi, polarization]");
  check_angle(excitation, 0, "Theta", "thetaMaxDeg", " degrees");
  check_angle(excitation, 1, "Phi", "phiMaxDeg", " degrees");
  check_polarization(excitation, 2);
}

void check_angle_sweep(const std::vector<double>& excitation) {
  if (excitation.size() != 7)
    refuse("ANGLE_INVALID", "excitation",
           "An angle sweep is [thetaStart, thetaEnd, phiStart, phiEnd, polarization, thetaStep, phiStep]");
  check_angle(excitation, 0, "Initial Theta", "thetaMaxDeg");
  check_angle(excitation, 1, "Final Theta", "thetaMaxDeg");
  check_angle(excitation, 2, "Initial Phi", "phiMaxDeg");
  check_angle(excitation, 3, "Final Phi", "phiMaxDeg");
  check_polarization(excitation, 4);
  check_angle(excitation, 5, "Theta Step", "thetaMaxDeg");
  check_angle(excitation, 6, "Phi Step", "phiMaxDeg");

  const double theta0 = excitation[0], theta1 = excitation[1], theta_step = excitation[5];
  const double phi0 = excitation[2], phi1 = excitation[3], phi_step = excitation[6];
  if (theta0 > theta1) refuse_angle(0, "Initial Theta must be less than Final Theta");
  if (phi0 > phi1) refuse_angle(2, "Initial Phi must be less than Final Phi");
  // An angle that stands still needs no step; one that is given is ignored.
  if (theta0 < theta1 && step_exceeds_range(theta0, theta1, theta_step))
    refuse_angle(5, "Theta Step must be less than the range of theta");
  if (phi0 < phi1 && step_exceeds_range(phi0, phi1, phi_step))
    refuse_angle(6, "Phi Step must be less than the range of phi");
  if (theta1 > theta0 && theta_step == 0.0) refuse_angle(5, "Theta Step must be greater than 0");
  if (phi1 > phi0 && phi_step == 0.0) refuse_angle(6, "Phi Step must be greater than 0");
}

constexpr const char* frequency_tiny = "Frequency must be at least 1e-9 Hz";

bool is_tiny(double frequency) { return frequency > 0.0 && frequency < limit("frequencyMinHz"); }

void check_single_frequency(double frequency) {
  if (is_tiny(frequency)) refuse_frequency(0, frequency_tiny);
  if (!(frequency > 0.0 && frequency <= limit("frequencyMaxHz")))
    refuse_frequency(0, "Frequency must be greater than 0 and at most 100 GHz");
}

void check_frequency_sweep(const std::array<double, 3>& frequency) {
  const auto [initial, step, final] = frequency;
  const double max = limit("frequencyMaxHz");
  if (initial <= 0.0) refuse_frequency(0, "Initial frequency must be greater than 0");
  if (is_tiny(initial)) refuse_frequency(0, frequency_tiny);
  if (initial > max) refuse_frequency(0, "Frequency must be between 0 and 100");
  if (final <= 0.0) refuse_frequency(2, "Final frequency must be greater than 0");
  if (final > max) refuse_frequency(2, "Frequency must be between 0 and 100");
  if (final <= initial) refuse_frequency(0, "Initial frequency must be smaller than final frequency");
  if (step <= 0.0) refuse_frequency(1, "Step size must be greater than 0");
  if (step > max) refuse_frequency(1, "Step size must be between 0 and 100");
  if (step_exceeds_range(initial, final, step))
    refuse_frequency(1, "Step size must be smaller than the difference between initial and final frequency");
}

void check_size(bool angle_sweep, const std::vector<double>& excitation, bool frequency_sweep,
                const std::array<double, 3>& frequency) {
  double angles = 1.0, frequencies = 1.0;
  if (angle_sweep)
    angles = sweep_count(excitation[0], excitation[1], excitation[5]) *
             sweep_count(excitation[2], excitation[3], excitation[6]);
  if (frequency_sweep) frequencies = sweep_count(frequency[0], frequency[2], frequency[1]);
  const double total = angles * frequencies;
  if (total > limit("sweepPointsMax"))
    refuse("SWEEP_TOO_LARGE", angles >= frequencies ? "excitation" : "frequency",
           "The sweep has " + (total > 1e15 ? "more than 1e15" : whole(total)) +
               " points (angles × frequencies); at most " + whole(limit("sweepPointsMax")) +
               " are allowed. Use larger steps or several projects");
}

}  // namespace

void check_rules(const nlohmann::json& job) {
  const Json& input = job.at("solverInput");
  const bool angle_sweep = input.at("anglesweep") == 1, frequency_sweep = input.at("freqsweep") == 1;
  const auto excitation = input.at("excitation").get<std::vector<double>>();
  const auto frequency = input.at("frequency").get<std::array<double, 3>>();

  if (angle_sweep)
    check_angle_sweep(excitation);
  else
    check_single_angle(excitation);
  if (frequency_sweep)
    check_frequency_sweep(frequency);
  else
    check_single_frequency(frequency[0]);
  const bool manual_levels = input.at("numberoflevels")[0] == 0;
  if (manual_levels && input.at("numberoflevels")[1].get<double>() < limit("levelsManualMin"))
    refuse("VALIDATION", "numberoflevels/1", "Manual number of levels must be between 2 and 12");
  check_size(angle_sweep, excitation, frequency_sweep, frequency);
  if (input.at("solvertype") == 1 && job.at("programType") != 1)
    refuse("VALIDATION", "solvertype", "Physical optics is only for PEC models");
}

}  // namespace pace
