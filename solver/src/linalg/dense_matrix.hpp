// A square complex matrix, row after row, and its LU factorisation.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/types.hpp"

namespace pace {

/// Row-major n × n, 16 bytes an entry, zero at first; the pages are first touched by the threads that will
/// use them.
class DenseMatrix {
 public:
  explicit DenseMatrix(int n);
  int size() const { return n_; }
  Complex* row(int i) { return data_.get() + static_cast<std::size_t>(i) * n_; }
  const Complex* row(int i) const { return data_.get() + static_cast<std::size_t>(i) * n_; }
  Complex* data() { return data_.get(); }
  const Complex* data() const { return data_.get(); }

  static std::uint64_t bytes(std::uint64_t n) { return 16 * n * n; }

 private:
  struct Free {
    void operator()(Complex* p) const;
  };
  int n_;
  std::unique_ptr<Complex[], Free> data_;
};

/// Columns of right-hand sides or solutions, each contiguous.
struct Columns {
  Columns(int rows_, int columns_)
      : rows(rows_), columns(columns_), data(static_cast<std::size_t>(rows_) * columns_) {}
  Complex* column(int c) { return data.data() + static_cast<std::size_t>(c) * rows; }
  const Complex* column(int c) const { return data.data() + static_cast<std::size_t>(c) * rows; }
  Columns some(int first, int count) const {
    Columns part(rows, count);
    std::copy_n(column(first), part.data.size(), part.data.begin());
    return part;
  }
  int rows, columns;
  std::vector<Complex> data;
};

/// LU factors with partial pivoting in the place of the matrix, and its estimate of ‖b − Zx‖/‖b‖ without a
/// copy of Z: for random w with entries ±1, E|wᵀr|² = ‖r‖², and wᵀ(b − Zx) needs only the rows wᵀZ, kept from
/// before.
class LuFactors {
 public:
  /// Takes the matrix over. @throws InputError MATRIX_SINGULAR, also where entries are not finite
  explicit LuFactors(DenseMatrix matrix);

  /// X = Z⁻¹ B in the place of B.
  void solve(Columns& columns) const;

  /// Relative residual of each solution column, a statistical estimate from 16 probes (within about 20 %).
  std::vector<double> backward_errors(const Columns& solutions, const Columns& right_hand_sides) const;

 private:
  static constexpr int probes_ = 16;
  DenseMatrix factors_;
  std::vector<int> pivots_;
  std::vector<double> signs_;        ///< probes × n
  std::vector<Complex> probe_rows_;  ///< wᵀZ, probes × n
};

/// Z X.
Columns multiply(const DenseMatrix& z, const Columns& x);

/// C (m × n, row-major) = A (m × k, row-major) · X (k × n columns).
std::vector<Complex> multiply(const std::vector<Complex>& a, int m, const Columns& x);

}  // namespace pace
