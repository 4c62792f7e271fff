#include "method/cost_model.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "linalg/machine_speed.hpp"
#include "method/byte_text.hpp"
#include "method/fast_plan.hpp"
#include "observables/far_field.hpp"

namespace pace {
namespace {

/// Rates of one core where a product of matrices runs at `reference_flops` (two AVX-512 cores), rounded down
/// from what `npm run bench` and `npm run bench:mlfma` gave there. They choose the method; what is predicted
/// is scaled to the machine.
constexpr double reference_flops = 1e11;
constexpr double dense_entries_per_second = 8e6;
constexpr double lu_flops_per_second = 9e10;
constexpr double near_entries_per_second = 1.3e6;
constexpr double inverse_flops_per_second = 1.4e10;
constexpr double product_flops_per_second = 2.8e10;
constexpr double interpolation_flops_per_second = 6e10;
/// Buffers of the dense factorisation.
constexpr double blas_bytes_per_thread = 6e6;
/// Of dense near blocks that are compressed, what the heap keeps between the blocks that remain.
constexpr double left_of_waiting = 0.9;
constexpr double moments_per_second = 2e7;     ///< functions and directions, for many columns
constexpr double radiations_per_second = 1e8;  ///< the same and columns, for few
/// Rounds to a residual of 1e-3 seen on closed bodies by the CFIE and on open ones by the EFIE.
constexpr double cfie_iterations = 14.0, efie_iterations = 40.0;
/// The same between media, for an index of 1; they grow about so with the index (1.6: 21 – 50, 3.5: 66).
constexpr double media_iterations = 22.0, index_power = 0.85;
/// And by JMCFIE (3.5: 26).
constexpr double combined_iterations = 12.0, combined_power = 0.6;
/// Independent right-hand sides of a sweep over half a great circle: so many, and so many a wavelength of the
/// model's diagonal; columns of one block take fewer products each the more they are. Of the sweeps of
/// `validation/`: 16 to 64 sides, 5 to 17 products each.
constexpr double least_sides = 10.0, sides_a_wavelength = 2.4, sides_power = 0.85;

double observation_seconds(const Workload& w) {
  const double n = static_cast<double>(w.unknowns), d = static_cast<double>(w.directions);
  const double columns = static_cast<double>(w.illuminations);
  return columns <= few_columns ? d * n * columns / radiations_per_second
                                : d * n / moments_per_second + 16.0 * d * n * columns / lu_flops_per_second;
}

/// Of the fields that are observed of a block of right-hand sides.
double observation_bytes(const Workload& w) {
  const double block =
      static_cast<double>(std::min<std::int64_t>(w.illuminations, right_hand_sides_at_once(w.unknowns)));
  return 32.0 * static_cast<double>(w.directions) * block;
}

double sum_of(const std::map<std::string, double>& parts) {
  double sum = 0.0;
  for (const auto& [name, amount] : parts) sum += amount;
  return sum;
}

}  // namespace

const char* name_of(Method method) {
  switch (method) {
    case Method::dense_lu:
      return "dense-lu";
    case Method::mlfma:
      return "mlfma";
    case Method::physical_optics:
      return "physical-optics";
    case Method::hybrid:
      return "hybrid";
  }
  return "";
}

std::uint64_t replicated_bytes(const Workload& w) {
  return static_cast<std::uint64_t>(1.4e7 + 500.0 * static_cast<double>(w.vertices) +
                                    1200.0 * static_cast<double>(w.unknowns));
}

int right_hand_sides_at_once(std::int64_t unknowns) {
  return static_cast<int>(std::clamp<double>(4e9 / (48.0 * static_cast<double>(unknowns)), 16.0, 1024.0));
}

CostEstimate dense_cost(const Workload& w) {
  const double n = static_cast<double>(w.unknowns), columns = static_cast<double>(w.illuminations);
  const double block = std::min(columns, static_cast<double>(right_hand_sides_at_once(w.unknowns)));
  CostEstimate cost;
  cost.unknowns = w.unknowns;
  cost.memory_parts = {{"matrix", 16.0 * n * n},
                       {"columns", 2 * 16.0 * n * block},
                       {"blas", blas_bytes_per_thread * w.threads},
                       {"observation", observation_bytes(w)},
                       {"model", static_cast<double>(replicated_bytes(w))}};
  cost.memory_bytes = static_cast<std::uint64_t>(sum_of(cost.memory_parts));
  const double frequencies = static_cast<double>(w.frequencies);
  cost.core_seconds_parts = {
      {"near", frequencies * n * n / dense_entries_per_second},
      {"solution", frequencies * (8.0 / 3.0 * n * n * n + 8.0 * n * n * columns) / lu_flops_per_second},
      {"fields", frequencies * observation_seconds(w)}};
  cost.seconds = sum_of(cost.core_seconds_parts) / w.threads;
  cost.method = Method::dense_lu;
  cost.reason =
      "The whole matrix fits in memory and one LU factorisation, which serves every angle of a frequency "
      "exactly, is predicted to be the quicker way.";
  return cost;
}

CostEstimate fast_cost(const Workload& w, const FastSizes& plan, double first_kind_share,
                       int most_iterations) {
  const double n = static_cast<double>(w.unknowns), columns = static_cast<double>(w.illuminations);
  const double rank = std::min(columns, least_sides + sides_a_wavelength * plan.extent);
  const double bare = cfie_iterations + (efie_iterations - cfie_iterations) * first_kind_share;
  const double index = std::max(1.0, plan.index),
               combined = combined_iterations * std::pow(index, combined_power);
  const double media =
      combined + (media_iterations * std::pow(index, index_power) - combined) * first_kind_share;
  const double rounds = std::min(plan.index > 0.0 ? media : bare, static_cast<double>(most_iterations));
  const double products = rounds * std::pow(rank, sides_power);
  const double block = std::min(columns, static_cast<double>(right_hand_sides_at_once(w.unknowns)));
  CostEstimate cost;
  cost.unknowns = w.unknowns;
  cost.method = Method::mlfma;
  cost.near_entries = static_cast<std::int64_t>(plan.near_entries);
  cost.levels = plan.levels;
  cost.products = products;
  cost.seconds_per_product = (plan.product_flops / product_flops_per_second +
                              plan.interpolation_flops / interpolation_flops_per_second) /
                             w.threads;
  const double frequencies = static_cast<double>(w.frequencies);
  cost.core_seconds_parts = {
      {"near", frequencies * static_cast<double>(plan.near_entries) / near_entries_per_second},
      {"preconditioner", frequencies * plan.inverse_flops / inverse_flops_per_second},
      {"interpolation", frequencies * products * plan.interpolation_flops / interpolation_flops_per_second},
      {"solution", frequencies * (products * plan.product_flops / product_flops_per_second +
                                  16.0 * n * products * products / 2.0 / lu_flops_per_second)},
      {"fields", frequencies * observation_seconds(w)}};
  cost.seconds = sum_of(cost.core_seconds_parts) / w.threads;
  const double krylov = std::min(16.0 * n * products, 4e9);
  const double fields = static_cast<double>(plan.field_bytes_per_column) *
                        std::min(columns, static_cast<double>(FarProduct::most_columns));
  cost.memory_parts = {{"near", static_cast<double>(plan.near_bytes)},
                       {"preconditioner", static_cast<double>(plan.inverse_bytes)},
                       {"patterns", static_cast<double>(plan.pattern_bytes)},
                       {"translators", static_cast<double>(plan.translator_bytes)},
                       {"fields", fields},
                       {"krylov", krylov},
                       {"columns", 32.0 * n * block},
                       {"observation", observation_bytes(w)},
                       {"model", static_cast<double>(replicated_bytes(w))}};
  // Of leaves that waited for their compression a part stays between what is kept.
  cost.memory_parts["waiting"] = left_of_waiting * static_cast<double>(plan.near_waiting_bytes);
  cost.memory_bytes = static_cast<std::uint64_t>(sum_of(cost.memory_parts));
  cost.reason = "MLFMA with " + std::to_string(cost.levels) + " levels and " + std::to_string(plan.digits) +
                " digits is predicted to be the quicker way, or the only one that fits in memory.";
  return cost;
}

void require_memory(const CostEstimate& cost, const std::optional<std::uint64_t>& limit_bytes) {
  if (!limit_bytes || cost.memory_bytes <= *limit_bytes) return;
  const auto [needed, allowed] =
      bytes_told_apart(static_cast<double>(cost.memory_bytes), static_cast<double>(*limit_bytes));
  throw InputError("MEMORY",
                   "The run needs about " + needed + " for " +
                       (cost.facets > 0 ? std::to_string(cost.facets) + " facets, but only " + allowed +
                                              " may be used; use a coarser mesh."
                                        : std::to_string(cost.unknowns) + " unknowns, but only " + allowed +
                                              " may be used; use a coarser mesh or a lower "
                                              "frequency."));
}

void scale_to_machine(CostEstimate& cost) {
  const double factor = std::clamp(reference_flops / core_flops_per_second(), 0.25, 8.0);
  cost.seconds *= factor;
  for (auto& [name, seconds] : cost.core_seconds_parts) seconds *= factor;
  cost.seconds_per_product *= factor;
}

}  // namespace pace
