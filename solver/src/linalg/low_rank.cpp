#include "linalg/low_rank.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace pace {

std::optional<LowRank> low_rank(const Eigen::MatrixXcf& matrix, double allowed, long most_numbers) {
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXcf> qr(matrix);
  const auto steps = std::min<long>(matrix.rows(), matrix.cols());
  const Eigen::MatrixXcf r = qr.matrixQR().topRows(steps).triangularView<Eigen::Upper>();
  // What is left out after some steps is the trailing part of R.
  double rest = 0.0;
  long rank = steps;
  while (rank > 0 && std::sqrt(rest + static_cast<double>(r.row(rank - 1).squaredNorm())) <= allowed)
    rest += static_cast<double>(r.row(--rank).squaredNorm());
  if (rank * (matrix.rows() + matrix.cols()) > most_numbers) return std::nullopt;
  return LowRank{qr.householderQ() * Eigen::MatrixXcf::Identity(matrix.rows(), rank),
                 r.topRows(rank) * qr.colsPermutation().inverse()};
}

}  // namespace pace
