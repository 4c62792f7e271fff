#include <doctest/doctest.h>

#include <algorithm>

#include "../static_potentials.hpp"
#include "operators/green_batch.hpp"
#include "operators/static_batch.hpp"

using namespace pace;

namespace {

/// One value in all lanes.
double first(const Batch& b) { return b.get(0); }
Vec3 first(const PointBatch& p) { return {first(p.x), first(p.y), first(p.z)}; }
Complex first(const kernel::ComplexBatch& c) { return {first(c.re), first(c.im)}; }

}  // namespace

TEST_CASE(
    "closed forms in lanes are those at one point: above, below, beside, in the plane, on a side's line") {
  SurfaceTriangle triangle{};
  triangle.vertex = {Vec3(0.1, 0.2, -0.1), Vec3(1.1, 0.3, 0.2), Vec3(0.4, 1.2, 0.05)};
  const auto& v = triangle.vertex;
  const StaticSource source(triangle);
  const Vec3 centre = (v[0] + v[1] + v[2]) / 3.0, origin(0.3, -0.2, 0.5);
  const Vec3 in_plane = (v[1] - v[0]).normalized();
  for (const Vec3& r : {Vec3(centre + 0.05 * source.normal), Vec3(centre - 0.3 * source.normal),
                        Vec3(v[0] - 0.2 * in_plane), Vec3(v[1] + 0.3 * in_plane + 0.01 * source.normal),
                        Vec3(v[2] + 0.4 * (v[2] - centre)), Vec3(0.9, 1.4, -0.8), Vec3(-0.5, 0.1, 0.4)}) {
    CAPTURE(r.transpose());
    const StaticPotentials s = static_potentials(r, v, origin);
    const StaticBatch b = kernel::static_integrals<true, true>(broadcast(r), source, broadcast(origin));
    CHECK(std::abs(first(b.inverse) - s.inverse) < 1e-12);
    CHECK(std::abs(first(b.distance) - s.distance) < 1e-12);
    CHECK((first(b.inverse_moment) - s.inverse_moment).norm() < 1e-12);
    CHECK((first(b.distance_moment) - s.distance_moment).norm() < 1e-12);
    CHECK((first(b.gradient) - s.inverse_gradient).norm() < 1e-12);
    CHECK((first(b.vector) - s.inverse_vector).norm() < 1e-12);
  }
  // On the triangle the potentials are still those of a point just above.
  const StaticBatch on = kernel::static_integrals<true, false>(broadcast(centre), source, broadcast(origin));
  const StaticPotentials above = static_potentials(centre + 1e-9 * source.normal, v, origin);
  CHECK(std::abs(first(on.inverse) - above.inverse) < 1e-7);
  CHECK((first(on.inverse_moment) - above.inverse_moment).norm() < 1e-7);
}

TEST_CASE("the smooth rest of the Green's function and of its gradient, without and with losses") {
  const double factor = 0.7, size = 0.5;
  for (const Complex k : {Complex(6.3, 0.0), Complex(4.1, -1.9)})
    for (const double distance : {0.0, 1e-6, 0.02, 0.3, 1.7}) {
      CAPTURE(k);
      CAPTURE(distance);
      const PointBatch d = broadcast(Vec3(distance * Vec3(0.36, -0.48, 0.8)));
      const Complex x = k * distance, jx = imaginary_unit * x, wave = std::exp(-jx);
      const bool lossy = k.imag() != 0.0;
      const Complex value =
          distance < 1e-4 * size ? -imaginary_unit * k : (wave - 1.0 + 0.5 * x * x) / distance;
      const auto with_value = lossy ? kernel::smooth_green<true, true, false>(k, d, factor, Batch(size))
                                    : kernel::smooth_green<false, true, false>(k, d, factor, Batch(size));
      CHECK(std::abs(first(with_value.value) - factor * value) < 1e-9);
      if (distance < 0.01) continue;
      const Complex gradient = ((1.0 + jx) * wave - 1.0 - 0.5 * x * x) / (distance * distance * distance);
      const auto both = lossy ? kernel::smooth_green<true, true, true>(k, d, factor, Batch(size))
                              : kernel::smooth_green<false, true, true>(k, d, factor, Batch(size));
      CHECK(std::abs(first(both.gradient) - factor * gradient) < 1e-12 / std::pow(distance, 3) + 1e-9);
      CHECK(std::abs(first(both.value) - factor * value) < 1e-9);
    }
}
