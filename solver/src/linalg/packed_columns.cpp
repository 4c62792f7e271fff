#include "linalg/packed_columns.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>

namespace pace {
namespace {

/// Rows that one thread unpacks and multiplies at a time.
constexpr std::size_t packed_rows = 2048;
/// PackedReals has up to 22 bits a number, of which three are for those that are larger than the mean.
constexpr double smallest_error = 1e-6;

}  // namespace

PackedColumns::PackedColumns(FloatColumns& columns, double error)
    : rows_(columns.rows), columns_(columns.columns) {
  if (error < smallest_error) {
    plain_ = columns;
    return;
  }
  pieces_.resize((columns.rows + packed_rows - 1) / packed_rows);
#pragma omp parallel for schedule(dynamic)
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const std::size_t first = i * packed_rows, size = std::min(packed_rows, rows_ - first);
    const auto numbers_of = [&](int c) { return reinterpret_cast<float*>(columns.column(c) + first); };
    pieces_[i] = PackedReals(columns_, static_cast<int>(2 * size), [&](int c, float* out) {
      const Eigen::Map<const Eigen::VectorXf> numbers(numbers_of(c), static_cast<long>(2 * size));
      std::copy_n(numbers.data(), 2 * size, out);
      return error * numbers.norm() / std::sqrt(static_cast<double>(2 * size));
    });
    for (int c = 0; c < columns_; ++c) pieces_[i].unpack(c, c + 1, numbers_of(c));
  }
}

std::size_t PackedColumns::bytes() const {
  std::size_t sum = plain_.data.size() * sizeof(ComplexF);
  for (const PackedReals& p : pieces_) sum += p.bytes();
  return sum;
}

SmallMatrix PackedColumns::inner(const FloatColumns& b) const {
  if (plain_.columns > 0) return pace::inner(plain_.data.data(), columns_, b.data.data(), b.columns, rows_);
  SmallMatrix sum = SmallMatrix::Zero(columns_, b.columns);
  if (columns_ == 0 || b.columns == 0) return sum;
  const ComplexF one = 1.0f, zero = 0.0f;
#pragma omp parallel
  {
    std::vector<ComplexF> unpacked(packed_rows * columns_);
    SmallMatrix own = SmallMatrix::Zero(columns_, b.columns);
    Eigen::MatrixXcf part(columns_, b.columns);
#pragma omp for schedule(static)
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const std::size_t first = i * packed_rows, size = std::min(packed_rows, rows_ - first);
      pieces_[i].unpack(0, columns_, reinterpret_cast<float*>(unpacked.data()));
      cblas_cgemm(CblasColMajor, CblasConjTrans, CblasNoTrans, columns_, b.columns, static_cast<int>(size),
                  &one, unpacked.data(), static_cast<int>(size), b.data.data() + first,
                  static_cast<int>(rows_), &zero, part.data(), columns_);
      own += part.cast<Complex>();
    }
#pragma omp critical
    sum += own;
  }
  return sum;
}

void PackedColumns::add_product(const SmallMatrix& s, ComplexF* c) const {
  if (plain_.columns > 0) pace::add_product(plain_.data.data(), columns_, s, c, rows_);
  if (pieces_.empty() || s.cols() == 0) return;
  const Eigen::MatrixXcf small = s.cast<ComplexF>();
  const ComplexF one = 1.0f;
#pragma omp parallel
  {
    std::vector<ComplexF> unpacked(packed_rows * columns_);
#pragma omp for schedule(dynamic)
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const std::size_t first = i * packed_rows, size = std::min(packed_rows, rows_ - first);
      pieces_[i].unpack(0, columns_, reinterpret_cast<float*>(unpacked.data()));
      cblas_cgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, static_cast<int>(size),
                  static_cast<int>(s.cols()), columns_, &one, unpacked.data(), static_cast<int>(size),
                  small.data(), columns_, &one, c + first, static_cast<int>(rows_));
    }
  }
}

}  // namespace pace
