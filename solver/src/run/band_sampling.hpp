// An adaptive sweep: which frequencies are solved, and the fields of the others (docs/theory/wideband.md).
#pragma once

#include <optional>
#include <set>

#include "input/job.hpp"
#include "model/model.hpp"
#include "parallel/communicator.hpp"
#include "run/result_writer.hpp"
#include "run/run_record.hpp"
#include "wideband/adaptive_sampling.hpp"

namespace pace {

class BandSampling {
 public:
  /// Does the job leave frequencies unsolved?
  static bool is_wanted(const Job& job) {
    return job.input.adaptive_tolerance_db && job.input.frequencies_hz.size() > 1;
  }
  /// Frequencies that will be solved, roughly. @param mesh  [m]
  static double expected(const Job& job, const Mesh& mesh);

  /// @param ranks  that share the run; the first one decides for all
  BandSampling(const Job& job, const Mesh& mesh, const ResultWriter& writer, Communicator& ranks);

  /// The frequency to solve next, on all ranks alike; nothing when the others are known.
  std::optional<double> next();
  /// Are the fields of this frequency taken? On all ranks alike.
  bool has(double frequency_hz) const { return taken_.contains(frequency_hz); }
  /// Takes the fields of a frequency that is in the record; then the record has the state of the sampling.
  void add(double frequency_hz, RunRecord& record);
  /// Writes rows and far fields of the frequencies that were not solved.
  void finish(RunRecord& record) const;

 private:
  /// e^{−jk(d + s)·c}: takes the way from the origin to the middle of the body out of a field.
  Complex without_way(double frequency_hz, const Direction& arrival, const Direction& towards) const;
  Eigen::VectorXcd sample_of(double frequency_hz, const RunRecord& record) const;
  RunResult::Adaptive state() const;
  std::vector<MonostaticRecord> rows(const BandPrediction& at, const RunRecord& record) const;
  void write_far_zones(std::span<const BandPrediction> predictions, const RunRecord& record) const;

  const Job& job_;
  const ResultWriter& writer_;
  Communicator& ranks_;
  Vec3 middle_m_;
  mutable AdaptiveSampling sampling_;
  std::set<double> taken_;
};

/// The notice of resonances that no frequency of the sweep shows; nothing if there are none.
std::optional<Notice> narrow_resonance_notice(const RunResult::Adaptive& adaptive);

}  // namespace pace
