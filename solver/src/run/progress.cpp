#include "run/progress.hpp"

#include <complex>

#include "core/types.hpp"
#include "parallel/threads.hpp"

namespace pace {
namespace {

constexpr double seconds_between_events = 1.0;
/// Points of a run that are said.
constexpr double most_returns_said = 20'000.0;

}  // namespace

void Progress::stage(const char* name, double fraction, std::optional<double> frequency_hz) const {
  nlohmann::json event{{"event", "stage"},
                       {"stage", name},
                       {"fraction", fraction},
                       {"seconds", seconds()},
                       {"memoryBytes", peak_memory_bytes()}};
  if (frequency_hz) event["frequencyHz"] = *frequency_hz;
  events_.say(event);
}

void Progress::stage_now_and_then(const char* name, double fraction, std::optional<double> frequency_hz) {
  const double now = seconds();
  if (name == last_stage_ && now - last_seconds_ < seconds_between_events) return;
  last_stage_ = name, last_seconds_ = now;
  stage(name, fraction, frequency_hz);
}

void Progress::returns(double frequency_hz, std::span<const MonostaticRecord> records,
                       double expected) const {
  if (records.empty()) return;
  const auto step = 1 + static_cast<std::size_t>(expected / most_returns_said);
  const bool is_both = records.front().field.size() == 2;
  const auto area = [](const Complex& field) { return 4.0 * pi * std::norm(field); };
  auto points = nlohmann::json::array();
  for (std::size_t i = 0; i < records.size(); i += step) {
    const FieldOfWaves& field = records[i].field;
    const nlohmann::json values = is_both ? nlohmann::json{area(field[0].theta), area(field[1].phi)}
                                          : nlohmann::json{area(field[0].theta) + area(field[0].phi)};
    const Illumination& from = records[i].illumination;
    points.push_back({{"thetaDeg", from.theta_deg}, {"phiDeg", from.phi_deg}, {"rcsM2", values}});
  }
  events_.say({{"event", "returns"},
               {"frequencyHz", frequency_hz},
               {"components", is_both ? nlohmann::json{"VV", "HH"} : nlohmann::json{"total"}},
               {"points", points}});
}

}  // namespace pace
