#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "../close_to.hpp"
#include "reference/mie.hpp"
#include "wideband/adaptive_sampling.hpp"

using namespace pace;

namespace {

std::vector<double> band(double from, double to, int count) {
  std::vector<double> frequencies;
  for (int i = 0; i < count; ++i) frequencies.push_back(from + (to - from) * i / (count - 1));
  return frequencies;
}

/// Backscatter and fields in other directions of a sphere away from the origin.
Eigen::VectorXcd field_of(const Sphere& sphere, double frequency_hz) {
  std::vector<std::pair<double, double>> directions{{0.7, 0.4}};
  for (int i = 0; i < 30; ++i) directions.push_back({0.1 * i + 0.05, 0.4 + 0.21 * i});
  const auto far = mie_far_field(sphere, frequency_hz, 0.7, 0.4, 0.6, 0.8, directions);
  Eigen::VectorXcd field(2 * far.size());
  for (std::size_t i = 0; i < far.size(); ++i) field[2 * i] = far[i].theta, field[2 * i + 1] = far[i].phi;
  return field;
}

struct Sampled {
  std::size_t solved = 0;
  double worst_error = 0.0;   ///< of all that were not solved, relative to the field of each
  double share_within = 0.0;  ///< of their components, inside their bars
  std::vector<Resonance> narrow{};
};

/// @param noise  of each component, relative to the middle one
template <typename Field>
Sampled sample(const std::vector<double>& frequencies, double tolerance, double extent_m, const Field& exact,
               double noise = 0.0) {
  AdaptiveSampling sampling(frequencies, tolerance, extent_m);
  std::map<double, Eigen::VectorXcd> solved;
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  while (const auto f = sampling.next()) {
    Eigen::VectorXcd field = exact(*f);
    const double size = noise * field.norm() / std::sqrt(static_cast<double>(field.size()));
    for (auto& value : field) value += size * Complex(normal(random), normal(random)) / std::sqrt(2.0);
    REQUIRE(solved.emplace(*f, field).second);
    sampling.add(*f, field);
  }
  Sampled result;
  result.solved = solved.size();
  std::vector<Eigen::VectorXcd> fields;
  for (const auto& [_, field] : solved) fields.push_back(field);
  double within = 0.0, components = 0.0;
  const auto predictions = sampling.predictions();
  CHECK(predictions.size() + solved.size() == frequencies.size());
  for (const BandPrediction& p : predictions) {
    const Eigen::VectorXcd truth = exact(p.frequency_hz);
    Eigen::VectorXcd value = Eigen::VectorXcd::Zero(truth.size()), other = value;
    for (std::size_t i = 0; i < p.samples.size(); ++i) {
      value += p.weights[i] * fields[p.samples[i]];
      other += p.another[i] * fields[p.samples[i]];
    }
    result.worst_error = std::max(result.worst_error, (value - truth).norm() / truth.norm());
    double of_samples = 0.0;
    for (std::size_t i = 0; i < p.samples.size(); ++i)
      of_samples += std::abs(p.weights[i]) * 2.0 * noise * fields[p.samples[i]].norm() /
                    std::sqrt(static_cast<double>(truth.size()));
    for (Eigen::Index i = 0; i < truth.size(); ++i, components += 1.0)
      within += std::abs(value[i] - truth[i]) <=
                BandModel::safety * std::max(std::abs(value[i] - other[i]), p.rms_difference) + of_samples;
  }
  result.share_within = components > 0.0 ? within / components : 1.0;
  result.narrow = sampling.narrow_resonances();
  return result;
}

}  // namespace

constexpr double tolerance_db = 0.1;
/// Of the components, inside their bars.
constexpr double least_within = 0.95;

Sphere dielectric(double relative_permittivity) {
  return {.core = Sphere::Core::dielectric, .layers = {{1.0, relative_permittivity, 1.0}}};
}

TEST_CASE("a conducting sphere from 0.1 to 1.5 wavelengths of radius is known from a few frequencies") {
  // Its interior resonances below are those of ka = 2.74, 3.87 and 4.49: the field has none of them.
  const Sphere sphere{.core_radius_m = 1.0, .center_m = Vec3(0.1, -0.05, 0.08)};
  const auto frequencies = band(0.1 * speed_of_light, 1.5 * speed_of_light, 281);
  const Sampled r = sample(frequencies, relative_error_of(tolerance_db), 2.0,
                           [&](double f) { return field_of(sphere, f); });
  CHECK(r.solved <= 24);
  CHECK(r.worst_error < relative_error_of(tolerance_db));
  CHECK(r.share_within > least_within);
  CHECK(r.narrow.empty());
}

TEST_CASE("resonances of lossless dielectric spheres are found, also between the frequencies") {
  struct Case {
    double permittivity, top;
    std::size_t most_solved;
    std::vector<std::pair<double, double>> narrow;  ///< radii in wavelengths and quality
  };
  // Quality by the poles of the exact series (docs/theory/wideband.md).
  for (const auto& [permittivity, top, most_solved, narrow] :
       {Case{2.56, 1.0, 34, {}}, Case{4.0, 1.0, 60, {{0.904346, 332.1}, {0.995852, 663.1}}},
        Case{6.0, 0.6, 44, {{0.595476, 544.0}}}}) {
    CAPTURE(permittivity);
    const Sphere sphere = dielectric(permittivity);
    const auto frequencies = band(0.1 * speed_of_light, top * speed_of_light, 281);
    const Sampled r = sample(frequencies, relative_error_of(tolerance_db), 2.0,
                             [&](double f) { return field_of(sphere, f); });
    CHECK(r.solved <= most_solved);
    CHECK(r.worst_error < relative_error_of(tolerance_db));
    CHECK(r.share_within > least_within);
    REQUIRE(r.narrow.size() == narrow.size());
    for (std::size_t i = 0; i < narrow.size(); ++i) {
      CHECK(r.narrow[i].frequency_hz / speed_of_light == close_to(narrow[i].first, 1e-5));
      CHECK(r.narrow[i].quality == close_to(narrow[i].second, 0.01));
    }
  }
}

TEST_CASE("residuals of the samples do not upset a sampling, and bars hold them") {
  const Sphere sphere = dielectric(2.56);
  const auto frequencies = band(0.1 * speed_of_light, 1.0 * speed_of_light, 1401);
  const Sampled r = sample(
      frequencies, relative_error_of(tolerance_db), 2.0, [&](double f) { return field_of(sphere, f); }, 1e-3);
  CHECK(r.solved <= 45);
  CHECK(r.worst_error < relative_error_of(tolerance_db));
  CHECK(r.share_within > least_within);
}

TEST_CASE("a field without order is solved at every frequency") {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::map<double, Eigen::VectorXcd> fields;
  const auto frequencies = band(1e9, 1.2e9, 20);
  for (const double f : frequencies) {
    Eigen::VectorXcd field(8);
    for (auto& value : field) value = {normal(random), normal(random)};
    fields[f] = field;
  }
  const Sampled r =
      sample(frequencies, relative_error_of(tolerance_db), 1.0, [&](double f) { return fields.at(f); });
  CHECK(r.solved == frequencies.size());
}

TEST_CASE("one component and few frequencies are enough to begin with") {
  const auto exponential = [](double f) {
    Eigen::VectorXcd field(1);
    field[0] = std::polar(1.0 + 0.1 * std::sin(f / 3e7), 2e-9 * pi * f * 3.0);
    return field;
  };
  const Sampled r = sample(band(1e9, 1.2e9, 41), relative_error_of(tolerance_db), 1.0, exponential);
  CHECK(r.worst_error < relative_error_of(tolerance_db));
  for (const int count : {2, 3, 4, 5, 6})
    CHECK(sample(band(1e9, 1.1e9, count), 0.01, 1.0, exponential).solved >=
          static_cast<std::size_t>(std::min(count, 5)));
}

TEST_CASE("more frequencies are asked for first where the body is longer than the band resolves") {
  const auto frequencies = band(1e9, 2e9, 201);
  CHECK(first_frequencies(frequencies, 0.3).size() == 6);
  CHECK(first_frequencies(frequencies, 3.0).size() == 24);
  CHECK(first_frequencies(frequencies, 300.0).size() > 150);  // dense at the ends: some fall together
  CHECK(first_frequencies(frequencies, 3.0).front() == 1e9);
  CHECK(first_frequencies(frequencies, 3.0).back() == 2e9);
}
