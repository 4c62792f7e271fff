#include "run/incident_waves.hpp"

#include <algorithm>

namespace pace {

Direction IncidentWaves::arrival(int column) const {
  const Illumination& from = illumination(column);
  return {radians(from.theta_deg), radians(from.phi_deg)};
}

std::vector<PlaneWave> IncidentWaves::all() const {
  std::vector<PlaneWave> waves;
  for (int c = 0; c < columns(); ++c) waves.push_back(wave(c));
  return waves;
}

PlaneWave IncidentWaves::wave(int column) const {
  const auto [theta, phi] = arrival(column);
  return plane_wave(theta, phi, polarization(column));
}

std::optional<int> IncidentWaves::column_of(int column, Polarization polarization) const {
  const auto at = std::find(polarizations_.begin(), polarizations_.end(), polarization);
  if (at == polarizations_.end()) return std::nullopt;
  return column - column % per_illumination() + static_cast<int>(at - polarizations_.begin());
}

std::string IncidentWaves::letter(int column) const {
  if (per_illumination() == 1) return {};
  return polarizations_[column % per_illumination()] == Polarization::vertical ? "V" : "H";
}

IncidentWaves IncidentWaves::some(int first, int count) const {
  return {illuminations_.subspan(first / per_illumination(), count / per_illumination()), polarizations_};
}

std::vector<MonostaticRecord> IncidentWaves::records(double frequency_hz,
                                                     std::span<const FarFieldAmplitude> back) const {
  std::vector<MonostaticRecord> records;
  const auto waves = static_cast<std::size_t>(per_illumination());
  for (std::size_t i = 0; i < illuminations_.size(); ++i) {
    const auto of_illumination = back.subspan(i * waves, waves);
    records.push_back({frequency_hz, illuminations_[i], {of_illumination.begin(), of_illumination.end()}});
  }
  return records;
}

}  // namespace pace
