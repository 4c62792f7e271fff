// What the estimate of errors keeps and spreads: solutions in a file, bars between receivers.
#include <doctest/doctest.h>
#include <unistd.h>

#include "../close_to.hpp"
#include "run/sampled_receivers.hpp"
#include "run/solution_store.hpp"

using namespace pace;
namespace fs = std::filesystem;

TEST_CASE("between receivers a cut has the larger bar of both, and a larger one where its field is larger") {
  // A cut of eleven points, receivers at 0, 3.33 and 6.67 to the nearest point, and 10; and a cut of two
  // points.
  const std::vector<Cut> cuts{{"xy", std::vector<double>(11, 90.0), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
                              {"xz", {10.0, 20.0}, {0.0, 0.0}}};
  const SampledReceivers receivers(cuts, 3);
  std::vector<double> phi_deg;
  for (const Direction& d : receivers.directions()) phi_deg.push_back(std::round(d.phi * 180.0 / pi));
  CHECK(phi_deg == std::vector<double>{0, 3, 7, 10, 0, 0});
  std::vector<FieldOfWaves> fields(13, FieldOfWaves(2, {Complex(0.6, 0.0), Complex(0.0, 0.8)}));
  fields[5][1] = {Complex(0.0, 3.0), 0.0};  // three times its neighbours, of the second wave alone
  std::vector<std::vector<FieldError>> sampled;
  for (int r = 0; r < 6; ++r) sampled.push_back({{0.1 * r, 0.5 - 0.1 * r}, {0.2 * r, 1.0}});
  const auto bars = receivers.spread(sampled, fields);
  REQUIRE(bars.size() == 13);
  CHECK(bars[3][0].theta == close_to(0.1));
  CHECK(bars[3][0].phi == close_to(0.4));
  CHECK(bars[5][0].theta == close_to(0.2));
  CHECK(bars[5][0].phi == close_to(0.4));
  CHECK(bars[5][1].theta == close_to(3.0 * 0.4));
  CHECK(bars[5][1].phi == close_to(3.0));
  CHECK(bars[6][1].phi == close_to(1.0));
  CHECK(bars[12][0].theta == close_to(0.5));

  const SampledReceivers all(cuts, 100);
  CHECK(all.directions().size() == 13);
  CHECK(all.spread(std::vector<std::vector<FieldError>>(13, {{0.3, 0.7}, {0.1, 0.2}}), fields)[5][1].phi ==
        0.2);
}

TEST_CASE("solutions wait in a file: columns in any portions, what an interrupted run wrote is read again") {
  const fs::path path = fs::temp_directory_path() / ("pace-test-solutions-" + std::to_string(getpid()));
  const SolutionStore store(path, 3);
  store.remove();
  CHECK(store.held() == 0);
  Columns columns(3, 4);
  for (int i = 0; i < 12; ++i) columns.data[i] = Complex(i, -0.5 * i);
  store.write(0, columns);
  store.write(2, columns);  // again from the third on, as after a resumed portion
  CHECK(store.held() == 6);
  CHECK(store.read(1, 1).data == std::vector<Complex>(columns.data.begin() + 3, columns.data.begin() + 6));
  CHECK(store.read(2, 4).data == columns.data);
  CHECK_THROWS_AS(store.read(5, 2), std::runtime_error);
  store.remove();
  CHECK_FALSE(fs::exists(path));
}
