#include "planning/cost_model.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "fmm/shared_tree.hpp"
#include "linalg/machine_speed.hpp"
#include "model/byte_text.hpp"
#include "observables/far_field.hpp"
#include "observables/wave_series.hpp"
#include "planning/fast_plan.hpp"

namespace pace {
namespace {

/// Rates of one core where a product of matrices runs at `reference_flops`. They choose the method; what is
/// predicted is scaled to the machine. Fitted to runs of `validation/` on a quiet machine of two AVX-512
/// cores at 5e10 flops each (docs/cost-model.md).
constexpr double reference_flops = 1e11;
constexpr double lu_flops_per_second = 1e11;
constexpr double inverse_flops_per_second = 4e10;
/// A column alone waits for the patterns of the leaves, which a block of columns reads once.
constexpr double far_flops_per_second = 4.9e10, patterns_for_many = 0.84;
constexpr double interpolation_flops_per_second = 1.7e11;
/// What functions of interpolated boxes are prepared with, each.
constexpr double interpolated_function_seconds = 3e-5;
/// Entries of the near matrix, 8 flops each. Electric and magnetic currents read them in shorter runs; a
/// block of columns reads them once.
constexpr double near_flops_per_second = 2.8e10, magnetic_reading = 2.6, reading_for_many = 0.45;
/// Columns that are read together in a sweep.
constexpr double many_sides = 4.0;

/// Seconds of assembly: by a function (what lies close to it is integrated with more points, and it has a
/// pattern), by an entry of the near matrix, most in single precision, and by one of the dense matrix.
struct AssemblySeconds {
  double function, near_entry, dense_entry;
};
constexpr AssemblySeconds efie_assembly{1.85e-5, 1.6e-8, 2.8e-8}, cfie_assembly{2.6e-5, 5.8e-8, 4e-8},
    pmchwt_assembly{2.65e-5, 6.5e-8, 4.2e-8};
/// An entry of the near matrix that is interpolated between frequencies: a handful of reads, and its
/// compression.
constexpr double interpolated_entry_seconds = 3e-8;
/// Impedances beside the CFIE, by both currents' functions, and JMCFIE beside PMCHWT: their products with
/// dual functions.
struct AssemblyFactors {
  double near, dense;
};
constexpr AssemblyFactors impedance_assembly{1.3, 0.75}, jmcfie_assembly{2.2, 3.5};
/// Assembly of bent triangles over that of flat ones, by part; a mesh may mix both. From pairs of runs on
/// spheres by LU and MLFMA, which separate the parts (docs/cost-model.md).
struct BentFactors {
  double function, entry;
};
constexpr BentFactors bent_efie{1.3, 1.5}, bent_cfie{2.5, 1.5}, bent_impedance{2.4, 2.1},
    bent_pmchwt{1.3, 1.3}, bent_jmcfie{3.0, 1.7};
/// Far fields of bent triangles, which have points of a rule in the place of closed forms.
constexpr double bent_fields = 4.0;
/// Local terms of impedances, a function: about 27 of 12 bytes (equations/local_terms.hpp).
constexpr double local_bytes = 324.0;
/// Buffers of the dense factorisation.
constexpr double blas_bytes_per_thread = 6e6;
/// Of MLFMA, at the peak: the program with its libraries; the model and its spaces a function; the share of
/// the near blocks that wait for their compression; what points of bent triangles take. Fitted to 104 runs of
/// `validation/`, the first less 5 MB that singular rules of thin triangles took then (docs/cost-model.md).
constexpr double process_bytes = 2.26e7, function_bytes = 620.0, waiting_share = 0.63,
                 bent_function_bytes = 80.0;
/// A direction and its image, each in as many bits as its rounding leaves; where older ones are let go,
/// directions are in floats (krylov/block_gcr.hpp).
constexpr double krylov_bytes = 8.6, most_krylov_bytes = 3.1e9;
constexpr double moments_per_second = 2e7;     ///< functions and directions, for many columns
constexpr double radiations_per_second = 4e8;  ///< the same and columns, for few
/// A function and a wave on the right-hand side: by the functions themselves, and by dual functions (of the
/// CFIE and JMCFIE), whose cells have twelve times the points.
constexpr double efie_excitation_seconds = 1.1e-7, dual_excitation_seconds = 9.5e-7;
/// Of many directions, by power series: a function, and a function and a wave. Of a sphere of bent triangles
/// and of a duct in facets, by the CFIE; by the EFIE about half, which is little beside all the rest.
constexpr double series_function_seconds = 2.5e-5, series_wave_seconds = 3e-8;
/// Rounds to a residual of 1e-3 by the CFIE: of bodies up to `compact` wavelengths, and how they grow with
/// the size (spheres: 8 to 18; bodies with ducts and edges: 7 to 27). By the EFIE: of plates and a fin, 10
/// to 44.
constexpr double cfie_iterations = 12.0, compact = 7.0, cfie_power = 1.0 / 3.0;
constexpr double efie_iterations = 9.0, efie_power = 0.6, most_efie_iterations = 150.0;
/// The same between media, for an index of 1; they grow about so with the index (1.6: 21 – 50, 3.5: 66).
constexpr double media_iterations = 20.0, index_power = 0.85;
/// And by JMCFIE (3.5: 26).
constexpr double combined_iterations = 12.0, combined_power = 0.6;
/// Independent right-hand sides of a sweep over half a great circle: so many, and so many a wavelength of the
/// model's diagonal, but not more than this share of the directions; columns of one block take fewer products
/// each the more they are. Of the sweeps of `validation/`: 8 to 64 sides, 5 to 17 products each. Both
/// polarizations have sides of their own (an aircraft of 3 wavelengths: 19 of each alone, 38 together).
constexpr double least_sides = 10.0, sides_a_wavelength = 2.4, sides_power = 0.85, sides_share = 0.7;

/// The errors of what a column returns, two receivers each, a function. Measured on an aircraft of 7 300
/// unknowns, 182 columns.
constexpr double error_seconds = 3.5e-7;

/// Of a hybrid, of each function of the surface: its facets, the tree of their rays and the border; and for
/// each illumination what of them is lit and what they radiate. The hybrids with a fin on a box and on a
/// plate took 0.7e-5 to 1.5e-5 and 0.9e-6 to 1.4e-6, at the speed that the other constants stand for.
constexpr double optics_setup_seconds = 1e-5, optics_wave_seconds = 1.2e-6;

/// Receivers of cuts whose currents are solved, where physical optics has none, and products that each of
/// their two takes: of a ball of a medium and of a coated one of 12 000 unknowns.
constexpr double sampled_receivers = 27.0, products_a_receiver = 2.4;

double observation_seconds(const Workload& w, const FastSizes& plan) {
  const double by_rules = 1.0 + plan.bent * (bent_fields - 1.0);
  const double n = static_cast<double>(w.unknowns), d = static_cast<double>(w.directions);
  const double columns = static_cast<double>(w.columns());
  return columns <= few_columns
             ? by_rules * d * n * columns / radiations_per_second
             : by_rules * d * n / moments_per_second + 16.0 * d * n * columns / lu_flops_per_second;
}

double excitation_seconds(const Workload& w, double first_kind_share) {
  const auto n = static_cast<double>(w.unknowns), columns = static_cast<double>(w.columns());
  if (w.illuminations >= series_directions)
    return n * (series_function_seconds + columns * series_wave_seconds);
  return n * columns *
         (dual_excitation_seconds + first_kind_share * (efie_excitation_seconds - dual_excitation_seconds));
}

/// Of the fields that are observed of a block of right-hand sides.
double observation_bytes(const Workload& w) {
  const double block =
      static_cast<double>(std::min<std::int64_t>(w.columns(), right_hand_sides_at_once(w.unknowns)));
  return 32.0 * static_cast<double>(w.directions) * block;
}

AssemblySeconds mixed(const AssemblySeconds& a, const AssemblySeconds& b, double share_of_b) {
  const auto between = [&](double x, double y) { return x + share_of_b * (y - x); };
  return {between(a.function, b.function), between(a.near_entry, b.near_entry),
          between(a.dense_entry, b.dense_entry)};
}

AssemblySeconds scaled(const AssemblySeconds& a, const AssemblyFactors& by) {
  return {by.near * a.function, by.near * a.near_entry, by.dense * a.dense_entry};
}

/// @param share  of the triangles that are bent
AssemblySeconds with_bent(const AssemblySeconds& a, const BentFactors& bent, double share) {
  const double function = 1.0 + share * (bent.function - 1.0), entry = 1.0 + share * (bent.entry - 1.0);
  return {function * a.function, entry * a.near_entry, entry * a.dense_entry};
}

AssemblySeconds assembly_seconds(const FastSizes& plan, double first_kind_share) {
  if (plan.index > 0.0)
    return mixed(with_bent(scaled(pmchwt_assembly, jmcfie_assembly), bent_jmcfie, plan.bent),
                 with_bent(pmchwt_assembly, bent_pmchwt, plan.bent), first_kind_share);
  if (plan.magnetic)
    return with_bent(scaled(mixed(cfie_assembly, efie_assembly, first_kind_share), impedance_assembly),
                     bent_impedance, plan.bent);
  return mixed(with_bent(cfie_assembly, bent_cfie, plan.bent), with_bent(efie_assembly, bent_efie, plan.bent),
               first_kind_share);
}

/// Of one right-hand side.
double expected_rounds(const FastSizes& plan, double first_kind_share) {
  const double index = std::max(1.0, plan.index);
  // A hybrid's share of the functions is compact: its rounds were those of a body as much smaller.
  const double extent = std::max(1.0, plan.extent * plan.solved);
  const double second = plan.index > 0.0
                            ? combined_iterations * std::pow(index, combined_power)
                            : cfie_iterations * std::pow(std::max(1.0, extent / compact), cfie_power);
  const double first = plan.index > 0.0
                           ? media_iterations * std::pow(index, index_power)
                           : std::min(efie_iterations * std::pow(extent, efie_power), most_efie_iterations);
  return second + (first - second) * first_kind_share;
}

/// Right-hand sides that are independent to the accuracy of a solution.
double independent_sides(const FastSizes& plan, std::int64_t right_hand_sides, int waves) {
  return std::min(1.0 + sides_share * static_cast<double>(right_hand_sides - 1),
                  static_cast<double>(waves) * (least_sides + sides_a_wavelength * plan.extent));
}

/// Without what is interpolated below the waves.
double product_core_seconds(const FastSizes& plan, double sides) {
  const bool many = sides > many_sides;
  const double reading = (plan.magnetic ? magnetic_reading : 1.0) * (many ? reading_for_many : 1.0);
  return 8.0 * static_cast<double>(plan.near_entries) * reading / near_flops_per_second +
         plan.far_flops * (many ? patterns_for_many : 1.0) / far_flops_per_second;
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

namespace {

double error_reaction_seconds(const Workload& w) {
  return static_cast<double>(w.unknowns) * static_cast<double>(w.columns()) * error_seconds +
         excitation_seconds(w, 1.0);
}

/// Of one frequency beside the products: the EFIE's assembly, if that is not the system itself, what it
/// leaves of each column, and the reactions of the columns.
double error_assembly_seconds(const Workload& w, double first_kind_share, double entries, double entry) {
  const double n = static_cast<double>(w.unknowns);
  const double again = first_kind_share < 1.0 ? n * efie_assembly.function + entries * entry : 0.0;
  return again + error_reaction_seconds(w);
}

/// Frequencies whose near entries are assembled; those of the others are interpolated.
double assembled_frequencies(const Workload& w, const FastSizes& plan) {
  auto count = static_cast<double>(w.frequencies);
  for (const std::vector<double>& band : w.sharing) {
    std::vector<Complex> samples;
    for (const double f : band)
      if (SharedTree::polynomial(2.0 * pi * f, samples, plan.leaf, plan.digits).points.empty())
        samples.push_back(2.0 * pi * f);
      else
        count -= 1.0;
  }
  return std::max(1.0, count);
}

}  // namespace

CostEstimate dense_cost(const Workload& w, const FastSizes& plan, double first_kind_share) {
  const double n = static_cast<double>(w.unknowns), columns = static_cast<double>(w.columns());
  const double block = std::min(columns, static_cast<double>(right_hand_sides_at_once(w.unknowns)));
  const AssemblySeconds assembly = assembly_seconds(plan, first_kind_share);
  CostEstimate cost;
  cost.unknowns = w.unknowns;
  cost.memory_parts = {{"matrix", 16.0 * n * n},
                       {"columns", 2 * 16.0 * n * block},
                       {"blas", blas_bytes_per_thread * w.threads},
                       {"observation", observation_bytes(w)},
                       {"model", static_cast<double>(replicated_bytes(w))}};
  if (plan.bent > 0.0) cost.memory_parts["bent"] = bent_function_bytes * n;
  cost.memory_bytes = static_cast<std::uint64_t>(sum_of(cost.memory_parts));
  const double frequencies = static_cast<double>(w.frequencies);
  cost.core_seconds_parts = {
      {"near", frequencies * n * (assembly.function + n * assembly.dense_entry)},
      {"solution", frequencies * (8.0 / 3.0 * n * n * n + 8.0 * n * n * columns) / lu_flops_per_second},
      {"fields", frequencies * (excitation_seconds(w, first_kind_share) + observation_seconds(w, plan))}};
  if (w.estimates_errors)
    cost.core_seconds_parts["errors"] =
        frequencies * (error_assembly_seconds(w, first_kind_share, n * n, efie_assembly.dense_entry) +
                       (first_kind_share < 1.0 ? 8.0 * n * n * columns / lu_flops_per_second : 0.0));
  cost.seconds = sum_of(cost.core_seconds_parts) / w.threads;
  cost.method = Method::dense_lu;
  cost.reason = {"METHOD.lu"};
  return cost;
}

namespace {

/// Of the phase that takes most: the near matrix while it is assembled, the solution, or the error estimate.
/// @param sides  right-hand sides after compression
std::map<std::string, double> fast_memory(const Workload& w, const FastSizes& plan, double sides,
                                          double products, double first_kind_share) {
  const double n = static_cast<double>(w.unknowns), columns = static_cast<double>(w.columns());
  const double block = std::min(columns, static_cast<double>(right_hand_sides_at_once(w.unknowns))),
               compressed = std::min(sides, block);
  std::map<std::string, double> always{{"near", static_cast<double>(plan.near_bytes)},
                                       {"model", process_bytes + function_bytes * n}};
  if (plan.magnetic && plan.index == 0.0) always["local"] = local_bytes * n;
  if (plan.bent > 0.0) always["bent"] = bent_function_bytes * n;
  std::map<std::string, double> assembly = always, product = always;
  assembly["waiting"] = waiting_share * static_cast<double>(plan.near_waiting_bytes);
  product.insert({{"patterns", static_cast<double>(plan.pattern_bytes)},
                  {"translators", static_cast<double>(plan.translator_bytes)},
                  {"fields", static_cast<double>(plan.field_bytes_per_column) *
                                 std::min(columns, static_cast<double>(FarProduct::most_columns))}});
  // All right-hand sides are there in floats until they are compressed, before there is a Krylov space;
  // currents are made from the compressed solution in portions.
  std::map<std::string, double> solution = product;
  solution.insert({{"preconditioner", static_cast<double>(plan.inverse_bytes)},
                   {"columns", n * (16.0 * compressed + 16.0 * std::min<double>(block, currents_at_once))},
                   {"krylov", std::max(std::min(krylov_bytes * n * products, most_krylov_bytes),
                                       8.0 * n * (block - compressed))},
                   {"observation", observation_bytes(w)}});
  std::map<std::string, double> worst = sum_of(assembly) > sum_of(solution) ? assembly : solution;
  if (!w.estimates_errors) return worst;
  // The EFIE's own system is kept while it serves the estimate; another one is gone by then.
  std::map<std::string, double> errors = first_kind_share == 1.0 ? solution : product;
  errors.erase("observation");
  errors["columns"] = 32.0 * n * block;
  errors["errors"] = w.directions > 0 ? receiver_bytes : 0.0;
  return sum_of(errors) > sum_of(worst) ? errors : worst;
}

}  // namespace

double expected_products(const FastSizes& plan, double first_kind_share, std::int64_t right_hand_sides,
                         int waves, int most_iterations) {
  const double rounds =
      std::min(expected_rounds(plan, first_kind_share), static_cast<double>(most_iterations));
  return (1.0 - plan.saved_products) * rounds *
         std::pow(independent_sides(plan, right_hand_sides, waves), sides_power);
}

double seconds_of_products(double products, const FastSizes& plan, std::int64_t right_hand_sides, int waves) {
  return products * product_core_seconds(plan, independent_sides(plan, right_hand_sides, waves));
}

double seconds_of_inverse(double flops) { return flops / inverse_flops_per_second; }

CostEstimate fast_cost(const Workload& w, const FastSizes& plan, double first_kind_share,
                       int most_iterations) {
  const auto n = static_cast<double>(w.unknowns);
  const double sides = independent_sides(plan, w.columns(), w.waves);
  const double products =
      expected_products(plan, first_kind_share, w.columns(), w.waves, most_iterations) * w.decades +
      sides * w.started;
  const double product_seconds = product_core_seconds(plan, sides);
  const AssemblySeconds assembly = assembly_seconds(plan, first_kind_share);
  CostEstimate cost;
  cost.unknowns = w.unknowns;
  cost.method = Method::mlfma;
  cost.near_entries = static_cast<std::int64_t>(plan.near_entries);
  cost.levels = plan.levels;
  cost.products = products;
  cost.seconds_per_product =
      (product_seconds + plan.interpolation_flops / interpolation_flops_per_second) / w.threads;
  const double frequencies = static_cast<double>(w.frequencies),
               entries = static_cast<double>(plan.near_entries);
  const double assembled = assembled_frequencies(w, plan), interpolated = frequencies - assembled;
  cost.core_seconds_parts = {
      {"near", assembled * (n * assembly.function + entries * assembly.near_entry) +
                   interpolated * entries * interpolated_entry_seconds},
      {"preconditioner", static_cast<double>(w.inverses) * seconds_of_inverse(plan.inverse_flops)},
      {"interpolation", frequencies * products * plan.interpolation_flops / interpolation_flops_per_second +
                            (plan.interpolation_flops > 0.0 ? n * interpolated_function_seconds : 0.0)},
      {"solution", frequencies * (products * product_seconds +
                                  16.0 * n * products * products / 2.0 / lu_flops_per_second)},
      {"fields", frequencies * (excitation_seconds(w, first_kind_share) + observation_seconds(w, plan))}};
  if (plan.solved < 1.0)
    cost.core_seconds_parts["optics"] =
        n / plan.solved *
        (optics_setup_seconds + frequencies * static_cast<double>(w.illuminations) * optics_wave_seconds);
  // Columns whose product the estimate needs, and products that solve for receivers.
  const double of_receivers =
      plan.magnetic
          ? 2.0 * products_a_receiver * std::min(sampled_receivers, static_cast<double>(w.directions))
          : 0.0;
  if (w.estimates_errors)
    cost.core_seconds_parts["errors"] =
        assembled * error_assembly_seconds(w, first_kind_share, entries, efie_assembly.near_entry) +
        interpolated * (entries * interpolated_entry_seconds + error_reaction_seconds(w)) +
        frequencies * (sides + of_receivers) *
            (product_seconds + plan.interpolation_flops / interpolation_flops_per_second);
  cost.seconds = sum_of(cost.core_seconds_parts) / w.threads;
  cost.memory_parts = fast_memory(w, plan, sides, products, first_kind_share);
  cost.memory_bytes = static_cast<std::uint64_t>(sum_of(cost.memory_parts));
  cost.reason = {"METHOD.mlfma", {{"levels", cost.levels}, {"digits", plan.digits}}};
  return cost;
}

CostEstimate cost_with_files(const FastSizes& plan, std::uint64_t limit_bytes,
                             const std::function<CostEstimate(const FastSizes&)>& cost_of) {
  FastSizes in_memory = plan;
  std::uint64_t disk = 0;
  for (const bool patterns_too : {false, true}) {
    // What is interpolated below the waves is shared between frequencies, and stays.
    std::uint64_t& moved = patterns_too ? in_memory.pattern_bytes : in_memory.near_bytes;
    const std::uint64_t kept = patterns_too ? plan.mode_bytes : 0;
    disk += moved - kept;
    moved = kept;
    CostEstimate cost = cost_of(in_memory);
    cost.disk_bytes = disk;
    cost.patterns_on_disk = patterns_too;
    if (cost.memory_bytes <= limit_bytes) return cost;
  }
  return cost_of(plan);
}

void require_memory(const CostEstimate& cost, const std::optional<std::uint64_t>& limit_bytes) {
  if (!limit_bytes || cost.memory_bytes <= *limit_bytes) return;
  const auto [needed, allowed] =
      bytes_told_apart(static_cast<double>(cost.memory_bytes), static_cast<double>(*limit_bytes));
  throw InputError(
      cost.facets > 0
          ? Message{"MEMORY.facets", {{"needed", needed}, {"facets", cost.facets}, {"allowed", allowed}}}
          : Message{"MEMORY.unknowns",
                    {{"needed", needed}, {"unknowns", cost.unknowns}, {"allowed", allowed}}});
}

void require_disk(const CostEstimate& cost, const std::filesystem::path& folder) {
  if (cost.disk_bytes == 0) return;
  std::error_code unknown;
  const auto space = std::filesystem::space(folder, unknown);
  if (unknown || space.available >= cost.disk_bytes) return;
  const auto [needed, allowed] =
      bytes_told_apart(static_cast<double>(cost.disk_bytes), static_cast<double>(space.available));
  throw InputError(Message{"MEMORY.disk", {{"needed", needed}, {"allowed", allowed}}});
}

void scale_to_machine(CostEstimate& cost) {
  const double factor = std::clamp(reference_flops / core_flops_per_second(), 0.25, 8.0);
  cost.seconds *= factor;
  for (auto& [name, seconds] : cost.core_seconds_parts) seconds *= factor;
  cost.seconds_per_product *= factor;
}

}  // namespace pace
