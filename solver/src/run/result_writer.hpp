// Fields and currents of solved illuminations, into the files of a results folder (docs/run-folder.md).
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "excitation/sweep.hpp"
#include "formulations/formulation.hpp"
#include "input/job.hpp"
#include "linalg/dense_matrix.hpp"
#include "observables/cuts.hpp"
#include "observables/far_field.hpp"
#include "output/field_files.hpp"
#include "parallel/communicator.hpp"

namespace pace {

class ResultWriter {
 public:
  /// @param ranks  that hold the currents, each its part; the first one writes
  ResultWriter(const Job& job, const Formulation& formulation, std::filesystem::path folder,
               Communicator& ranks = Communicator::alone());

  std::size_t directions() const { return directions_.size(); }

  /// Observes and writes some illuminations; their backscatter comes back.
  /// @param currents  of the frequency that the formulation is set to
  /// @param record  of the solution of just these columns
  /// @param method  as in result.json
  std::vector<MonostaticRecord> write(double frequency_hz, std::span<const Illumination> illuminations,
                                      const Columns& currents, const SolutionRecord& record,
                                      const std::string& method) const;
  /// @param stages   name and seconds of each @param seconds  of the run so far
  void write_times(double frequency_hz, const Illumination& illumination,
                   const std::vector<std::pair<std::string, double>>& stages, double seconds) const;

 private:
  PlaneWave wave_from(const Direction& arrival) const;
  std::filesystem::path path(const char* kind, const char* extension, double frequency_hz,
                             const Illumination& i) const;
  std::vector<Complex> whole_column(const Columns& some, int column) const;
  void write_iterations(const std::filesystem::path& file, const std::string& method,
                        const std::vector<double>& earlier, const std::vector<double>& residuals,
                        bool converged) const;

  const Job& job_;
  const Formulation& formulation_;
  std::filesystem::path folder_;
  std::vector<Cut> cuts_;
  std::vector<Direction> directions_;
  Communicator& ranks_;
};

}  // namespace pace
