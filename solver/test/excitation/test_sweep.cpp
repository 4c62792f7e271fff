#include <doctest/doctest.h>

#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "excitation/sweep.hpp"

using namespace pace;

namespace {

nlohmann::json sweeps_of_the_contract() {
  std::ifstream file(PACE_REPOSITORY "/contract/examples/sweeps.json");
  return nlohmann::json::parse(file);
}

}  // namespace

TEST_CASE("angle sweeps are bit for bit those of the contract") {
  const auto sweeps = sweeps_of_the_contract();
  REQUIRE(sweeps["angles"].size() >= 5);
  for (const auto& sweep : sweeps["angles"]) {
    CAPTURE(sweep["title"].get<std::string>());
    const auto excitation = sweep["excitation"].get<std::vector<double>>();
    const auto directions = illuminations(sweep["anglesweep"] == 1, excitation);
    REQUIRE(directions.size() == sweep["points"].size());
    for (std::size_t i = 0; i < directions.size(); ++i) {
      CHECK(directions[i].theta_deg == sweep["points"][i][0].get<double>());
      CHECK(directions[i].phi_deg == sweep["points"][i][1].get<double>());
    }
  }
}

TEST_CASE("frequency sweeps are bit for bit those of the contract") {
  const auto sweeps = sweeps_of_the_contract();
  REQUIRE(sweeps["frequencies"].size() >= 5);
  for (const auto& sweep : sweeps["frequencies"]) {
    CAPTURE(sweep["title"].get<std::string>());
    const auto frequencies =
        frequencies_hz(sweep["freqsweep"] == 1, sweep["frequency"].get<std::array<double, 3>>());
    CHECK(frequencies == sweep["points"].get<std::vector<double>>());
  }
}

TEST_CASE("frequencies in file names are what to_chars writes without an exponent") {
  const auto sweeps = sweeps_of_the_contract();
  for (const auto& sweep : sweeps["frequencies"])
    for (std::size_t i = 0; i < sweep["points"].size(); ++i) {
      char text[64];
      const double frequency = sweep["points"][i].get<double>();
      const auto end = std::to_chars(text, text + sizeof text, frequency, std::chars_format::fixed).ptr;
      CHECK(std::string(text, end) == sweep["texts"][i].get<std::string>());
    }
}

TEST_CASE("1 to 100 GHz in steps of 0.1 GHz is 991 points") {
  const auto frequencies = frequencies_hz(true, {1e9, 0.1e9, 100e9});
  REQUIRE(frequencies.size() == 991);
  CHECK(frequencies[1] == 1.1e9);
  CHECK(frequencies.back() == 100e9);
}

TEST_CASE("a huge sweep is counted but not expanded") {
  CHECK(sweep_count(0.0, 1e11, 1e-4) == 1e15 + 1);
  CHECK(sweep_count(0.0, 1e11, 1e-300) > 1e300);
  CHECK_THROWS_AS(frequencies_hz(true, {1e9, 1e-300, 1e11}), std::length_error);
  const double angles[] = {0, 180, 0, 360, 0, 0.01, 0.01};
  CHECK_THROWS_AS(illuminations(true, angles), std::length_error);
}

TEST_CASE("too few numbers are refused") {
  const double angles[] = {0, 180, 0};
  CHECK_THROWS_AS(illuminations(true, angles), std::invalid_argument);
}

TEST_CASE("a step as large as the range fits in spite of binary fractions") {
  CHECK(0.3 - 0.2 < 0.1);
  CHECK_FALSE(step_exceeds_range(0.2, 0.3, 0.1));
  CHECK(step_exceeds_range(0.2, 0.3, 0.1001));
}
