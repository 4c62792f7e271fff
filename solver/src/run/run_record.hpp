// What a run has so far, in its results folder: result.json and monostatic.json, whole after every step.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "output/events.hpp"
#include "output/field_files.hpp"
#include "output/run_result.hpp"
#include "parallel/communicator.hpp"
#include "run/progress.hpp"
#include "run/resume.hpp"

namespace pace {

class RunRecord {
 public:
  /// @param result  what is known before the run; its notices are said
  /// @param ranks   that share the run; the first one writes
  RunRecord(RunResult result, std::filesystem::path folder, EventStream& events, Progress& progress,
            Communicator& ranks);

  const RunResult& result() const { return result_; }
  /// What is kept of an earlier run of the same job is in the record from now on.
  /// @param in_order            all frequencies, as this run takes them [Hz]
  /// @param is_accurate_enough  of an error and a number of digits of the product
  void resume(std::span<const double> in_order, const std::function<bool(double, int)>& is_accurate_enough);

  void add(const Notice& notice);
  void add(std::span<const MonostaticRecord> records);
  /// Of a frequency, by illumination.
  std::vector<MonostaticRecord> returns_of(double frequency_hz) const;
  /// The bars of a frequency's returns. @param errors  by illumination, a wave each
  void set_errors(double frequency_hz, std::vector<std::vector<FieldError>> errors);
  /// Corrects the fields that return at this frequency. @param corrections  by illumination, a wave each
  void set_corrections(double frequency_hz, const std::vector<std::vector<FieldCorrection>>& corrections);
  /// A frequency that is done; it is under way no more.
  void add(FrequencyResult frequency);
  void set_partial(const PartialResult& partial) { result_.partial = partial; }
  void set_optics_seconds(double setup, double fields);
  /// Of an adaptive sweep. @param rows  of the frequencies that were not solved
  void set_adaptive(RunResult::Adaptive adaptive, std::vector<MonostaticRecord> rows = {});

  /// Is this frequency there?
  bool has(double frequency_hz) const;
  /// All ranks call it alike.
  void save();
  /// Writes the record for the last time and says that the run has finished. All ranks call it alike.
  void finish();

 private:
  nlohmann::json earlier_file(const char* name) const;
  /// What is solved and, in an adaptive sweep, interpolated, ascending in frequency.
  std::vector<MonostaticRecord> rows() const;

  RunResult result_;
  std::vector<MonostaticRecord> monostatic_;
  std::vector<MonostaticRecord> interpolated_;
  std::filesystem::path folder_;
  EventStream& events_;
  Progress& progress_;
  Communicator& ranks_;
  double earlier_seconds_ = 0.0, earlier_processor_seconds_ = 0.0;
  std::int64_t earlier_memory_ = 0;
};

}  // namespace pace
