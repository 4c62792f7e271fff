#include <doctest/doctest.h>

#include "../close_to.hpp"
#include "../mesh/shapes.hpp"
#include "solved.hpp"

using namespace solved;

namespace {

const Wave tilted{1.1, 0.47, 1};

Mesh transformed(Mesh mesh, const std::function<Vec3(const Vec3&)>& map) {
  for (Vec3& v : mesh.vertices) v = map(v);
  return mesh;
}

/// An irregular closed body of about a wavelength, without any symmetry.
Mesh pebble() {
  return transformed(shapes::sphere(0.4, 6), [](const Vec3& p) -> Vec3 {
    return {1.3 * p.x() + 0.2 * p.y() * p.y(), 0.8 * p.y() + 0.3 * p.x() * p.z(), p.z() + 0.15 * p.x()};
  });
}

Mesh plate(double width, double length, int nx, int ny) {
  shapes::Builder b;
  b.surface(nx, ny, [&](double u, double v) { return Vec3(width * (u - 0.5), length * (v - 0.5), 0.0); });
  return b.mesh;
}

}  // namespace

// 972 flat facets, edges λ/15 to λ/8: all three are bound by the inscribed polyhedron.
TEST_CASE(
    "PEC sphere, ka = 3, off-centre, tilted wave: EFIE, MFIE and CFIE agree with Mie in the complex field") {
  const double k = 3.0;
  const Vec3 centre(0.7, -0.4, 0.3);
  const auto directions = scattered_directions(200);
  const Mesh mesh = shapes::with_random_winding(shapes::sphere(1.0, 9, centre), 7);
  for (const auto& [alpha, tolerance] : {std::pair{1.0, 0.02}, std::pair{0.0, 0.02}, std::pair{0.5, 0.02}}) {
    for (const int polarization : {0, 1}) {
      const Wave wave{1.1, 0.47, polarization};
      const auto fields = far_field_of(mesh, k, {alpha}, {wave}, directions);
      const Difference d = difference(fields, 0, mie_of(1.0, centre, k, wave, directions));
      CAPTURE(alpha);
      CAPTURE(d.complex_relative);
      CAPTURE(d.mean_db);
      CHECK(d.complex_relative < tolerance);
      CHECK(d.mean_db < 0.1);
    }
  }
}

TEST_CASE(
    "beside the sphere of the facets' volume MFIE and CFIE err as the EFIE does, and RWG testing of the MFIE more than twice as much") {
  const double k = 3.0;
  const auto directions = scattered_directions(200);
  const Mesh mesh = shapes::sphere(1.0, 9);
  double volume = 0.0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    volume += mesh.centroid(static_cast<int>(t)).dot(mesh.area_vector(static_cast<int>(t))) / 6.0;
  const auto exact = mie_of(std::cbrt(0.75 / pi * volume), Vec3::Zero(), k, tilted, directions);
  const auto error = [&](double alpha, MagneticTesting testing) {
    return difference(far_field_of(mesh, k, {alpha}, {tilted}, directions, testing), 0, exact)
        .complex_relative;
  };
  const double efie = error(1.0, MagneticTesting::rwg), rwg = error(0.0, MagneticTesting::rwg),
               mfie = error(0.0, MagneticTesting::buffa_christiansen),
               cfie = error(0.5, MagneticTesting::buffa_christiansen);
  CAPTURE(efie);
  CAPTURE(rwg);
  CAPTURE(mfie);
  CAPTURE(cfie);
  CHECK(mfie < 0.4 * rwg);
  CHECK(mfie < 1.1 * efie);
  CHECK(cfie < 1.1 * efie);
}

TEST_CASE("the error of the sphere falls as the square of the edge, for EFIE and for MFIE") {
  const double k = 2.0;
  const auto directions = scattered_directions(100);
  for (const double alpha : {1.0, 0.0}) {
    std::vector<double> errors;
    for (const int n : {4, 8}) {
      const auto fields = far_field_of(shapes::sphere(1.0, n), k, {alpha}, {tilted}, directions);
      errors.push_back(
          difference(fields, 0, mie_of(1.0, Vec3::Zero(), k, tilted, directions)).complex_relative);
    }
    CAPTURE(alpha);
    CHECK(errors[0] / errors[1] > 3.3);
    CHECK(errors[0] / errors[1] < 5.5);
  }
}

TEST_CASE("PEC sphere at an interior resonance (ka = 2.744): CFIE holds where the EFIE fails") {
  const double k = 2.7437;
  const auto directions = scattered_directions(100);
  const Mesh mesh = shapes::sphere(1.0, 8);
  const auto exact = mie_of(1.0, Vec3::Zero(), k, tilted, directions);
  CHECK(difference(far_field_of(mesh, k, {0.5}, {tilted}, directions), 0, exact).complex_relative < 0.025);
}

TEST_CASE("a sphere of four parts with different alpha agrees with Mie") {
  const double k = 3.0;
  Mesh mesh = shapes::sphere(1.0, 9);
  mesh.parts = {{1, "a"}, {2, "b"}, {3, "c"}, {4, "d"}};
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 c = mesh.centroid(static_cast<int>(t));
    mesh.triangles[t].part = (c.x() > 0.1 ? 1 : 0) + (c.z() > -0.2 ? 2 : 0);
  }
  const auto directions = scattered_directions(200);
  const auto fields = far_field_of(mesh, k, {0.2, 0.5, 0.8, 1.0}, {tilted}, directions);
  const Difference d = difference(fields, 0, mie_of(1.0, Vec3::Zero(), k, tilted, directions));
  CAPTURE(d.complex_relative);
  CHECK(d.complex_relative < 0.02);
  CHECK(d.mean_db < 0.1);
}

TEST_CASE("reciprocity: exchanging transmitter and receiver keeps the complex field to 1e-6 by the EFIE") {
  const Wave here{1.1, 0.47, 1}, there{2.3, 4.1, 0};
  const Mesh mesh = pebble();
  const auto forth = far_field_of(mesh, wavenumber_of_unit, {1.0}, {here}, {{there.theta, there.phi}});
  const auto back = far_field_of(mesh, wavenumber_of_unit, {1.0}, {there}, {{here.theta, here.phi}});
  const Complex a = forth[0][0].phi, b = back[0][0].theta;
  CHECK(std::abs(a) > 1e-3);
  CHECK(std::abs(a - b) / std::abs(a) < 1e-6);
}

TEST_CASE(
    "turning body and wave together turns the field with them, and moving the body moves only its phase") {
  const Mesh mesh = pebble();
  const Wave wave{1.1, 0.47, 1};
  const std::vector<Direction> directions{{0.6, 2.2}};
  const auto still = far_field_of(mesh, wavenumber_of_unit, {0.5}, {wave}, directions)[0][0];

  const double turn = 0.83;
  const Eigen::AngleAxisd rotation(turn, Vec3::UnitZ());
  const auto turned = far_field_of(transformed(mesh, [&](const Vec3& p) -> Vec3 { return rotation * p; }),
                                   wavenumber_of_unit, {0.5}, {{wave.theta, wave.phi + turn, 1}},
                                   {{directions[0].theta, directions[0].phi + turn}})[0][0];
  CHECK(std::abs(turned.theta - still.theta) + std::abs(turned.phi - still.phi) <
        1e-9 * std::abs(still.theta));

  const Vec3 step(0.31, -1.7, 0.9);
  const auto moved = far_field_of(transformed(mesh, [&](const Vec3& p) -> Vec3 { return p + step; }),
                                  wavenumber_of_unit, {0.5}, {wave}, directions)[0][0];
  const Vec3 out = r_hat(directions[0].theta, directions[0].phi), in = -r_hat(wave.theta, wave.phi);
  const Complex phase = std::polar(1.0, wavenumber_of_unit * (out - in).dot(step));
  CHECK(std::abs(moved.theta - phase * still.theta) < 1e-8 * std::abs(still.theta));
}

TEST_CASE("the scattered power of a closed conductor equals its extinction by the forward field") {
  const Mesh mesh = pebble();
  const Wave wave{1.1, 0.47, 1};
  std::vector<Direction> directions{{pi - wave.theta, wave.phi + pi}};  // forward: along k̂
  const int count = 1500;
  for (const Direction& d : scattered_directions(count)) directions.push_back(d);
  const auto fields = far_field_of(mesh, wavenumber_of_unit, {0.5}, {wave}, directions);
  double scattered = 0.0;
  for (int i = 1; i <= count; ++i)
    scattered += (std::norm(fields[i][0].theta) + std::norm(fields[i][0].phi)) * 4.0 * pi / count;
  // E0·F(k̂): θ̂ of the arrival direction is θ̂ of the forward direction.
  const Vec3 e0 = theta_hat(wave.theta, wave.phi);
  const CVec3 forward =
      fields[0][0].theta * theta_hat(directions[0].theta, directions[0].phi).cast<Complex>() +
      fields[0][0].phi * phi_hat(directions[0].theta, directions[0].phi).cast<Complex>();
  const Complex amplitude = e0.x() * forward.x() + e0.y() * forward.y() + e0.z() * forward.z();
  const double extinction = -4.0 * pi / wavenumber_of_unit * amplitude.imag();
  CHECK(extinction > 0.0);
  CHECK(scattered == close_to(extinction, 0.005));
}

TEST_CASE("a face between two touching closed boxes changes nothing: both equal the fused box") {
  shapes::Builder fused;
  fused.box(Vec3(0, 0, 0), Vec3(0.5, 0.4, 0.3), 3);
  fused.box(Vec3(0.5, 0, 0), Vec3(0.9, 0.4, 0.3), 3, 2, 0);
  Mesh with_face = fused.mesh;
  Mesh without_face = fused.mesh;
  std::erase_if(without_face.triangles, [&](const Triangle& t) {
    for (const int v : t.vertex)
      if (std::abs(without_face.vertices[v].x() - 0.5) > 1e-12) return false;
    return true;
  });
  CHECK(without_face.triangles.size() + 18 == with_face.triangles.size());
  const auto directions = scattered_directions(40);
  for (const double alpha : {1.0, 0.5}) {
    const auto a = far_field_of(with_face, wavenumber_of_unit, {alpha, alpha}, {tilted}, directions);
    const auto b = far_field_of(without_face, wavenumber_of_unit, {alpha, alpha}, {tilted}, directions);
    std::vector<FarFieldAmplitude> reference;
    for (const auto& row : b) reference.push_back(row[0]);
    CHECK(difference(a, 0, reference).complex_relative < 1e-9);
  }
}

TEST_CASE("a cube with sharp edges: EFIE and CFIE converge to each other") {
  const auto directions = scattered_directions(60);
  std::vector<double> gaps;
  for (const int n : {5, 10}) {
    const Mesh mesh = transformed(shapes::cube(n), [](const Vec3& p) -> Vec3 { return 0.7 * p; });
    const auto efie = far_field_of(mesh, wavenumber_of_unit, {1.0}, {tilted}, directions);
    const auto cfie = far_field_of(mesh, wavenumber_of_unit, {0.5}, {tilted}, directions);
    std::vector<FarFieldAmplitude> reference;
    for (const auto& row : efie) reference.push_back(row[0]);
    gaps.push_back(difference(cfie, 0, reference).complex_relative);
  }
  CAPTURE(gaps[0]);
  CAPTURE(gaps[1]);
  CHECK(gaps[1] < 0.008);
  CHECK(gaps[1] < 0.5 * gaps[0]);
}

TEST_CASE("an open plate of 3 by 2.5 wavelengths: broadside backscatter is 4πA²/λ² within 0.3 dB") {
  const auto fields =
      far_field_of(plate(3.0, 2.5, 30, 25), wavenumber_of_unit, {0.5}, {{0.0, 0.0, 1}}, {{0.0, 0.0}});
  const double sigma = 4.0 * pi * (std::norm(fields[0][0].theta) + std::norm(fields[0][0].phi));
  const double physical_optics = 4.0 * pi * std::pow(3.0 * 2.5, 2);
  CHECK(std::abs(10.0 * std::log10(sigma / physical_optics)) < 0.3);
}

TEST_CASE("a fin on a closed box is solved with it: the CFIE on the box agrees with the EFIE everywhere") {
  shapes::Builder b;
  b.box(Vec3(0, 0, 0), Vec3(0.6, 0.5, 0.4), 6);
  b.surface(
      3, 6, [](double u, double v) { return Vec3(0.6 + 0.3 * u, 0.5 * v, 0.4); }, 2);
  const auto directions = scattered_directions(60);
  const auto mixed = far_field_of(b.mesh, wavenumber_of_unit, {0.5, 0.5}, {tilted}, directions);
  const auto efie = far_field_of(b.mesh, wavenumber_of_unit, {1.0, 1.0}, {tilted}, directions);
  std::vector<FarFieldAmplitude> reference;
  for (const auto& row : efie) reference.push_back(row[0]);
  const Difference d = difference(mixed, 0, reference);
  CAPTURE(d.complex_relative);
  CHECK(d.complex_relative < 0.02);
}

TEST_CASE(
    "two crossing plates (a junction of four) obey reciprocity and do not depend on how their triangles are wound") {
  shapes::Builder b;
  b.surface(6, 4, [](double u, double v) { return Vec3(u - 0.5, 0.7 * v, 0.0); });
  b.surface(
      6, 4, [](double u, double v) { return Vec3(0.0, 0.7 * v, u - 0.5); }, 2);
  const Wave here{1.1, 0.47, 1}, there{2.3, 4.1, 0};
  const auto forth = far_field_of(b.mesh, wavenumber_of_unit, {1.0, 1.0}, {here}, {{there.theta, there.phi}});
  const auto back = far_field_of(shapes::with_random_winding(b.mesh, 3), wavenumber_of_unit, {0.5, 0.5},
                                 {there}, {{here.theta, here.phi}});
  CHECK(std::abs(forth[0][0].phi - back[0][0].theta) / std::abs(forth[0][0].phi) < 1e-6);
}
