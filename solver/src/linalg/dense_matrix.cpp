#include "linalg/dense_matrix.hpp"

#include <cblas.h>
#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <new>
#include <random>

#include "core/error.hpp"

extern "C" {
void zgetrf_(const int* m, const int* n, std::complex<double>* a, const int* lda, int* pivots, int* info);
void zgetrs_(const char* transpose, const int* n, const int* columns, const std::complex<double>* a,
             const int* lda, const int* pivots, std::complex<double>* b, const int* ldb, int* info,
             std::size_t transpose_length);
}

namespace pace {
namespace {

bool is_finite(const Complex& z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }

}  // namespace

DenseMatrix::DenseMatrix(int n) : n_(n) {
  constexpr std::size_t huge_page = std::size_t{1} << 21;
  const std::size_t wanted = sizeof(Complex) * n * n;
  const std::size_t rounded = (wanted + huge_page - 1) / huge_page * huge_page;
  void* memory = std::aligned_alloc(huge_page, std::max(rounded, huge_page));
  if (!memory) throw std::bad_alloc();
  madvise(memory, rounded, MADV_HUGEPAGE);
  data_.reset(static_cast<Complex*>(memory));
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i) std::fill_n(row(i), n, Complex(0.0));
}

void DenseMatrix::Free::operator()(Complex* p) const { std::free(p); }

LuFactors::LuFactors(DenseMatrix matrix) : factors_(std::move(matrix)), pivots_(factors_.size()) {
  const int n = factors_.size();
  std::mt19937_64 random(20240229);
  signs_.resize(static_cast<std::size_t>(probes_) * n);
  for (double& s : signs_) s = random() & 1 ? 1.0 : -1.0;

  std::vector<Complex> probes(signs_.begin(), signs_.end());
  probe_rows_.resize(probes.size());
  const Complex one = 1.0, zero = 0.0;
  cblas_zgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, probes_, n, n, &one, probes.data(), n,
              factors_.data(), n, &zero, probe_rows_.data(), n);

  // Every entry of Z is in one of these sums.
  if (!std::all_of(probe_rows_.begin(), probe_rows_.end(), is_finite))
    throw InputError(Message{"MATRIX_SINGULAR.entries"});

  // The rows of Z are the columns of a column-major matrix: LAPACK factors Zᵀ in place and solves with its
  // transpose.
  int info = 0;
  zgetrf_(&n, &n, factors_.data(), &n, pivots_.data(), &info);
  if (info > 0) throw InputError(Message{"MATRIX_SINGULAR", {{"unknown", info}}});
}

void LuFactors::solve(Columns& columns) const {
  const int n = factors_.size();
  int info = 0;
  zgetrs_("T", &n, &columns.columns, factors_.data(), &n, pivots_.data(), columns.data.data(), &n, &info, 1);
}

std::vector<double> LuFactors::backward_errors(const Columns& solutions,
                                               const Columns& right_hand_sides) const {
  const int n = factors_.size(), count = solutions.columns;
  const std::vector<Complex> applied = multiply(probe_rows_, probes_, solutions);
  const std::vector<Complex> probes(signs_.begin(), signs_.end());
  const std::vector<Complex> wanted = multiply(probes, probes_, right_hand_sides);
  std::vector<double> errors(count);
  for (int c = 0; c < count; ++c) {
    double residual = 0.0, norm = 0.0;
    for (int p = 0; p < probes_; ++p)
      residual += std::norm(wanted[p * count + c] - applied[p * count + c]) / probes_;
    for (int i = 0; i < n; ++i) norm += std::norm(right_hand_sides.column(c)[i]);
    errors[c] = norm > 0.0 ? std::sqrt(residual / norm) : 0.0;
  }
  return errors;
}

Columns multiply(const DenseMatrix& z, const Columns& x) {
  const int n = z.size();
  Columns y(n, x.columns);
  const Complex one = 1.0, zero = 0.0;
  // Row after row, columns are the rows of Xᵀ and Yᵀ.
  cblas_zgemm(CblasRowMajor, CblasNoTrans, CblasTrans, x.columns, n, n, &one, x.data.data(), n, z.data(), n,
              &zero, y.data.data(), n);
  return y;
}

std::vector<Complex> multiply(const std::vector<Complex>& a, int m, const Columns& x) {
  std::vector<Complex> c(static_cast<std::size_t>(m) * x.columns);
  const Complex one = 1.0, zero = 0.0;
  cblas_zgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, x.columns, x.rows, &one, a.data(), x.rows,
              x.data.data(), x.rows, &zero, c.data(), x.columns);
  return c;
}

}  // namespace pace
