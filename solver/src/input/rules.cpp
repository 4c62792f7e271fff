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

[[noreturn]] void refuse(const std::string& place, Message message) {
  throw InputError(std::move(message), "/solverInput/" + place);
}

[[noreturn]] void refuse_angle(int index, Message message) {
  refuse("excitation/" + std::to_string(index), std::move(message));
}

[[noreturn]] void refuse_frequency(int index, Message message) {
  refuse("frequency/" + std::to_string(index), std::move(message));
}

/// The specification's sentence says "degrees" for a single angle only.
void check_angle(const std::vector<double>& excitation, int index, const char* label, const char* max,
                 const char* key = "ANGLE_INVALID.between") {
  if (excitation[index] < 0.0 || excitation[index] > limit(max))
    refuse_angle(index, {key, {{"label", Message{label}}, {"most", limit(max)}}});
}

void check_polarization(const std::vector<double>& excitation, int index) {
  for (const double code : {0.0, 1.0, 2.0, 3.0, 4.0})
    if (excitation[index] == code) return;
  refuse_angle(index, {"ANGLE_INVALID.polarization"});
}

void check_single_angle(const std::vector<double>& excitation) {
  if (excitation.size() != 3) refuse("excitation", {"ANGLE_INVALID.single"});
  check_angle(excitation, 0, "label.theta", "thetaMaxDeg", "ANGLE_INVALID.betweenDegrees");
  check_angle(excitation, 1, "label.phi", "phiMaxDeg", "ANGLE_INVALID.betweenDegrees");
  check_polarization(excitation, 2);
}

void check_angle_sweep(const std::vector<double>& excitation) {
  if (excitation.size() != 7) refuse("excitation", {"ANGLE_INVALID.sweep"});
  check_angle(excitation, 0, "label.initialTheta", "thetaMaxDeg");
  check_angle(excitation, 1, "label.finalTheta", "thetaMaxDeg");
  check_angle(excitation, 2, "label.initialPhi", "phiMaxDeg");
  check_angle(excitation, 3, "label.finalPhi", "phiMaxDeg");
  check_polarization(excitation, 4);
  check_angle(excitation, 5, "label.thetaStep", "thetaMaxDeg");
  check_angle(excitation, 6, "label.phiStep", "phiMaxDeg");

  const double theta0 = excitation[0], theta1 = excitation[1], theta_step = excitation[5];
  const double phi0 = excitation[2], phi1 = excitation[3], phi_step = excitation[6];
  if (theta0 > theta1) refuse_angle(0, {"ANGLE_INVALID.thetaOrder"});
  if (phi0 > phi1) refuse_angle(2, {"ANGLE_INVALID.phiOrder"});
  // An angle that stands still needs no step; one that is given is ignored.
  if (theta0 < theta1 && step_exceeds_range(theta0, theta1, theta_step))
    refuse_angle(5, {"ANGLE_INVALID.thetaStepRange"});
  if (phi0 < phi1 && step_exceeds_range(phi0, phi1, phi_step))
    refuse_angle(6, {"ANGLE_INVALID.phiStepRange"});
  if (theta1 > theta0 && theta_step == 0.0) refuse_angle(5, {"ANGLE_INVALID.thetaStepZero"});
  if (phi1 > phi0 && phi_step == 0.0) refuse_angle(6, {"ANGLE_INVALID.phiStepZero"});
}

constexpr const char* frequency_tiny = "FREQUENCY_INVALID.tiny";

bool is_tiny(double frequency) { return frequency > 0.0 && frequency < limit("frequencyMinHz"); }

void check_single_frequency(double frequency) {
  if (is_tiny(frequency)) refuse_frequency(0, {frequency_tiny});
  if (!(frequency > 0.0 && frequency <= limit("frequencyMaxHz")))
    refuse_frequency(0, {"FREQUENCY_INVALID.range"});
}

void check_frequency_sweep(const std::array<double, 3>& frequency) {
  const auto [initial, step, final] = frequency;
  const double max = limit("frequencyMaxHz");
  if (initial <= 0.0) refuse_frequency(0, {"FREQUENCY_INVALID.initialZero"});
  if (is_tiny(initial)) refuse_frequency(0, {frequency_tiny});
  if (initial > max) refuse_frequency(0, {"FREQUENCY_INVALID.between"});
  if (final <= 0.0) refuse_frequency(2, {"FREQUENCY_INVALID.finalZero"});
  if (final > max) refuse_frequency(2, {"FREQUENCY_INVALID.between"});
  if (final <= initial) refuse_frequency(0, {"FREQUENCY_INVALID.order"});
  if (step <= 0.0) refuse_frequency(1, {"FREQUENCY_INVALID.stepZero"});
  if (step > max) refuse_frequency(1, {"FREQUENCY_INVALID.stepBetween"});
  if (step_exceeds_range(initial, final, step)) refuse_frequency(1, {"FREQUENCY_INVALID.stepRange"});
}

/// The first that is wrong of a list.
void check_frequency_list(const std::vector<double>& list) {
  const auto refuse_at = [](std::size_t index, const char* key) {
    refuse("frequencylist/" + std::to_string(index), {key});
  };
  if (list.empty()) refuse("frequencylist", {"FREQUENCY_INVALID.listEmpty"});
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (is_tiny(list[i])) refuse_at(i, frequency_tiny);
    if (!(list[i] > 0.0 && list[i] <= limit("frequencyMaxHz"))) refuse_at(i, "FREQUENCY_INVALID.range");
    if (i > 0 && list[i] <= list[i - 1]) refuse_at(i, "FREQUENCY_INVALID.listOrder");
  }
}

/// @param frequencies  how many  @param place  where they are
void check_size(bool angle_sweep, const std::vector<double>& excitation, double frequencies,
                const char* place) {
  double angles = 1.0;
  if (angle_sweep)
    angles = sweep_count(excitation[0], excitation[1], excitation[5]) *
             sweep_count(excitation[2], excitation[3], excitation[6]);
  const double total = angles * frequencies;
  if (total > limit("sweepPointsMax"))
    refuse(angles >= frequencies ? "excitation" : place,
           total > 1e15 ? Message{"SWEEP_TOO_LARGE.beyond", {{"most", limit("sweepPointsMax")}}}
                        : Message{"SWEEP_TOO_LARGE", {{"points", total}, {"most", limit("sweepPointsMax")}}});
}

}  // namespace

void check_rules(const nlohmann::json& job) {
  const Json& input = job.at("solverInput");
  const bool angle_sweep = input.at("anglesweep") == 1;
  const int frequency_mode = input.at("freqsweep");
  const auto excitation = input.at("excitation").get<std::vector<double>>();
  const auto frequency = input.at("frequency").get<std::array<double, 3>>();

  if (angle_sweep)
    check_angle_sweep(excitation);
  else
    check_single_angle(excitation);
  const auto list = input.value("frequencylist", std::vector<double>());
  if (frequency_mode == 2)
    check_frequency_list(list);
  else if (frequency_mode == 1)
    check_frequency_sweep(frequency);
  else
    check_single_frequency(frequency[0]);
  const bool manual_levels = input.at("numberoflevels")[0] == 0;
  if (manual_levels && input.at("numberoflevels")[1].get<double>() < limit("levelsManualMin"))
    refuse("numberoflevels/1", {"VALIDATION.levels"});
  if (frequency_mode == 2)
    check_size(angle_sweep, excitation, static_cast<double>(list.size()), "frequencylist");
  else
    check_size(angle_sweep, excitation,
               frequency_mode == 1 ? sweep_count(frequency[0], frequency[2], frequency[1]) : 1.0,
               "frequency");
  if (input.at("solvertype") == 1 && job.at("programType") != 1)
    refuse("solvertype", {"VALIDATION.opticsNeedsPec"});
}

}  // namespace pace
