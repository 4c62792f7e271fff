#include "systems/fast_operator.hpp"

#include <algorithm>

#include "core/stopwatch.hpp"

namespace pace {
void FastOperator::apply(const ComplexF* x, ComplexF* y, int columns) {
  for (int first = 0; first < columns; first += FarProduct::most_columns) {
    throw_if_any_cancelled(ranks_);
    const int count = std::min(FarProduct::most_columns, columns - first);
    const auto start = Clock::now();
    const std::uint64_t sent_before = ranks_.bytes_sent();
    multiply_near(x + first * size_, y + first * size_, count);
    near_seconds += seconds_since(start);
    const auto middle = Clock::now();
    far_.add(x + first * size_, y + first * size_, size_, count);
    far_seconds += seconds_since(middle);
    near_.throw_if_file_failed();
    bytes_sent += ranks_.bytes_sent() - sent_before;
    products += count;
  }
}

void FastOperator::multiply_near(const ComplexF* x, ComplexF* y, int columns) {
  if (!halo_) return near_.multiply(x, y, size_, columns);
  const ComplexF* around = halo_->extend(x, columns);
  extended_.resize(halo_->extended() * columns);
  near_.multiply(around, extended_.data(), halo_->extended(), columns);
  for (int c = 0; c < columns; ++c) std::copy_n(&extended_[c * halo_->extended()], size_, y + c * size_);
}

}  // namespace pace
