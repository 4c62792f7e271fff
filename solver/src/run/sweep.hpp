// All frequencies and illuminations of a job by one method, as the driver (run/driver.hpp) sees them.
#pragma once

#include "output/run_result.hpp"
#include "planning/cost_model.hpp"
#include "run/run_record.hpp"

namespace pace {

class Sweep {
 public:
  virtual ~Sweep() = default;
  virtual const CostEstimate& cost() const = 0;
  /// What is known before the run; method, reason, prediction and settings of the job are the driver's.
  virtual RunResult beginning() = 0;
  /// Solves what is missing into the record and the other files of its folder. Of several ranks all call it.
  /// @throws Cancelled
  virtual void execute(RunRecord& record, Progress& progress) = 0;
};

}  // namespace pace
