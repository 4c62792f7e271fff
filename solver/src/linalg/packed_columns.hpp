// Many vectors of complex numbers in few bits.
#pragma once

#include <utility>
#include <vector>

#include "linalg/float_columns.hpp"
#include "linalg/packed_reals.hpp"

namespace pace {

class PackedColumns {
 public:
  PackedColumns() = default;
  /// Stay floats.
  explicit PackedColumns(FloatColumns columns)
      : rows_(columns.rows), columns_(columns.columns), plain_(std::move(columns)) {}
  /// @param columns  are rounded to what is packed
  /// @param error    that a piece of some thousand numbers of a column may have, relative to its norm;
  /// columns stay floats below 1e-6
  PackedColumns(FloatColumns& columns, double error);

  int columns() const { return columns_; }
  std::size_t bytes() const;
  /// Aᴴ B, A these columns; sums in float over some thousand rows, then in double. @param b  as many rows
  SmallMatrix inner(const FloatColumns& b) const;
  /// C += A·S. @param c  as many rows
  void add_product(const SmallMatrix& s, ComplexF* c) const;

 private:
  std::size_t rows_ = 0;
  int columns_ = 0;
  std::vector<PackedReals> pieces_;  ///< of the rows: a column a row, Re and Im beside each other
  FloatColumns plain_;               ///< or these
};

}  // namespace pace
