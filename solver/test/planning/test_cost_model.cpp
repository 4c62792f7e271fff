// What runs are predicted to cost: bent triangles beside flat ones.
#include <doctest/doctest.h>

#include "../close_to.hpp"
#include "../mesh/bent_shapes.hpp"
#include "core/error.hpp"
#include "mesh/topology.hpp"
#include "planning/cost_model.hpp"
#include "planning/fast_plan.hpp"

using namespace pace;

namespace {

constexpr double k_of_unit = 2.0 * pi;

Mesh bent_sphere() {
  return shapes::bent(shapes::sphere(1.0, 12), [](const Vec3& p) { return p.normalized(); });
}

Mesh without_bends(Mesh mesh) {
  mesh.bends.clear();
  return mesh;
}

FastSizes plan_of(const Mesh& mesh, double alpha) {
  const RwgSpace space(mesh, analyse(mesh));
  return plan_fast(space, std::vector<double>(space.size(), alpha), k_of_unit, {.residual = 1e-3});
}

Workload work_of(std::int64_t unknowns) {
  return {.unknowns = unknowns,
          .vertices = unknowns / 3,
          .frequencies = 1,
          .illuminations = 1,
          .waves = 1,
          .directions = 1080,
          .threads = 1};
}

}  // namespace

TEST_CASE("the plan of a mesh knows the share of its bent triangles") {
  const Mesh bent = bent_sphere();
  CHECK(plan_of(without_bends(bent), 0.5).bent == 0.0);
  CHECK(plan_of(bent, 0.5).bent == 1.0);
}

TEST_CASE("what does not fit goes to disk, near blocks first, and only if that suffices") {
  const FastSizes plan = plan_of(without_bends(bent_sphere()), 0.5);
  Workload work = work_of(12 * 12 * 18);
  work.illuminations = 20;  // so that the solution takes more than the assembly
  const auto cost_of = [&](const FastSizes& of) { return fast_cost(work, of, 0.0, 1000); };
  const CostEstimate whole = cost_of(plan);
  REQUIRE(plan.near_bytes > 100000);
  REQUIRE(plan.pattern_bytes > 100000);
  const std::uint64_t without_near = whole.memory_bytes - plan.near_bytes,
                      without_both = without_near - plan.pattern_bytes;
  const CostEstimate near = cost_with_files(plan, without_near + 1000, cost_of),
                     both = cost_with_files(plan, without_near - 1000, cost_of),
                     neither = cost_with_files(plan, without_both - 1000, cost_of);
  CHECK(near.disk_bytes == plan.near_bytes);
  CHECK_FALSE(near.patterns_on_disk);
  CHECK(static_cast<double>(near.memory_bytes) == close_to(static_cast<double>(without_near), 1e-6));
  CHECK(both.disk_bytes == plan.near_bytes + plan.pattern_bytes);
  CHECK(both.patterns_on_disk);
  CHECK(neither.disk_bytes == 0);
  CHECK(neither.memory_bytes == whole.memory_bytes);
  CHECK_THROWS_AS(require_memory(neither, without_both - 1000), InputError);

  CHECK_NOTHROW(require_disk(near, "/"));
  CostEstimate endless = near;
  endless.disk_bytes = std::uint64_t{1} << 60;
  CHECK_THROWS_AS(require_disk(endless, "/"), InputError);
  endless.disk_bytes = 0;
  CHECK_NOTHROW(require_disk(endless, "/"));
}

TEST_CASE("assembly and fields of bent triangles are predicted dearer, the rest as of flat ones") {
  const Mesh bent = bent_sphere(), flat = without_bends(bent);
  for (const double first_kind : {0.0, 1.0}) {
    CAPTURE(first_kind);
    const FastSizes of_bent = plan_of(bent, first_kind == 1.0 ? 1.0 : 0.5),
                    of_flat = plan_of(flat, first_kind == 1.0 ? 1.0 : 0.5);
    REQUIRE(of_bent.near_entries == of_flat.near_entries);
    const Workload work = work_of(12 * 12 * 18);
    const CostEstimate dense = dense_cost(work, of_bent, first_kind),
                       dense_flat = dense_cost(work, of_flat, first_kind),
                       fast = fast_cost(work, of_bent, first_kind, 1000),
                       fast_flat = fast_cost(work, of_flat, first_kind, 1000);
    const double near_factor = dense.core_seconds_parts.at("near") / dense_flat.core_seconds_parts.at("near");
    CHECK(std::abs(near_factor - (first_kind == 1.0 ? 1.45 : 1.63)) < 0.15);  // as measured
    CHECK(dense.core_seconds_parts.at("fields") > dense_flat.core_seconds_parts.at("fields"));
    CHECK(dense.core_seconds_parts.at("solution") == dense_flat.core_seconds_parts.at("solution"));
    CHECK(fast.core_seconds_parts.at("solution") == fast_flat.core_seconds_parts.at("solution"));
    // LU integrates every pair of triangles, MLFMA only near ones: its assembly gains more.
    CHECK(dense.core_seconds_parts.at("near") - dense_flat.core_seconds_parts.at("near") >
          fast.core_seconds_parts.at("near") - fast_flat.core_seconds_parts.at("near"));
  }
}

TEST_CASE(
    "where LU is quicker than MLFMA for flat triangles, MLFMA may be for bent ones, and never the other way round") {
  const Mesh bent = bent_sphere();
  FastSizes of_bent = plan_of(bent, 0.5), of_flat = of_bent;
  of_flat.bent = 0.0;
  constexpr int entries_a_function = 300;  // of a sphere of two wavelengths radius, λ/10
  int changed = 0;
  for (std::int64_t n = 600; n < 20000; n = n * 21 / 20) {
    of_bent.near_entries = of_flat.near_entries = static_cast<std::uint64_t>(entries_a_function * n);
    const auto lu_is_quicker = [&](const FastSizes& plan) {
      return dense_cost(work_of(n), plan, 0.0).seconds < fast_cost(work_of(n), plan, 0.0, 1000).seconds;
    };
    const bool for_bent = lu_is_quicker(of_bent), for_flat = lu_is_quicker(of_flat);
    CHECK_FALSE((for_bent && !for_flat));
    changed += for_flat && !for_bent;
  }
  CHECK(changed >= 1);
}

TEST_CASE("levels asked for by hand do not go on below the waves where functions have few near entries") {
  // 288 functions on 0.3 λ, which would otherwise be divided once.
  const Mesh mesh = shapes::sphere(0.15, 4);
  const RwgSpace space(mesh, analyse(mesh));
  REQUIRE(space.size() < 300);
  const FastPlan plan = plan_fast(space, std::vector<double>(space.size(), 0.5), k_of_unit,
                                  {.residual = 1e-4, .manual_levels = 3});
  CHECK_FALSE(plan.wave_tree);
  CHECK(plan.levels_reduced);
}

TEST_CASE("many right-hand sides get a preconditioner of more overlap where that is worth its setup") {
  Mesh mesh = shapes::sphere(1.0, 24);
  for (Vec3& v : mesh.vertices) v.x() *= 8.0;  // a long body has many independent right-hand sides
  const RwgSpace space(mesh, analyse(mesh));
  const auto plan_for = [&](double alpha, std::int64_t right_hand_sides) {
    return plan_fast(space, std::vector<double>(space.size(), alpha), k_of_unit,
                     {.residual = 1e-3, .right_hand_sides = right_hand_sides});
  };
  const FastPlan one = plan_for(0.5, 1), many = plan_for(0.5, 721);
  REQUIRE_FALSE(many.wave_tree);
  CHECK(one.overlap == 0.25);
  CHECK(one.saved_products == 0.0);
  CHECK(many.overlap > one.overlap);
  CHECK(many.inverse_flops > one.inverse_flops);
  CHECK(many.inverse_bytes > one.inverse_bytes);
  CHECK(expected_products(many, 0.0, 721, 1) < 0.9 * expected_products(one, 0.0, 721, 1));
  const auto seconds = [&](const FastPlan& plan) {
    return seconds_of_inverse(plan.inverse_flops) +
           seconds_of_products(expected_products(plan, 0.0, 721, 1), plan, 721, 1);
  };
  CHECK(seconds(many) < seconds(one));
  CHECK(plan_for(1.0, 1).overlap == plan_for(1.0, 721).overlap);
}
