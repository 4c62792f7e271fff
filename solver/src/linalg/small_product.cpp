#include "linalg/small_product.hpp"

#include <array>
#include <xsimd/xsimd.hpp>

namespace pace {
namespace {

using Floats = xsimd::batch<float>;
constexpr int lanes = static_cast<int>(Floats::size);
static_assert(lanes <= static_cast<int>(small_product_slack));
/// Rows of C that stay in registers.
constexpr int rows_at_once = 12;

template <int rows, bool adds>
void block(const float* a, std::size_t a_stride, const float* b, std::size_t b_stride, float* c,
           std::size_t c_stride, int inner) {
  std::array<Floats, rows> sum;
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r) sum[r] = adds ? Floats::load_unaligned(c + r * c_stride) : Floats(0.0f);
  for (int k = 0; k < inner; ++k) {
    const Floats of_b = Floats::load_unaligned(b + k * b_stride);
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r) sum[r] = xsimd::fma(Floats(a[r * a_stride + k]), of_b, sum[r]);
  }
  // In this order: what a row writes behind its end is the beginning of the next.
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r) sum[r].store_unaligned(c + r * c_stride);
}

using Block = void (*)(const float*, std::size_t, const float*, std::size_t, float*, std::size_t, int);
template <bool adds, int... rows>
constexpr std::array<Block, sizeof...(rows)> blocks_of(std::integer_sequence<int, rows...>) {
  return {block<rows + 1, adds>...};
}

template <bool adds>
void multiply_rows(const float* a, std::size_t a_stride, const float* b, std::size_t b_stride, float* c,
                   std::size_t c_stride, int rows, int inner, int columns) {
  static constexpr auto blocks = blocks_of<adds>(std::make_integer_sequence<int, rows_at_once>());
  // From the last columns to the first, whose values must stand at the end.
  for (int first = (columns - 1) / lanes * lanes; first >= 0; first -= lanes)
    for (int row = 0, left = (rows + rows_at_once - 1) / rows_at_once; left > 0; --left) {
      const int count =
          (rows - row + left - 1) / left;  // as many in each, since few do not fill the pipeline
      blocks[count - 1](a + row * a_stride, a_stride, b + first, b_stride, c + row * c_stride + first,
                        c_stride, inner);
      row += count;
    }
}

}  // namespace

void small_product(const float* a, std::size_t a_stride, const float* b, std::size_t b_stride, float* c,
                   int rows, int inner, int columns) {
  multiply_rows<false>(a, a_stride, b, b_stride, c, columns, rows, inner, columns);
}

void add_small_product(const float* a, std::size_t a_stride, const float* b, std::size_t b_stride, float* c,
                       std::size_t c_stride, int rows, int inner, int columns) {
  multiply_rows<true>(a, a_stride, b, b_stride, c, c_stride, rows, inner, columns);
}

}  // namespace pace
