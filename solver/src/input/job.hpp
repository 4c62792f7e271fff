// job.json, the one input of `pace solve` and `pace estimate` (contract/src/job.ts, docs/run-folder.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace pace {

enum class SolverType { physical_optics = 1, mlfma = 2, hybrid = 3 };

struct SolverInput {
  bool manual_levels;
  int levels;                             ///< of MLFMA, when manual
  std::optional<double> metres_per_unit;  ///< of the mesh; nothing: as the mesh file says
  double rounding_deg;  ///< smooth parts of a mesh without middle nodes are rounded; 0: they are not
  bool change_normal;
  bool angle_sweep;
  /// [theta, phi, polarization], or of a sweep [theta0, theta1, phi0, phi1, polarization, thetaStep,
  /// phiStep]; degrees
  std::vector<double> excitation;
  std::vector<double> frequencies_hz;           ///< ascending: one, those of a sweep, or a list
  std::optional<double> adaptive_tolerance_db;  ///< nothing: every frequency is solved
  int far_locations;                            ///< points of each cut
  int thetas_3d;                                ///< of a full-sphere pattern; 0: none
  SolverType solver;
  int reflections;        ///< of physical optics; 1: the first alone
  bool edge_diffraction;  ///< of physical optics
  bool size_confirmed;    ///< the size against the wavelength is meant, however unusual
  double residual;
  int max_iterations;
  std::vector<double> cfie_alpha;  ///< per part; one serves all, none means 0.5
  std::vector<int> part_methods;   ///< of a hybrid, per part: 0 by the rule, 1 physical optics, 2 full wave;
                                   ///< one serves all, none is 0
  std::vector<int> outer_media;    ///< per surface: 0 vacuum, −1 interface, n the region inside surface n
  struct Outputs {
    bool coefficients, currents, iterations, time, farzone;
  } outputs;

  /// Code of the contract: 0 horizontal, 1 vertical, 2 right circular, 3 left circular, 4 vertical and
  /// horizontal together.
  int polarization() const { return static_cast<int>(excitation[angle_sweep ? 4 : 2]); }
};

/// What is taken where a job does not leave the choice to the solver.
enum class MethodChoice { automatic, dense_lu, mlfma };
enum class PreconditionerChoice { automatic, near, inner };
/// Of the equations between media.
enum class FormulationChoice { automatic, pmchwt, jmcfie };

struct Job {
  nlohmann::json normalized;   ///< the job with its defaults filled in, of which the rest is read
  int program_type;            ///< 1 PEC, 2 coating, 3 composite
  std::filesystem::path mesh;  ///< absolute
  SolverInput input;
  nlohmann::json materials;  ///< as in the contract with defaults filled in; null if the job has none
  MethodChoice method;
  PreconditionerChoice preconditioner;
  FormulationChoice formulation;
  std::optional<int> digits;  ///< of the fast product; nothing: by the residual
  bool error_estimate;        ///< bars of the fields, where the equations have an estimate
  int shadow_pieces;  ///< of physical optics: along an edge of a long facet, that its shadow rays begin with
  int threads;
  std::optional<std::uint64_t> memory_limit_bytes;
};

/// Reads and checks a job file; its mesh is looked for beside it (and is not opened).
/// @throws InputError JOB_INVALID if it cannot be read, is no JSON or has the wrong shape; else as parse_job
Job read_job(const std::filesystem::path& file);

/// Checks the shape by contract/schema/job.schema.json, fills in defaults, then checks the rules of
/// contract/src/solverInput.ts. Tells the first complaint of the contract's validateJob, with its code and
/// place.
/// @param base_dir  what a relative mesh path is relative to
/// @throws InputError JOB_INVALID, ANGLE_INVALID, FREQUENCY_INVALID, SWEEP_TOO_LARGE or VALIDATION, with a
/// JSON pointer
Job parse_job(const nlohmann::json& job, const std::filesystem::path& base_dir);

}  // namespace pace
