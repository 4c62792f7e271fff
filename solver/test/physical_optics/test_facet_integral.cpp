#include <doctest/doctest.h>

#include <random>

#include "physical_optics/facet_integral.hpp"
#include "quadrature/triangle_rule.hpp"

using namespace pace;

namespace {

/// The same by a product of Gauss rules, folded onto the triangle.
Complex by_quadrature(double a, double b, double c) {
  static const auto rule = line_rule(60);
  Complex sum = 0.0;
  for (const auto& u : rule)
    for (const auto& v : rule)
      sum += u.weight * v.weight * u.x * rotation(a + u.x * (b - a) + u.x * v.x * (c - b));
  return sum;
}

}  // namespace

TEST_CASE("the phase integral of a facet agrees with quadrature for random corners up to some wavelengths") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> phase(-25.0, 25.0);
  for (int i = 0; i < 200; ++i) {
    const double a = phase(random), b = phase(random), c = phase(random);
    CHECK(std::abs(facet_phase_integral(a, b, c) - by_quadrature(a, b, c)) < 1e-11);
  }
}

TEST_CASE("it keeps ten digits where two or three phases come together, in every order of the corners") {
  for (const double base : {0.0, 3.7, -4000.0})
    for (const double far : {0.0, 1e-9, 1e-4, 0.0299, 0.0301, 0.4, 7.0})
      for (const double near : {0.0, 1e-12, 1e-6, 1.9e-3, 2.1e-3, 0.02, 0.029}) {
        const double a = base, b = base + near, c = base + far;
        const Complex expected = rotation(base) * by_quadrature(0.0, near, far);
        for (const Complex& value :
             {facet_phase_integral(a, b, c), facet_phase_integral(b, c, a), facet_phase_integral(c, a, b),
              facet_phase_integral(b, a, c), facet_phase_integral(a, c, b), facet_phase_integral(c, b, a)})
          // A phase of 4000 rad itself is rounded to 5e-13.
          CHECK(std::abs(value - expected) < 5e-11 + 2e-9 * (std::abs(base) > 100.0 ? 1.0 : 0.0));
      }
}

TEST_CASE("four quarters of a facet add up to the whole") {
  const double a = 180.3, b = 12.25, c = -77.1;
  const double ab = 0.5 * (a + b), bc = 0.5 * (b + c), ca = 0.5 * (c + a);
  const Complex sum = facet_phase_integral(a, ab, ca) + facet_phase_integral(b, bc, ab) +
                      facet_phase_integral(c, ca, bc) + facet_phase_integral(ab, bc, ca);
  CHECK(std::abs(0.25 * sum - facet_phase_integral(a, b, c)) < 1e-14);
}
