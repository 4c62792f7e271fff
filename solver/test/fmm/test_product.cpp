// The promise of the fast product: relative error at most 10^−digits, whatever the mesh, the formulation and
// the boxes.
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "../extent.hpp"
#include "../mesh/shapes.hpp"
#include "model_of.hpp"
#include "planning/fast_plan.hpp"
#include "run/accuracy.hpp"

using namespace pace;

namespace {

Mesh bent_plate() {
  shapes::Builder b;
  b.surface(26, 20,
            [](double u, double v) { return Vec3(1.3 * u, v, 0.25 * std::sin(3.0 * u) + 0.1 * v * v); });
  return b.mesh;
}

/// A fuselage with two fins that meet it in junctions.
Mesh finned_body() {
  shapes::Builder b;
  b.box(Vec3(-0.2, -0.15, -0.15), Vec3(0.8, 0.15, 0.15), 8);
  b.surface(
      8, 6, [](double u, double v) { return Vec3(-0.2 + u, 0.15 + 0.4 * v, 0.15); }, 2);
  b.surface(
      8, 6, [](double u, double v) { return Vec3(-0.2 + u, -0.15 - 0.4 * v, 0.15); }, 2);
  return b.mesh;
}

/// One of the promises, or in full all of them.
std::vector<int> digits_or(int one) { return in_full() ? std::vector<int>{} : std::vector{one}; }

void check_promise(const Mesh& mesh, double alpha, double edges_per_wavelength,
                   const std::vector<int>& levels, std::vector<int> of_digits = {}) {
  if (of_digits.empty()) of_digits = in_full() ? std::vector{2, 3, 4} : std::vector{2, 4};
  const Model model = model_of(mesh, alpha);
  const double k = 2.0 * pi / (edges_per_wavelength * model.space.mean_edge_m());
  const ExactProducts exact = exact_products(model, k, 40);
  for (const int digits : of_digits) {
    std::set<std::pair<int, double>> trees;
    for (const int manual : levels) {
      // Levels asked for may be those that the accuracy takes by itself.
      const FastPlan plan = plan_fast(model.space, model.alpha, k, {std::pow(10.0, -digits), manual});
      if (!trees.insert({plan.tree->depth(), plan.tree->leaves().box_size}).second) continue;
      CHECK(plan.has_far_boxes);
      const ProductAccuracy a = product_accuracy(model, k, exact, digits, manual);
      CAPTURE(alpha);
      CAPTURE(edges_per_wavelength);
      CAPTURE(digits);
      CAPTURE(manual);
      CAPTURE(a.levels);
      CAPTURE(a.leaf_wavelengths);
      CHECK(a.random <= std::pow(10.0, -digits));
      CHECK(a.wave <= std::pow(10.0, -digits));
    }
  }
}

}  // namespace

TEST_CASE("sphere, edges of λ/6 and λ/10: each formulation keeps its digits at every number of levels") {
  const Mesh mesh = shapes::sphere(1.0, 11, Vec3(0.3, -0.2, 0.1));
  check_promise(mesh, 0.4, 6.0, {0, 2});
  for (const double alpha : {1.0, 0.0}) check_promise(mesh, alpha, 6.0, {0, 2}, digits_or(4));
  check_promise(mesh, 0.4, 10.0, {0, 2}, digits_or(4));
}

TEST_CASE("sphere, edges of λ/20 and λ/40") {
  const Mesh mesh = shapes::sphere(1.0, 13, Vec3(0.3, -0.2, 0.1));
  check_promise(mesh, 0.4, 20.0, {0}, digits_or(4));
  check_promise(mesh, 1.0, 40.0, {0}, digits_or(2));
}

TEST_CASE("open plate, EFIE") {
  for (const double edges : {6.0, 10.0}) check_promise(bent_plate(), 1.0, edges, {0, 2, 3});
}

TEST_CASE("a closed body with fins on junctions, CFIE and EFIE mixed") {
  check_promise(finned_body(), 0.5, 7.0, {0, 2});
}

TEST_CASE(
    "meshes far finer than the waves: below their boxes the products are interpolated, in each formulation") {
  const Mesh mesh = shapes::sphere(1.0, 12, Vec3(0.3, -0.2, 0.1));
  check_promise(mesh, 0.4, 45.0, {0}, digits_or(4));
  check_promise(mesh, 1.0, 130.0, {0}, digits_or(2));
  check_promise(mesh, 0.0, 130.0, {0}, digits_or(4));
}

TEST_CASE("an open plate of λ/20 with a bend") { check_promise(bent_plate(), 1.0, 20.0, {0}); }

/// With more digits so small a body has no boxes that are far from each other.
TEST_CASE("a bent sphere, edges of λ/5 and far finer ones, in each formulation") {
  const Vec3 centre(0.3, -0.2, 0.1);
  const Mesh small = shapes::bent_sphere(1.0, 6, centre);
  for (const double alpha : {1.0, 0.4, 0.0}) check_promise(small, alpha, 5.0, {2}, {2});
  if (!in_full()) return;
  const Mesh fine = shapes::bent_sphere(1.0, 12, centre);
  for (const double alpha : {1.0, 0.4}) check_promise(fine, alpha, 130.0, {0});
}
