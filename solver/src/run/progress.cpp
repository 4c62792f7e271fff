#include "run/progress.hpp"

#include "parallel/threads.hpp"

namespace pace {
namespace {

constexpr double seconds_between_events = 1.0;

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

}  // namespace pace
