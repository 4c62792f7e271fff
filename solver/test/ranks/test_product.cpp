// One matrix over several ranks: the same product, the same preconditioner, and just the bytes that were
// counted beforehand.
#include <doctest/doctest.h>

#include <numeric>
#include <random>

#include "../close_to.hpp"
#include "../mesh/shapes.hpp"
#include "fmm/distributed/near_halo.hpp"
#include "fmm/near_sink.hpp"
#include "operators/assembly.hpp"
#include "planning/fast_plan.hpp"
#include "planning/rank_plan.hpp"
#include "preconditioner/near_inverse.hpp"
#include "systems/frequency_system.hpp"

using namespace pace;

namespace {

struct Problem {
  Problem(Mesh mesh_, double alpha_, double edges_per_wavelength)
      : mesh(std::move(mesh_)),
        topology(analyse(mesh)),
        space(mesh, topology),
        alpha(space.size(), alpha_),
        k(2.0 * pi / (edges_per_wavelength * space.mean_edge_m())) {
    if (alpha_ < 1.0) dual.emplace(space);
    // Leaves too small for the digits make a deep tree of few functions; both products have the same error.
    plan = plan_fast(space, alpha, k, {.residual = 1e-3, .waves_only = true}, 0.5);
  }
  const DualSpace* dual_space() const { return dual ? &*dual : nullptr; }
  void fill(const Octree& tree, NearMatrix& near) const {
    fill_near(space, tree, near, plan.compression, [&](MatrixSink& sink, double, double) {
      assemble(space, dual_space(), k, alpha, quadrature_of(space, k, plan.digits), sink);
    });
  }
  Mesh mesh;
  Topology topology;
  RwgSpace space;
  std::vector<double> alpha;
  double k;
  std::optional<DualSpace> dual;
  FastPlan plan;
};

/// Allowed error of the preconditioner: of numbers between two steps of a row ranks round some otherwise.
constexpr double exact = 1e-5;

FloatColumns random_columns(std::size_t rows, int columns) {
  std::mt19937 random(5);
  std::normal_distribution<float> normal;
  FloatColumns x(rows, columns);
  for (ComplexF& v : x.data) v = ComplexF(normal(random), normal(random));
  return x;
}

/// ‖own rows of y − the same rows of `whole`‖ / ‖whole‖, over all ranks.
double difference(const FloatColumns& own, const FloatColumns& whole, std::size_t first,
                  Communicator& ranks) {
  std::vector<double> sums{0.0, 0.0};
  for (int c = 0; c < whole.columns; ++c)
    for (std::size_t i = 0; i < own.rows; ++i) {
      sums[0] += std::norm(own.column(c)[i] - whole.column(c)[first + i]);
      sums[1] += std::norm(whole.column(c)[first + i]);
    }
  ranks.sum(sums);
  return std::sqrt(sums[0] / sums[1]);
}

FloatColumns rows_of(const FloatColumns& whole, std::size_t first, std::size_t count) {
  FloatColumns part(count, whole.columns);
  for (int c = 0; c < whole.columns; ++c) std::copy_n(whole.column(c) + first, count, part.column(c));
  return part;
}

/// @param allowed  difference of a product over ranks to that of one
void check(const Problem& p, const std::vector<int>& groups, double allowed) {
  Communicator& ranks = Communicator::world();
  const Octree& tree = *p.plan.tree;
  REQUIRE(tree.depth() >= 3);
  constexpr int columns = 3;
  const FloatColumns x = random_columns(p.plan.points.size(), columns);
  FloatColumns whole(x.rows, columns), inverse_whole(x.rows, columns);
  {
    NearMatrix near(tree);
    p.fill(tree, near);
    near.multiply(x.data.data(), whole.data.data(), x.rows, columns);
    FarProduct far(p.space, p.dual_space(), tree, p.k, p.alpha, p.plan.sampling);
    far.add(x.data.data(), whole.data.data(), x.rows, columns);
    NearInverse inverse(tree, near, p.plan.points, p.plan.overlap, exact);
    inverse.apply(x.data.data(), inverse_whole.data.data(), columns);
  }
  for (const int group : groups) {
    CAPTURE(group);
    const Division division(tree, p.plan.sampling, ranks.size(), p.plan.leaf_work, group);
    const Range own = division.boxes(tree.depth(), ranks.rank());
    const Octree leaves(tree, own.first, own.last);
    const RankShare share{ranks, division, leaves, tree};
    const auto rows = static_cast<std::size_t>(leaves.own_functions());
    const std::size_t first = own.size() > 0 ? tree.leaves().boxes[own.first].first_function : 0;
    const FloatColumns mine = rows_of(x, first, rows);

    NearMatrix near(leaves);
    p.fill(leaves, near);
    NearHalo halo(tree, share);
    FarProduct far(p.space, p.dual_space(), tree, p.k, p.alpha, p.plan.sampling, &share);
    NearEntries entries(near, share);
    NearInverse inverse(leaves, entries, p.plan.points, p.plan.overlap, exact);

    FloatColumns extended(halo.extended(), columns);
    const std::uint64_t before = ranks.bytes_sent();
    near.multiply(halo.extend(mine.data.data(), columns), extended.data.data(), halo.extended(), columns);
    FloatColumns y = rows_of(extended, 0, rows);
    far.add(mine.data.data(), y.data.data(), rows, columns);
    const std::uint64_t sent = ranks.bytes_sent() - before;
    CHECK(sent == columns * product_traffic(tree, p.plan.sampling, division)[ranks.rank()].total());
    CHECK(difference(y, whole, first, ranks) < allowed);

    inverse.apply(halo.extend(mine.data.data(), columns), extended.data.data(), columns);
    CHECK(difference(rows_of(extended, 0, rows), inverse_whole, first, ranks) < 1e-4);

    // Nobody keeps much more than a share.
    const auto all_near = ranks.sum(static_cast<std::int64_t>(near.bytes()));
    const auto most_near = ranks.maximum(static_cast<std::int64_t>(near.bytes()));
    CHECK(most_near < 1.3 * static_cast<double>(all_near) / ranks.size());
    const auto all_patterns = ranks.sum(static_cast<std::int64_t>(far.bytes().patterns));
    CHECK(ranks.maximum(static_cast<std::int64_t>(far.bytes().patterns)) <
          1.3 * static_cast<double>(all_patterns) / ranks.size());
    const RankSizes counted = rank_sizes(p.plan, division)[ranks.rank()];
    CHECK(counted.unknowns == rows);
    // How many bits packed entries have is a fit to larger bodies.
    if (p.plan.compression > 1e-8)
      CHECK(static_cast<double>(counted.near) == close_to(static_cast<double>(near.bytes()), 0.15));
  }
}

/// Packed patterns and entries, and entries so exact that floats stay.
void check_packed_and_plain(Problem& p, const std::vector<int>& groups) {
  check(p, {groups[0]}, 4e-5);
  p.plan.compression = 1e-9;
  check(p, groups, 1e-6);
}

}  // namespace

TEST_CASE(
    "closed body, CFIE: over ranks divided by boxes, by angles and by both, the product is that of one rank and sends what was counted") {
  const int size = Communicator::world().size();
  std::vector<int> groups{0, 1, size};
  if (size == 4) groups.push_back(2);
  Problem p(shapes::sphere(1.0, 10, Vec3(0.3, -0.2, 0.1)), 0.4, 6.0);
  check_packed_and_plain(p, groups);
}

TEST_CASE("open plate, EFIE: the same") {
  shapes::Builder b;
  b.surface(26, 18,
            [](double u, double v) { return Vec3(1.9 * u, v, 0.25 * std::sin(3.0 * u) + 0.1 * v * v); });
  Problem p(b.mesh, 1.0, 7.0);
  check_packed_and_plain(p, {0, Communicator::world().size()});
}

TEST_CASE("more ranks than leaves have room for: some hold nothing and the product is still right") {
  const Problem p(shapes::sphere(0.6, 7), 1.0, 6.0);
  std::vector<double> work(p.plan.leaf_work.size(), 0.0);
  work.back() = 1.0;
  Communicator& ranks = Communicator::world();
  const Octree& tree = *p.plan.tree;
  const Division division(tree, p.plan.sampling, ranks.size(), work);
  const Range own = division.boxes(tree.depth(), ranks.rank());
  const Octree leaves(tree, own.first, own.last);
  const RankShare share{ranks, division, leaves, tree};
  CHECK(ranks.sum(static_cast<std::int64_t>(own.size())) ==
        static_cast<std::int64_t>(tree.leaves().boxes.size()));
  const FloatColumns x = random_columns(p.plan.points.size(), 1);
  FloatColumns whole(x.rows, 1);
  FarProduct alone(p.space, nullptr, tree, p.k, p.alpha, p.plan.sampling);
  alone.add(x.data.data(), whole.data.data(), x.rows, 1);
  const std::size_t first = own.size() > 0 ? tree.leaves().boxes[own.first].first_function : 0;
  const FloatColumns mine = rows_of(x, first, static_cast<std::size_t>(leaves.own_functions()));
  FloatColumns y(mine.rows, 1);
  FarProduct far(p.space, nullptr, tree, p.k, p.alpha, p.plan.sampling, &share);
  far.add(mine.data.data(), y.data.data(), mine.rows, 1);
  CHECK(difference(y, whole, first, ranks) < 1e-6);
}
