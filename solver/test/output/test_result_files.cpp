#include <doctest/doctest.h>

#include <unistd.h>
#include <cstring>
#include <fstream>
#include <sstream>

#include "core/error.hpp"
#include "output/field_files.hpp"
#include "output/result_files.hpp"

using namespace pace;

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("result names have six pieces, frequencies without exponent, angles times ten") {
  CHECK(result_file_name("farzone", "json", 1.3e9, {179.5, 270.0}) ==
        "solver_result_1300000000_farzone_1795_2700.json");
  CHECK(result_file_name("time", "json", 1e11, {0.0, 0.1 + 0.2}) ==
        "solver_result_100000000000_time_0_3.json");
  CHECK(result_file_name("time", "json", 1.5, {45.25, 0.0}) == "solver_result_1.5_time_452.5_0.json");
}

TEST_CASE(
    "monostatic records are read as they were written: bars, and corrected fields where there are any") {
  const FarFieldAmplitude v{{1.0, -0.5}, {0.1, 0.2}}, h{{-0.3, 0.7}, {2.0, 0.25}};
  const std::vector<MonostaticRecord> records{
      {1.3e9, {45.0, 30.5}, {v, h}, {{0.01, 0.02}, {0.03, 0.04}}, {{h, {0.001, 0.002}}, {v, {0.003, 0.004}}}},
      {1.3e9, {50.0, 30.5}, {h, v}, {{0.05, 0.06}, {0.07, 0.08}}, {}}};
  const nlohmann::json written = monostatic_file(records, true);
  CHECK(written["monoStaticRcs"][0]["corrected"]["s_HV_Imag"] == h.phi.imag());
  CHECK_FALSE(written["monoStaticRcs"][1].contains("corrected"));
  CHECK(monostatic_file(monostatic_records_of(written), true) == written);
}

TEST_CASE("currents are a magic word, a count and six floats a vertex") {
  const auto path =
      std::filesystem::temp_directory_path() / ("pace-test-currents-" + std::to_string(::getpid()) + ".bin");
  const std::vector<CVec3> j{{Complex(1, 2), Complex(3, 4), Complex(5, 6)}, CVec3::Zero()};
  write_currents(path, j);
  const std::string text = text_of(path);
  std::filesystem::remove(path);
  REQUIRE(text.size() == 8 + 4 + 2 * 6 * 4);
  CHECK(text.substr(0, 8) == "PACECUR1");
  float values[6];
  std::memcpy(values, text.data() + 12, sizeof values);
  for (int i = 0; i < 6; ++i) CHECK(values[i] == i + 1.0f);
}

TEST_CASE(
    "currents of a bent mesh have those at the middles of sides behind them, and the vertices of the sides") {
  const auto path =
      std::filesystem::temp_directory_path() / ("pace-test-middles-" + std::to_string(::getpid()) + ".bin");
  const std::vector<CVec3> at_vertices(3, CVec3::Zero()),
      middles{{Complex(1, 2), Complex(3, 4), Complex(5, 6)}};
  const std::vector<std::array<int, 2>> sides{{0, 2}};
  write_currents(path, at_vertices, middles, sides);
  const std::string text = text_of(path);
  std::filesystem::remove(path);
  REQUIRE(text.size() == 8 + 8 + 4 * 6 * 4 + 2 * 4);
  CHECK(text.substr(0, 8) == "PACECUR2");
  std::uint32_t counts[2], side[2];
  std::memcpy(counts, text.data() + 8, sizeof counts);
  CHECK((counts[0] == 3 && counts[1] == 1));
  float values[6];
  std::memcpy(values, text.data() + 16 + 3 * 24, sizeof values);
  for (int i = 0; i < 6; ++i) CHECK(values[i] == i + 1.0f);
  std::memcpy(side, text.data() + 16 + 4 * 24, sizeof side);
  CHECK((side[0] == 0 && side[1] == 2));
}

TEST_CASE("an error map is a magic word, a count and a float a triangle; what is not finite is refused") {
  const auto path =
      std::filesystem::temp_directory_path() / ("pace-test-map-" + std::to_string(::getpid()) + ".bin");
  CHECK(error_map_file_name(1.3e9) == "solver_result_1300000000_errors.bin");
  write_error_map(path, std::vector<double>{0.25, 0.0, 1e-3});
  const std::string text = text_of(path);
  REQUIRE(text.size() == 8 + 4 + 3 * 4);
  CHECK(text.substr(0, 8) == "PACEERR1");
  float values[3];
  std::memcpy(values, text.data() + 12, sizeof values);
  CHECK(values[0] == 0.25f);
  CHECK(values[2] == 1e-3f);
  CHECK_THROWS_AS(write_error_map(path, std::vector<double>{0.25, 1e300}), InputError);
  CHECK(text_of(path) == text);
  std::filesystem::remove(path);
}

TEST_CASE("a file that cannot be written is an error with its name, and no half file stays") {
  CHECK_THROWS_AS(write_file("/nonexistent-folder/result.json", "x"), std::runtime_error);
}

TEST_CASE("a name that is no UTF-8, as of old programs, is written with its bad bytes replaced") {
  const auto path = std::filesystem::temp_directory_path() / ("pace-test-utf8-" + std::to_string(getpid()));
  write_json(path, {{"sentence", "On part g\xf6vde the mesh is coarse."}});
  const auto read = nlohmann::json::parse(text_of(path));
  CHECK(read["sentence"] == "On part g\xef\xbf\xbdvde the mesh is coarse.");
  std::filesystem::remove(path);
}
