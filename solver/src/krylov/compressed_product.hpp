// A matrix times many columns, those that depend on others by way of these.
#pragma once

#include <vector>

#include "krylov/linear_operator.hpp"
#include "linalg/dense_matrix.hpp"
#include "parallel/communicator.hpp"

namespace pace {

/// @param order  row of the columns at each place of the operator's vectors @return  rows as in x
/// @param ranks  that hold the rows, each its part
/// @throws Cancelled
Columns multiply_compressed(LinearOperator& matrix, const Columns& x, const std::vector<int>& order,
                            Communicator& ranks = Communicator::alone());

}  // namespace pace
