#include "fmm/wave_transform.hpp"

#include <algorithm>

#include "excitation/directions.hpp"
#include "fmm/harmonics.hpp"
#include "linalg/small_product.hpp"

namespace pace {

WaveTransform::WaveTransform(int degree, const AngularGrid& grid)
    : thetas_(grid.thetas),
      half_(grid.phis / 2),
      padded_(grid.padded),
      size_of_grid_(grid.size),
      size_(3 * harmonic_count(degree)) {
  struct Coefficient {
    int l, index, component;
  };
  std::array<std::vector<Coefficient>, 4> of_class;
  for (int l = 0; l <= degree; ++l)
    for (int m = -l; m <= l; ++m)
      for (int c = 0; c < 3; ++c) {
        // x and y change their signs over half a turn; θ̂ turns over about the equator but for its z.
        const int across = c < 2 ? 1 : 0, order = (std::abs(m) + across) % 2,
                  about = (l + std::abs(m) + across) % 2;
        of_class[2 * order + about].push_back({l, l * l + l + m, c});
      }
  // Rows of θ and φ: one of the components is even about the equator, the other one odd.
  const int directions = thetas_ * half_, north = (thetas_ + 1) / 2, south = thetas_ / 2;
  const RealHarmonics harmonics(degree);
  std::vector<double> values(harmonic_count(degree));
  for (int i = 0; i < 4; ++i) {
    const auto& coefficients = of_class[i];
    Class& of = classes_[i];
    for (const Coefficient& c : coefficients) of.coefficients.push_back(3 * c.index + c.component);
    of.has_odd_degrees = i == 1 || i == 2;
    of.to_grid.assign(static_cast<std::size_t>(of.count()) * directions + small_product_slack, 0.0f);
    of.to_waves.assign(of.to_grid.size(), 0.0f);
    const int rows_of_theta = i % 2 == 0 ? north : south;
    for (int row = 0; row < thetas_; ++row)
      for (int p = 0; p < half_; ++p) {
        const bool is_phi = row >= rows_of_theta;
        const int direction = (is_phi ? row - rows_of_theta : row) * grid.phis + p;
        const double theta = grid.theta[direction / grid.phis], phi = grid.phi_of(direction);
        const Vec3 unit = is_phi ? phi_hat(theta, phi) : theta_hat(theta, phi);
        harmonics(grid.direction(direction), values.data());
        for (int j = 0; j < of.count(); ++j) {
          const Coefficient& c = coefficients[j];
          const double value = (c.l / 2 % 2 == 0 ? 1.0 : -1.0) * values[c.index] * unit[c.component];
          of.to_grid[static_cast<std::size_t>(j) * directions + row * half_ + p] = static_cast<float>(value);
          of.to_waves[static_cast<std::size_t>(row * half_ + p) * of.count() + j] = static_cast<float>(value);
        }
      }
  }
}

double WaveTransform::flops() const {
  double sum = 0.0;
  for (const Class& of : classes_) sum += 4.0 * of.count() * thetas_ * half_;
  return sum;
}

WaveTransform::ByClass WaveTransform::room(int columns) const {
  ByClass room;
  for (auto& of_class : room)
    of_class.resize(static_cast<std::size_t>(columns) * thetas_ * half_ + small_product_slack);
  return room;
}

ParityParts WaveTransform::parts_of(ByClass& by_class, int column, bool is_phi) const {
  ParityParts parts{{}, static_cast<std::size_t>(half_)};
  for (int order = 0; order < 2; ++order)
    for (int odd = 0; odd < 2; ++odd) {
      const int about = is_phi ? 1 - odd : odd;  // of the θ component
      const int theta_rows = about == 0 ? (thetas_ + 1) / 2 : thetas_ / 2;
      const std::size_t place =
          (static_cast<std::size_t>(column) * thetas_ + (is_phi ? theta_rows : 0)) * half_;
      parts.part[order][odd] = by_class[2 * order + about].data() + place;
    }
  return parts;
}

void WaveTransform::to_grid(const MatrixF& q, float* out) const {
  const int columns = static_cast<int>(q.cols()), directions = thetas_ * half_;
  ByClass by_class = room(columns);
  std::vector<float> waves;
  for (int i = 0; i < 4; ++i) {
    const Class& of = classes_[i];
    waves.resize(static_cast<std::size_t>(columns) * of.count());
    for (int c = 0; c < columns; c += 2) {
      const float *re = q.col(c).data(), *im = q.col(c + 1).data();
      float *to_re = &waves[static_cast<std::size_t>(c) * of.count()], *to_im = to_re + of.count();
      for (int j = 0; j < of.count(); ++j) {
        const int from = of.coefficients[j];
        to_re[j] = of.has_odd_degrees ? -im[from] : re[from];
        to_im[j] = of.has_odd_degrees ? re[from] : im[from];
      }
    }
    small_product(waves.data(), of.count(), of.to_grid.data(), directions, by_class[i].data(), columns,
                  of.count(), directions);
  }
  for (int c = 0; c < columns; ++c)
    for (const bool is_phi : {false, true}) {
      join_parity<false>(parts_of(by_class, c, is_phi), thetas_, half_, 1.0f, out);
      std::fill(out + size_of_grid_, out + padded_, 0.0f);
      out += padded_;
    }
}

void WaveTransform::to_waves(const float* fields, int columns, bool is_crossed, MatrixF& q) const {
  const int directions = thetas_ * half_;
  ByClass by_class = room(columns);
  for (int c = 0; c < columns; ++c)
    for (const bool is_phi : {false, true}) {
      // (k̂ × R)·F = R·(F_φ θ̂ − F_θ φ̂)
      const bool takes_phi = is_phi != is_crossed;
      split_parity(fields + static_cast<std::size_t>(2 * c + (takes_phi ? 1 : 0)) * padded_, thetas_, half_,
                   is_crossed && is_phi ? -1.0f : 1.0f, parts_of(by_class, c, is_phi));
    }
  q.resize(size_, columns);
  std::vector<float> product;
  for (int i = 0; i < 4; ++i) {
    const Class& of = classes_[i];
    product.resize(static_cast<std::size_t>(columns) * of.count() + small_product_slack);
    small_product(by_class[i].data(), directions, of.to_waves.data(), of.count(), product.data(), columns,
                  directions, of.count());
    for (int c = 0; c < columns; c += 2) {
      const float *re = &product[static_cast<std::size_t>(c) * of.count()], *im = re + of.count();
      float *to_re = q.col(c).data(), *to_im = q.col(c + 1).data();
      for (int j = 0; j < of.count(); ++j) {
        const int to = of.coefficients[j];
        to_re[to] = of.has_odd_degrees ? im[j] : re[j];
        to_im[to] = of.has_odd_degrees ? -re[j] : im[j];
      }
    }
  }
}

}  // namespace pace
