// Any matrix that is at hand as a whole, by one LU factorisation.
#pragma once

#include "systems/frequency_system.hpp"

namespace pace {

/// Largest ‖b − Zx‖/‖b‖ with which an LU factorisation counts as a solution. It is about u κ‖Z‖‖x‖/‖b‖ with
/// the rounding unit u = 1e-16, and so says how many digits the matrix itself has lost. A sphere of 648
/// triangles (test/run/test_honesty.cpp) has 1e-15 at ka = 2, and 1e-9 at ka = 2e-6 with fields right to
/// 3e-6; 1e-7 at ka = 2e-7 are 3 % of the field.
inline constexpr double direct_residual_bound = 1e-8;

/// Converged is a right-hand side whose error is within direct_residual_bound.
/// @throws InputError MATRIX_SINGULAR, also of a matrix with entries that are not finite
std::unique_ptr<FrequencySystem> dense_solution(DenseMatrix matrix);

}  // namespace pace
