#include "fmm/angular_grid.hpp"

#include <Eigen/LU>
#include <cmath>

#include "fmm/grid_parity.hpp"
#include "linalg/small_product.hpp"
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

/// With rows of zeros behind it, which `small_product` may read.
RealRowMajor with_slack(const RealRowMajor& matrix) {
  const long rows = static_cast<long>(small_product_slack) / matrix.cols() + 1;
  RealRowMajor padded = RealRowMajor::Zero(matrix.rows() + rows, matrix.cols());
  padded.topRows(matrix.rows()) = matrix;
  return padded;
}

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
    : coarse_{coarse.thetas, coarse.phis, coarse.padded}, fine_{fine.thetas, fine.phis, fine.padded} {
  for (int parity = 0; parity < 2; ++parity) {
    Both& phi = phi_[parity];
    phi.forth.resize(coarse_.half(), fine_.half());
    for (int j = 0; j < coarse_.half(); ++j)
      for (int i = 0; i < fine_.half(); ++i) {
        const double angle =
            2.0 * pi * (static_cast<double>(i) / fine.phis - static_cast<double>(j) / coarse.phis);
        double sum = parity == 0 ? 1.0 : 0.0;
        for (int m = 2 - parity; m <= coarse.degree; m += 2) sum += 2.0 * std::cos(m * angle);
        phi.forth(j, i) = static_cast<float>(sum / coarse_.half());
      }
    phi.back = with_slack(phi.forth.transpose());
    phi.forth = with_slack(phi.forth);

    // The unit vectors θ̂, φ̂ turn round at a pole: even orders of the components are odd in θ there.
    const MatrixF theta = theta_matrix(coarse, fine, parity == 0);
    for (int odd = 0; odd < 2; ++odd) {
      Both& part = theta_[parity][odd];
      part.forth.resize(odd ? fine.thetas / 2 : fine_.symmetric(),
                        odd ? coarse.thetas / 2 : coarse_.symmetric());
      for (int i = 0; i < part.forth.rows(); ++i)
        for (int j = 0; j < part.forth.cols(); ++j) {
          const float mirrored = theta(i, coarse.thetas - 1 - j);
          part.forth(i, j) = 0.5f * (odd ? theta(i, j) - mirrored : theta(i, j) + mirrored);
        }
      part.back = part.forth.transpose();
    }
  }
}

Resampler::Room Resampler::room(int count, std::vector<float>& scratch) const {
  const auto size = [&](int thetas, int half) {
    return static_cast<std::size_t>(thetas) * count * half + small_product_slack;
  };
  const std::array<std::size_t, 3> sizes{size(coarse_.thetas, coarse_.half()),
                                         size(coarse_.thetas, fine_.half()),
                                         size(fine_.thetas, fine_.half())};
  const std::size_t needed = 2 * (sizes[0] + sizes[1] + sizes[2]);
  if (scratch.size() < needed) scratch.resize(needed);
  float* at = scratch.data();
  const auto two = [&](std::size_t floats) {
    const std::array<float*, 2> result{at, at + floats};
    at += 2 * floats;
    return result;
  };
  const auto of_coarse = two(sizes[0]), between = two(sizes[1]);
  return {of_coarse, between, two(sizes[2])};
}

ParityParts Resampler::of_plane(const std::array<float*, 2>& parts, const Grid& grid, int plane, int count) {
  const std::size_t row = static_cast<std::size_t>(count) * grid.half();
  ParityParts result{{}, row};
  for (int parity = 0; parity < 2; ++parity) {
    result.part[parity][0] = parts[parity] + static_cast<std::size_t>(plane) * grid.half();
    result.part[parity][1] = result.part[parity][0] + grid.symmetric() * row;
  }
  return result;
}

void Resampler::refine(const float* coarse, float* fine, int columns, std::vector<float>& scratch) const {
  const int count = planes * columns;
  const Room parts = room(count, scratch);
  const std::size_t row = static_cast<std::size_t>(count) * fine_.half();
  for (int p = 0; p < count; ++p)
    split_parity(coarse + static_cast<std::size_t>(p) * coarse_.padded, coarse_.thetas, coarse_.half(), 0.5f,
                 of_plane(parts.coarse, coarse_, p, count));
  for (int parity = 0; parity < 2; ++parity) {
    small_product(parts.coarse[parity], coarse_.half(), phi_[parity].forth.data(), fine_.half(),
                  parts.between[parity], coarse_.thetas * count, coarse_.half(), fine_.half());
    for (int odd = 0; odd < 2; ++odd) {
      const Both::Matrix& theta = theta_[parity][odd].forth;
      small_product(theta.data(), theta.cols(), parts.between[parity] + odd * coarse_.symmetric() * row, row,
                    parts.fine[parity] + odd * fine_.symmetric() * row, static_cast<int>(theta.rows()),
                    static_cast<int>(theta.cols()), static_cast<int>(row));
    }
  }
  for (int p = 0; p < count; ++p)
    join_parity<false>(of_plane(parts.fine, fine_, p, count), fine_.thetas, fine_.half(), 1.0f,
                       fine + static_cast<std::size_t>(p) * fine_.padded);
}

void Resampler::restrict_to(const float* fine, float* coarse, int columns,
                            std::vector<float>& scratch) const {
  const int count = planes * columns;
  const Room parts = room(count, scratch);
  const std::size_t row = static_cast<std::size_t>(count) * fine_.half();
  for (int p = 0; p < count; ++p)
    split_parity(fine + static_cast<std::size_t>(p) * fine_.padded, fine_.thetas, fine_.half(), 1.0f,
                 of_plane(parts.fine, fine_, p, count));
  for (int parity = 0; parity < 2; ++parity) {
    for (int odd = 0; odd < 2; ++odd) {
      const Both::Matrix& theta = theta_[parity][odd].back;
      small_product(theta.data(), theta.cols(), parts.fine[parity] + odd * fine_.symmetric() * row, row,
                    parts.between[parity] + odd * coarse_.symmetric() * row, static_cast<int>(theta.rows()),
                    static_cast<int>(theta.cols()), static_cast<int>(row));
    }
    small_product(parts.between[parity], fine_.half(), phi_[parity].back.data(), coarse_.half(),
                  parts.coarse[parity], coarse_.thetas * count, fine_.half(), coarse_.half());
  }
  for (int p = 0; p < count; ++p)
    join_parity<true>(of_plane(parts.coarse, coarse_, p, count), coarse_.thetas, coarse_.half(), 0.5f,
                      coarse + static_cast<std::size_t>(p) * coarse_.padded);
}

}  // namespace pace
