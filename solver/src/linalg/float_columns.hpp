// Many vectors of complex floats, and the few products of tall matrices that Krylov methods are made of.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "core/types.hpp"

namespace pace {

using SmallMatrix = Eigen::MatrixXcd;

/// Columns of `rows` values, one after another.
struct FloatColumns {
  FloatColumns() = default;
  FloatColumns(std::size_t rows_, int columns_) : rows(rows_), columns(columns_), data(rows_ * columns_) {}
  ComplexF* column(int c) { return data.data() + rows * c; }
  const ComplexF* column(int c) const { return data.data() + rows * c; }
  std::size_t bytes() const { return data.size() * sizeof(ComplexF); }
  std::size_t rows = 0;
  int columns = 0;
  std::vector<ComplexF> data;
};

/// Aᴴ B of tall matrices with `rows` rows, a × b, accumulated in double over pieces of the rows.
/// Threads divide the rows; the BLAS itself must run single-threaded (SingleThreadedBlas).
SmallMatrix inner(const ComplexF* a, int a_columns, const ComplexF* b, int b_columns, std::size_t rows);

/// C += A·S for a tall A and a small S.
void add_product(const ComplexF* a, int a_columns, const SmallMatrix& s, ComplexF* c, std::size_t rows);

/// A·S into a new set of columns.
FloatColumns product(const ComplexF* a, const SmallMatrix& s, std::size_t rows);

/// C = A·B on the calling thread (SingleThreadedBlas). Twice as fast as Eigen's product of complex floats.
void multiply(const Eigen::MatrixXcf& a, const Eigen::MatrixXcf& b, Eigen::MatrixXcf& c);
void multiply(const Eigen::MatrixXf& a, const Eigen::MatrixXf& b, Eigen::MatrixXf& c);

}  // namespace pace
