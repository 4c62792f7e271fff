// Products of matrices of which one side is too short to be worth rearranging.
#pragma once

#include <cstddef>

namespace pace {

/// Floats behind the last element of B and of C that `small_product` may read and overwrite.
constexpr std::size_t small_product_slack = 16;

/// C = A B, all row by row in single precision. Rows of C follow each other without gaps, and so may those of
/// B, since the rest of a row that fills no register is computed with whatever follows it.
/// @param a  rows × inner, `a_stride` floats from row to row
/// @param b  inner × columns, `b_stride` floats from row to row
/// @param c  rows × columns
void small_product(const float* a, std::size_t a_stride, const float* b, std::size_t b_stride, float* c,
                   int rows, int inner, int columns);

/// C += A B, with rows of C that may lie apart. @param columns  a multiple of `small_product_slack`
void add_small_product(const float* a, std::size_t a_stride, const float* b, std::size_t b_stride, float* c,
                       std::size_t c_stride, int rows, int inner, int columns);

}  // namespace pace
