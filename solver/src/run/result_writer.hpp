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
#include "observables/surface_current.hpp"
#include "output/field_files.hpp"
#include "parallel/communicator.hpp"
#include "run/incident_waves.hpp"
#include "run/scattered_fields.hpp"

namespace pace {

class ResultWriter {
 public:
  /// @param mesh   of the formulation
  /// @param ranks  that hold the currents, each its part; the first one writes
  ResultWriter(const Job& job, const Formulation& formulation, const Mesh& mesh, std::filesystem::path folder,
               Communicator& ranks = Communicator::alone());

  /// Of the cuts, one after the other; none where far fields are not wanted.
  const std::vector<Direction>& directions() const { return directions_; }
  /// The far fields that were written of an illumination; nothing if there are none.
  std::optional<FarZoneFields> far_zone(double frequency_hz, const Illumination& illumination) const;
  /// Far fields that were not solved but interpolated. The cuts of the whole sphere have no bars.
  void write_interpolated(double frequency_hz, const Illumination& illumination,
                          const FarZoneFields& interpolated) const;
  /// Those whose fields have bars.
  std::vector<Cut> cuts_with_errors() const;
  /// Adds bars to the far fields that were written of an illumination. @param errors_of  bars from fields,
  /// both by direction of the cuts with errors, one cut after the other
  void add_errors(
      double frequency_hz, const Illumination& illumination,
      const std::function<std::vector<std::vector<FieldError>>(std::span<const FieldOfWaves> fields)>&
          errors_of) const;

  /// Observes and writes some illuminations; the backscatter of each column comes back.
  /// @param waves     of the columns
  /// @param currents  of the frequency that the formulation is set to
  /// @param first   of the columns in the record  @param record  of their solution
  /// @param method  as in result.json
  std::vector<FarFieldAmplitude> write(double frequency_hz, const IncidentWaves& waves,
                                       const Columns& currents, int first, const SolutionRecord& record,
                                       const std::string& method) const;
  /// @param stages   name and seconds of each @param seconds  of the run so far
  void write_times(double frequency_hz, const Illumination& illumination,
                   const std::vector<std::pair<std::string, double>>& stages, double seconds) const;
  /// On the first rank, of all unknowns in their order; all ranks call it.
  std::vector<Complex> whole_column(const Columns& some, int column) const;
  /// On the first rank. @param at_triangles  one a triangle of the mesh @return  the name of the file
  std::string write_error_map(double frequency_hz, std::span<const double> at_triangles) const;

 private:
  /// @param kind  with the letter of its wave where there are two
  std::filesystem::path path(const std::string& kind, const char* extension, double frequency_hz,
                             const Illumination& i) const;
  /// What there is once a wave. @param number  of the column in the record
  void write_column(double frequency_hz, const IncidentWaves& waves, int column,
                    std::span<const Complex> whole, int number, const SolutionRecord& record,
                    const std::string& method) const;
  void write_far_zones(double frequency_hz, const IncidentWaves& waves, const ScatteredFields& fields,
                       std::span<const char> converged) const;
  /// Of directions(), those of cuts with errors.
  std::vector<std::size_t> numbers_with_errors() const;
  void write_iterations(const std::filesystem::path& file, const std::string& method,
                        const std::vector<double>& earlier, const std::vector<double>& residuals,
                        bool converged) const;

  const Job& job_;
  const Formulation& formulation_;
  std::filesystem::path folder_;
  std::vector<Cut> cuts_;
  BentSides sides_;
  std::vector<Direction> directions_;
  Communicator& ranks_;
};

}  // namespace pace
