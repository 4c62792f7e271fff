#include "wideband/rational_fit.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

namespace pace {
namespace {

using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;

/// T_0 to T_degree at the nodes. [node][degree]
MatrixXd chebyshev(const VectorXd& nodes, Index degree) {
  MatrixXd values(nodes.size(), degree + 1);
  values.col(0).setOnes();
  if (degree > 0) values.col(1) = nodes;
  for (Index n = 2; n <= degree; ++n)
    values.col(n) = 2.0 * nodes.cwiseProduct(values.col(n - 1)) - values.col(n - 2);
  return values;
}

/// 1 / Π 2(z_i − z_j): of the polynomial through all nodes, as large for many nodes as for few.
VectorXd polynomial_weights(const VectorXd& nodes) {
  VectorXd weights = VectorXd::Ones(nodes.size());
  for (Index i = 0; i < nodes.size(); ++i)
    for (Index j = 0; j < nodes.size(); ++j)
      if (i != j) weights[i] /= 2.0 * (nodes[i] - nodes[j]);
  return weights;
}

/// Values of polynomials that are orthonormal over the nodes, and their Chebyshev coefficients.
struct OrthonormalBasis {
  MatrixXd values, coefficients;

  OrthonormalBasis(const VectorXd& nodes, Index degree) {
    const Eigen::HouseholderQR<MatrixXd> qr(chebyshev(nodes, degree));
    values = qr.householderQ() * MatrixXd::Identity(nodes.size(), degree + 1);
    coefficients = qr.matrixQR()
                       .topRows(degree + 1)
                       .triangularView<Eigen::Upper>()
                       .solve(MatrixXd::Identity(degree + 1, degree + 1));
  }
};

struct Weights {
  VectorXcd barycentric, denominator;
};

/// Denominator times samples shall be a polynomial of lower degree than their number allows: the highest
/// coefficients of its interpolant, Σ w_i T_s(z_i) Q(z_i) F_i, are least by Q of norm 1.
Weights fit(const VectorXd& nodes, const MatrixXcd& samples, Index degree) {
  const VectorXd polynomial = polynomial_weights(nodes);
  if (degree == 0) return {polynomial.cast<Complex>(), VectorXcd::Ones(1)};
  const OrthonormalBasis basis(nodes, degree);
  const Index components = samples.rows(), conditions = (degree + components) / components;
  const MatrixXd shapes = chebyshev(nodes, conditions - 1);
  MatrixXcd equations(components * conditions, degree + 1);
  for (Index s = 0; s < conditions; ++s)
    equations.middleRows(s * components, components) =
        samples * (polynomial.cwiseProduct(shapes.col(s)).asDiagonal() * basis.values).cast<Complex>();
  const Eigen::JacobiSVD<MatrixXcd> svd(equations, Eigen::ComputeFullV);
  const VectorXcd of_basis = svd.matrixV().col(degree);
  return {polynomial.cast<Complex>().cwiseProduct(basis.values.cast<Complex>() * of_basis),
          basis.coefficients.cast<Complex>() * of_basis};
}

VectorXcd weights_at(const VectorXd& nodes, const VectorXcd& barycentric, double z) {
  VectorXcd weights = VectorXcd::Zero(nodes.size());
  for (Index i = 0; i < nodes.size(); ++i) {
    if (z == nodes[i]) {
      weights.setZero();
      weights[i] = 1.0;
      return weights;
    }
    weights[i] = barycentric[i] / (z - nodes[i]);
  }
  return weights / weights.sum();
}

/// How badly each sample is predicted by the others; the worst fifth, mostly the ends of the band, does not
/// count.
double leave_one_out(const VectorXd& nodes, const MatrixXcd& samples, Index degree) {
  const Index count = nodes.size();
  std::vector<double> errors;
  for (Index left = 0; left < count; ++left) {
    VectorXd others(count - 1);
    MatrixXcd of_others(samples.rows(), count - 1);
    for (Index i = 0, next = 0; i < count; ++i)
      if (i != left) others[next] = nodes[i], of_others.col(next++) = samples.col(i);
    const Weights weights = fit(others, of_others, degree);
    errors.push_back(
        (of_others * weights_at(others, weights.barycentric, nodes[left]) - samples.col(left)).norm());
  }
  std::sort(errors.begin(), errors.end());
  const std::size_t counted = std::max<std::size_t>(2, errors.size() * 4 / 5);
  double squares = 0.0;
  for (std::size_t i = 0; i < counted; ++i) squares += errors[i] * errors[i];
  const double score = std::sqrt(squares / static_cast<double>(counted));
  return std::isfinite(score) ? score : std::numeric_limits<double>::infinity();
}

/// A denominator of higher degree has to predict that much better.
constexpr double better = 0.8;

}  // namespace

RationalFit::RationalFit(std::span<const double> frequencies_hz, const MatrixXcd& samples)
    : middle_hz_(0.5 * (frequencies_hz.front() + frequencies_hz.back())),
      half_width_hz_(0.5 * (frequencies_hz.back() - frequencies_hz.front())) {
  const auto count = static_cast<Index>(frequencies_hz.size());
  nodes_.resize(count);
  for (Index i = 0; i < count; ++i) nodes_[i] = scaled(frequencies_hz[i]).real();
  // Poles follow from the inner products of the samples alone: as many components as samples carry them.
  MatrixXcd reduced = samples;
  if (samples.rows() > count)
    reduced =
        Eigen::HouseholderQR<MatrixXcd>(samples).matrixQR().topRows(count).triangularView<Eigen::Upper>();
  Index best = 0;
  if (count > 2) {
    double least = leave_one_out(nodes_, reduced, 0);
    for (Index degree = 1; degree + 2 < count; ++degree) {
      const Index components = std::min(reduced.rows(), count - 1);
      if (degree + (degree + components) / components > count - 2) break;
      const double score = leave_one_out(nodes_, reduced, degree);
      if (score < better * least) least = score, best = degree;
    }
  }
  const Weights weights = fit(nodes_, reduced, best);
  barycentric_ = weights.barycentric, denominator_ = weights.denominator;
}

std::vector<Complex> RationalFit::weights_at(double frequency_hz) const {
  const VectorXcd weights = pace::weights_at(nodes_, barycentric_, scaled(frequency_hz).real());
  return {weights.begin(), weights.end()};
}

/// Eigenvalues of the colleague matrix [Trefethen 2013, ch. 18].
std::vector<Complex> RationalFit::poles_hz() const {
  Index degree = denominator_.size() - 1;
  const double negligible = 1e-14 * denominator_.cwiseAbs().maxCoeff();
  while (degree > 0 && std::abs(denominator_[degree]) <= negligible) --degree;
  if (degree == 0) return {};
  MatrixXcd colleague = MatrixXcd::Zero(degree, degree);
  for (Index i = 0; i < degree; ++i) {
    if (i + 1 < degree) colleague(i, i + 1) = i == 0 ? 1.0 : 0.5;
    if (i > 0) colleague(i, i - 1) = 0.5;
  }
  const double factor = degree == 1 ? 1.0 : 0.5;
  for (Index j = 0; j < degree; ++j)
    colleague(degree - 1, j) -= factor * denominator_[j] / denominator_[degree];
  const Eigen::ComplexEigenSolver<MatrixXcd> solver(colleague, false);
  std::vector<Complex> poles;
  for (const Complex z : solver.eigenvalues()) poles.push_back(middle_hz_ + half_width_hz_ * z);
  return poles;
}

double RationalFit::residue_norm(Complex pole_hz, const MatrixXcd& samples) const {
  const Complex z = scaled(pole_hz);
  VectorXcd over(nodes_.size());
  Complex slope = 0.0;
  for (Index i = 0; i < nodes_.size(); ++i) {
    over[i] = barycentric_[i] / (z - nodes_[i]);
    slope -= over[i] / (z - nodes_[i]);
  }
  return half_width_hz_ * (samples * over).norm() / std::abs(slope);
}

}  // namespace pace
