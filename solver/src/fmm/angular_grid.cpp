#include "fmm/angular_grid.hpp"

#include <Eigen/LU>
#include <cmath>

#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

/// Values of cos 0θ … cos Lθ (or sin θ … sin (L+1)θ) at the nodes of a grid: rows nodes, columns functions.
Eigen::MatrixXd circle_functions(const AngularGrid& grid, int count, bool sines) {
  Eigen::MatrixXd values(grid.thetas, count);
  for (int i = 0; i < grid.thetas; ++i)
    for (int l = 0; l < count; ++l)
      values(i, l) = sines ? std::sin((l + 1) * grid.theta[i]) : std::cos(l * grid.theta[i]);
  return values;
}

MatrixF theta_matrix(const AngularGrid& coarse, const AngularGrid& fine, bool sines) {
  const Eigen::MatrixXd from = circle_functions(coarse, coarse.thetas, sines);
  const Eigen::MatrixXd to = circle_functions(fine, coarse.thetas, sines);
  return from.transpose().partialPivLu().solve(to.transpose()).transpose().cast<float>();
}

using RealRowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Stride = Eigen::OuterStride<>;

}  // namespace

AngularGrid::AngularGrid(int degree_)
    : degree(degree_), thetas(degree_ + 1), phis(2 * (degree_ + 1)), size(thetas * phis) {
  padded = static_cast<int>(padded_directions(degree));
  const std::vector<LinePoint> rule = line_rule(thetas);  // of (1 + cos θ)/2, so backwards for ascending θ
  for (auto point = rule.rbegin(); point != rule.rend(); ++point) {
    theta.push_back(std::acos(2.0 * point->x - 1.0));
    theta_weight.push_back(2.0 * point->weight);
  }
}

Vec3 AngularGrid::direction(int i) const {
  const double t = theta[i / phis], p = phi_of(i);
  return {std::sin(t) * std::cos(p), std::sin(t) * std::sin(p), std::cos(t)};
}

Resampler::Resampler(const AngularGrid& coarse, const AngularGrid& fine)
    : coarse_thetas_(coarse.thetas),
      coarse_phis_(coarse.phis),
      coarse_padded_(coarse.padded),
      fine_thetas_(fine.thetas),
      fine_phis_(fine.phis),
      fine_padded_(fine.padded),
      phi_(fine.phis, coarse.phis),
      // The unit vectors θ̂, φ̂ turn round at a pole: even orders of the components are odd in θ there.
      theta_even_(theta_matrix(coarse, fine, true)),
      theta_odd_(theta_matrix(coarse, fine, false)) {
  for (int i = 0; i < fine.phis; ++i)
    for (int j = 0; j < coarse.phis; ++j) {
      const double angle =
          2.0 * pi * (static_cast<double>(i) / fine.phis - static_cast<double>(j) / coarse.phis);
      double sum = 1.0;
      for (int m = 1; m <= coarse.degree; ++m) sum += 2.0 * std::cos(m * angle);
      phi_(i, j) = static_cast<float>(sum / coarse.phis);
    }
}

void Resampler::refine(const float* coarse, float* fine, int columns, std::vector<float>& scratch) const {
  const int count = planes * columns, half = fine_phis_ / 2;
  const std::size_t around = static_cast<std::size_t>(coarse_thetas_) * fine_phis_;
  const std::size_t part = static_cast<std::size_t>(coarse_thetas_) * half * count;
  const std::size_t out = static_cast<std::size_t>(fine_thetas_) * half * count;
  scratch.resize(around + 2 * part + 2 * out);
  float* even = scratch.data() + around;
  float* odd = even + part;
  for (int p = 0; p < count; ++p) {
    Eigen::Map<RealRowMajor> wide(scratch.data(), coarse_thetas_, fine_phis_);
    wide.noalias() = Eigen::Map<const RealRowMajor>(coarse + static_cast<std::size_t>(p) * coarse_padded_,
                                                    coarse_thetas_, coarse_phis_) *
                     phi_.transpose();
    for (int t = 0; t < coarse_thetas_; ++t) {
      const float *front = scratch.data() + static_cast<std::size_t>(t) * fine_phis_, *back = front + half;
      float* e = even + (static_cast<std::size_t>(t) * count + p) * half;
      float* o = odd + (static_cast<std::size_t>(t) * count + p) * half;
#pragma omp simd
      for (int i = 0; i < half; ++i) e[i] = 0.5f * (front[i] + back[i]), o[i] = 0.5f * (front[i] - back[i]);
    }
  }
  float* even_out = odd + part;
  float* odd_out = even_out + out;
  const long row = static_cast<long>(count) * half;
  Eigen::Map<RealRowMajor>(even_out, fine_thetas_, row).noalias() =
      theta_even_ * Eigen::Map<const RealRowMajor>(even, coarse_thetas_, row);
  Eigen::Map<RealRowMajor>(odd_out, fine_thetas_, row).noalias() =
      theta_odd_ * Eigen::Map<const RealRowMajor>(odd, coarse_thetas_, row);
  for (int p = 0; p < count; ++p)
    for (int t = 0; t < fine_thetas_; ++t) {
      const float* e = even_out + (static_cast<std::size_t>(t) * count + p) * half;
      const float* o = odd_out + (static_cast<std::size_t>(t) * count + p) * half;
      float *front =
                fine + static_cast<std::size_t>(p) * fine_padded_ + static_cast<std::size_t>(t) * fine_phis_,
            *back = front + half;
#pragma omp simd
      for (int i = 0; i < half; ++i) front[i] = e[i] + o[i], back[i] = e[i] - o[i];
    }
}

void Resampler::restrict_to(const float* fine, float* coarse, int columns,
                            std::vector<float>& scratch) const {
  const int count = planes * columns, half = fine_phis_ / 2;
  const std::size_t around = static_cast<std::size_t>(coarse_thetas_) * fine_phis_;
  const std::size_t part = static_cast<std::size_t>(coarse_thetas_) * half * count;
  const std::size_t in = static_cast<std::size_t>(fine_thetas_) * half * count;
  scratch.resize(around + 2 * part + 2 * in);
  float* even = scratch.data() + around;
  float* odd = even + part;
  float* even_in = odd + part;
  float* odd_in = even_in + in;
  for (int p = 0; p < count; ++p)
    for (int t = 0; t < fine_thetas_; ++t) {
      const float *front = fine + static_cast<std::size_t>(p) * fine_padded_ +
                           static_cast<std::size_t>(t) * fine_phis_,
                  *back = front + half;
      float* e = even_in + (static_cast<std::size_t>(t) * count + p) * half;
      float* o = odd_in + (static_cast<std::size_t>(t) * count + p) * half;
#pragma omp simd
      for (int i = 0; i < half; ++i) e[i] = front[i] + back[i], o[i] = front[i] - back[i];
    }
  const long row = static_cast<long>(count) * half;
  Eigen::Map<RealRowMajor>(even, coarse_thetas_, row).noalias() =
      theta_even_.transpose() * Eigen::Map<const RealRowMajor>(even_in, fine_thetas_, row);
  Eigen::Map<RealRowMajor>(odd, coarse_thetas_, row).noalias() =
      theta_odd_.transpose() * Eigen::Map<const RealRowMajor>(odd_in, fine_thetas_, row);
  for (int p = 0; p < count; ++p) {
    for (int t = 0; t < coarse_thetas_; ++t) {
      const float* e = even + (static_cast<std::size_t>(t) * count + p) * half;
      const float* o = odd + (static_cast<std::size_t>(t) * count + p) * half;
      float *front = scratch.data() + static_cast<std::size_t>(t) * fine_phis_, *back = front + half;
#pragma omp simd
      for (int i = 0; i < half; ++i) front[i] = 0.5f * (e[i] + o[i]), back[i] = 0.5f * (e[i] - o[i]);
    }
    Eigen::Map<RealRowMajor>(coarse + static_cast<std::size_t>(p) * coarse_padded_, coarse_thetas_,
                             coarse_phis_)
        .noalias() += Eigen::Map<const RealRowMajor>(scratch.data(), coarse_thetas_, fine_phis_) * phi_;
  }
}

}  // namespace pace
