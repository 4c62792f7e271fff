#include <doctest/doctest.h>

#include "../close_to.hpp"
#include "core/cross.hpp"
#include "mesh/mesh_sides.hpp"
#include "reference/mie.hpp"
#include "scene.hpp"

using namespace optics;

// PO's error at a specular point is of order 1/ka; facets of λ/8 add less.
TEST_CASE(
    "sphere of ka = 60, off-centre, tilted wave: within 0.5 dB and 6 % complex of Mie up to 90° from the backscatter") {
  const double k = 60.0, theta = 1.1, phi = 0.47;
  const Vec3 centre(0.4, -0.2, 0.1);
  const Scene scene(shapes::sphere(1.0, 60, centre), 0.03);
  Sphere sphere;
  sphere.core_radius_m = 1.0;
  sphere.center_m = centre;
  const Vec3 axis = r_hat(theta, phi), across = theta_hat(theta, phi);
  double error = 0.0, norm = 0.0;
  for (const double degrees : {0.0, 10.0, 25.0, 40.0, 60.0, 75.0, 90.0}) {
    const Vec3 observer = std::cos(degrees * pi / 180.0) * axis + std::sin(degrees * pi / 180.0) * across;
    const double t = std::acos(observer.z()), p = std::atan2(observer.y(), observer.x());
    const std::vector<std::pair<double, double>> at{{t, p}};
    const auto exact = mie_far_field(sphere, k * speed_of_light / (2.0 * pi), theta, phi, 1.0, 0.0, at)[0];
    const CVec3 field = scene.field(k, theta, phi, 1, observer);
    const Complex e_theta = component(theta_hat(t, p), field), e_phi = component(phi_hat(t, p), field);
    CAPTURE(degrees);
    const double db = 10.0 * std::log10((std::norm(e_theta) + std::norm(e_phi)) /
                                        (std::norm(exact.theta) + std::norm(exact.phi)));
    CAPTURE(db);
    CHECK(std::abs(db) < 0.5);
    error += std::norm(e_theta - exact.theta) + std::norm(e_phi - exact.phi);
    norm += std::norm(exact.theta) + std::norm(exact.phi);
  }
  CAPTURE(std::sqrt(error / norm));
  CHECK(std::sqrt(error / norm) < 0.06);
}

TEST_CASE("a bent sphere of λ/4 is as near to Mie as one of many facets, and its pieces glue") {
  const double k = 20.0, wavelength = 2.0 * pi / k, theta = 1.1, phi = 0.47;
  const Vec3 centre(0.4, -0.2, 0.1);
  const Mesh bent = shapes::bent_sphere(1.0, 20, centre);
  const FlatSurface flat = *flat_surface(bent, wavelength);
  const Mesh& cut = flat.mesh;
  CHECK(cut.triangles.size() > bent.triangles.size());
  CHECK(flat.topology.open_edges == 0);
  double volume = 0.0;
  for (int t = 0; t < static_cast<int>(cut.triangles.size()); ++t)
    volume += (cut.centroid(t) - centre).dot(cut.area_vector(t)) / 6.0;
  CHECK(volume == close_to(4.0 / 3.0 * pi, 1.5e-3));
  const Scene coarse(cut, 0.1), fine(shapes::sphere(1.0, 70, centre), 0.1);
  const Vec3 axis = r_hat(theta, phi), across = theta_hat(theta, phi);
  for (const double degrees : {0.0, 25.0, 60.0, 90.0}) {
    const Vec3 observer = std::cos(degrees * pi / 180.0) * axis + std::sin(degrees * pi / 180.0) * across;
    const CVec3 field = coarse.field(k, theta, phi, 1, observer),
                exact = fine.field(k, theta, phi, 1, observer);
    CAPTURE(degrees);
    CAPTURE((field - exact).norm() / exact.norm());
    CHECK((field - exact).norm() < 0.02 * exact.norm());
  }
}

TEST_CASE(
    "the current at middles of bent sides is 2 n × H of the sphere there, however often a side is cut") {
  const Vec3 centre(0.3, -0.2, 0.5);
  const Mesh bent = shapes::bent_sphere(1.0, 8, centre);
  std::vector<std::array<int, 2>> sides;
  const auto all = sides_of(bent);
  for_each_edge(std::span(all), [&](std::span<const SideOfTriangle> at) {
    sides.push_back({at.front().low(), at.front().high()});
  });
  std::vector<int> cuts;
  for (const double wavelength : {1.0, 0.4, 0.2}) {
    const FlatSurface flat = *flat_surface(bent, wavelength);
    cuts.push_back(static_cast<int>(flat.points.size()));
    const FacetSurface surface(flat.mesh, flat.topology);
    const RayScene rays(surface);
    const Illuminator illuminator(surface, rays, 0.25 * wavelength);
    const PlaneWave wave = plane_wave(0.7, 1.9, 1);
    const double k = 2.0 * pi / wavelength;
    const SurfacePoints middles = middles_of(flat, surface, sides);
    REQUIRE(middles.position.size() == sides.size());
    const auto current =
        physical_optics_current(surface, illuminator.light(-wave.direction), middles, k, wave);
    double worst = 0.0, largest = 0.0;
    int lit = 0;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const Vec3 normal =
          (0.5 * (bent.vertices[sides[i][0]] + bent.vertices[sides[i][1]]) - centre).normalized();
      CHECK((middles.position[i] - centre - normal).norm() < wavelength / 300.0);
      if (std::abs(normal.dot(wave.direction)) < 0.3) continue;  // the edge of the shadow
      CVec3 exact = CVec3::Zero();
      if (normal.dot(wave.direction) < 0.0) {
        exact = 2.0 / vacuum_impedance * cross(normal, cross(wave.direction, wave.polarization)) *
                rotation(-k * wave.direction.dot(centre + normal));
        ++lit;
      }
      worst = std::max(worst, (current[i] - exact).norm());
      largest = std::max(largest, exact.norm());
    }
    CHECK(lit > 100);
    CHECK(worst < 0.03 * largest);
  }
  CHECK(cuts[0] < cuts[1]);
  CHECK(cuts[1] < cuts[2]);
}
