// The record of a run: result.json while it is filled. The keys of the file are here alone
// (docs/run-folder.md).
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "excitation/sweep.hpp"
#include "output/notice.hpp"
#include "output/solve_report.hpp"

namespace pace {

/// Of the stages of a frequency [s].
struct StageSeconds {
  double near = 0.0, fields = 0.0, solution = 0.0, output = 0.0;
};

struct FrequencyResult {
  double frequency_hz = 0.0;
  bool converged = true;

  /// Of the full wave.
  struct FullWave {
    double backward_error = 0.0;  ///< ‖b − Zx‖/‖b‖ of the worst illumination
    int digits = 0;               ///< of the fast product; 0 by LU
    StageSeconds seconds;
  };
  std::optional<FullWave> full_wave;

  /// What the currents leave of a wave of 1 V/m inside closed surfaces.
  struct Extinction {
    int points = 0, illuminations = 0;
    double field_inside = 0.0;  ///< [V/m]
  };
  std::optional<Extinction> extinction;

  /// Of MLFMA and hybrids.
  struct Iterative {
    std::int64_t products = 0;             ///< columns multiplied by the matrix
    std::int64_t rank = 0;                 ///< independent ones among the right-hand sides
    std::int64_t products_one_by_one = 0;  ///< that the illuminations would need alone, at least
    SolveReport report;
  };
  std::optional<Iterative> iterative;

  /// Of the bars of the fields: their parts, relative to the field that returns, each the middle one of the
  /// illuminations.
  struct ErrorEstimate {
    double equation = 0.0, discretisation = 0.0, geometry = 0.0;
    std::optional<double> layers;     ///< of coatings whose impedance comes from layers
    std::optional<double> corrected;  ///< the radius that corrected fields have
    /// Currents of receivers in cuts: "solved", "sampled" (solved for some of them) or "optics"; empty: cuts
    /// have no bars
    std::string receivers;
    double seconds = 0.0;

    /// What each triangle adds, over the field.
    struct Map {
      std::string file;                             ///< its name in the results folder
      double sum = 0.0, root_sum_of_squares = 0.0;  ///< of all triangles
    };
    std::optional<Map> map;
  };
  std::optional<ErrorEstimate> error_estimate;

  nlohmann::json as_written;  ///< of an earlier pass: written again as it was; else null
};

/// Of a frequency under way: so many illuminations are done, how well, and what a later pass cannot know
/// without their currents.
struct PartialResult {
  double frequency_hz = 0.0;
  int illuminations = 0;
  double backward_error = 0.0;
  bool converged = true;
  int digits = 0;
  std::optional<FrequencyResult::Extinction> extinction;
  std::vector<double> cancellation;  ///< of J and M, of the illuminations that were checked
  std::vector<double>
      rcs_uncertainty;  ///< of each return: what the residual may change of it at most, relative
  std::int64_t products = 0, rank = 0, products_one_by_one = 0;  ///< as in FrequencyResult::Iterative
};

struct RunResult {
  int program_type = 1;
  std::string method;       ///< name_of(Method)
  Message reason;           ///< why this method
  std::string formulation;  ///< between media; empty without media
  std::string fingerprint;  ///< empty: the results are not resumed from this file
  std::optional<std::int64_t> unknowns;
  std::int64_t triangles = 0;
  int threads = 1;
  int polarization = 0;
  std::vector<double> frequencies_hz;
  std::vector<Illumination> illuminations;

  struct Prediction {
    double seconds = 0.0;
    std::uint64_t memory_bytes = 0;
    struct Iterative {
      double seconds_per_product, products;
      std::int64_t near_entries;
      int levels;
      std::uint64_t disk_bytes = 0;
    };
    std::optional<Iterative> iterative;
  };
  Prediction predicted;

  struct PhysicalOptics {
    int reflections = 1;
    bool edge_diffraction = false;
    std::int64_t sharp_edges = 0;
    double setup_seconds = 0.0, fields_seconds = 0.0;
  };
  std::optional<PhysicalOptics> physical_optics;

  /// Of a sweep of which not every frequency is solved.
  struct Adaptive {
    double tolerance_db = 0.0;
    /// A frequency in the order of solving, and what the others had said of it, relative; nothing of the
    /// first.
    struct Step {
      double frequency_hz;
      std::optional<double> error_of_prediction;
    };
    std::vector<Step> steps;
    struct Interpolated {
      double frequency_hz, relative_error;  ///< of all fields together
    };
    std::vector<Interpolated> interpolated;
    struct Resonance {
      double frequency_hz, quality;
    };
    std::vector<Resonance> narrow_resonances;  ///< that no frequency of the sweep shows
  };
  std::optional<Adaptive> adaptive;

  std::vector<Notice> notices;
  std::vector<FrequencyResult> frequencies;
  std::optional<PartialResult> partial;
  bool finished = false;

  /// Of this and of earlier, interrupted passes; of all ranks.
  double seconds = 0.0, processor_seconds = 0.0;
  std::int64_t memory_bytes = 0;

  /// Every frequency so far.
  bool converged() const;
};
void to_json(nlohmann::json& json, const RunResult& result);

/// @throws std::exception if it is no such entry
FrequencyResult frequency_result_of(const nlohmann::json& entry);
/// @throws std::exception if it is no such object
PartialResult partial_result_of(const nlohmann::json& object);

}  // namespace pace
