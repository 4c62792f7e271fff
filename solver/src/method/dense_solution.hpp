// Any matrix that is at hand as a whole, by one LU factorisation.
#pragma once

#include "method/frequency_system.hpp"

namespace pace {

/// @throws InputError MATRIX_SINGULAR
std::unique_ptr<FrequencySystem> dense_solution(DenseMatrix matrix);

}  // namespace pace
