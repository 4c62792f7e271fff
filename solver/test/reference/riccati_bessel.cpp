#include "reference/riccati_bessel.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace pace;

TEST_CASE("Riccati-Bessel functions of real argument equal the standard library's spherical functions") {
  for (double z : {0.3, 1.0, 3.14159, 7.7, 31.0}) {
    const auto psi = riccati_regular(z, 12), chi = riccati_second(z, 12);
    for (unsigned n = 0; n <= 12; ++n) {
      CAPTURE(z);
      CAPTURE(n);
      const double psi_exact = z * std::sph_bessel(n, z), chi_exact = -z * std::sph_neumann(n, z);
      CHECK(std::abs(psi.value[n].value() - psi_exact) < 1e-12 * (std::abs(psi_exact) + (n < z ? 1.0 : 0.0)));
      CHECK(std::abs(chi.value[n].value() - chi_exact) < 1e-12 * (std::abs(chi_exact) + (n < z ? 1.0 : 0.0)));
      CHECK(psi.value[n].value().imag() == 0.0);
      CHECK(chi.derivative[n].value().imag() == 0.0);
    }
  }
}

TEST_CASE("Riccati-Bessel functions of complex argument equal their closed forms of order 2") {
  for (Complex z : {Complex(2.0, -0.5), Complex(4.0, -6.0), Complex(0.9, -12.0), Complex(-3.0, -0.4)}) {
    const Complex psi_2 = (3.0 / (z * z) - 1.0) * std::sin(z) - 3.0 / z * std::cos(z);
    const Complex zeta_2 =
        imaginary_unit * std::exp(-imaginary_unit * z) * (-1.0 + 3.0 * imaginary_unit / z + 3.0 / (z * z));
    CHECK(std::abs(riccati_regular(z, 4).value[2].value() / psi_2 - 1.0) < 1e-13);
    CHECK(std::abs(riccati_second(z, 4).value[2].value() / zeta_2 - 1.0) < 1e-13);
  }
}

TEST_CASE("The Wronskian holds from 1e-3 to 5000 radians, with and without loss, for all orders") {
  double worst = 0.0;
  for (double modulus : {1e-3, 0.1, 2.0, 40.0, 500.0, 5000.0})
    for (double loss_angle : {0.0, 1e-12, 1e-3, 0.3, 1.2, 1.5707}) {
      const Complex z = loss_angle == 0.0 ? Complex(modulus) : std::polar(modulus, -loss_angle);
      const int orders = static_cast<int>(modulus) + 40;
      const auto psi = riccati_regular(z, orders), second = riccati_second(z, orders);
      const Complex exact = loss_angle == 0.0 ? Complex(-1.0) : -imaginary_unit;
      for (int n = 0; n <= orders; ++n) {
        const Complex wronskian =
            (psi.value[n] * second.derivative[n] - psi.derivative[n] * second.value[n]).value();
        // Rounding of the two products; in small arguments they are n/z times larger than their difference at
        // most.
        worst = std::max(worst, std::abs(wronskian - exact));
      }
    }
  MESSAGE("largest error of the Wronskian: ", worst);
  CHECK(worst < 1e-10);
}
