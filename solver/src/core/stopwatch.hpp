// Seconds of the wall clock.
#pragma once

#include <chrono>

namespace pace {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Stopwatch {
 public:
  /// Since it was made [s].
  double seconds() const { return seconds_since(start_); }
  /// Since the lap before [s].
  double lap() {
    const double now = seconds(), lap = now - last_;
    last_ = now;
    return lap;
  }

 private:
  Clock::time_point start_ = Clock::now();
  double last_ = 0.0;
};

}  // namespace pace
