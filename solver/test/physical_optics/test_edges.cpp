#include <doctest/doctest.h>

#include "../close_to.hpp"
#include "core/cross.hpp"
#include "physical_optics/face_waves.hpp"
#include "physical_optics/fresnel.hpp"
#include "physical_optics/grazing.hpp"
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
      CHECK(e.n == close_to(n));
      sum += (e.end[1] - e.end[0]).norm();
    }
    return sum;
  };
  CHECK(length(shapes::cube(3), 1.5) == close_to(12.0));
  CHECK(length(shapes::with_random_winding(shapes::cube(2), 5), 1.5) == close_to(12.0));
  CHECK(length(plate(2.0, 3.0, 4), 2.0) == close_to(10.0));
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

TEST_CASE(
    "the transition of an edge wave is ½ erfc(√j w): its slope, its ends, and no step where the formulae meet") {
  CHECK(edge_transition(0.0) == Complex(0.5));
  for (const double w : {0.1, 0.7, 1.6, 2.9, 3.1, 5.0, 20.0}) {
    const double d = 1e-4;
    const Complex slope = (edge_transition(w + d) - edge_transition(w - d)) / (2.0 * d);
    const Complex exact = -std::sqrt(imaginary_unit / pi) * std::exp(-imaginary_unit * w * w);
    CAPTURE(w);
    CHECK(std::abs(slope - exact) < 1e-5 * (1.0 + w * w));
  }
  CHECK(std::abs(edge_transition(3.0 - 1e-13) - edge_transition(3.0 + 1e-13)) < 1e-11);
  CHECK(std::abs(edge_transition(100.0)) == close_to(1.0 / (200.0 * std::sqrt(pi)), 1e-4));
}

namespace {

/// Backscatter of a scene by physical optics with its edges and what they send along faces.
CVec3 with_edges(const Scene& scene, double k, double theta, double phi, int polarization, double longest,
                 bool face_waves = true) {
  const Vec3 source = r_hat(theta, phi);
  const PlaneWave wave = plane_wave(theta, phi, polarization);
  const auto edges = sharp_edges(scene.mesh, scene.topology, longest);
  const auto lit = edges_lit(edges, scene.rays, source);
  const auto rays = rays_along_faces(edges, lit, source);
  CVec3 field = scene.field(k, theta, phi, polarization, source) + fringe_field(edges, lit, k, wave, source);
  if (face_waves) field += FaceWaves(edges, rays, k, wave).field(source);
  return field;
}

}  // namespace

TEST_CASE(
    "a strip of 1.5 λ returns what the integral equation in two dimensions says from the normal to 1° from edge-on, complex") {
  // H along the strip. sin ε ∫ J e^{−jkx cos ε} dx for unit H and λ = 1 by the EFIE of the strip in two
  // dimensions (triangle functions on 320 cells, finer towards the edges; 160 cells agree to 2·10⁻⁴).
  struct Known {
    double theta_deg;
    Complex value;
  };
  const Known strip[] = {{12, {1.51616, 0.00881}}, {27, {-0.52870, -0.00590}}, {38, {-0.08330, 0.43885}},
                         {51, {0.50305, 0.39644}}, {64, {0.37018, 0.11320}},   {73, {0.16927, 0.02235}},
                         {81, {0.04745, 0.00174}}, {86, {0.00933, 0.00006}},   {89, {0.00058, 0.0}}};
  // As long as makes its ends nothing; a tilt about its own axis moves no edge of the cut.
  const double length = 40.0, k = 2.0 * pi;
  const Scene scene(plate(1.5, length));
  for (const auto& [theta_deg, value] : strip) {
    const double theta = theta_deg * pi / 180.0;
    const Complex exact = -imaginary_unit * 0.5 * length * value;
    const Complex ours = component(theta_hat(theta, 0.0), with_edges(scene, k, theta, 0.0, 1, 1.0));
    const Complex first = component(theta_hat(theta, 0.0), with_edges(scene, k, theta, 0.0, 1, 1.0, false));
    CAPTURE(theta_deg);
    CAPTURE(ours / exact);
    // The ends of the strip return something of their own, however long it is.
    CHECK(std::abs(ours - exact) < 0.01 * std::abs(exact) + 2e-3);
    // Single edges keep an edge's return up to 90°.
    if (theta_deg > 80) CHECK(std::abs(first) > 6.0 * std::abs(exact));
  }
}

TEST_CASE(
    "a plate met edge-on returns nothing with E across it, and as much as beside edge-on with E along it") {
  const Scene scene(plate(3.0, 2.0, 1, Vec3(0.4, -0.3, 0.7)));
  const double k = 2.0 * pi, edge_on = 0.5 * pi;
  for (const double phi : {0.0, 0.43}) {
    CAPTURE(phi);
    CHECK(with_edges(scene, k, edge_on, phi, 1, 1.0).norm() < 2e-3);
    CHECK(with_edges(scene, k, edge_on - 0.002, phi, 1, 1.0).norm() < 2e-3);
    const CVec3 at = with_edges(scene, k, edge_on, phi, 0, 1.0),
                beside = with_edges(scene, k, edge_on - 1e-4, phi, 0, 1.0);
    CHECK(at.norm() > 0.05);
    CHECK((at - beside).norm() < 0.01 * at.norm());
  }
}

TEST_CASE(
    "rays along faces go from edge to edge of one flat face and are cut by the first edge in their way") {
  const Mesh mesh = shapes::cube(1);
  const Scene box(mesh);
  const auto edges = sharp_edges(box.mesh, box.topology, 10.0);
  const Vec3 source = r_hat(1.4, 0.3);
  const auto rays = rays_along_faces(edges, edges_lit(edges, box.rays, source), source);
  CHECK(!rays.empty());
  for (const FaceRay& ray : rays) {
    const WedgeEdge &from = edges[ray.from], &to = edges[ray.to];
    CHECK(from.face[ray.from_face] == to.face[ray.to_face]);
    CHECK(std::abs(ray.direction.dot(to.normal[ray.to_face])) < 1e-12);
    const Vec3 start = to.middle() - ray.length * ray.direction, side = from.end[1] - from.end[0];
    CHECK((start - from.end[0]).cross(side).norm() < 1e-12);
    CHECK((start - from.end[0]).dot(side) >= 0.0);
    CHECK((start - from.end[0]).dot(side) <= side.squaredNorm());
    // Keller's cone: the same angle to the edge as the wave's.
    CHECK(ray.direction.dot(side) == close_to(-source.dot(side)));
  }
}

TEST_CASE("faces are near edge-on by their length in wavelengths; small ones and steep waves do not count") {
  const Mesh mesh = plate(3.0, 2.0);
  const Topology topology = analyse(mesh);
  const auto degrees = [](double d) { return d * pi / 180.0; };
  const std::vector<Vec3> waves{r_hat(degrees(40), 0.2), r_hat(degrees(74), 0.2), r_hat(degrees(88), 0.2)};
  const auto face = grazing_face(mesh, topology, 1.0, waves);
  REQUIRE(face);
  CHECK(face->waves == 2);
  CHECK(face->worst == 2);
  CHECK(face->size == close_to(std::sqrt(13.0)));
  CHECK(face->from_normal ==
        close_to(0.5 * pi - 2.0 * std::asin(1.0 / std::sqrt(4.0 * pi * std::sqrt(13.0)))));
  CHECK(!grazing_face(mesh, topology, 5.0, waves));
  CHECK(!grazing_face(mesh, topology, 1.0, std::vector<Vec3>{waves[0]}));
}
