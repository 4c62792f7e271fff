#include "linalg/low_rank.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace pace {

namespace {

/// Steps of a pivoted QR after which what is left, the trailing part of R, is within what is allowed.
template <class Matrix>
long rank_of(const Matrix& r, double allowed) {
  double rest = 0.0;
  long rank = r.rows();
  while (rank > 0 && std::sqrt(rest + static_cast<double>(r.row(rank - 1).squaredNorm())) <= allowed)
    rest += static_cast<double>(r.row(--rank).squaredNorm());
  return rank;
}

template <class Matrix>
Matrix triangle_of(const Eigen::ColPivHouseholderQR<Matrix>& qr) {
  const auto steps = std::min(qr.rows(), qr.cols());
  return qr.matrixQR().topRows(steps).template triangularView<Eigen::Upper>();
}

/// The fewest orthonormal columns whose span the columns of a matrix are in: its strongest left singular
/// vectors.
Eigen::MatrixXf basis_of_columns(const Eigen::MatrixXf& matrix, double allowed) {
  const Eigen::MatrixXd wide = matrix.cast<double>();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(wide * wide.transpose());
  double rest = 0.0;
  long dropped = 0;
  for (; dropped < matrix.rows(); ++dropped)
    if ((rest += std::max(0.0, solver.eigenvalues()[dropped])) > allowed * allowed) break;
  return solver.eigenvectors().rightCols(matrix.rows() - dropped).cast<float>();
}

}  // namespace

std::optional<LowRank> low_rank(const Eigen::MatrixXcf& matrix, double allowed, long most_numbers) {
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXcf> qr(matrix);
  const Eigen::MatrixXcf r = triangle_of(qr);
  const long rank = rank_of(r, allowed);
  if (rank * (matrix.rows() + matrix.cols()) > most_numbers) return std::nullopt;
  return LowRank{qr.householderQ() * Eigen::MatrixXcf::Identity(matrix.rows(), rank),
                 r.topRows(rank) * qr.colsPermutation().inverse()};
}

RealFactors real_factors(const Eigen::MatrixXcf& matrix, double allowed) {
  const double share = allowed / std::sqrt(2.0);
  Eigen::MatrixXf beside(matrix.rows(), 2 * matrix.cols());
  beside << matrix.real(), matrix.imag();
  RealFactors factors;
  factors.left = basis_of_columns(beside, share);
  const long rank = factors.left_rank();
  const Eigen::MatrixXf inner = factors.left.transpose() * beside;
  Eigen::MatrixXf below(2 * rank, matrix.cols());
  below << inner.leftCols(matrix.cols()), inner.rightCols(matrix.cols());
  factors.right = basis_of_columns(below.transpose(), share);
  factors.core = below * factors.right;
  return factors;
}

}  // namespace pace
