// What a run will cost, before it starts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/message.hpp"

namespace pace {

struct FastSizes;

enum class Method { dense_lu, mlfma, physical_optics, hybrid };
/// As in result.json: "dense-lu", "mlfma", "physical-optics", "hybrid".
const char* name_of(Method method);
/// Solved by a Krylov method.
inline bool is_iterative(Method method) { return method == Method::mlfma || method == Method::hybrid; }

struct CostEstimate {
  std::int64_t unknowns;    ///< 0 by physical optics
  std::int64_t facets = 0;  ///< of physical optics only
  std::uint64_t memory_bytes;
  double seconds;
  Method method;
  Message reason;  ///< METHOD.…: why this method
  /// MLFMA only: 0 for a direct method.
  std::int64_t near_entries = 0;
  int levels = 0;
  double seconds_per_product = 0.0;
  double products = 0.0;  ///< a guess: it depends on the body
  /// Of the matrix, that lie in a file and not in memory.
  std::uint64_t disk_bytes = 0;
  bool patterns_on_disk = false;  ///< beside the near blocks
  /// What `memory_bytes` and the work [s of one core] are sums of, by name; `pace estimate --parts` prints
  /// them, to hold against runs.
  std::map<std::string, double> memory_parts, core_seconds_parts;
};

/// What is asked of the run beside its matrix.
struct Workload {
  std::int64_t unknowns, vertices;
  std::int64_t frequencies, illuminations;  ///< illuminations of each frequency
  int waves;                                ///< of each illumination: 2 where both polarizations are solved
  std::int64_t directions;                  ///< of the far field
  int threads;
  bool estimates_errors = false;  ///< of the fields, straight back
  /// Of a frequency, on average: decades that the residual has to fall, of those from nothing, and whether it
  /// begins from solutions of other frequencies.
  double decades = 1.0, started = 0.0;
  /// Frequencies that share trees, a list a band, in the order of the run; the highest of the run is 1.
  std::vector<std::vector<double>> sharing = {};
  std::int64_t inverses = 1;  ///< preconditioners that are built

  /// Right-hand sides of each frequency.
  std::int64_t columns() const { return illuminations * waves; }
};

/// @param plan              of the highest frequency
/// @param first_kind_share  unknowns whose row is of the first kind: the EFIE's alone, or PMCHWT's
CostEstimate dense_cost(const Workload& work, const FastSizes& plan, double first_kind_share);

/// Of a frequency that starts from nothing, by MLFMA. @param right_hand_sides  @param waves  of an
/// illumination
double expected_products(const FastSizes& plan, double first_kind_share, std::int64_t right_hand_sides,
                         int waves, int most_iterations = std::numeric_limits<int>::max());
/// On one core, at the speed that the other rates stand for [s]: of products, where these are for so many
/// right-hand sides, and of building a preconditioner of so many operations.
double seconds_of_products(double products, const FastSizes& plan, std::int64_t right_hand_sides, int waves);
double seconds_of_inverse(double flops);

/// As `dense_cost`.
CostEstimate fast_cost(const Workload& work, const FastSizes& plan, double first_kind_share,
                       int most_iterations);

/// The cost with the near matrix in a file, or with the leaves' patterns too if it still needs more memory
/// than the limit. @param cost_of  the cost of a plan  @returns the cost of the plan where neither suffices
CostEstimate cost_with_files(const FastSizes& plan, std::uint64_t limit_bytes,
                             const std::function<CostEstimate(const FastSizes&)>& cost_of);

/// @throws InputError MEMORY if the run needs more than it may use
void require_memory(const CostEstimate& cost, const std::optional<std::uint64_t>& limit_bytes);
/// @throws InputError MEMORY if the folder has no room for what is not in memory
void require_disk(const CostEstimate& cost, const std::filesystem::path& folder);

/// What it takes on this machine: its speed is measured once.
void scale_to_machine(CostEstimate& cost);

/// What every rank of a run has of its own: the program, the model, its functions.
std::uint64_t replicated_bytes(const Workload& work);

/// Right-hand sides that are solved and observed together, to bound memory.
int right_hand_sides_at_once(std::int64_t unknowns);
/// Columns whose currents and far fields are held at once: whole illuminations.
inline constexpr int currents_at_once = 24;
/// Currents of receivers that the error estimate holds at once [B].
inline constexpr double receiver_bytes = 5e7;

}  // namespace pace
