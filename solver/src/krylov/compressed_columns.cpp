#include "krylov/compressed_columns.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "parallel/threads.hpp"

namespace pace {
namespace {

/// Bᴴ B with every product in double: singular values down to 1e-7 of the largest can be resolved.
SmallMatrix gram_in_double(const FloatColumns& b) {
  constexpr std::size_t piece = 1024;
  const int n = b.columns;
  SmallMatrix gram = SmallMatrix::Zero(n, n);
#pragma omp parallel
  {
    SmallMatrix own = SmallMatrix::Zero(n, n);
#pragma omp for schedule(static)
    for (std::size_t first = 0; first < b.rows; first += piece) {
      const auto size = static_cast<long>(std::min(piece, b.rows - first));
      const SmallMatrix part =
          Eigen::Map<const Eigen::MatrixXcf, 0, Eigen::OuterStride<>>(
              b.data.data() + first, size, n, Eigen::OuterStride<>(static_cast<long>(b.rows)))
              .cast<Complex>();
      own.selfadjointView<Eigen::Lower>().rankUpdate(part.adjoint());
    }
#pragma omp critical
    gram += own;
  }
  gram.triangularView<Eigen::StrictlyUpper>() = gram.adjoint();
  return gram;
}

}  // namespace

CompressedColumns compress(const FloatColumns& b, double tolerance, Communicator& ranks) {
  const SingleThreadedBlas guard;
  const int n = b.columns;
  SmallMatrix gram = gram_in_double(b);
  ranks.sum({reinterpret_cast<double*>(gram.data()), 2 * static_cast<std::size_t>(gram.size())});
  CompressedColumns result;
  double smallest = 0.0;
  for (int c = 0; c < n; ++c) {
    result.norms.push_back(std::sqrt(std::max(0.0, gram(c, c).real())));
    smallest = c == 0 ? result.norms[0] : std::min(smallest, result.norms[c]);
  }
  const Eigen::SelfAdjointEigenSolver<SmallMatrix> eigen(gram);
  const SmallMatrix vectors = eigen.eigenvectors().rowwise().reverse();
  const Eigen::VectorXd values = eigen.eigenvalues().reverse().cwiseMax(0.0);

  // Column c loses Σ_i σ_i² |v_ci|² over the dropped i.
  std::vector<double> lost(n, 0.0);
  int rank = n;
  while (rank > 1) {
    bool fits = true;
    for (int c = 0; c < n && fits; ++c)
      fits = lost[c] + values[rank - 1] * std::norm(vectors(c, rank - 1)) <=
             std::pow(tolerance * result.norms[c], 2);
    if (!fits) break;
    --rank;
    for (int c = 0; c < n; ++c) lost[c] += values[rank] * std::norm(vectors(c, rank));
  }
  result.dropped = 0.0;
  for (int c = 0; c < n; ++c)
    if (result.norms[c] > 0.0)
      result.dropped = std::max(result.dropped, std::sqrt(lost[c]) / result.norms[c]);
  result.basis = product(b.data.data(), vectors.leftCols(rank), b.rows);
  result.weights = vectors.leftCols(rank).adjoint();
  return result;
}

}  // namespace pace
