// The `stage` and `returns` events of a run.
#pragma once

#include <optional>
#include <span>

#include "core/stopwatch.hpp"
#include "output/events.hpp"
#include "output/field_files.hpp"

namespace pace {

class Progress {
 public:
  explicit Progress(EventStream& events) : events_(events) {}

  /// @param fraction  of the run that is done
  void stage(const char* name, double fraction, std::optional<double> frequency_hz = {}) const;
  /// The same where it is the first word of this stage, or the last one is a second old.
  void stage_now_and_then(const char* name, double fraction, std::optional<double> frequency_hz = {});

  /// What came back of some waves, for a picture while the run goes on.
  /// @param expected  waves of all frequencies; of very many not every one is said
  void returns(double frequency_hz, std::span<const MonostaticRecord> records, double expected) const;

  /// Since the run began [s].
  double seconds() const { return clock_.seconds(); }

 private:
  EventStream& events_;
  Stopwatch clock_;
  const char* last_stage_ = nullptr;
  double last_seconds_ = 0.0;
};

}  // namespace pace
