// A matrix times many columns, those that depend on others by way of these.
#pragma once

#include <vector>

#include "krylov/linear_operator.hpp"
#include "linalg/dense_matrix.hpp"

namespace pace {

/// @param order  unknown at each place of the operator's vectors @return  in the order of the unknowns
/// @throws Cancelled
Columns multiply_compressed(LinearOperator& matrix, const Columns& x, const std::vector<int>& order);

}  // namespace pace
