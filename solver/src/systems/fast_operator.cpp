#include "systems/fast_operator.hpp"

#include <algorithm>

#include "core/stopwatch.hpp"
#include "krylov/compressed_columns.hpp"

namespace pace {
namespace {

/// What a column may lose of itself by compression: as much as its floats do.
constexpr double lost_by_compression = 1e-6;

}  // namespace

Columns FastOperator::multiply(const Columns& x, const std::vector<int>& order) {
  CompressedColumns compressed;
  {
    FloatColumns in(order.size(), x.columns);
    for (int c = 0; c < x.columns; ++c)
      for (std::size_t p = 0; p < order.size(); ++p) in.column(c)[p] = ComplexF(x.column(c)[order[p]]);
    compressed = compress(in, lost_by_compression);
  }
  FloatColumns out(order.size(), compressed.basis.columns);
  apply(compressed.basis.data.data(), out.data.data(), out.columns);
  Columns y(x.rows, x.columns);
  for (int c = 0; c < x.columns; ++c) {
    const FloatColumns column = product(out.data.data(), compressed.weights.col(c), order.size());
    for (std::size_t p = 0; p < order.size(); ++p) y.column(c)[order[p]] = Complex(column.data[p]);
  }
  return y;
}

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
