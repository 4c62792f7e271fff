#include "run/field_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "output/result_files.hpp"
#include "run/method_choice.hpp"

namespace pace {
namespace {

/// Where the fields inside closed surfaces are looked at, and of how many illuminations of a frequency.
constexpr int points_inside = 16, checked_illuminations = 4;
/// Of the incident wave: five times what the CFIE leaves inside spheres of λ/5 meshes
/// (docs/theory/extinction.md).
constexpr double suspicious_field_inside = 0.04;
/// What a mesh leaves of a wave inside a body where it cannot be looked at.
constexpr double usual_field_inside = 1e-3;
/// Error of a return over field inside times cancellation (docs/theory/extinction.md).
constexpr double error_per_cancellation = 3.0;
/// Errors of a return above this earn a notice.
constexpr double weak_return_error = 0.15;
/// Half of the returns above this earn a notice.
constexpr double uncertain = 0.1;

}  // namespace

Extinction check_extinction(const Formulation& formulation, Communicator& ranks, double frequency_hz,
                            const IncidentWaves& waves, const ColumnsOf& currents) {
  const double wavenumber = 2.0 * pi * frequency_hz / speed_of_light;
  Extinction result;
  result.checked = true;
  const std::vector<Vec3> points = formulation.interior_points(points_inside);
  const int count = std::min(checked_illuminations, waves.columns());
  Columns some(formulation.rows(), count);
  std::vector<Direction> arrivals;
  std::vector<PlaneWave> checked;
  for (int c = 0; c < count; ++c) {
    const int of = static_cast<int>(static_cast<long>(c) * waves.columns() / count);
    std::copy_n(currents(of, 1).column(0), some.rows, some.column(c));
    arrivals.push_back(waves.arrival(of));
    checked.push_back(waves.wave(of));
  }
  if (!points.empty()) {
    std::vector<std::vector<PointField>> fields;
    together(ranks, [&] { fields = formulation.field_at(points, some); });
    result.points = static_cast<int>(points.size());
    result.illuminations = count;
    for (int c = 0; c < count; ++c) {
      static_assert(sizeof(PointField) == 12 * sizeof(double));
      ranks.sum({reinterpret_cast<double*>(fields[c].data()), 12 * fields[c].size()});
      result.worst = std::max(result.worst, field_left(points, fields[c], wavenumber, checked[c]));
    }
  }
  const auto over_ranks = [&](auto& fields) {
    using Field = typename std::decay_t<decltype(fields)>::value_type;
    static_assert(sizeof(Field) % sizeof(double) == 0);
    ranks.sum({reinterpret_cast<double*>(fields.data()), fields.size() * (sizeof(Field) / sizeof(double))});
  };
  std::vector<Formulation::ReturnsApart> apart = formulation.returns_apart(arrivals, some);
  if (apart.empty()) return result;
  std::vector<FarFieldAmplitude> back = formulation.backscatter(arrivals, some);
  over_ranks(apart);
  over_ranks(back);
  const auto size = [](const FarFieldAmplitude& f) { return std::norm(f.theta) + std::norm(f.phi); };
  for (int c = 0; c < count; ++c)
    result.cancellation.push_back(
        std::sqrt((size(apart[c].electric) + size(apart[c].magnetic)) / std::max(size(back[c]), 1e-300)));
  return result;
}

std::optional<Notice> field_inside_notice(const Job& job, const Model& model, double frequency_hz,
                                          const Extinction& extinction) {
  if (!(extinction.worst > suspicious_field_inside)) return std::nullopt;
  const auto [least, most] = std::minmax_element(model.part_alpha.begin(), model.part_alpha.end());
  const bool is_pure = job.program_type == 1 && (*least < small_alpha || *most == 1.0);
  const nlohmann::json values{{"ghz", frequency_hz / 1e9},
                              {"percent", significant(100.0 * extinction.worst, 2)}};
  if (!is_pure) return Message{"FIELD_INSIDE", values};
  return Message{*most == 1.0 ? "INTERIOR_RESONANCE.efie" : "INTERIOR_RESONANCE.mfie", values};
}

std::optional<Notice> cancellation_notice(double frequency_hz, Extinction extinction) {
  if (extinction.cancellation.empty()) return std::nullopt;
  const auto middle = extinction.cancellation.begin() + static_cast<long>(extinction.cancellation.size() / 2);
  std::nth_element(extinction.cancellation.begin(), middle, extinction.cancellation.end());
  const double left = extinction.points > 0 ? extinction.worst : usual_field_inside,
               error = error_per_cancellation * left * *middle;
  if (!(error > weak_return_error)) return std::nullopt;
  return Message{"WEAK_RETURN.cancellation",
                 {{"ghz", frequency_hz / 1e9},
                  {"part", significant(*middle, 2)},
                  {"percent", significant(100.0 * error, 1)}}};
}

std::optional<Notice> weak_return_notice(double frequency_hz, double asked_residual,
                                         std::vector<double> rcs_uncertainty) {
  if (rcs_uncertainty.empty()) return std::nullopt;
  const auto middle = rcs_uncertainty.begin() + static_cast<long>(rcs_uncertainty.size() / 2);
  std::nth_element(rcs_uncertainty.begin(), middle, rcs_uncertainty.end());
  if (*middle < uncertain) return std::nullopt;
  const double needed = std::pow(10.0, std::floor(std::log10(asked_residual * 0.1 * uncertain / *middle)));
  return Message{"WEAK_RETURN",
                 {{"ghz", frequency_hz / 1e9},
                  {"residual", asked_residual},
                  {"needed", significant(std::max(needed, smallest_residual), 1)}}};
}

}  // namespace pace
