// The waves of some illuminations, a column each: what a run solves together and observes.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "excitation/plane_wave.hpp"
#include "excitation/sweep.hpp"
#include "observables/far_field.hpp"
#include "output/field_files.hpp"

namespace pace {

/// One column an illumination, or two where both polarizations are solved: V, then H. Columns of an
/// illumination are neighbours.
class IncidentWaves {
 public:
  /// @param illuminations  outlive this  @param polarization  code of the job
  IncidentWaves(std::span<const Illumination> illuminations, int polarization)
      : illuminations_(illuminations), polarizations_(polarizations_of(polarization)) {}

  int per_illumination() const { return static_cast<int>(polarizations_.size()); }
  int columns() const { return static_cast<int>(illuminations_.size()) * per_illumination(); }

  const Illumination& illumination(int column) const { return illuminations_[column / per_illumination()]; }
  Direction arrival(int column) const;
  PlaneWave wave(int column) const;
  /// Of each column.
  std::vector<PlaneWave> all() const;
  Polarization polarization(int column) const { return polarizations_[column % per_illumination()]; }
  /// The column of the same illumination with this polarization, if it is solved.
  std::optional<int> column_of(int column, Polarization polarization) const;
  /// Of the names of files that there are once a wave: "V" or "H"; empty where there is one wave.
  std::string letter(int column) const;

  /// The same waves of the columns from `first` on. @param count  of columns, whole illuminations
  IncidentWaves some(int first, int count) const;
  /// Fields of the columns, put together by illumination.
  std::vector<MonostaticRecord> records(double frequency_hz, std::span<const FarFieldAmplitude> back) const;

 private:
  IncidentWaves(std::span<const Illumination> illuminations, std::vector<Polarization> polarizations)
      : illuminations_(illuminations), polarizations_(std::move(polarizations)) {}

  std::span<const Illumination> illuminations_;
  std::vector<Polarization> polarizations_;
};

}  // namespace pace
