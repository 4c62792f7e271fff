// Numbers from elsewhere: the Austin RCS Benchmark Suite and coefficients of multiple precision
// (data/mie/README.md).
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "sphere_waves.hpp"

using namespace pace;
using namespace pace::test;

namespace {

const std::string folder = std::string(PACE_TEST_DATA) + "/mie/";

Complex complex_of(const nlohmann::json& pair) {
  return {pair.at(0).get<double>(), pair.at(1).get<double>()};
}

Sphere sphere_of(const nlohmann::json& text) {
  Sphere sphere;
  const std::string core = text.at("core");
  sphere.core = core == "pec"         ? Sphere::Core::pec
                : core == "impedance" ? Sphere::Core::impedance
                                      : Sphere::Core::dielectric;
  sphere.core_radius_m = text.at("core_radius_m");
  if (text.contains("surface_impedance_ohm"))
    sphere.surface_impedance_ohm = complex_of(text["surface_impedance_ohm"]);
  for (const auto& layer : text.at("layers"))
    sphere.layers.push_back(
        {layer.at("outer_radius_m"), complex_of(layer.at("eps")), complex_of(layer.at("mu"))});
  return sphere;
}

/// Largest |ΔdB| between the series and a published table of VV and HH; incidence θ = 90°, φ = 0°.
double largest_difference_db(const Sphere& sphere, const std::string& file) {
  std::ifstream in(folder + file);
  REQUIRE(in.good());
  std::string line;
  std::getline(in, line);  // header
  double worst = 0.0;
  int rows = 0;
  while (std::getline(in, line)) {
    for (char& c : line)
      if (c == ',') c = ' ';
    std::istringstream words(line);
    double frequency_hz, theta_deg, phi_deg, published_dbsm;
    std::string polarization;
    words >> frequency_hz >> theta_deg >> phi_deg >> polarization >> published_dbsm;
    REQUIRE(!words.fail());
    const bool vertical = polarization == "VV";
    const std::pair<double, double> direction{theta_deg * pi / 180.0, phi_deg * pi / 180.0};
    const MieFarField field = mie_far_field(sphere, frequency_hz, pi / 2.0, 0.0, vertical ? 1.0 : 0.0,
                                            vertical ? 0.0 : 1.0, {&direction, 1})
                                  .front();
    const double dbsm = 10.0 * std::log10(4.0 * pi * std::norm(vertical ? field.theta : field.phi));
    worst = std::max(worst, std::abs(dbsm - published_dbsm));
    ++rows;
  }
  CHECK(rows == 145);
  return worst;
}

}  // namespace

TEST_CASE("Austin IA-s2-f1, PEC sphere of 0.02 wavelengths: bistatic RCS to the printed digits") {
  const double worst = largest_difference_db(pec_sphere(0.3), "IA-s2-f1.csv");
  MESSAGE("largest difference [dB]: ", worst);
  CHECK(worst < 2e-6);  // six decimals printed, by a code that rounds its own last digit
}

TEST_CASE("Austin IA-s7-f6, PEC sphere of 20 wavelengths: bistatic RCS to the printed digits") {
  const double worst = largest_difference_db(pec_sphere(9.6), "IA-s7-f6.csv");
  MESSAGE("largest difference [dB]: ", worst);
  CHECK(worst < 2e-6);
}

TEST_CASE("Austin IC-s2-f1, water sphere of 0.02 wavelengths: bistatic RCS to the printed digits") {
  const double worst =
      largest_difference_db(layered_ball({{0.3, Complex(78.44, -0.038), 1.0}}), "IC-s2-f1.csv");
  MESSAGE("largest difference [dB]: ", worst);
  CHECK(worst < 6e-5);  // four decimals printed
}

TEST_CASE("Coefficients agree with the boundary conditions solved in multiple precision") {
  std::ifstream in(folder + "multiple_precision.json");
  REQUIRE(in.good());
  for (const auto& text : nlohmann::json::parse(in)) {
    const std::string name = text.at("name");
    const MieCoefficients c = mie_coefficients(sphere_of(text), text.at("frequency_hz"));
    double worst = 0.0;
    for (std::size_t i = 0; i < text.at("orders").size(); ++i) {
      const std::size_t n = text["orders"][i];
      REQUIRE(n <= c.a.size());
      for (const auto& [computed, exact] :
           {std::pair(c.a[n - 1], complex_of(text["a"][i])), std::pair(c.b[n - 1], complex_of(text["b"][i]))})
        worst = std::max(worst, std::abs(computed - exact) / std::abs(exact));
    }
    MESSAGE(name, ": largest relative error ", worst);
    CAPTURE(name);
    CHECK(worst < 1e-10);
  }
}
