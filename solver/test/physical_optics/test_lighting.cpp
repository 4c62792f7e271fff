#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "scene.hpp"

using namespace optics;

namespace sharing {

/// A ring above a plate with a fin on it, three facets at the fin's foot, and a box with long facets beside
/// them.
Mesh crowded(int fineness) {
  shapes::Builder builder;
  builder.surface(4 * fineness, 2 * fineness, [](double u, double v) -> Vec3 {
    const double p = 2 * pi * u, q = 2 * pi * v, reach = 1.0 + 0.35 * std::cos(q);
    return {reach * std::cos(p), 1.3 * reach * std::sin(p), 0.35 * std::sin(q) + 0.2 * std::cos(p)};
  });
  const auto sheet = [&](const Vec3& corner, const Vec3& a, const Vec3& b) {
    builder.surface(fineness, fineness, [&](double u, double v) -> Vec3 { return corner + u * a + v * b; });
  };
  sheet({-1.5, -1.1, -1.0}, {1.3, 0.1, 0.0}, {0.0, 2.0, 0.2});
  sheet({-0.2, -1.0, -1.0}, {1.5, 0.2, -0.3}, {0.0, 2.0, 0.2});
  sheet({-0.2, -1.0, -1.0}, {0.1, 0.0, 0.4}, {0.0, 2.0, 0.2});
  builder.box({1.8, -0.4, -0.6}, {2.3, 0.7, 0.5}, 1);
  for (Vec3& v : builder.mesh.vertices) v += Vec3(300.0, -200.0, 500.0);
  return builder.mesh;
}

std::vector<Vec3> some_directions(int count) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  std::vector<Vec3> directions;
  for (int i = 0; i < count; ++i)
    directions.push_back(Vec3(normal(random), normal(random), normal(random)).normalized());
  return directions;
}

}  // namespace sharing

TEST_CASE("facets that share rays are lit as by a ray each: a ring, sheets that branch, long facets") {
  const Scene scene(shapes::with_random_winding(sharing::crowded(24), 3), 0.5);
  REQUIRE(scene.topology.junction_edges > 0);
  REQUIRE(scene.topology.open_edges > 0);
  const Illuminator sharing(scene.surface, scene.rays, 0.5, Illuminator::usual_pieces, true);
  int partly = 0;
  for (const Vec3& direction : sharing::some_directions(60)) {
    const Lighting each = scene.illuminator.light(direction), shared = sharing.light(direction);
    CHECK(shared.side == each.side);
    CHECK(shared.pieces.size() == each.pieces.size());
    partly += !each.pieces.empty();
  }
  CHECK(partly > 0);  // the box has facets that are cut
}

TEST_CASE("facets that share rays are lit as by a ray each where long edges are seen from their end") {
  shapes::Builder builder;
  builder.surface(30, 30, [](double u, double v) -> Vec3 { return {2.0 * u, 2.1 * v, 0.1 * u * v}; });
  builder.box({0.7, 0.6, 0.4}, {1.1, 1.3, 4.0}, 1);
  const Scene scene(builder.mesh, 5.0);
  const Illuminator sharing(scene.surface, scene.rays, 5.0, Illuminator::usual_pieces, true);
  for (const double tilt : {0.0, 1e-4, 0.01, 0.1, 0.3}) {
    const Lighting each = scene.light(tilt, 0.4), shared = sharing.light(r_hat(tilt, 0.4));
    CHECK(shared.side == each.side);
    const auto lit = std::count(each.side.begin(), each.side.end(), 1);
    CHECK(lit > 1000);
    CHECK(lit < 1800);  // the box shadows some
  }
}

TEST_CASE("most facets of a fine ring have no contour before them, and those with one are near the shadows") {
  const Scene scene(sharing::crowded(60));
  std::vector<int> all(scene.surface.facets.size());
  for (std::size_t f = 0; f < all.size(); ++f) all[f] = static_cast<int>(f);
  all.resize(4 * 60 * 2 * 60 * 2);  // of the ring
  const Contours contours(scene.surface, all);
  for (const Vec3& direction : sharing::some_directions(5)) {
    const auto facing = scene.surface.sides_towards(direction);
    const Contours::Map map = contours.seen_from(direction, facing);
    int looking = 0, near = 0;
    for (const int f : all) {
      if (facing[f] == 0) continue;
      Vec3 middle = Vec3::Zero();
      for (const int v : scene.surface.facets[f].vertex) middle += scene.surface.vertices[v] / 3.0;
      ++looking, near += map.has_contour_before(contours.from_centre(middle));
    }
    CHECK(near > 0);
    CHECK(near < 0.4 * looking);
  }
}

TEST_CASE("phase integrals of lanes are those of one facet: equal, nearly equal and far phases") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> phase(-40.0, 40.0), part(-1.0, 1.0);
  for (const double spread : {0.0, 1e-5, 1e-3, 2e-2, 0.3, 3.0, 40.0}) {
    std::array<std::array<double, lanes>, 3> at;
    std::array<CornerPhase, 3> corner;
    for (int l = 0; l < lanes; ++l) {
      const double centre = phase(random);
      // One corner alone is farther in every second lane.
      for (int i = 0; i < 3; ++i)
        at[i][l] = centre + spread * part(random) + (i == l % 3 && l % 2 == 0 ? 10.0 * spread : 0.0);
    }
    for (int i = 0; i < 3; ++i) {
      const Batch phases = Batch::load_unaligned(at[i].data());
      const kernel::SineCosine value = kernel::sincos(phases);
      corner[i] = {phases, {value.cosine, value.sine}};
    }
    const kernel::ComplexBatch values = facet_phase_integrals(corner[0], corner[1], corner[2]);
    std::array<double, lanes> re, im;
    values.re.store_unaligned(re.data()), values.im.store_unaligned(im.data());
    for (int l = 0; l < lanes; ++l)
      CHECK(std::abs(Complex(re[l], im[l]) - facet_phase_integral(at[0][l], at[1][l], at[2][l])) < 1e-9);
  }
}
