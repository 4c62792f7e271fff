// What a results folder has of an earlier run of the same job.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "output/field_files.hpp"
#include "output/run_result.hpp"

namespace pace {

struct EarlierRun {
  bool finished = false;
  std::vector<FrequencyResult> frequencies;  ///< that are kept
  std::optional<PartialResult> partial;      ///< of the frequency that was interrupted
  std::vector<MonostaticRecord> records;     ///< of what is kept
  double seconds = 0.0, processor_seconds = 0.0;
  std::int64_t memory_bytes = 0;
};

/// An interrupted run is resumed where it was; one that had finished without converging is continued
/// from its checkpoints, and so is what converged to less than is asked for now.
/// @param result, monostatic    the two files, discarded values if there are none
/// @param fingerprint           of the job now
/// @param frequencies_hz        of the job now, in the order of the run
/// @param illuminations         at every frequency
/// @param in_any_order          of frequencies: an adaptive sweep does not go from one to the next
/// @param is_accurate_enough    of an error and a number of digits
/// @returns nothing if it is of another job, or not what a run writes
std::optional<EarlierRun> earlier_run(const nlohmann::json& result, const nlohmann::json& monostatic,
                                      const std::string& fingerprint, std::span<const double> frequencies_hz,
                                      int illuminations, bool in_any_order,
                                      const std::function<bool(double, int)>& is_accurate_enough);

}  // namespace pace
