// A block of complex numbers in 16 bits each part, for products that memory bounds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "linalg/float_columns.hpp"

namespace pace {

/// Rows of a block in pieces of `piece` columns, each with a scale of its own: 4.25 bytes an entry, with an
/// error of at most 2⁻¹⁶ of the largest part in the piece. Immutable.
class PackedRows {
 public:
  static constexpr int piece = 16;
  static constexpr double largest_error = 1.0 / 65536;

  PackedRows() = default;
  /// @param values  row-major, rows × columns
  PackedRows(const ComplexF* values, int rows, int columns);

  bool empty() const { return scales_.empty(); }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  /// Σ |entry − packed entry|² over the block.
  double squared_error() const { return squared_error_; }
  static std::size_t bytes_of(int rows, int columns) {
    return static_cast<std::size_t>(rows) * ((columns + piece - 1) / piece) *
           (2 * piece * sizeof(std::int16_t) + sizeof(float));
  }
  std::size_t bytes() const { return values_.size() * sizeof(std::int16_t) + scales_.size() * sizeof(float); }

  ComplexF entry(int row, int column) const {
    const std::size_t at = static_cast<std::size_t>(row) * pieces_ + column / piece;
    const std::int16_t* parts = values_.data() + 2 * piece * at + column % piece;
    return scales_[at] * ComplexF(parts[0], parts[piece]);
  }
  /// Rows [first, last) as floats, row-major.
  void unpack(int first, int last, ComplexF* out) const;

  /// A vector as `multiply` reads it: of each piece the real parts, then the imaginary ones, filled up with
  /// zeros.
  static void planes_of(std::span<const ComplexF> x, std::vector<float>& planes);
  /// Rows [first, last) times one vector.
  void multiply(const std::vector<float>& planes, int first, int last, ComplexF* y) const;

 private:
  int rows_ = 0, columns_ = 0, pieces_ = 0;
  double squared_error_ = 0.0;
  std::vector<std::int16_t> values_;  ///< [row][piece][real, imaginary][column]
  std::vector<float> scales_;         ///< [row][piece]
};

}  // namespace pace
