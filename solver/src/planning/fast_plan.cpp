#include "planning/fast_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "fmm/interpolated_product.hpp"
#include "fmm/near_matrix.hpp"
#include "fmm/near_sink.hpp"
#include "planning/cost_model.hpp"
#include "preconditioner/near_inverse.hpp"

namespace pace {
namespace {

/// Leaves that keep 2, 3 and 4 digits (test/fmm), in wavelengths: below, the plane-wave expansion over one
/// box of distance breaks down; and in reaches of the functions, which stick out of their boxes.
struct LeafSize {
  double wavelengths, reaches;
  double interpolated;  ///< of boxes that are interpolated, in reaches
};

LeafSize leaf_size_for(int digits) {
  if (digits <= 2) return {0.2, 2.2, 1.6};
  if (digits == 3) return {0.25, 2.8, 2.0};
  return {0.4, 3.6, 2.2};
}

/// Iterations between boxes below the plane waves fail where edges are too short against the wavelength: a
/// solenoidal current sees fields of its charges that are 1/(k·edge)² times its own and have to cancel. The
/// EFIE of a sphere at k·edge = 0.03 takes 14 rounds and is 4e-4 wrong, at 0.016 19 to 26 rounds and 2e-3,
/// at 0.01 it does not converge; the CFIE at 0.005 takes 25 rounds and is 7e-4 wrong, at 0.0026 5e-3.
double least_k_edge(std::span<const double> alpha) {
  const bool has_efie = std::any_of(alpha.begin(), alpha.end(), [](double a) { return a == 1.0; });
  return has_efie ? 0.03 : 0.005;
}

double near_entries(const Octree& tree) {
  const TreeLevel& leaves = tree.leaves();
  const auto count = [&](int b) {
    return static_cast<double>(leaves.boxes[b].last_function - leaves.boxes[b].first_function);
  };
  double sum = 0.0;
  for (int b = 0; b < static_cast<int>(leaves.boxes.size()); ++b)
    for (const int other : leaves.near(b)) sum += count(b) * count(other);
  return sum;
}

/// Of a level of interpolated boxes: offsets but for reflections.
constexpr double translators_of_interpolation = 56.0;
/// Of a coefficient at a direction: a complex field of two components, by its four parities.
constexpr double flops_to_grid = 2.0;
/// Functions around a piece of a leaf for those around a whole one: from what the preconditioner held on a
/// cube and a sphere of λ/20.
constexpr double elongated = 1.55;
/// What compression leaves of the entries of large leaves.
constexpr double compressed_share = 0.75;
/// Of an entry of the near matrix.
constexpr double float_bytes = 8.0;
/// Bits of a number of the near matrix, by the allowed error of its row: measured on a sphere of 55 179
/// unknowns and a duct of 15 606, by two to four digits and edges of λ/10 to λ/20.
constexpr double near_bits = 10.9, bits_a_halving = 0.68, near_bits_of = 1e-4;
/// Of a number of a leaf's pattern, and of a box's modes, by digits.
constexpr double pattern_bits = 1.4, pattern_bits_a_digit = 3.15, mode_bits = 1.0, mode_bits_a_digit = 4.7;

/// Of a row of the preconditioner, over the square of k times the shortest edge: 4e-3 at a shortest edge of
/// λ/10, by which a sphere takes as many rounds as by 16 bits. The least is about that of 16 bits.
constexpr double error_of_inverse = 1e-2, least_error_of_inverse = 2e-5;

/// Of a function: fewer than the numbers that stand for a box of interpolation, so that no level is made
/// below the waves even where it is asked for.
constexpr double few_near_entries = 300.0;

/// Overlaps of the preconditioner that are weighed for many right-hand sides by the CFIE, and the share of
/// the products that they save against the first: the PRIME aircraft at 320 MHz 0.17 and 0.26 to 0.27, a
/// sphere 0.11 and 0.14.
struct Overlap {
  double sizes, saved;
};
constexpr std::array<Overlap, 3> overlaps{{{0.25, 0.0}, {0.5, 0.15}, {0.75, 0.24}}};
constexpr double efie_overlap = 0.5;

/// The work of ranks is balanced over a setup and so many products; an entry takes as long to assemble as
/// this many flops of each.
constexpr double products_a_setup = 200.0, entry_work = 60.0;

/// How far functions reach from their points, but for the longest two in a hundred.
double reach_of(const RwgSpace& space, std::span<const Vec3> points) {
  std::vector<double> reach(space.size());
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t)
    for (const HalfFunction& half : space.halves(t))
      for (const Vec3& v : space.triangles()[t].vertex)
        reach[half.function] = std::max(reach[half.function], (v - points[half.function]).norm());
  const auto at = reach.begin() + static_cast<long>(0.98 * static_cast<double>(reach.size() - 1));
  std::nth_element(reach.begin(), at, reach.end());
  return *at;
}

/// The overlap by which setup and products together take the least time. Where boxes go on below the waves
/// the cuts of leaves are full, so that more overlap adds nothing.
Overlap cheapest_overlap(const FastPlan& plan, const FastDemand& demand) {
  const double products = expected_products(plan, 0.0, demand.right_hand_sides, demand.waves);
  const auto seconds = [&](const Overlap& o) {
    return seconds_of_products((1.0 - o.saved) * products, plan, demand.right_hand_sides, demand.waves) +
           seconds_of_inverse(inverse_sizes(plan.waves(), o.sizes).flops);
  };
  return plan.wave_tree ? overlaps.front() : std::ranges::min(overlaps, {}, seconds);
}

}  // namespace

double near_functions(const TreeLevel& leaves, int leaf) {
  double near = 0.0;
  for (const int o : leaves.near(leaf))
    near += leaves.boxes[o].last_function - leaves.boxes[o].first_function;
  return near;
}

double cut_of_leaf(const TreeLevel& leaves, int leaf, double overlap) {
  const double own = leaves.boxes[leaf].last_function - leaves.boxes[leaf].first_function;
  const double pieces = std::ceil(own / NearInverse::largest_group);
  // A square patch of a surface and the overlap around it; pieces of a leaf are longer than they are wide.
  const double around = std::pow(1.0 + 2.0 * overlap, 2.0) * (pieces > 1.0 ? elongated : 1.0);
  return std::min(
      {near_functions(leaves, leaf), own / pieces * around, static_cast<double>(NearInverse::largest_cut)});
}

InverseSizes inverse_sizes(const Octree& tree, double overlap) {
  const TreeLevel& leaves = tree.leaves();
  InverseSizes sizes;
  for (int b = 0; b < static_cast<int>(leaves.boxes.size()); ++b) {
    const double own = leaves.boxes[b].last_function - leaves.boxes[b].first_function,
                 cut = cut_of_leaf(leaves, b, overlap), pieces = std::ceil(own / NearInverse::largest_group);
    sizes.entries += own * cut;
    sizes.flops += 8.0 * (pieces * cut * cut * cut / 3.0 + cut * cut * own);
  }
  return sizes;
}

int digits_for(double residual) {
  return std::clamp(static_cast<int>(std::ceil(-std::log10(residual) - 1e-9)), 2, 4);
}

FastPlan plan_fast(const RwgSpace& space, std::span<const double> alpha, Complex k, const FastDemand& demand,
                   double leaf_scale) {
  FastPlan plan;
  plan.files = demand.files;
  plan.k = k;
  plan.digits = demand.digits > 0 ? demand.digits : digits_for(demand.residual);
  const double lowest_k = demand.shared.lowest > 0.0 ? demand.shared.lowest : std::abs(k);
  plan.highest_k = std::max(demand.shared.highest, std::abs(k));
  plan.band = {k};
  if (lowest_k < plan.highest_k)
    plan.band = {k * (lowest_k / std::abs(k)), k * (0.5 * (lowest_k + plan.highest_k) / std::abs(k)),
                 k * (plan.highest_k / std::abs(k))};
  const double longest = 2.0 * pi / lowest_k;
  const LeafSize smallest = leaf_size_for(plan.digits);
  plan.points = function_points(space);
  const double reach = reach_of(space, plan.points);
  double leaf = leaf_scale * std::max(smallest.wavelengths * longest, smallest.reaches * reach);
  Vec3 low = plan.points[0], high = low;
  for (const Vec3& p : plan.points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  plan.extent = (high - low).norm() * std::abs(k) / (2.0 * pi);
  const auto bent = std::count_if(space.triangles().begin(), space.triangles().end(),
                                  [](const SurfaceTriangle& t) { return t.bend != nullptr; });
  plan.bent = static_cast<double>(bent) / static_cast<double>(space.triangles().size());
  const double asked = demand.manual_levels > 0
                           ? (high - low).maxCoeff() * (1.0 + 1e-6) / std::ldexp(1.0, demand.manual_levels)
                           : 0.0;
  leaf = std::max(leaf, asked);
  // Below the smallest boxes of the waves the tree goes on while boxes hold enough functions.
  const double finest = std::max(smallest.interpolated * reach, asked * (1.0 - 1e-9));
  const double k_edge = std::abs(k) * space.mean_edge_m();
  const bool waves_only = demand.waves_only || lowest_k * space.mean_edge_m() < least_k_edge(alpha);
  int divisions = 0;
  for (;; ++divisions) {
    const double size = std::ldexp(leaf, -divisions);
    plan.tree = std::make_unique<Octree>(plan.points, size);
    const double enough = asked == 0.0 ? demand.most_near_entries : few_near_entries;
    if (waves_only || 0.5 * size < finest || near_entries(*plan.tree) <= enough * space.size()) break;
  }
  divisions = std::min(divisions, plan.tree->depth());
  if (divisions > 0)
    plan.wave_tree = std::make_unique<Octree>(plan.tree->down_to(plan.tree->depth() - divisions));
  plan.levels = plan.tree->depth();
  plan.levels_reduced = plan.levels < demand.manual_levels;
  plan.leaf = plan.tree->leaves().box_size * std::abs(k) / (2.0 * pi);
  plan.has_far_boxes = plan.tree->depth() >= Octree::first_far_level;
  plan.sampling = sampling_for(plan.waves(), k, plan.digits, 0.0);
  plan.compression = 0.08 * std::pow(10.0, -plan.digits) * std::min(1.0, k_edge * k_edge);

  const double k_shortest = std::abs(k) * std::ranges::min(function_edges(space));
  plan.inverse_error = std::clamp(error_of_inverse * k_shortest * k_shortest, least_error_of_inverse,
                                  NearInverse::largest_error);
  plan.near_bits =
      std::clamp(near_bits - bits_a_halving * std::log2(plan.compression / near_bits_of), 4.0, 22.0);
  const Octree& tree = *plan.tree;
  const TreeLevel& leaves = tree.leaves();
  double near_bytes = 0.0;
  for (int b = 0; b < static_cast<int>(leaves.boxes.size()); ++b) {
    const double own = leaves.boxes[b].last_function - leaves.boxes[b].first_function;
    const double near = near_functions(leaves, b);
    plan.leaf_work.push_back(own * near * (8.0 + entry_work));
    plan.near_entries += static_cast<std::uint64_t>(own * near);
    const double packed = PackedRows::bytes_of(own, static_cast<int>(near), plan.near_bits);
    near_bytes += own >= NearMatrix::smallest_compressed
                      ? std::min(packed, compressed_share * float_bytes * own * near)
                      : packed;
  }
  const double n = space.size();
  const bool with_magnetic = std::any_of(alpha.begin(), alpha.end(), [](double a) { return a < 1.0; });
  const Octree& waves = plan.waves();
  const double terms = 3.0 * std::pow(plan.sampling.leaf_waves + 1.0, 2.0);
  const double pattern_bytes = (pattern_bits + pattern_bits_a_digit * plan.digits) / 8.0,
               mode_bytes = (mode_bits + mode_bits_a_digit * plan.digits) / 8.0;
  const double all = static_cast<double>(plan.near_entries);
  plan.near_bytes = static_cast<std::uint64_t>(near_bytes);
  plan.near_waiting_bytes = std::min<std::uint64_t>(static_cast<std::uint64_t>(float_bytes * all),
                                                    near_portion_bytes(float_bytes * all));
  plan.pattern_bytes = static_cast<std::uint64_t>(pattern_bytes * terms * n * (with_magnetic ? 2.0 : 1.0) *
                                                  (k.imag() != 0.0 ? 2.0 : 1.0));
  plan.far_flops = 8.0 * terms * n * (with_magnetic ? 1.5 : 1.0);
  std::uint64_t above = 0;  // what goes out of a level has the place of what comes in below (FarProduct)
  for (int l = plan.sampling.first_level; l <= waves.depth(); ++l) {
    const double directions = 2.0 * std::pow(plan.sampling.degree[l] + 1.0, 2.0);
    const double boxes = static_cast<double>(tree.level(l).boxes.size());
    const auto fields = static_cast<std::uint64_t>(16.0 * directions * boxes);
    plan.field_bytes_per_column += fields;
    if (l < waves.depth() && fields > above) plan.field_bytes_per_column += fields - above;
    above = fields;
    plan.translator_bytes += static_cast<std::uint64_t>(8.0 * directions * 200.0);
    plan.far_flops += 16.0 * directions * static_cast<double>(tree.level(l).far_.size());
    if (l < waves.depth())
      plan.far_flops += 16.0 * static_cast<double>(tree.level(l + 1).boxes.size()) * directions *
                        plan.sampling.degree[l + 1];
    else
      plan.far_flops += flops_to_grid * boxes * directions * terms * (with_magnetic ? 3.0 : 2.0);
  }
  if (plan.wave_tree) {
    // What is interpolated: four integrals a function and three of its dual, four potentials a box.
    const double rank = interpolation_rank(plan.digits);
    plan.mode_bytes = static_cast<std::uint64_t>(mode_bytes * rank * n * (with_magnetic ? 7.0 : 4.0));
    plan.pattern_bytes += plan.mode_bytes;
    for (int l = std::max(waves.depth() + 1, Octree::first_far_level); l <= tree.depth(); ++l) {
      const TreeLevel& level = tree.level(l);
      const double boxes = static_cast<double>(level.boxes.size());
      plan.field_bytes_per_column += static_cast<std::uint64_t>(64.0 * rank * boxes);
      plan.translator_bytes += static_cast<std::uint64_t>(8.0 * rank * rank * translators_of_interpolation);
      plan.interpolation_flops += 32.0 * rank * rank * (static_cast<double>(level.far_.size()) + boxes);
    }
    plan.interpolation_flops += 4.0 * 11.0 * rank * n;
  }
  const auto efie = static_cast<double>(std::count(alpha.begin(), alpha.end(), 1.0));
  const Overlap overlap =
      efie > 0.5 * space.size() ? Overlap{efie_overlap, 0.0} : cheapest_overlap(plan, demand);
  plan.overlap = overlap.sizes, plan.saved_products = overlap.saved;
  const InverseSizes inverse = inverse_sizes(plan.waves(), plan.overlap);
  plan.inverse_entries = static_cast<std::uint64_t>(inverse.entries);
  plan.inverse_flops = inverse.flops;
  plan.inverse_bytes = static_cast<std::uint64_t>(bytes_of_inverse_entry * inverse.entries);
  // Ranks divide trees of waves alone.
  const double leaf_directions =
      plan.wave_tree ? 0.0 : static_cast<double>(padded_directions(plan.sampling.degree[tree.depth()]));
  for (int b = 0; b < static_cast<int>(leaves.boxes.size()); ++b) {
    const double own = leaves.boxes[b].last_function - leaves.boxes[b].first_function,
                 cut = cut_of_leaf(leaves, b, plan.overlap);
    plan.leaf_work[b] += cut * cut * (cut / 3.0 + own) * 8.0 / products_a_setup +
                         16.0 * leaf_directions * static_cast<double>(leaves.far(b).size()) +
                         flops_to_grid * leaf_directions * terms * (with_magnetic ? 3.0 : 2.0) +
                         8.0 * terms * own * (with_magnetic ? 1.5 : 1.0);
  }
  return plan;
}

}  // namespace pace
