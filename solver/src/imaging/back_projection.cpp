#include "imaging/back_projection.hpp"

#include <algorithm>
#include <cmath>

#include "core/cancel.hpp"

namespace pace {
namespace {

/// Of what stands at a place that much is taken off at once; a place that is no point is not overdrawn so.
constexpr double loop_gain = 0.5;
constexpr double fewest_rounds = 10.0, most_rounds = 200.0;
/// Places times looks times wavenumbers that all rounds together may take: about a minute of one core.
constexpr double most_products = 2e10;
/// A place that fewer of the looks see has no point response to speak of.
constexpr double least_seen = 0.02;

double decibels_of(double ratio) { return 20.0 * std::log10(ratio); }

}  // namespace

BackProjection::BackProjection(std::vector<SurfacePoint> points, std::vector<double> wavenumbers,
                               std::vector<double> wavenumber_weights, std::vector<Look> looks)
    : points_(std::move(points)),
      wavenumbers_(std::move(wavenumbers)),
      weights_(std::move(wavenumber_weights)),
      looks_(std::move(looks)) {
  double of_wavenumbers = 0.0;
  for (const double weight : weights_) of_wavenumbers += weight;
  for (const Look& look : looks_) total_weight_ += look.weight * of_wavenumbers;
}

Complex BackProjection::sum(const SurfacePoint& seen_from, const Vec3& offset, bool of_fields) const {
  const double spacing = wavenumbers_.size() > 1 ? wavenumbers_[1] - wavenumbers_[0] : 0.0;
  const bool from_everywhere = seen_from.normal.isZero();
  Complex all = 0.0;
  for (const Look& look : looks_) {
    if (!from_everywhere && look.towards.dot(seen_from.normal) <= 0.0) continue;
    const double path = -2.0 * look.towards.dot(offset);
    Complex phase = std::polar(look.weight, wavenumbers_[0] * path);
    const Complex step = std::polar(1.0, spacing * path);
    for (std::size_t f = 0; f < weights_.size(); ++f) {
      all += weights_[f] * (of_fields ? look.fields[f] * phase : phase);
      phase *= step;
    }
  }
  return all / total_weight_;
}

std::vector<Complex> BackProjection::image() const {
  std::vector<Complex> values(points_.size());
#pragma omp parallel for schedule(dynamic, 256)
  for (std::size_t p = 0; p < points_.size(); ++p) {
    if (stop_requested().load(std::memory_order_relaxed)) continue;
    values[p] = sum(points_[p], points_[p].position, true);
  }
  throw_if_cancelled();
  return values;
}

std::vector<HotSpot> BackProjection::hot_spots(std::vector<Complex> image,
                                               const HotSpotSearch& search) const {
  std::vector<HotSpot> spots;
  std::vector<int> candidates;
  double strongest = 0.0;
  for (const Complex& value : image) strongest = std::max(strongest, std::abs(value));
  if (!(strongest > 0.0)) return spots;
  const auto is_strong = [&](const Complex& value) {
    return std::abs(value) > 0.0 && decibels_of(std::abs(value) / strongest) > -search.floor_db;
  };
  // What a place adds elsewhere never lifts another one above what stands there already by more than its
  // sidelobes.
  for (std::size_t p = 0; p < image.size(); ++p)
    if (is_strong(image[p])) candidates.push_back(static_cast<int>(p));
  const auto is_known = [&](const Vec3& position) {
    return std::any_of(spots.begin(), spots.end(), [&](const HotSpot& spot) {
      return (points_[spot.point].position - position).norm() < search.radius_m;
    });
  };
  const double of_round = static_cast<double>(candidates.size() * looks_.size() * wavenumbers_.size());
  const double rounds = std::clamp(most_products / of_round, fewest_rounds, most_rounds);
  for (int round = 0; round < rounds; ++round) {
    throw_if_cancelled();
    const int peak = *std::max_element(candidates.begin(), candidates.end(),
                                       [&](int a, int b) { return std::abs(image[a]) < std::abs(image[b]); });
    if (!is_strong(image[peak])) break;
    const Vec3& position = points_[peak].position;
    if (!is_known(position)) {
      if (static_cast<int>(spots.size()) == search.most) break;
      spots.push_back({peak, 4.0 * pi * std::norm(image[peak])});
    }
    const double seen = sum(points_[peak], Vec3::Zero(), false).real();
    const Complex amplitude = loop_gain * image[peak] / std::max(seen, least_seen);
#pragma omp parallel for schedule(dynamic, 64)
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      const SurfacePoint& at = points_[candidates[c]];
      image[candidates[c]] -= amplitude * sum(at, at.position - position, false);
    }
  }
  return spots;
}

std::vector<double> raised_cosine(std::size_t count) {
  std::vector<double> weights(count, 1.0);
  if (count < 3) return weights;
  for (std::size_t i = 0; i < count; ++i)
    weights[i] = 0.5 - 0.5 * std::cos(2.0 * pi * static_cast<double>(i + 1) / static_cast<double>(count + 1));
  return weights;
}

}  // namespace pace
