#include "fmm/near_samples.hpp"

#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>

#include "core/nameless_file.hpp"

namespace pace {
namespace {

/// More points, or weights whose magnitudes sum to more, would multiply the errors of quadrature and
/// rounding.
constexpr std::size_t most_points = 12;
constexpr double most_weight = 4.0;

std::vector<std::uintmax_t> offsets_of(const NearMatrix& near, int leaves) {
  std::vector<std::uintmax_t> offsets(leaves + 1, 0);
  for (int b = 0; b < leaves; ++b) offsets[b + 1] = offsets[b] + near.dense_bytes_of(b);
  return offsets;
}

}  // namespace

PolynomialAt polynomial_at(Complex k, std::span<const Complex> samples, double distance, double tolerance) {
  std::vector<int> nearest(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) nearest[i] = static_cast<int>(i);
  std::stable_sort(nearest.begin(), nearest.end(),
                   [&](int a, int b) { return std::abs(samples[a] - k) < std::abs(samples[b] - k); });
  PolynomialAt at{{}, {}, 1.0};
  for (std::size_t n = 1; n <= std::min(samples.size(), most_points); ++n) {
    const int added = nearest[n - 1];
    // |Π (k − k_i)| Rⁿ/n! bounds the remainder of e^{−jkR}.
    at.error *= std::abs(k - samples[added]) * distance / static_cast<double>(n);
    at.points.push_back(added);
    if (at.error > tolerance) continue;
    double sum = 0.0;
    at.weights.clear();
    for (const int i : at.points) {
      Complex weight = 1.0;
      for (const int other : at.points)
        if (other != i) weight *= (k - samples[other]) / (samples[i] - samples[other]);
      at.weights.push_back(weight);
      sum += std::abs(weight);
    }
    if (sum <= most_weight) return at;
  }
  return {{}, {}, 1.0};
}

NearSamples::NearSamples(std::filesystem::path folder, std::shared_ptr<FileRoom> room)
    : folder_(std::move(folder)), room_(std::move(room)) {}

NearSamples::~NearSamples() {
  drop_unfinished();
  for (const Sample& s : samples_) close(s.file);
  room_->left += taken_;
}

void NearSamples::drop_unfinished() {
  if (unfinished_ < 0) return;
  close(unfinished_);
  unfinished_ = -1;
  room_->left += unfinished_bytes_;
  taken_ -= unfinished_bytes_;
  unfinished_bytes_ = 0;
}

std::vector<Complex> NearSamples::wave_numbers() const {
  std::vector<Complex> k;
  for (const Sample& s : samples_) k.push_back(s.k);
  return k;
}

void NearSamples::ask_for(Complex k, PolynomialAt at) {
  drop_unfinished();
  k_ = k;
  at_ = std::move(at);
}

void NearSamples::interpolate(NearMatrix& near, int first_leaf, int last_leaf) const {
  const std::vector<std::uintmax_t> offsets = offsets_of(near, last_leaf);
  std::atomic<bool> failed = false;
#pragma omp parallel
  {
    std::vector<ComplexF> values;
#pragma omp for schedule(dynamic, 8)
    for (int b = first_leaf; b < last_leaf; ++b) {
      const std::size_t bytes = near.dense_bytes_of(b), count = bytes / sizeof(ComplexF);
      ComplexF* const block = near.block(b);
      values.resize(count);
      for (std::size_t i = 0; i < at_.points.size(); ++i) {
        const Sample& sample = samples_[at_.points[i]];
        if (!read_bytes(sample.file, offsets[b], values.data(), bytes)) failed = true;
        // k Z(k) is what is interpolated.
        const Complex weight = at_.weights[i] * sample.k / k_;
        if (weight.imag() == 0.0) {
          const auto w = static_cast<float>(weight.real());
          float* const to = reinterpret_cast<float*>(block);
          const float* const from = reinterpret_cast<const float*>(values.data());
          for (std::size_t v = 0; v < 2 * count; ++v) to[v] += w * from[v];
        } else {
          const ComplexF w(weight);
          for (std::size_t v = 0; v < count; ++v) block[v] += w * values[v];
        }
      }
    }
  }
  if (failed) throw std::runtime_error("Cannot read the near matrix kept in " + folder_.string());
}

void NearSamples::keep(NearMatrix& near, int first_leaf, int last_leaf, bool is_last) {
  const bool is_first = first_leaf == 0;
  if (is_first) {
    drop_unfinished();
    unfinished_ = open_nameless_file(folder_);
  }
  if (unfinished_ < 0) return;
  const std::vector<std::uintmax_t> offsets = offsets_of(near, last_leaf);
  const std::uintmax_t bytes = offsets[last_leaf] - offsets[first_leaf];
  bool is_written = bytes <= room_->left;
  for (int b = first_leaf; b < last_leaf && is_written; ++b)
    is_written = write_bytes(unfinished_, offsets[b], near.block(b), near.dense_bytes_of(b));
  if (!is_written) {
    drop_unfinished();
    room_->left = 0;
    return;
  }
  room_->left -= bytes, taken_ += bytes, unfinished_bytes_ += bytes;
  if (!is_last) return;
  samples_.push_back({k_, unfinished_});
  unfinished_ = -1;
  unfinished_bytes_ = 0;
}

}  // namespace pace
