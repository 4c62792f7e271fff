// The `stage` events of a run.
#pragma once

#include <optional>

#include "core/stopwatch.hpp"
#include "output/events.hpp"

namespace pace {

class Progress {
 public:
  explicit Progress(EventStream& events) : events_(events) {}

  /// @param fraction  of the run that is done
  void stage(const char* name, double fraction, std::optional<double> frequency_hz = {}) const;
  /// The same where it is the first word of this stage, or the last one is a second old.
  void stage_now_and_then(const char* name, double fraction, std::optional<double> frequency_hz = {});

  /// Since the run began [s].
  double seconds() const { return clock_.seconds(); }

 private:
  EventStream& events_;
  Stopwatch clock_;
  const char* last_stage_ = nullptr;
  double last_seconds_ = 0.0;
};

}  // namespace pace
