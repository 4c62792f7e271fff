#include "linalg/float_columns.hpp"

#include <cblas.h>

#include <algorithm>

namespace pace {
namespace {

/// Rows that one thread multiplies at a time, and sums in float before they are added in double.
constexpr std::size_t piece = 2048;

/// Pieces with these products of columns or more are worth a thread of their own.
bool is_small(std::size_t rows, int a, int b) { return static_cast<double>(rows) * a * b < 2e4; }

}  // namespace

SmallMatrix inner(const ComplexF* a, int a_columns, const ComplexF* b, int b_columns, std::size_t rows) {
  SmallMatrix sum = SmallMatrix::Zero(a_columns, b_columns);
  if (a_columns == 0 || b_columns == 0) return sum;
  const ComplexF one = 1.0f, zero = 0.0f;
#pragma omp parallel if (!is_small(rows, a_columns, b_columns))
  {
    SmallMatrix own = SmallMatrix::Zero(a_columns, b_columns);
    Eigen::MatrixXcf part(a_columns, b_columns);
#pragma omp for schedule(static)
    for (std::size_t first = 0; first < rows; first += piece) {
      const int size = static_cast<int>(std::min(piece, rows - first));
      cblas_cgemm(CblasColMajor, CblasConjTrans, CblasNoTrans, a_columns, b_columns, size, &one, a + first,
                  static_cast<int>(rows), b + first, static_cast<int>(rows), &zero, part.data(), a_columns);
      own += part.cast<Complex>();
    }
#pragma omp critical
    sum += own;
  }
  return sum;
}

void add_product(const ComplexF* a, int a_columns, const SmallMatrix& s, ComplexF* c, std::size_t rows) {
  if (a_columns == 0 || s.cols() == 0) return;
  const Eigen::MatrixXcf small = s.cast<ComplexF>();
  const ComplexF one = 1.0f;
#pragma omp parallel for schedule(static) if (!is_small(rows, a_columns, static_cast <int>(s.cols())))
  for (std::size_t first = 0; first < rows; first += piece) {
    const int size = static_cast<int>(std::min(piece, rows - first));
    cblas_cgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, size, static_cast<int>(s.cols()), a_columns, &one,
                a + first, static_cast<int>(rows), small.data(), a_columns, &one, c + first,
                static_cast<int>(rows));
  }
}

FloatColumns product(const ComplexF* a, const SmallMatrix& s, std::size_t rows) {
  FloatColumns result(rows, static_cast<int>(s.cols()));
  add_product(a, static_cast<int>(s.rows()), s, result.data.data(), rows);
  return result;
}

void multiply(const Eigen::MatrixXcf& a, const Eigen::MatrixXcf& b, Eigen::MatrixXcf& c) {
  const ComplexF one = 1.0f, zero = 0.0f;
  const auto rows = static_cast<int>(a.rows()), columns = static_cast<int>(b.cols()),
             inner_size = static_cast<int>(a.cols());
  c.resize(rows, columns);
  cblas_cgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, columns, inner_size, &one, a.data(), rows,
              b.data(), inner_size, &zero, c.data(), rows);
}

void multiply(const Eigen::MatrixXf& a, const Eigen::MatrixXf& b, Eigen::MatrixXf& c) {
  const auto rows = static_cast<int>(a.rows()), columns = static_cast<int>(b.cols()),
             inner_size = static_cast<int>(a.cols());
  c.resize(rows, columns);
  cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, columns, inner_size, 1.0f, a.data(), rows,
              b.data(), inner_size, 0.0f, c.data(), rows);
}

}  // namespace pace
