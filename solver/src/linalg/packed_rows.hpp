// A block of complex numbers in few bits, for products that memory bounds.
#pragma once

#include <span>
#include <vector>

#include "linalg/float_columns.hpp"
#include "linalg/packed_reals.hpp"

namespace pace {

/// Rows of a block in pieces of `piece` columns: up to 5.5 bytes an entry, as the error that is allowed
/// leaves them. Immutable.
class PackedRows {
 public:
  static constexpr int piece = PackedReals::piece / 2;

  PackedRows() = default;
  /// @param values   row-major, rows × columns
  /// @param allowed  of each row: norm of its error against that of the row. Beside the largest number in its
  ///                 piece a number gets 22 bits at most, whatever is allowed
  PackedRows(const ComplexF* values, int rows, int columns, const std::function<double(int row)>& allowed);

  bool empty() const { return parts_.empty(); }
  int rows() const { return parts_.rows(); }
  int columns() const { return columns_; }
  /// Σ |entry − packed entry|² over the block.
  double squared_error() const { return parts_.squared_error(); }
  std::size_t bytes() const { return parts_.bytes(); }
  /// As PackedReals::move_to.
  void move_to(std::shared_ptr<PagingFile> file) { parts_.move_to(std::move(file)); }
  /// Of rows whose numbers have so many bits in the mean.
  static double bytes_of(double rows, int columns, double bits) {
    return PackedReals::bytes_of(rows, (columns + piece - 1) / piece, bits);
  }

  /// Rows [first, last) as floats, row-major.
  void unpack(int first, int last, ComplexF* out) const;
  /// The same of the rows named, one after another.
  void unpack(std::span<const int> rows, ComplexF* out) const;

  /// A vector as `multiply` reads it: of each piece the real parts, then the imaginary ones, filled up with
  /// zeros.
  static void planes_of(std::span<const ComplexF> x, std::vector<float>& planes);
  /// Rows [first, last) times one vector.
  void multiply(const std::vector<float>& planes, int first, int last, ComplexF* y) const;

 private:
  void unpack_row(const PackedReals::Row& row, ComplexF* out) const;

  int columns_ = 0;
  PackedReals parts_;  ///< [row][piece][real, imaginary][column]
};

}  // namespace pace
