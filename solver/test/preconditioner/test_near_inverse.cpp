#include <doctest/doctest.h>

#include <random>

#include "preconditioner/deferred_inverse.hpp"
#include "preconditioner/near_inverse.hpp"

using namespace pace;

namespace {

struct NearProblem {
  std::vector<Vec3> points;
  std::unique_ptr<Octree> tree;
  std::unique_ptr<NearMatrix> near;
};

/// Points on a strip, entries that fall off with distance, rows stronger on the diagonal.
NearProblem strip(int count, double leaf) {
  NearProblem p;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> u(0.0, 1.0);
  for (int i = 0; i < count; ++i) p.points.emplace_back(u(random), 0.3 * u(random), 0.05 * u(random));
  p.tree = std::make_unique<Octree>(p.points, leaf);
  p.near = std::make_unique<NearMatrix>(*p.tree);
  const TreeLevel& leaves = p.tree->leaves();
  p.near->allocate(0, static_cast<int>(leaves.boxes.size()));
  for (int b = 0; b < static_cast<int>(leaves.boxes.size()); ++b)
    for (int row = 0; row < p.near->rows_of(b); ++row) {
      ComplexF* entries = p.near->block(b) + static_cast<std::size_t>(row) * p.near->columns_of(b);
      const int place = leaves.boxes[b].first_function + row;
      for (const int other : leaves.near(b))
        for (int q = leaves.boxes[other].first_function; q < leaves.boxes[other].last_function; ++q) {
          const double distance = (p.points[p.tree->order()[place]] - p.points[p.tree->order()[q]]).norm();
          *entries++ = ComplexF(
              place == q ? Complex(2.0, 1.0)
                         : 0.2 * std::polar(std::exp(-20.0 * distance), 3.0 * distance + 0.001 * place));
        }
    }
  return p;
}

/// ‖x − M Z x‖ / ‖x‖ for a random x.
double defect(const NearProblem& p, double overlap, double allowed = NearInverse::largest_error) {
  NearInverse inverse(*p.tree, *p.near, p.points, overlap, allowed);
  std::mt19937 random(5);
  std::normal_distribution<float> normal;
  std::vector<ComplexF> x(p.points.size()), y(x.size()), z(x.size());
  for (ComplexF& v : x) v = {normal(random), normal(random)};
  p.near->multiply(x.data(), y.data(), x.size(), 1);
  inverse.apply(y.data(), z.data(), 1);
  double error = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) error += std::norm(x[i] - z[i]), norm += std::norm(x[i]);
  return std::sqrt(error / norm);
}

}  // namespace

TEST_CASE(
    "with all functions in every cut the inverse is as exact as it is kept, in one leaf of several groups too") {
  // Exact up to what packing leaves.
  for (const double allowed : {1e-5, NearInverse::largest_error}) {
    CHECK(defect(strip(60, 2.0), 1.0, allowed) < std::max(1e-4, allowed));
    CHECK(defect(strip(300, 2.0), 100.0, allowed) < std::max(1e-4, allowed));
  }
}

TEST_CASE("more overlap is a better inverse") {
  const NearProblem p = strip(400, 0.1);
  const double none = defect(p, 0.0), some = defect(p, 0.3), all = defect(p, 1.0);
  CHECK(some < none);
  CHECK(all < some);
  CHECK(all < 0.05);
}

TEST_CASE("compressed near blocks give the same product, entries and inverse") {
  NearProblem p = strip(900, 0.34);
  const std::size_t before = p.near->bytes();
  std::mt19937 random(9);
  std::normal_distribution<float> normal;
  const int columns = 3;
  std::vector<ComplexF> x(p.points.size() * columns), y(x.size()), z(x.size());
  for (ComplexF& v : x) v = {normal(random), normal(random)};
  p.near->multiply(x.data(), y.data(), p.points.size(), columns);
  const double exact = defect(p, 0.2);
  p.near->compress(0, static_cast<int>(p.tree->leaves().boxes.size()), 1e-5);
  CHECK(p.near->bytes() < before);
  p.near->multiply(x.data(), z.data(), p.points.size(), columns);
  double error = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i) error += std::norm(y[i] - z[i]), norm += std::norm(y[i]);
  CHECK(std::sqrt(error / norm) < 1e-4);
  CHECK(std::abs(defect(p, 0.2) - exact) < 5e-5);
}

TEST_CASE("rows that may have a smaller share of the tolerance are so much more exact") {
  NearProblem p = strip(900, 0.34);
  const int leaves = static_cast<int>(p.tree->leaves().boxes.size()), n = static_cast<int>(p.points.size());
  std::vector<float> shares(n, 1.0f);
  for (int place = 0; place < n; place += 2) shares[place] = 0.01f;
  std::mt19937 random(9);
  std::normal_distribution<float> normal;
  std::vector<ComplexF> x(n), y(n), z(n);
  for (ComplexF& v : x) v = {normal(random), normal(random)};
  p.near->multiply(x.data(), y.data(), n, 1);
  p.near->compress(0, leaves, 1e-4, shares);
  p.near->multiply(x.data(), z.data(), n, 1);
  double error[2] = {};
  for (int place = 0; place < n; ++place) error[place % 2] += std::norm(Complex(y[place] - z[place]));
  REQUIRE(error[1] > 0.0);
  CHECK(std::sqrt(error[0] / error[1]) < 0.02);
  CHECK(std::sqrt(error[0] / error[1]) > 0.002);
}

TEST_CASE("an inverse that is kept serves another tree of the same functions, and is not built again") {
  const NearProblem p = strip(200, 0.2);
  const Octree other(p.points, 0.13);
  REQUIRE(other.order() != p.tree->order());
  int built = 0;
  const auto make = [&] {
    ++built;
    return std::make_unique<NearInverse>(*p.tree, *p.near, p.points, 0.3);
  };
  DeferredInverse first(p.tree->order(), make);
  CHECK(first.kept().inverse == nullptr);
  const std::size_t n = p.points.size();
  const int columns = 2;
  std::mt19937 random(11);
  std::normal_distribution<float> normal;
  std::vector<ComplexF> of_function(n * columns), x(n * columns), exact(n * columns), y(n * columns);
  for (ComplexF& v : of_function) v = {normal(random), normal(random)};
  const auto at_places = [&](const std::vector<int>& order, std::vector<ComplexF>& values) {
    for (int c = 0; c < columns; ++c)
      for (std::size_t place = 0; place < n; ++place)
        values[c * n + place] = of_function[c * n + order[place]];
  };
  at_places(p.tree->order(), x);
  first.apply(x.data(), exact.data(), columns);
  DeferredInverse second(other.order(), make, first.kept());
  const DeferredInverse third(p.tree->order(), make, second.kept());
  CHECK(third.kept().order == p.tree->order());
  at_places(other.order(), x);
  second.apply(x.data(), y.data(), columns);
  CHECK(built == 1);
  CHECK(second.seconds() == 0.0);
  for (int c = 0; c < columns; ++c)
    for (std::size_t place = 0; place < n; ++place)
      of_function[c * n + p.tree->order()[place]] = exact[c * n + place];
  at_places(other.order(), exact);
  CHECK(y == exact);
}
