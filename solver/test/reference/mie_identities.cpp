// Statements about spheres that hold exactly, whatever the size and material.
#include <doctest/doctest.h>

#include <cmath>
#include <utility>

#include "../close_to.hpp"
#include "reference/riccati_bessel.hpp"
#include "sphere_waves.hpp"

using namespace pace;
using namespace pace::test;

namespace {

const Complex lossy_eps{7.0, -2.5}, lossy_mu{1.8, -0.6};

/// Gauss-Legendre nodes and weights on [-1, 1] by Newton's method.
std::vector<std::pair<double, double>> gauss_legendre(int points) {
  std::vector<std::pair<double, double>> rule;
  for (int i = 0; i < points; ++i) {
    double x = std::cos(pi * (i + 0.75) / (points + 0.5)), slope = 1.0;
    for (int step = 0; step < 20; ++step) {
      double before = 1.0, p = x;
      for (int n = 2; n <= points; ++n)
        before = std::exchange(p, ((2.0 * n - 1.0) * x * p - (n - 1.0) * before) / n);
      slope = points * (x * p - before) / (x * x - 1.0);
      x -= p / slope;
    }
    rule.emplace_back(x, 2.0 / ((1.0 - x * x) * slope * slope));
  }
  return rule;
}

Sphere off_centre_layered_sphere() {
  Sphere sphere = coated(impedance_sphere(0.5, Complex(80.0, 130.0)),
                         {{0.62, lossy_eps, lossy_mu}, {0.8, Complex(2.0, -0.1), Complex(1.0, 0.0)}});
  sphere.center_m = {0.37, -1.21, 0.83};
  return sphere;
}

Sphere dual_of(const Sphere& sphere) {
  Sphere dual = sphere;
  for (SphereLayer& layer : dual.layers) std::swap(layer.relative_permittivity, layer.relative_permeability);
  if (sphere.core == Sphere::Core::impedance)
    dual.surface_impedance_ohm = vacuum_impedance * vacuum_impedance / sphere.surface_impedance_ohm;
  return dual;
}

std::vector<Sphere> lossless_spheres(double outer) {
  return {pec_sphere(outer),
          impedance_sphere(outer, Complex(0.0, 210.0)),
          layered_ball({{outer, 4.0, 1.0}}),
          layered_ball({{outer, 2.0, 3.5}}),
          layered_ball({{0.6 * outer, 80.0, 1.0}, {0.61 * outer, 1.0, 9.0}, {outer, 1.7, 1.3}}),
          layered_ball({{outer, -3.0, 1.0}}),
          coated(pec_sphere(0.99 * outer), {{outer, 6.0, 2.0}}),
          coated(impedance_sphere(0.5 * outer, Complex(0.0, -400.0)), {{outer, 3.0, 1.0}})};
}

}  // namespace

TEST_CASE("An impedance sphere of zero impedance is a PEC sphere, and one of 1e-9 ohm nearly is") {
  CHECK(relative_difference(impedance_sphere(1.3, 0.0), pec_sphere(1.3)) < 1e-14);
  CHECK(relative_difference(impedance_sphere(1.3, Complex(1e-9, 1e-9)), pec_sphere(1.3)) < 1e-10);
}

TEST_CASE("A sphere of the impedance of vacuum has no backscatter") {
  for (double a : {0.01, 0.4, 2.3, 20.0}) {
    CAPTURE(a);
    const auto sections = mie_cross_sections(impedance_sphere(a, vacuum_impedance), one_metre_wavelength_hz);
    CHECK(sections.backscatter_m2 < 1e-20 * sections.scattering_m2);
  }
}

TEST_CASE("A sphere with equal relative permittivity and permeability in every layer has no backscatter") {
  const Complex outer(1.4, -0.3);
  const auto sections = mie_cross_sections(layered_ball({{0.5, lossy_eps, lossy_eps}, {0.8, outer, outer}}),
                                           one_metre_wavelength_hz);
  CHECK(sections.backscatter_m2 < 1e-20 * sections.scattering_m2);
}

TEST_CASE("A coating of vacuum leaves the scattering of its core unchanged") {
  for (double a : {1e-3, 0.3, 5.0, 60.0})
    for (double thickness : {1e-4, 0.02, 2.0}) {
      if (thickness > 100.0 * a) continue;  // loses digits by its nature, see mie_coefficients
      CAPTURE(a);
      CAPTURE(thickness);
      const SphereLayer vacuum{a + thickness, 1.0, 1.0};
      CHECK(relative_difference(coated(pec_sphere(a), {vacuum}), pec_sphere(a)) < 1e-10);
      const Sphere absorber = impedance_sphere(a, Complex(90.0, 200.0));
      CHECK(relative_difference(coated(absorber, {vacuum}), absorber) < 1e-10);
      const SphereLayer ball{a, lossy_eps, lossy_mu};
      CHECK(relative_difference(layered_ball({ball, vacuum}), layered_ball({ball})) < 1e-10);
    }
}

TEST_CASE("Layers of one material are one layer") {
  for (double a : {1e-3, 0.3, 5.0, 60.0}) {
    CAPTURE(a);
    const Sphere whole = layered_ball({{a, lossy_eps, lossy_mu}});
    const Sphere cut = layered_ball({{0.2 * a, lossy_eps, lossy_mu},
                                     {0.7 * a, lossy_eps, lossy_mu},
                                     {0.7001 * a, lossy_eps, lossy_mu},
                                     whole.layers[0]});
    CHECK(relative_difference(cut, whole) < 1e-11);
    const Sphere coat = coated(pec_sphere(0.9 * a), {{a, lossy_eps, lossy_mu}});
    const Sphere cut_coat = coated(pec_sphere(0.9 * a), {{0.93 * a, lossy_eps, lossy_mu}, coat.layers[0]});
    CHECK(relative_difference(cut_coat, coat) < 1e-11);
  }
}

TEST_CASE("A shell around a vacuum ball is the same whether the ball is one layer or several") {
  const SphereLayer shell{0.9, lossy_eps, 1.0};
  CHECK(relative_difference(layered_ball({{0.3, 1.0, 1.0}, {0.85, 1.0, 1.0}, shell}),
                            layered_ball({{0.85, 1.0, 1.0}, shell})) < 1e-12);
}

TEST_CASE("A ball of vacuum scatters nothing") {
  for (double a : {1e-3, 0.3, 70.0}) {
    const auto sections = mie_cross_sections(layered_ball({{a, 1.0, 1.0}}), one_metre_wavelength_hz);
    CHECK(sections.scattering_m2 < 1e-24 * pi * a * a);
  }
}

TEST_CASE("A layer many skin depths thick hides what is below it") {
  const Complex metal(1.0, -1e5);  // skin depth 7e-4 m; 0.1 m are 140 of them
  const SphereLayer shell{1.1, metal, 1.0};
  const Sphere solid = layered_ball({shell});
  CHECK(relative_difference(layered_ball({{1.0, 3.0, 1.0}, shell}), solid) < 1e-11);
  CHECK(relative_difference(coated(pec_sphere(1.0), {shell}), solid) < 1e-11);
}

TEST_CASE("A thin layer of strong loss is a resistive sheet, with an error of first order in its thickness") {
  // R = 1/(σd) = η0/(k ε'' d). The tangential magnetic field jumps by E_tan/R, so the sheet's admittance adds
  // to that of the vacuum inside: jη0/Z of the ball is q = ψ'/ψ for TE and -ψ/ψ' for TM (see Load in mie.cpp
  // for the signs).
  const double a = 0.6, x = wavenumber * a, resistance_over_eta0 = 0.5;
  const auto psi = riccati_regular(x, 12), chi = riccati_second(x, 12);
  const auto largest_error = [&](double d) {
    const double loss = 1.0 / (wavenumber * d * resistance_over_eta0);
    const auto c =
        mie_coefficients(layered_ball({{a - d / 2, 1.0, 1.0}, {a + d / 2, Complex(1.0, -loss), 1.0}}),
                         one_metre_wavelength_hz);
    double worst = 0.0;
    for (int n = 1; n <= 6; ++n) {
      const Complex u = psi.value[n].value(), du = psi.derivative[n].value();
      const Complex zeta = u + imaginary_unit * chi.value[n].value();
      const Complex dzeta = du + imaginary_unit * chi.derivative[n].value();
      const Complex sheet = imaginary_unit / resistance_over_eta0;
      const Complex te = du / u + sheet, tm = -1.0 / (-u / du + sheet);
      worst = std::max({worst, std::abs(c.a[n - 1] - (du - tm * u) / (dzeta - tm * zeta)),
                        std::abs(c.b[n - 1] - (du - te * u) / (dzeta - te * zeta))});
    }
    return worst;
  };
  CHECK(largest_error(1e-6) < 1e-4);
  CHECK(largest_error(2e-6) / largest_error(1e-6) == close_to(2.0, 0.05));
  CHECK(largest_error(2e-8) / largest_error(1e-8) == close_to(2.0, 0.05));
}

TEST_CASE("A lossless sphere scatters all the power that it takes from the wave") {
  double worst = 0.0;
  for (double outer : {2e-4, 0.01, 0.4, 3.3, 79.0})
    for (const Sphere& sphere : lossless_spheres(outer)) {
      CAPTURE(outer);
      const auto sections = mie_cross_sections(sphere, one_metre_wavelength_hz);
      const double error = std::abs(sections.extinction_m2 / sections.scattering_m2 - 1.0);
      worst = std::max(worst, error);
      CHECK(error < 1e-10);
    }
  MESSAGE("largest relative difference of extinction and scattering: ", worst);
}

TEST_CASE("A lossy sphere takes more power than it scatters") {
  for (double a : {0.01, 0.4, 3.3}) {
    for (const Sphere& sphere :
         {layered_ball({{a, lossy_eps, 1.0}}), layered_ball({{a, 3.0, lossy_mu}}),
          layered_ball({{a, Complex(2.0, -1e-6), 1.0}}), impedance_sphere(a, Complex(50.0, -70.0)),
          coated(pec_sphere(0.95 * a), {{a, lossy_eps, 1.0}})}) {
      const auto sections = mie_cross_sections(sphere, one_metre_wavelength_hz);
      CHECK(sections.extinction_m2 > sections.scattering_m2);
    }
  }
}

TEST_CASE(
    "The forward far field of a tilted wave obeys the optical theorem: extinction is -(4 pi/k) Im(E* F)") {
  const Sphere sphere = off_centre_layered_sphere();
  const CVec3 e = tilted_wave.amplitude();
  const CVec3 forward = far_field_vector(sphere, one_metre_wavelength_hz, tilted_wave, tilted_wave.k_hat());
  const double extinction = -4.0 * pi / wavenumber * e.dot(forward).imag() / e.squaredNorm();
  const auto sections = mie_cross_sections(sphere, one_metre_wavelength_hz);
  CHECK(extinction == close_to(sections.extinction_m2, 1e-12));
}

TEST_CASE("The far field integrated over all directions is the scattering cross section") {
  const Sphere sphere = off_centre_layered_sphere();
  const int in_phi = 60;
  double power = 0.0;
  for (const auto& [cosine, weight] : gauss_legendre(30))
    for (int i = 0; i < in_phi; ++i) {
      const Vec3 r = r_hat(std::acos(cosine), 2.0 * pi * i / in_phi);
      const CVec3 field = far_field_vector(sphere, one_metre_wavelength_hz, tilted_wave, r);
      power += weight * (2.0 * pi / in_phi) * field.squaredNorm();
    }
  const double incident = tilted_wave.amplitude().squaredNorm();
  CHECK(power / incident ==
        close_to(mie_cross_sections(sphere, one_metre_wavelength_hz).scattering_m2, 1e-12));
}

TEST_CASE("The backscatter cross section is 4 pi times the squared far field towards the source") {
  const Sphere sphere = off_centre_layered_sphere();
  const CVec3 field = far_field_vector(sphere, one_metre_wavelength_hz, tilted_wave, -tilted_wave.k_hat());
  CHECK(4.0 * pi * field.squaredNorm() / tilted_wave.amplitude().squaredNorm() ==
        close_to(mie_cross_sections(sphere, one_metre_wavelength_hz).backscatter_m2, 1e-12));
}

TEST_CASE("Exchanging permittivity and permeability exchanges electric and magnetic multipoles") {
  for (const Sphere& sphere : {layered_ball({{0.7, lossy_eps, lossy_mu}}), off_centre_layered_sphere()}) {
    const auto plain = mie_coefficients(sphere, one_metre_wavelength_hz);
    const auto swapped = mie_coefficients(dual_of(sphere), one_metre_wavelength_hz);
    for (std::size_t i = 0; i < plain.a.size(); ++i) {
      CHECK(std::abs(plain.a[i] - swapped.b[i]) < 1e-14);
      CHECK(std::abs(plain.b[i] - swapped.a[i]) < 1e-14);
    }
  }
}

TEST_CASE(
    "The dual sphere in the dual wave scatters the dual field: E becomes the magnetic field times eta") {
  const Sphere sphere = off_centre_layered_sphere();
  const CVec3 eta_h = cross(tilted_wave.k_hat(), tilted_wave.amplitude());
  const Wave dual_wave = Wave::from(tilted_wave.k_hat(), eta_h);
  for (const auto& [theta, phi] : scattered_directions()) {
    const Vec3 r = r_hat(theta, phi);
    const CVec3 field = far_field_vector(sphere, one_metre_wavelength_hz, tilted_wave, r);
    const CVec3 dual = far_field_vector(dual_of(sphere), one_metre_wavelength_hz, dual_wave, r);
    CHECK((dual - cross(r, field)).norm() < 1e-13);
  }
}

TEST_CASE("Moving the sphere multiplies the far field by the phase of both paths and nothing else") {
  Sphere moved = off_centre_layered_sphere(), centred = moved;
  centred.center_m.setZero();
  const auto fields = far_fields(moved, tilted_wave), reference = far_fields(centred, tilted_wave);
  const auto directions = scattered_directions();
  for (std::size_t i = 0; i < directions.size(); ++i) {
    const Vec3 r = r_hat(directions[i].first, directions[i].second);
    const Complex incident = std::exp(-imaginary_unit * wavenumber * tilted_wave.k_hat().dot(moved.center_m));
    const Complex observed = std::exp(imaginary_unit * wavenumber * r.dot(moved.center_m));
    CHECK(std::abs(fields[i].theta - incident * observed * reference[i].theta) < 1e-13);
    CHECK(std::abs(fields[i].phi - incident * observed * reference[i].phi) < 1e-13);
  }
}

TEST_CASE("Rotating wave, sphere and observer together rotates the field vector") {
  const Sphere sphere = off_centre_layered_sphere();
  const Eigen::Matrix3d rotation =
      Eigen::AngleAxisd(2.13, Vec3(0.3, -0.8, 0.52).normalized()).toRotationMatrix();
  Sphere rotated_sphere = sphere;
  rotated_sphere.center_m = rotation * sphere.center_m;
  const Wave rotated_wave =
      Wave::from(rotation * tilted_wave.k_hat(), rotation.cast<Complex>() * tilted_wave.amplitude());
  for (const auto& [theta, phi] : scattered_directions()) {
    const Vec3 r = r_hat(theta, phi);
    const CVec3 field = far_field_vector(sphere, one_metre_wavelength_hz, tilted_wave, r);
    const CVec3 rotated =
        far_field_vector(rotated_sphere, one_metre_wavelength_hz, rotated_wave, rotation * r);
    CHECK((rotated - rotation.cast<Complex>() * field).norm() < 1e-13);
  }
}

TEST_CASE("Exchanging source and observer leaves the received complex amplitude unchanged") {
  const Sphere sphere = off_centre_layered_sphere();
  const Wave there{2.2, -1.3, Complex(0.3, -0.5), Complex(0.7, 0.1)};
  const CVec3 forth = far_field_vector(sphere, one_metre_wavelength_hz, tilted_wave, -there.k_hat());
  const CVec3 back = far_field_vector(sphere, one_metre_wavelength_hz, there, -tilted_wave.k_hat());
  const Complex received_there = there.amplitude().conjugate().dot(forth);
  const Complex received_here = tilted_wave.amplitude().conjugate().dot(back);
  CHECK(std::abs(received_there - received_here) < 1e-13);
}

TEST_CASE("A sphere keeps circular polarization: right-hand in, left-hand back, right-hand forward") {
  // Right-hand code 2 is (φ̂ - jθ̂)/√2 at the arrival direction. Backwards a PEC sphere returns the same
  // vector, which for the opposite direction of travel is left-hand; forward the vector is again the incident
  // one.
  const Wave right{0.9, 2.5, Complex(0.0, -std::sqrt(0.5)), Complex(std::sqrt(0.5), 0.0)};
  const Sphere sphere = layered_ball({{0.7, lossy_eps, lossy_mu}});
  for (double side : {-1.0, 1.0}) {
    const CVec3 field = far_field_vector(sphere, one_metre_wavelength_hz, right, side * right.k_hat());
    const CVec3 along = right.amplitude() * right.amplitude().dot(field);
    CHECK(field.norm() > 1e-3);
    CHECK((field - along).norm() < 1e-13);
  }
}

TEST_CASE("The far field is continuous through the forward and the backward direction") {
  const Sphere sphere = pec_sphere(12.0);  // ka = 75
  for (double side : {-1.0, 1.0}) {
    const Vec3 pole = side * tilted_wave.k_hat();
    const CVec3 at = far_field_vector(sphere, one_metre_wavelength_hz, tilted_wave, pole);
    for (double angle : {1e-15, 1e-13, 1e-11, 1e-9, 1e-7}) {
      const Vec3 aside = (pole + angle * Vec3(0.6, -0.1, 0.4)).normalized();
      const CVec3 near = far_field_vector(sphere, one_metre_wavelength_hz, tilted_wave, aside);
      CHECK((near - at).norm() < (1e-10 + 100.0 * angle) * at.norm());
    }
  }
}

TEST_CASE("The last coefficients are below rounding, so that no multipole that matters is left out") {
  for (double x : {1e-3, 0.03, 1.0, 10.0, 100.0, 500.0}) {
    const double a = x / wavenumber;
    for (const Sphere& sphere : {pec_sphere(a), layered_ball({{a, Complex(75.0, -13.0), 1.0}})}) {
      const auto c = mie_coefficients(sphere, one_metre_wavelength_hz);
      double largest = 0.0;
      for (std::size_t i = 0; i < c.a.size(); ++i)
        largest = std::max({largest, std::abs(c.a[i]), std::abs(c.b[i])});
      CAPTURE(x);
      CHECK(std::max(std::abs(c.a.back()), std::abs(c.b.back())) < 1e-16 * largest);
    }
  }
}
