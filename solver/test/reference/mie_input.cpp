#include <doctest/doctest.h>

#include <limits>

#include "core/error.hpp"
#include "sphere_waves.hpp"

using namespace pace;
using namespace pace::test;

TEST_CASE("A sphere that makes no sense is refused with a sentence that names the place") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto where = [](const Sphere& sphere, double frequency_hz = 1e9) -> std::string {
    try {
      mie_coefficients(sphere, frequency_hz);
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).back() == '.');
      CHECK(error.code() == (error.where() == "/frequency_hz" ? "FREQUENCY_INVALID" : "JOB_INVALID"));
      return error.where();
    }
    return "accepted";
  };
  CHECK(where(pec_sphere(0.1)) == "accepted");
  CHECK(where(pec_sphere(-0.1)) == "/core_radius_m");
  CHECK(where(pec_sphere(0.0)) == "/core_radius_m");
  CHECK(where(pec_sphere(nan)) == "/core_radius_m");
  CHECK(where(pec_sphere(0.1), 0.0) == "/frequency_hz");
  CHECK(where(pec_sphere(0.1), -1e9) == "/frequency_hz");
  CHECK(where(pec_sphere(0.1), nan) == "/frequency_hz");
  CHECK(where(pec_sphere(1e6)) == "/frequency_hz");
  CHECK(where(impedance_sphere(0.1, Complex(-1.0, 5.0))) == "/surface_impedance_ohm");
  CHECK(where(layered_ball({})) == "/layers");
  CHECK(where(layered_ball({{-0.1, 2.0, 1.0}})) == "/layers/0");
  CHECK(where(layered_ball({{0.2, 2.0, 1.0}, {0.1, 3.0, 1.0}})) == "/layers/1");
  CHECK(where(layered_ball({{0.2, 2.0, 1.0}, {0.2, 3.0, 1.0}})) == "/layers/1");
  CHECK(where(layered_ball({{0.2, Complex(2.0, 0.1), 1.0}})) == "/layers/0");
  CHECK(where(layered_ball({{0.2, 2.0, Complex(1.0, 0.1)}})) == "/layers/0");
  CHECK(where(layered_ball({{0.2, 0.0, 1.0}})) == "/layers/0");
  CHECK(where(coated(pec_sphere(0.1), {{0.05, 2.0, 1.0}})) == "/layers/0");
  Sphere ball_with_core = layered_ball({{0.2, 2.0, 1.0}});
  ball_with_core.core_radius_m = 0.1;
  CHECK(where(ball_with_core) == "/core_radius_m");
  Sphere nowhere = pec_sphere(0.1);
  nowhere.center_m.x() = nan;
  CHECK(where(nowhere) == "/center_m");
}

TEST_CASE("No observation direction gives no far field, and the order of directions is kept") {
  const Sphere sphere = pec_sphere(0.4);
  CHECK(mie_far_field(sphere, one_metre_wavelength_hz, 0.3, 0.2, 1.0, 0.0, {}).empty());
  const auto all = far_fields(sphere, tilted_wave);
  const auto directions = scattered_directions();
  const std::pair<double, double> fifth = directions[5];
  const auto one = mie_far_field(sphere, one_metre_wavelength_hz, tilted_wave.theta, tilted_wave.phi,
                                 tilted_wave.e_theta, tilted_wave.e_phi, {&fifth, 1});
  CHECK(one.front().theta == all[5].theta);
  CHECK(one.front().phi == all[5].phi);
}
