#include "krylov/compressed_product.hpp"

#include "krylov/compressed_columns.hpp"

namespace pace {
namespace {

/// What a column may lose of itself by compression: as much as its floats do.
constexpr double lost_by_compression = 1e-6;

}  // namespace

Columns multiply_compressed(LinearOperator& matrix, const Columns& x, const std::vector<int>& order,
                            Communicator& ranks) {
  CompressedColumns compressed;
  {
    FloatColumns in(order.size(), x.columns);
    for (int c = 0; c < x.columns; ++c)
      for (std::size_t p = 0; p < order.size(); ++p) in.column(c)[p] = ComplexF(x.column(c)[order[p]]);
    compressed = compress(in, lost_by_compression, ranks);
  }
  FloatColumns out(order.size(), compressed.basis.columns);
  matrix.apply(compressed.basis.data.data(), out.data.data(), out.columns);
  Columns y(x.rows, x.columns);
  for (int c = 0; c < x.columns; ++c) {
    const FloatColumns column = product(out.data.data(), compressed.weights.col(c), order.size());
    for (std::size_t p = 0; p < order.size(); ++p) y.column(c)[order[p]] = Complex(column.data[p]);
  }
  return y;
}

}  // namespace pace
