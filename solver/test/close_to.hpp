// Comparison of numbers of any size.
#pragma once

#include <doctest/doctest.h>

namespace pace {

/// `value` to this relative difference. A plain doctest::Approx allows as much of 1 as well: no small number
/// differs from it.
inline doctest::Approx close_to(double value, double difference = 1e-5) {
  return doctest::Approx(value).epsilon(difference).scale(0.0);
}

}  // namespace pace
