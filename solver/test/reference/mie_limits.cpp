// Closed forms that the series must approach: dipoles of small spheres, geometrical optics of large ones.
#include <doctest/doctest.h>

#include <cmath>

#include "../close_to.hpp"
#include "sphere_waves.hpp"

using namespace pace;
using namespace pace::test;

namespace {

/// Far field of the electric dipole p = 4πε0 a³ α_e E and the magnetic dipole m = 4πa³ α_m H induced in a
/// small sphere (Jackson 1999, (9.19), (9.36)): F = k²a³ [α_e (r̂×E)×r̂ - α_m r̂×(k̂×E)].
CVec3 dipole_field(double k, double a, Complex alpha_e, Complex alpha_m, const Wave& wave, const Vec3& r) {
  const CVec3 e = wave.amplitude(), eta_h = cross(wave.k_hat(), e);
  return k * k * a * a * a * (-alpha_e * cross(r, cross(r, e)) - alpha_m * cross(r, eta_h));
}

/// Largest difference from the dipole field over all directions, relative to the dipole field's own size.
double dipole_error(const Sphere& sphere, double a, Complex alpha_e, Complex alpha_m) {
  double difference = 0.0, size = 0.0;
  for (const auto& [theta, phi] : scattered_directions()) {
    const Vec3 r = r_hat(theta, phi);
    const CVec3 exact = dipole_field(wavenumber, a, alpha_e, alpha_m, tilted_wave, r);
    difference = std::max(difference,
                          (far_field_vector(sphere, one_metre_wavelength_hz, tilted_wave, r) - exact).norm());
    size = std::max(size, exact.norm());
  }
  return difference / size;
}

/// Backscattered far field along the incident polarization.
Complex backscattered_amplitude(const Sphere& sphere) {
  const CVec3 field = far_field_vector(sphere, one_metre_wavelength_hz, tilted_wave, -tilted_wave.k_hat());
  return tilted_wave.amplitude().dot(field);
}

}  // namespace

TEST_CASE(
    "A small PEC sphere scatters as one electric and one magnetic dipole, up to terms of order (ka)^2") {
  for (double x : {1e-1, 1e-2, 1e-3}) {
    const double a = x / wavenumber;
    CAPTURE(x);
    CHECK(dipole_error(pec_sphere(a), a, 1.0, -0.5) < 1.5 * x * x);
    const double rayleigh = 9.0 * pi * a * a * std::pow(x, 4);
    const double sigma = mie_cross_sections(pec_sphere(a), one_metre_wavelength_hz).backscatter_m2;
    CHECK(std::abs(sigma / rayleigh - 1.0) < 2.0 * x * x);
  }
}

TEST_CASE(
    "A small lossy dielectric and magnetic ball scatters as the Clausius-Mossotti dipoles, up to (mka)^2") {
  const Complex eps(3.0, -2.0), mu(2.5, -0.7);
  const Complex alpha_e = (eps - 1.0) / (eps + 2.0), alpha_m = (mu - 1.0) / (mu + 2.0);
  for (double x : {1e-1, 1e-2, 1e-3}) {
    const double a = x / wavenumber;
    CAPTURE(x);
    CHECK(dipole_error(layered_ball({{a, eps, mu}}), a, alpha_e, alpha_m) < 2.0 * x * x);
  }
}

TEST_CASE("A small coated dielectric ball scatters as the two-shell static polarizability") {
  // Bohren & Huffman (5.36), f the volume fraction of the core.
  const Complex core(6.0, -1.0), shell(2.0, -3.0);
  const double x = 1e-3, a = x / wavenumber, inner = 0.7 * a, f = std::pow(0.7, 3);
  const Complex alpha_e = ((shell - 1.0) * (core + 2.0 * shell) + f * (core - shell) * (1.0 + 2.0 * shell)) /
                          ((shell + 2.0) * (core + 2.0 * shell) + f * (2.0 * shell - 2.0) * (core - shell));
  CHECK(dipole_error(layered_ball({{inner, core, 1.0}, {a, shell, 1.0}}), a, alpha_e, 0.0) < 5.0 * x * x);
}

TEST_CASE("Backscatter of a large PEC sphere approaches pi a^2") {
  for (double x : {100.0, 237.3, 500.0}) {
    const double a = x / wavenumber;
    CAPTURE(x);
    CHECK(mie_cross_sections(pec_sphere(a), one_metre_wavelength_hz).backscatter_m2 / (pi * a * a) ==
          close_to(1.0, 0.005));
  }
}

TEST_CASE(
    "A large sphere reflects at its specular point with the complex Fresnel coefficient and the phase 2ka") {
  // Geometrical optics: F = Γ (a/2) e^{2jka}, Γ = (Z - η0)/(Z + η0); the next term is smaller by a few
  // 1/(ka).
  const double x = 400.0, a = x / wavenumber;
  const auto check = [&](const Sphere& sphere, Complex impedance_over_eta0) {
    const Complex gamma = (impedance_over_eta0 - 1.0) / (impedance_over_eta0 + 1.0);
    const Complex expected = gamma * (a / 2.0) * std::polar(1.0, 2.0 * x);
    CHECK(std::abs(backscattered_amplitude(sphere) - expected) < 0.01 * a / 2.0);
  };
  SUBCASE("perfect conductor") { check(pec_sphere(a), 0.0); }
  SUBCASE("impedance surface, inductive") {
    check(impedance_sphere(a, vacuum_impedance * Complex(0.4, 1.3)), Complex(0.4, 1.3));
  }
  SUBCASE("impedance surface, capacitive") {
    check(impedance_sphere(a, vacuum_impedance * Complex(0.4, -1.3)), Complex(0.4, -1.3));
  }
  SUBCASE("water ball") {
    check(layered_ball({{a, Complex(75.0, -13.0), 1.0}}), 1.0 / std::sqrt(Complex(75.0, -13.0)));
  }
  SUBCASE("PEC under a lossy magnetic coating of a third of a radian") {
    const Complex eps(4.0, -0.8), mu(1.7, -0.9), m = std::sqrt(eps * mu);
    const double d = 0.02;
    check(coated(pec_sphere(a - d), {{a, eps, mu}}),
          imaginary_unit * (mu / m) * std::tan(m * wavenumber * d));
  }
}
