#include "method/cost_model.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/machine_speed.hpp"
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
constexpr double moments_per_second = 2e7;     ///< functions and directions, for many columns
constexpr double radiations_per_second = 1e8;  ///< the same and columns, for few
/// Rounds to a residual of 1e-3 seen on closed bodies by the CFIE and on open ones by the EFIE.
constexpr double cfie_iterations = 14.0, efie_iterations = 60.0;
/// The same between media, for an index of 1; they grow about so with the index (1.6: 23 – 87, 3.5: 78, 9: 47
/// – 121).
constexpr double media_iterations = 25.0, index_power = 0.8;
/// And by JMCFIE (3.5: 26).
constexpr double combined_iterations = 12.0, combined_power = 0.6;

double observation_seconds(const Workload& w) {
  const double n = static_cast<double>(w.unknowns), d = static_cast<double>(w.directions);
  const double columns = static_cast<double>(w.illuminations);
  return columns <= few_columns ? d * n * columns / radiations_per_second
                                : d * n / moments_per_second + 16.0 * d * n * columns / lu_flops_per_second;
}

double fixed_bytes(const Workload& w) {
  const double block =
      static_cast<double>(std::min<std::int64_t>(w.illuminations, right_hand_sides_at_once(w.unknowns)));
  return static_cast<double>(replicated_bytes(w)) + 32.0 * static_cast<double>(w.directions) * block;
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
  return static_cast<std::uint64_t>(1.5e8 + 500.0 * static_cast<double>(w.vertices) +
                                    1200.0 * static_cast<double>(w.unknowns));
}

int right_hand_sides_at_once(std::int64_t unknowns) {
  return static_cast<int>(std::clamp<double>(4e9 / (48.0 * static_cast<double>(unknowns)), 16.0, 1024.0));
}

CostEstimate dense_cost(const Workload& w) {
  const double n = static_cast<double>(w.unknowns), columns = static_cast<double>(w.illuminations);
  const double block = std::min(columns, static_cast<double>(right_hand_sides_at_once(w.unknowns)));
  const double assembly = n * n / dense_entries_per_second;
  const double factor = 8.0 / 3.0 * n * n * n / lu_flops_per_second;
  const double solve = 8.0 * n * n * columns / lu_flops_per_second;
  CostEstimate cost;
  cost.unknowns = w.unknowns;
  cost.memory_bytes = static_cast<std::uint64_t>(16.0 * n * n + 2 * 16.0 * n * block + fixed_bytes(w));
  cost.seconds =
      static_cast<double>(w.frequencies) * (assembly + factor + solve + observation_seconds(w)) / w.threads;
  cost.method = Method::dense_lu;
  cost.reason =
      "The whole matrix fits in memory and one LU factorisation, which serves every angle of a frequency "
      "exactly, is predicted to be the quicker way.";
  return cost;
}

CostEstimate fast_cost(const Workload& w, const FastSizes& plan, double first_kind_share,
                       int most_iterations) {
  const double n = static_cast<double>(w.unknowns), columns = static_cast<double>(w.illuminations);
  // A plane-wave sweep over a great circle has about 2·k·radius + a few independent right-hand sides.
  const double rank = std::min(columns, 2.0 * pi * plan.extent + 12.0);
  const double bare = cfie_iterations + (efie_iterations - cfie_iterations) * first_kind_share;
  const double index = std::max(1.0, plan.index),
               combined = combined_iterations * std::pow(index, combined_power);
  const double media =
      combined + (media_iterations * std::pow(index, index_power) - combined) * first_kind_share;
  const double rounds = std::min(plan.index > 0.0 ? media : bare, static_cast<double>(most_iterations));
  // Blocks share their spaces: with many right-hand sides fewer products each are needed.
  const double products = rank * rounds * (rank > 4.0 ? 0.6 : 1.0);
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
  const double orthogonalization = 16.0 * n * products * products / 2.0 / lu_flops_per_second;
  const double setup = static_cast<double>(plan.near_entries) / near_entries_per_second +
                       plan.inverse_flops / inverse_flops_per_second;
  cost.seconds =
      static_cast<double>(w.frequencies) * ((setup + orthogonalization + observation_seconds(w)) / w.threads +
                                            products * cost.seconds_per_product);
  const double krylov = std::min(16.0 * n * products, 4e9);
  const double fields = static_cast<double>(plan.field_bytes_per_column) *
                        std::min(columns, static_cast<double>(FarProduct::most_columns));
  cost.memory_bytes = static_cast<std::uint64_t>(
      static_cast<double>(plan.near_bytes + plan.inverse_bytes + plan.pattern_bytes + plan.translator_bytes) +
      fields + krylov + 48.0 * n * block + fixed_bytes(w));
  cost.reason = "MLFMA with " + std::to_string(cost.levels) + " levels and " + std::to_string(plan.digits) +
                " digits is predicted to be the quicker way, or the only one that fits in memory.";
  return cost;
}

void scale_to_machine(CostEstimate& cost) {
  const double factor = std::clamp(reference_flops / core_flops_per_second(), 0.25, 8.0);
  cost.seconds *= factor;
  cost.seconds_per_product *= factor;
}

}  // namespace pace
