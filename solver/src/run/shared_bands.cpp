#include "run/shared_bands.hpp"

#include <algorithm>
#include <cmath>

namespace pace {
namespace {

/// Files of near entries take so much of the disk's free space at most.
constexpr double most_of_disk = 0.25;
constexpr std::uintmax_t most_bytes = std::uintmax_t{16} << 30;

std::uintmax_t room_in(const std::filesystem::path& folder) {
  std::error_code none;
  const auto space = std::filesystem::space(folder, none);
  if (none) return 0;
  return std::min(most_bytes,
                  static_cast<std::uintmax_t>(most_of_disk * static_cast<double>(space.available)));
}

}  // namespace

SharedBands::SharedBands(std::filesystem::path folder, std::span<const double> ascending, double solved)
    : folder_(std::move(folder)) {
  if (ascending.size() < 2) return;
  highest_hz_ = ascending.back();
  // Equally wide bands, as wide as they may be.
  const double ratio = ascending.back() / ascending.front(), rounding = 1e-9;
  const int count = std::max(1, static_cast<int>(std::ceil(std::log(ratio) / std::log(widest) - rounding)));
  const auto last_of = [&](int band) {
    if (band + 1 == count) return ascending.end();
    const double end = ascending.front() * std::pow(ratio, (band + 1.0) / count);
    return std::lower_bound(ascending.begin(), ascending.end(), end * (1.0 - rounding));
  };
  auto first = ascending.begin();
  for (int band = 0; band < count; ++band) {
    const auto last = last_of(band);
    const auto share = static_cast<double>(last - first) / static_cast<double>(ascending.size());
    if (solved * share >= fewest_solved) bands_.push_back({{first, last}, nullptr});
    first = last;
  }
}

SharedBands::Band* SharedBands::band_of(double frequency_hz) {
  for (Band& b : bands_)
    if (b.frequencies_hz.front() <= frequency_hz && frequency_hz <= b.frequencies_hz.back()) return &b;
  return nullptr;
}

std::span<const double> SharedBands::of(double frequency_hz) {
  const Band* band = band_of(frequency_hz);
  return band ? std::span<const double>(band->frequencies_hz) : std::span<const double>();
}

std::vector<std::vector<double>> SharedBands::sharing(std::span<const double> order) {
  std::vector<std::vector<double>> all(bands_.size());
  for (const double f : order)
    if (const Band* band = band_of(f)) all[band - bands_.data()].push_back(f / highest_hz_);
  return all;
}

SharedTrees* SharedBands::trees(double frequency_hz) {
  Band* const band = band_of(frequency_hz);
  if (!band) return nullptr;
  for (Band& other : bands_)
    if (&other != band && other.trees) other.trees->release_memory();
  if (!room_) room_ = std::make_shared<FileRoom>(room_in(folder_));
  if (!band->trees) band->trees = std::make_unique<SharedTrees>(folder_, room_);
  return band->trees.get();
}

}  // namespace pace
