// Solved frequencies of a sweep as starting values of the next one (docs/theory/wideband.md).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "parallel/communicator.hpp"
#include "run/incident_waves.hpp"
#include "systems/frequency_system.hpp"

namespace pace {

/// What each of some frequencies counts in a polynomial through them, at another frequency.
struct Interpolation {
  std::vector<double> frequencies_hz, weights;
  double relative_error;  ///< of a current, roughly
};

/// The polynomial through the nearest frequencies, as many as give the least error: more of them follow the
/// current better, and carry more of the residuals of its samples.
/// @param extent_m  longest dimension of the body: a current at its end turns against one in the middle
/// @param residual  relative, of each solution
Interpolation interpolation_at(double frequency_hz, std::vector<double> solved_hz, double extent_m,
                               double residual);
/// Its starting values save work.
bool is_worth_while(const Interpolation& at);

/// Of a frequency of a sweep, on average.
struct StartedShare {
  double decades;  ///< that the residual has to fall, of those from nothing to the residual asked for
  double started;  ///< frequencies that have starting values
};

/// @param solved_hz  in the order of the run  @param extent_m  longest dimension of the body
StartedShare started_share(std::span<const double> solved_hz, double extent_m, double asked_residual);

/// The ends, then the middle of each gap, again and again: so most frequencies have solved ones on both
/// sides.
std::vector<double> coarse_to_fine(const std::vector<double>& ascending);

class EarlierSolutions {
 public:
  /// A sweep is solved to this share of the residual asked for: what is left of starting values is smooth and
  /// radiates more than what a Krylov method leaves from zero. So fields are as accurate as alone.
  static constexpr double residual_share = 0.5;

  /// @param folder  of the results: has a file a frequency and block of columns
  /// @param mesh    [m]
  /// @param ranks   that share the run and the folder
  EarlierSolutions(std::filesystem::path folder, const Mesh& mesh, double asked_residual,
                   Communicator& ranks);

  /// Files of the solution of some waves. All ranks call it alike. @param first  number of the first of these
  /// illuminations
  /// @param checkpoint  of it
  SolutionFiles files(double frequency_hz, int first, const IncidentWaves& waves,
                      std::filesystem::path checkpoint) const;
  /// A frequency is solved.
  void add(double frequency_hz);
  /// All files go.
  void remove() const;

 private:
  /// Solved frequencies whose solutions of these illuminations are there.
  std::vector<double> kept_hz(int first) const;
  std::vector<std::filesystem::directory_entry> files_of(const std::string& beginning) const;
  std::filesystem::path path(double frequency_hz, int first) const;

  Communicator& ranks_;
  std::filesystem::path folder_;
  Vec3 middle_m_;
  double extent_m_, residual_;
  std::vector<double> solved_hz_;
};

}  // namespace pace
