// All that an iterative method may know of a matrix or of a preconditioner.
#pragma once

#include "linalg/float_columns.hpp"

namespace pace {

class LinearOperator {
 public:
  virtual ~LinearOperator() = default;
  virtual std::size_t size() const = 0;
  /// y = A x for `columns` columns, size() values apart.
  virtual void apply(const ComplexF* x, ComplexF* y, int columns) = 0;
};

}  // namespace pace
