#include <doctest/doctest.h>

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
  CHECK(volume == doctest::Approx(4.0 / 3.0 * pi).epsilon(1.5e-3));
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
