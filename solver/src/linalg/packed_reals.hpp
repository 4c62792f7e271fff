// Rows of real numbers in 16 bits each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pace {

/// Pieces of `piece` numbers of a row have a scale each: an error of at most 2⁻¹⁶ of the largest number in
/// the piece.
class PackedReals {
 public:
  static constexpr int piece = 32;

  PackedReals() = default;
  /// All zero.
  PackedReals(std::size_t rows, int columns);

  bool empty() const { return values_.empty(); }
  std::size_t bytes() const { return values_.size() * sizeof(std::int16_t) + scales_.size() * sizeof(float); }

  /// Replaces a row; several threads may set different ones.
  void set(std::size_t row, const float* values);
  /// `count` rows from `first` on, row-major.
  void unpack(std::size_t first, int count, float* out) const;

 private:
  int columns_ = 0, pieces_ = 0;
  std::vector<std::int16_t> values_;  ///< [row][column]
  std::vector<float> scales_;         ///< [row][piece]
};

}  // namespace pace
