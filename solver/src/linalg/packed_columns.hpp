// Many vectors of complex numbers in few bits.
#pragma once

#include <vector>

#include "linalg/float_columns.hpp"
#include "linalg/packed_reals.hpp"

namespace pace {

class PackedColumns {
 public:
  PackedColumns() = default;
  /// @param columns  are rounded to what is packed
  /// @param error    that a piece of some thousand numbers of a column may have, relative to its norm
  PackedColumns(FloatColumns& columns, double error);

  int columns() const { return columns_; }
  std::size_t bytes() const;
  /// C += A·S, A these columns. @param c  as many rows
  void add_product(const SmallMatrix& s, ComplexF* c) const;

 private:
  std::size_t rows_ = 0;
  int columns_ = 0;
  std::vector<PackedReals> pieces_;  ///< of the rows: a column a row, Re and Im beside each other
};

}  // namespace pace
