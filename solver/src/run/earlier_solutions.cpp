#include "run/earlier_solutions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "excitation/plane_wave.hpp"
#include "output/result_files.hpp"
#include "systems/checkpoint.hpp"

namespace pace {
namespace {

constexpr std::size_t most_samples = 8;
/// Starting values that are worse than this save nothing.
constexpr double worst_worth_while = 0.3;
/// A residual of 1 has no decades to fall.
constexpr double loosest_counted = 0.5;
constexpr const char* prefix = ".solved_";
/// Of all files; the frequencies that were solved first are let go.
constexpr std::uintmax_t most_bytes = std::uintmax_t{4} << 30;

}  // namespace

Interpolation interpolation_at(double frequency_hz, std::vector<double> solved_hz, double extent_m,
                               double residual) {
  const double phase_per_hz = pi * extent_m / speed_of_light;
  const auto distance = [&](double f) { return std::abs(f - frequency_hz); };
  std::sort(solved_hz.begin(), solved_hz.end(),
            [&](double a, double b) { return distance(a) < distance(b); });
  solved_hz.resize(std::min(solved_hz.size(), most_samples));
  Interpolation best{{}, {}, std::numeric_limits<double>::infinity()};
  double turned = 1.0;  // Π φ_i / n!, the first term that is left out
  for (std::size_t n = 1; n <= solved_hz.size(); ++n) {
    turned *= phase_per_hz * distance(solved_hz[n - 1]) / static_cast<double>(n);
    Interpolation at{{solved_hz.begin(), solved_hz.begin() + static_cast<long>(n)}, {}, 0.0};
    double squares = 0.0;
    for (const double f : at.frequencies_hz) {
      double weight = 1.0;
      for (const double other : at.frequencies_hz)
        if (other != f) weight *= (frequency_hz - other) / (f - other);
      at.weights.push_back(weight);
      squares += weight * weight;
    }
    at.relative_error = turned + residual * std::sqrt(squares);
    if (at.relative_error < best.relative_error) best = std::move(at);
  }
  return best;
}

bool is_worth_while(const Interpolation& at) { return at.relative_error <= worst_worth_while; }

StartedShare started_share(std::span<const double> solved_hz, double extent_m, double asked_residual) {
  if (solved_hz.size() < 2) return {1.0, 0.0};
  asked_residual = std::min(asked_residual, loosest_counted);
  const double residual = EarlierSolutions::residual_share * asked_residual;
  StartedShare sum{0.0, 0.0};
  for (std::size_t i = 0; i < solved_hz.size(); ++i) {
    const Interpolation at = interpolation_at(
        solved_hz[i], {solved_hz.begin(), solved_hz.begin() + static_cast<long>(i)}, extent_m, residual);
    if (is_worth_while(at)) {
      sum.started += 1.0;
      sum.decades += std::max(0.0, std::log(residual / at.relative_error) / std::log(asked_residual));
    } else {
      sum.decades += std::log(residual) / std::log(asked_residual);
    }
  }
  const auto count = static_cast<double>(solved_hz.size());
  return {sum.decades / count, sum.started / count};
}

std::vector<double> coarse_to_fine(const std::vector<double>& ascending) {
  if (ascending.size() < 3) return ascending;
  std::vector<double> order{ascending.front(), ascending.back()};
  std::vector<std::pair<std::size_t, std::size_t>> gaps{{0, ascending.size() - 1}};
  for (std::size_t g = 0; g < gaps.size(); ++g) {
    const auto [low, high] = gaps[g];
    const std::size_t middle = (low + high) / 2;
    if (middle == low) continue;
    order.push_back(ascending[middle]);
    gaps.emplace_back(low, middle), gaps.emplace_back(middle, high);
  }
  return order;
}

EarlierSolutions::EarlierSolutions(std::filesystem::path folder, const Mesh& mesh, double asked_residual,
                                   Communicator& ranks)
    : ranks_(ranks),
      folder_(std::move(folder)),
      middle_m_(vertex_box(mesh).center()),
      extent_m_(vertex_box(mesh).diagonal().norm()),
      residual_(residual_share * asked_residual) {}

std::filesystem::path EarlierSolutions::path(double frequency_hz, int first) const {
  return folder_ / (prefix + number_text(frequency_hz) + "_" + std::to_string(first) + ".bin");
}

std::vector<double> EarlierSolutions::kept_hz(int first) const {
  // The first rank looks for all: on a file system of a cluster others may not see the same yet.
  std::vector<double> is_there(solved_hz_.size(), 0.0);
  if (ranks_.is_first())
    for (std::size_t s = 0; s < solved_hz_.size(); ++s)
      is_there[s] = has_checkpoint(path(solved_hz_[s], first)) ? 1.0 : 0.0;
  ranks_.sum(is_there);
  std::vector<double> kept;
  for (std::size_t s = 0; s < solved_hz_.size(); ++s)
    if (is_there[s] > 0.0) kept.push_back(solved_hz_[s]);
  return kept;
}

SolutionFiles EarlierSolutions::files(double frequency_hz, int first, const IncidentWaves& waves,
                                      std::filesystem::path checkpoint) const {
  SolutionFiles files{std::move(checkpoint), {}, path(frequency_hz, first)};
  const Interpolation at = interpolation_at(frequency_hz, kept_hz(first), extent_m_, residual_);
  if (!is_worth_while(at)) return files;
  for (std::size_t s = 0; s < at.weights.size(); ++s) {
    EarlierSolution earlier{path(at.frequencies_hz[s], first), {}};
    const double k = 2.0 * pi * (frequency_hz - at.frequencies_hz[s]) / speed_of_light;
    for (int c = 0; c < waves.columns(); ++c) {
      const Direction d = waves.arrival(c);
      earlier.factors.push_back(at.weights[s] * std::polar(1.0, k * middle_m_.dot(r_hat(d.theta, d.phi))));
    }
    files.earlier.push_back(std::move(earlier));
  }
  return files;
}

void EarlierSolutions::add(double frequency_hz) {
  solved_hz_.push_back(frequency_hz);
  if (!ranks_.is_first()) return;
  std::error_code none;
  std::uintmax_t bytes = 0;
  for (const auto& file : files_of(prefix)) bytes += file.file_size(none);
  for (std::size_t s = 0; s + 1 < solved_hz_.size() && bytes > most_bytes; ++s)
    for (const auto& file : files_of(prefix + number_text(solved_hz_[s]) + "_")) {
      bytes -= file.file_size(none);
      std::filesystem::remove(file, none);
    }
}

void EarlierSolutions::remove() const {
  std::error_code none;
  if (ranks_.is_first())
    for (const auto& file : files_of(prefix)) std::filesystem::remove(file, none);
}

std::vector<std::filesystem::directory_entry> EarlierSolutions::files_of(const std::string& beginning) const {
  std::vector<std::filesystem::directory_entry> files;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, none))
    if (entry.path().filename().string().starts_with(beginning)) files.push_back(entry);
  return files;
}

}  // namespace pace
