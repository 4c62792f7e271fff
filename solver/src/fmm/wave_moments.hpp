// Moments of regular waves over triangles and parts of them.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "fmm/harmonics.hpp"
#include "operators/source_list.hpp"

namespace pace {

/// Means of ψ_lm, each times some weights, over items that are known by numbers: triangles, sub-triangles.
/// One object a thread, for one box after another.
template <int components>
class WaveMoments {
 public:
  /// A point of an item's rule, about the centre of the waves, and the weights of its waves.
  struct Point {
    Vec3 rho;
    std::array<double, components> weight;
  };
  static constexpr int padded(int terms) {
    return (terms + lanes_of<float> - 1) / lanes_of<float> * lanes_of<float>;
  }

  /// Replaces what was there. @param items      in any order, and more than once
  /// @param points     of an item's rule
  /// @param points_of  writes those of an item
  template <class PointsOf>
  void set(const RegularWaves& waves, std::vector<int> items, int points, const PointsOf& points_of) {
    items_ = std::move(items);
    std::sort(items_.begin(), items_.end());
    items_.erase(std::unique(items_.begin(), items_.end()), items_.end());
    const int terms = waves.terms(), parts = waves.is_lossy() ? 2 : 1,
              count = static_cast<int>(items_.size());
    stride_ = padded(terms);
    const std::size_t needed = static_cast<std::size_t>(count) * components * stride_;
    for (int part = 0; part < parts; ++part)
      if (moments_[part].size() < needed) moments_[part].resize(needed);
    values_.resize(parts * terms);
    sums_.resize(values_.size() * components);
    of_lanes_.resize(static_cast<std::size_t>(lanes) * points);
    for (int first = 0; first < count; first += lanes) {
      const int here = std::min(lanes, count - first);
      for (int l = 0; l < lanes; ++l)
        points_of(items_[first + std::min(l, here - 1)], &of_lanes_[l * points]);
      std::fill(sums_.begin(), sums_.end(), Batch(0.0));
      for (int p = 0; p < points; ++p) add_points(waves, p, points);
      keep(first, here, terms, parts);
    }
  }

  /// target[x, y, z][l, m] += coefficients · (moments of an item from component `first` on); rows of targets
  /// have padded(terms) places.
  template <int taken>
  void add(int item, bool imaginary, int first, const Eigen::Matrix<double, 3, taken>& coefficients,
           float* target) const {
    const auto at = std::lower_bound(items_.begin(), items_.end(), item) - items_.begin();
    const float* from = &moments_[imaginary ? 1 : 0][(at * components + first) * stride_];
    using Lanes = BatchOf<float>;
    const Eigen::Matrix<float, 3, taken> factors = coefficients.template cast<float>();
    for (int i = 0; i < stride_; i += lanes_of<float>) {
      std::array<Lanes, 3> sum;
      for (int c = 0; c < 3; ++c) sum[c] = Lanes::load_unaligned(target + c * stride_ + i);
      for (int n = 0; n < taken; ++n) {
        const Lanes moment = Lanes::load_aligned(from + n * stride_ + i);
        for (int c = 0; c < 3; ++c) sum[c] = xsimd::fma(Lanes(factors(c, n)), moment, sum[c]);
      }
      for (int c = 0; c < 3; ++c) sum[c].store_unaligned(target + c * stride_ + i);
    }
  }

 private:
  void add_points(const RegularWaves& waves, int point, int points) {
    const int values = static_cast<int>(values_.size());
    const auto gathered = [&](const auto& number_of) {
      alignas(64) std::array<double, lanes> of;
      for (int l = 0; l < lanes; ++l) of[l] = number_of(of_lanes_[l * points + point]);
      return Batch::load_aligned(of.data());
    };
    const auto axis = [&](int a) { return gathered([a](const Point& p) { return p.rho[a]; }); };
    waves({axis(0), axis(1), axis(2)}, values_.data(), waves.is_lossy() ? &values_[values / 2] : nullptr);
    for (int c = 0; c < components; ++c) {
      const Batch weight = gathered([c](const Point& p) { return p.weight[c]; });
      Batch* sums = &sums_[static_cast<std::size_t>(c) * values];
      for (int i = 0; i < values; ++i) sums[i] = xsimd::fma(weight, values_[i], sums[i]);
    }
  }

  void keep(int first, int here, int terms, int parts) {
    for (int part = 0; part < parts; ++part)
      for (int c = 0; c < components; ++c)
        for (int i = 0; i < terms; ++i) {
          alignas(64) std::array<double, lanes> of;
          sums_[(c * parts + part) * terms + i].store_aligned(of.data());
          float* to = &moments_[part][(first * components + c) * stride_ + i];
          for (int l = 0; l < here; ++l) to[l * components * stride_] = static_cast<float>(of[l]);
        }
  }

  int stride_ = 0;
  std::vector<int> items_;                     ///< ascending
  std::array<AlignedOf<float>, 2> moments_{};  ///< real and imaginary parts, [item][component][l, m]
  std::vector<Batch> values_, sums_;           ///< [part][l, m]; [component][part][l, m]
  std::vector<Point> of_lanes_;                ///< [lane][point]
};

}  // namespace pace
