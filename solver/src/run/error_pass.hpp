// The last part of a frequency: bars for all that it has written.
#pragma once

#include <filesystem>
#include <optional>

#include "formulations/formulation.hpp"
#include "input/job.hpp"
#include "planning/cost_model.hpp"
#include "run/error_estimate.hpp"
#include "run/result_writer.hpp"
#include "run/run_record.hpp"
#include "run/sampled_receivers.hpp"
#include "run/solution_store.hpp"

namespace pace {

/// Keeps the solutions of a frequency while they are solved. Then the errors of all fields are estimated,
/// with the system itself where its matrix is the symmetric one or, where it was another, with
/// that one built in its place.
class ErrorPass {
 public:
  /// Null where no errors are estimated: the job does not ask for it, or the equations have no estimate.
  /// @param formulation  set to the frequency; outlives this, as the others
  /// @param ranks      that share the run; all call everything here alike  @param triangles  of the mesh
  static std::unique_ptr<ErrorPass> of(const Job& job, const Formulation& formulation,
                                       const ResultWriter& writer, const std::filesystem::path& folder,
                                       double frequency_hz, Method method, Communicator& ranks,
                                       std::size_t triangles);

  /// @param first  number of the first of these columns in the frequency
  void keep(int first, const Columns& solved) const;
  /// Solves for the waves from directions of the cuts: from all where that costs little, else from some where
  /// the currents of physical optics do not serve. @throws Cancelled
  void solve_for_receivers(FrequencySystem& system, const IncidentWaves& waves);
  /// The system has solved all; it is kept if the estimate can use it, else its memory is free from here on.
  /// @param digits  of its product
  void take_over(std::unique_ptr<FrequencySystem> system, int digits);
  /// Puts the bars into the record and the files, and writes the map. Nothing if an earlier release left no
  /// solutions. A pass that ends before the record is saved leaves them to the next one.
  /// @throws Cancelled
  std::optional<FrequencyResult::ErrorEstimate> estimate(const IncidentWaves& waves, const FastDemand& demand,
                                                         SharedTrees* shared, const OnSetup& on_progress,
                                                         RunRecord& record);
  /// Of a frequency that is in the record on disk.
  static void remove_solutions(const std::filesystem::path& folder, double frequency_hz);

 private:
  ErrorPass(const Formulation& formulation, const ResultWriter& writer, const std::filesystem::path& folder,
            double frequency_hz, Method method, Communicator& ranks, std::size_t triangles);

  /// Of several ranks the first writes the whole columns.
  void keep_in(const SolutionStore& store, int first, const Columns& solved) const;
  /// Kept columns of the illuminations that this rank has among some.
  Columns kept(const IncidentWaves& own, int first) const;
  /// The same solutions for receivers on every rank.
  Columns kept_receivers(int first, int count) const;

  /// Whether bars of so many receivers, two components each, are worth what they cost.
  bool serves(std::size_t receivers, const IncidentWaves& waves) const;
  /// The field of each column, as the map divides by it.
  std::vector<double> fields_of(const IncidentWaves& waves, const RunRecord& record) const;
  std::optional<FrequencyResult::ErrorEstimate::Map> write_map(const ErrorMap& map) const;
  /// Null where the currents solve the symmetric equations to rounding.
  std::unique_ptr<ReactionProduct> product(const SymmetricEquations& equations, const FastDemand& demand,
                                           SharedTrees* shared, const OnSetup& on_product);

  const Formulation& formulation_;
  const ResultWriter& writer_;
  int rows_;  ///< of a column
  SolutionStore store_, receivers_store_;
  double frequency_hz_;
  Method method_;
  Communicator& ranks_;
  std::size_t triangles_;
  std::optional<SampledReceivers> receivers_;  ///< none: cuts have no bars
  std::string adjoint_;                        ///< as FrequencyResult::ErrorEstimate::receivers
  double receivers_seconds_ = 0.0;
  std::unique_ptr<ReactionProduct> solved_with_;
};

}  // namespace pace
