// A run can be asked to stop at any time; long loops look here and unwind with `Cancelled`.
#pragma once

#include <atomic>

#include "core/error.hpp"

namespace pace {

inline std::atomic<bool>& stop_requested() {
  static std::atomic<bool> flag{false};
  return flag;
}

inline void throw_if_cancelled() {
  if (stop_requested().load(std::memory_order_relaxed)) throw Cancelled();
}

}  // namespace pace
