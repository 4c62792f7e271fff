#include <doctest/doctest.h>

#include "core/cross.hpp"
#include "scene.hpp"

using namespace optics;

namespace {

/// Ufimtsev's f and g of a wedge, its exact diffraction less that of physical optics. [Ufimtsev, Fundamentals
/// of the Physical Theory of Diffraction, Wiley 2007, §§2.4, 3.3, 4.1]; n·π is the free angle.
struct FringeCoefficients {
  double f, g;
};

FringeCoefficients ufimtsev(double n, double arrival, double leaving) {
  const double outer = std::sin(pi / n) / n;
  const double minus = 1.0 / (std::cos(pi / n) - std::cos((leaving - arrival) / n));
  const double plus = 1.0 / (std::cos(pi / n) - std::cos((leaving + arrival) / n));
  FringeCoefficients c{outer * (minus - plus), outer * (minus + plus)};
  const auto take_off = [&](double in, double out) {
    if (in >= pi) return;
    c.f -= std::sin(in) / (std::cos(out) + std::cos(in));
    c.g += std::sin(out) / (std::cos(out) + std::cos(in));
  };
  take_off(arrival, leaving);
  take_off(n * pi - arrival, n * pi - leaving);
  return c;
}

/// An edge along an axis that no coordinate prefers.
WedgeEdge wedge(double n) {
  const Vec3 z = Vec3(0.3, -0.5, 0.8).normalized(), x = Vec3(0.9, 0.2, -0.4).cross(z).normalized(),
             y = z.cross(x);
  WedgeEdge edge;
  edge.end = {Vec3::Zero(), z};
  edge.n = n;
  edge.along_face = {x, std::cos(n * pi) * x + std::sin(n * pi) * y};
  edge.normal = {y, std::sin(n * pi) * x - std::cos(n * pi) * y};
  return edge;
}

}  // namespace

TEST_CASE(
    "fringe currents of half-planes and wedges give Ufimtsev's coefficients on the cone of diffracted rays, straight and oblique") {
  const double k = 7.0;
  for (const double n : {2.0, 1.5, 1.75, 1.2}) {
    const WedgeEdge edge = wedge(n);
    const Vec3 z = edge.end[1], x = edge.along_face[0], y = edge.normal[0];
    for (const double beta : {0.5 * pi, 0.9, 2.2})
      for (const double arrival : {0.2, 1.1, 2.0, 3.3, 4.6})
        for (const double leaving : {0.25, 0.8, 1.7, 2.6, 3.4, 4.9, 6.0}) {
          if (arrival > n * pi || leaving > n * pi) continue;
          const auto around = [&](double angle) -> Vec3 { return std::cos(angle) * x + std::sin(angle) * y; };
          const Vec3 direction = -std::sin(beta) * around(arrival) + std::cos(beta) * z;
          const Vec3 observer = std::sin(beta) * around(leaving) + std::cos(beta) * z;
          const Vec3 p = direction.cross(z).normalized(), q = direction.cross(p);
          const PlaneWave wave{direction, 0.8 * p.cast<Complex>() + Complex(0.2, 0.5) * q.cast<Complex>()};
          const CVec3 moment = fringe_moment(edge, k, wave, observer);
          const CVec3 field = -imaginary_unit * k * vacuum_impedance / (4.0 * pi) *
                              (moment - observer.cast<Complex>() * component(observer, moment));
          const auto [f, g] = ufimtsev(n, arrival, leaving);
          const Complex e0 = component(z, wave.polarization),
                        h0 = component(z, cross(direction, wave.polarization));
          CAPTURE(n);
          CAPTURE(beta);
          CAPTURE(arrival);
          CAPTURE(leaving);
          // At oblique incidence physical optics turns part of H_z into E_z at the end of each lit face; the
          // exact wedge does not.
          const double turned = std::cos(beta) * ((arrival < pi) - (n * pi - arrival < pi));
          CHECK(std::abs(component(z, field) - (e0 * f + h0 * turned) / (2.0 * pi)) < 1e-8);
          CHECK(std::abs(component(z, cross(observer, field)) - h0 * g / (2.0 * pi)) < 1e-8);
        }
  }
}

TEST_CASE("the fringe field is finite and smooth through the reflection boundary") {
  const WedgeEdge edge = wedge(2.0);
  const Vec3 x = edge.along_face[0], y = edge.normal[0], z = edge.end[1];
  const double arrival = 1.1;
  const PlaneWave wave{-std::cos(arrival) * x - std::sin(arrival) * y, z.cast<Complex>()};
  const auto moment = [&](double leaving) {
    return fringe_moment(edge, 5.0, wave, std::cos(leaving) * x + std::sin(leaving) * y);
  };
  const double boundary = pi - arrival;
  CHECK((moment(boundary + 1e-3) - moment(boundary - 1e-3)).norm() < 0.01 * moment(boundary).norm());
  CHECK((moment(boundary) - moment(boundary + 1e-3)).norm() < 0.01 * moment(boundary).norm());
}

TEST_CASE("edges: twelve of a box at 3/2, four sides of a plate at 2, none of a sphere of many facets") {
  const auto length = [](const Mesh& mesh, double n) {
    double sum = 0.0;
    for (const WedgeEdge& e : sharp_edges(mesh, analyse(mesh), 10.0)) {
      CHECK(e.n == doctest::Approx(n));
      sum += (e.end[1] - e.end[0]).norm();
    }
    return sum;
  };
  CHECK(length(shapes::cube(3), 1.5) == doctest::Approx(12.0));
  CHECK(length(shapes::with_random_winding(shapes::cube(2), 5), 1.5) == doctest::Approx(12.0));
  CHECK(length(plate(2.0, 3.0, 4), 2.0) == doctest::Approx(10.0));
  CHECK(length(shapes::sphere(1.0, 12), 1.0) == 0.0);
  CHECK(sharp_edges(shapes::cube(1), analyse(shapes::cube(1)), 0.3).size() == 48);
}

TEST_CASE("edges behind the body are dark") {
  const Scene box(shapes::cube(2));
  const auto edges = sharp_edges(box.mesh, box.topology, 10.0);
  const auto lit = edges_lit(edges, box.rays, r_hat(0.4, 0.7));
  int dark = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) dark += !lit[i];
  CHECK(dark == 6);  // three edges of two pieces each meet at the corner that is farthest away
}
