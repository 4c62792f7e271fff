#include "run/band_sampling.hpp"

#include <algorithm>
#include <cmath>

#include "excitation/plane_wave.hpp"
#include "output/result_files.hpp"

namespace pace {
namespace {

/// Far fields of cuts are samples too where the returns alone are few: so many illuminations and directions
/// of each.
constexpr std::size_t few_illuminations = 8, directions_sampled = 96;
/// Of a list in a sentence.
constexpr std::size_t most_named = 5;

Direction direction_of(const Illumination& i) { return {radians(i.theta_deg), radians(i.phi_deg)}; }

/// A component of the solved frequencies and its bars there, carried to another frequency.
struct Carried {
  Complex value{};
  double error = 0.0;
};

/// @param sample  [of the model's samples] without the way to the middle of the body
Carried carry(const BandPrediction& at, std::span<const Complex> sample, std::span<const double> errors) {
  Complex value{}, other{};
  double of_samples = 0.0;
  for (std::size_t i = 0; i < at.weights.size(); ++i) {
    value += at.weights[i] * sample[i];
    other += at.another[i] * sample[i];
    if (!errors.empty()) of_samples += std::abs(at.weights[i]) * errors[i];
  }
  return {value, BandModel::safety * std::max(std::abs(value - other), at.rms_difference) + of_samples};
}

}  // namespace

double BandSampling::expected(const Job& job, const Mesh& mesh) {
  return expected_samples(job.input.frequencies_hz, vertex_box(mesh).diagonal().norm());
}

BandSampling::BandSampling(const Job& job, const Mesh& mesh, const ResultWriter& writer, Communicator& ranks)
    : job_(job),
      writer_(writer),
      ranks_(ranks),
      middle_m_(vertex_box(mesh).center()),
      sampling_(job.input.frequencies_hz, relative_error_of(*job.input.adaptive_tolerance_db),
                vertex_box(mesh).diagonal().norm()) {}

Complex BandSampling::without_way(double frequency_hz, const Direction& arrival,
                                  const Direction& towards) const {
  const double k = 2.0 * pi * frequency_hz / speed_of_light;
  return std::polar(
      1.0, -k * middle_m_.dot(r_hat(arrival.theta, arrival.phi) + r_hat(towards.theta, towards.phi)));
}

std::optional<double> BandSampling::next() {
  std::string answer;
  if (ranks_.is_first()) {
    const auto f = sampling_.next();
    answer = f ? nlohmann::json(*f).dump() : "null";
  }
  ranks_.broadcast(answer);
  const auto parsed = nlohmann::json::parse(answer);
  return parsed.is_null() ? std::nullopt : std::optional(parsed.get<double>());
}

/// The returns of all illuminations, and where these are few, far fields of their cuts.
Eigen::VectorXcd BandSampling::sample_of(double frequency_hz, const RunRecord& record) const {
  std::vector<Complex> values;
  const auto add = [&](const FieldOfWaves& field, const Direction& arrival, const Direction& towards) {
    const Complex factor = without_way(frequency_hz, arrival, towards);
    for (const FarFieldAmplitude& wave : field)
      values.push_back(wave.theta * factor), values.push_back(wave.phi * factor);
  };
  const std::vector<MonostaticRecord> returns = record.returns_of(frequency_hz);
  for (const MonostaticRecord& r : returns)
    add(r.field, direction_of(r.illumination), direction_of(r.illumination));
  const std::vector<Direction>& directions = writer_.directions();
  if (returns.size() <= few_illuminations && !directions.empty())
    for (const MonostaticRecord& r : returns)
      if (const auto far = writer_.far_zone(frequency_hz, r.illumination)) {
        const std::size_t step = 1 + directions.size() / directions_sampled;
        for (std::size_t d = 0; d < directions.size(); d += step)
          add(far->fields[d], direction_of(r.illumination), directions[d]);
      }
  return Eigen::Map<const Eigen::VectorXcd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

void BandSampling::add(double frequency_hz, RunRecord& record) {
  taken_.insert(frequency_hz);
  if (ranks_.is_first()) sampling_.add(frequency_hz, sample_of(frequency_hz, record));
  record.set_adaptive(state());
}

RunResult::Adaptive BandSampling::state() const {
  RunResult::Adaptive adaptive;
  adaptive.tolerance_db = *job_.input.adaptive_tolerance_db;
  for (const auto& step : sampling_.steps())
    adaptive.steps.push_back({step.frequency_hz, step.error_of_prediction});
  return adaptive;
}

std::vector<MonostaticRecord> BandSampling::rows(const BandPrediction& at, const RunRecord& record) const {
  const auto solved = sampling_.solved_hz();
  std::vector<std::vector<MonostaticRecord>> returns;
  for (const int sample : at.samples) returns.push_back(record.returns_of(solved[sample]));
  std::vector<MonostaticRecord> rows;
  for (std::size_t i = 0; i < returns.front().size(); ++i) {
    const Illumination& illumination = returns.front()[i].illumination;
    const Direction arrival = direction_of(illumination);
    std::vector<Complex> factors;
    for (const int sample : at.samples) factors.push_back(without_way(solved[sample], arrival, arrival));
    const Complex way = std::conj(without_way(at.frequency_hz, arrival, arrival));
    const bool has_errors =
        std::all_of(returns.begin(), returns.end(), [&](const auto& of) { return !of[i].error.empty(); });
    const bool has_corrected =
        std::all_of(returns.begin(), returns.end(), [&](const auto& of) { return !of[i].corrected.empty(); });
    /// A component of a wave, by where it stands in field and error of a record.
    const auto carried = [&](const auto& value_of, const auto& error_of, bool with_errors) {
      std::vector<Complex> values;
      std::vector<double> errors;
      for (std::size_t s = 0; s < returns.size(); ++s) {
        values.push_back(value_of(returns[s][i]) * factors[s]);
        if (with_errors) errors.push_back(error_of(returns[s][i]));
      }
      Carried c = carry(at, values, errors);
      c.value *= way;
      return c;
    };
    MonostaticRecord row{at.frequency_hz, illumination, {}};
    row.computed = false;
    for (std::size_t w = 0; w < returns.front()[i].field.size(); ++w) {
      using Record = MonostaticRecord;
      const Carried theta = carried([w](const Record&r) { return r.field[w].theta; },
                                    [w](const Record&r) { return r.error[w].theta; }, has_errors),
                    phi = carried([w](const Record&r) { return r.field[w].phi; },
                                  [w](const Record&r) { return r.error[w].phi; }, has_errors);
      row.field.push_back({theta.value, phi.value});
      row.error.push_back({theta.error, phi.error});
      if (!has_corrected) continue;
      const Carried better_theta = carried([w](const Record&r) { return r.corrected[w].field.theta; },
                                           [w](const Record&r) { return r.corrected[w].error.theta; }, true),
                    better_phi = carried([w](const Record&r) { return r.corrected[w].field.phi; },
                                         [w](const Record&r) { return r.corrected[w].error.phi; }, true);
      row.corrected.push_back(
          {{better_theta.value, better_phi.value}, {better_theta.error, better_phi.error}});
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Illumination by illumination, so that the files of one alone are in memory.
void BandSampling::write_far_zones(std::span<const BandPrediction> predictions,
                                   const RunRecord& record) const {
  const std::vector<Direction>& directions = writer_.directions();
  if (directions.empty() || predictions.empty()) return;
  const auto solved = sampling_.solved_hz();
  for (const Illumination& illumination : record.result().illuminations) {
    std::vector<std::optional<FarZoneFields>> files;
    for (const double f : solved) files.push_back(writer_.far_zone(f, illumination));
    if (!std::all_of(files.begin(), files.end(), [](const auto& file) { return file.has_value(); })) continue;
    const Direction arrival = direction_of(illumination);
    for (const BandPrediction& at : predictions) {
      FarZoneFields interpolated;
      for (const auto& file : files) interpolated.converged &= file->converged;
      for (std::size_t d = 0; d < directions.size(); ++d) {
        std::vector<Complex> factors;
        bool has_errors = true;
        for (const int sample : at.samples) {
          factors.push_back(without_way(solved[sample], arrival, directions[d]));
          has_errors &= !files[sample]->errors[d].empty();
        }
        const Complex way = std::conj(without_way(at.frequency_hz, arrival, directions[d]));
        FieldOfWaves field;
        std::vector<FieldError> error;
        for (std::size_t w = 0; w < files.front()->fields[d].size(); ++w) {
          std::vector<Complex> theta, phi;
          std::vector<double> theta_error, phi_error;
          for (std::size_t s = 0; s < at.samples.size(); ++s) {
            const FarZoneFields& file = *files[at.samples[s]];
            theta.push_back(file.fields[d][w].theta * factors[s]);
            phi.push_back(file.fields[d][w].phi * factors[s]);
            if (!has_errors) continue;
            theta_error.push_back(file.errors[d][w].theta), phi_error.push_back(file.errors[d][w].phi);
          }
          const Carried of_theta = carry(at, theta, theta_error), of_phi = carry(at, phi, phi_error);
          field.push_back({of_theta.value * way, of_phi.value * way});
          error.push_back({of_theta.error, of_phi.error});
        }
        interpolated.fields.push_back(std::move(field));
        interpolated.errors.push_back(std::move(error));
      }
      writer_.write_interpolated(at.frequency_hz, illumination, interpolated);
    }
  }
}

void BandSampling::finish(RunRecord& record) const {
  if (!ranks_.is_first()) return;
  const std::vector<BandPrediction> predictions = sampling_.predictions();
  RunResult::Adaptive adaptive = state();
  std::vector<MonostaticRecord> interpolated;
  for (const BandPrediction& at : predictions) {
    adaptive.interpolated.push_back({at.frequency_hz, at.relative_error});
    const std::vector<MonostaticRecord> of_frequency = rows(at, record);
    interpolated.insert(interpolated.end(), of_frequency.begin(), of_frequency.end());
  }
  for (const Resonance& r : sampling_.narrow_resonances())
    adaptive.narrow_resonances.push_back({r.frequency_hz, r.quality});
  write_far_zones(predictions, record);
  if (const auto notice = narrow_resonance_notice(adaptive)) record.add(*notice);
  record.set_adaptive(std::move(adaptive), std::move(interpolated));
}

std::optional<Notice> narrow_resonance_notice(const RunResult::Adaptive& adaptive) {
  const auto& narrow = adaptive.narrow_resonances;
  if (narrow.empty()) return std::nullopt;
  std::string named;
  for (std::size_t i = 0; i < std::min(narrow.size(), most_named); ++i)
    named += (i > 0 ? ", " : "") + rounded(narrow[i].frequency_hz / 1e9, 6) + " GHz (Q " +
             rounded(narrow[i].quality, 2) + ")";
  if (narrow.size() > most_named) named += ", …";
  return Notice(Message{"RESONANCE_NARROW", {{"count", narrow.size()}, {"list", named}}});
}

}  // namespace pace
