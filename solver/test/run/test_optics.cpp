#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <stop_token>
#include <string>
#include <thread>

#include "../close_to.hpp"
#include "../mesh/shapes.hpp"
#include "core/cancel.hpp"
#include "run_folder.hpp"

using nlohmann::json;

namespace {

json optics_input() {
  return {{"solvertype", 1},
          {"scalefactor", 1.0},
          {"excitation", {30.0, 40.0, 1}},
          {"frequency", {3e9, -1, -1}},
          {"numberoffarlocations", 36}};
}

Mesh square_plate(double a, int n) {
  shapes::Builder b;
  b.surface(n, n, [a](double u, double v) { return Vec3(a * (u - 0.5), a * (v - 0.5), 0.0); });
  return b.mesh;
}

double rcs(const json& record) {
  double power = 0.0;
  for (const char* name : {"e_Theta_Real", "e_Theta_Imag", "e_Phi_Real", "e_Phi_Imag"})
    power += std::pow(record[name].get<double>(), 2);
  return 4.0 * pi * power;
}

/// Backscatter that a run said while it went on [m²], by "Hz/theta/phi".
std::map<std::string, double> said_returns(const std::vector<json>& said) {
  std::map<std::string, double> found;
  for (const json& event : said)
    if (event["event"] == "returns")
      for (const json& point : event["points"])
        found[json{event["frequencyHz"], point["thetaDeg"], point["phiDeg"]}.dump()] =
            point["rcsM2"][0].get<double>();
  return found;
}

/// Each record once, with its backscatter.
void check_returns(const std::vector<json>& said, const json& records) {
  const auto returns = said_returns(said);
  CHECK(returns.size() == records.size());
  for (const json& record : records) {
    const json key{record["frequency"], record["angleTheta"].get<double>() / 10.0,
                   record["anglePhi"].get<double>() / 10.0};
    const auto found = returns.find(key.dump());
    REQUIRE(found != returns.end());
    CHECK(found->second == close_to(rcs(record), 1e-12));
  }
}

}  // namespace

TEST_CASE(
    "a run by physical optics writes fields, currents and times, says its method and no iterations or coefficients") {
  const RunFolder folder(square_plate(1.0, 2));
  json input = optics_input();
  input["excitation"] = {0.0, 0.0, 1};
  const auto said = run(folder.job(input), folder.results());
  CHECK(said.front()["event"] == "estimate");
  CHECK(said.front()["method"] == "physical-optics");
  CHECK(said.front()["unknowns"] == 0);
  CHECK(said.back()["event"] == "finished");
  const json result = folder.read("result.json");
  CHECK(result["method"] == "physical-optics");
  CHECK(result["finished"] == true);
  CHECK(result["converged"] == true);
  const double wavelength = speed_of_light / 3e9;
  CHECK(rcs(folder.read("monostatic.json")["monoStaticRcs"][0]) ==
        close_to(4.0 * pi / (wavelength * wavelength), 1e-9));
  const json zone = folder.read("solver_result_3000000000_farzone_0_0.json");
  CHECK(zone["cuts"].size() == 3);
  const json back = folder.read("monostatic.json")["monoStaticRcs"][0];
  CHECK(std::abs(zone["cuts"][1]["e_Theta_Real"][0].get<double>() - back["e_Theta_Real"].get<double>()) <
        1e-9);
  CHECK(zone["cuts"][1]["e_Theta_Imag"][0].get<double>() ==
        close_to(back["e_Theta_Imag"].get<double>(), 1e-9));
  CHECK(std::filesystem::exists(folder.results() / "solver_result_3000000000_currents_0_0.bin"));
  CHECK(std::filesystem::exists(folder.results() / "solver_result_3000000000_time_0_0.json"));
  CHECK_FALSE(std::filesystem::exists(folder.results() / "solver_result_3000000000_iterations_0_0.json"));
  CHECK_FALSE(std::filesystem::exists(folder.results() / "solver_result_3000000000_coefficients_0_0.bin"));
}

TEST_CASE("currents of a bent body by physical optics have the middles of its sides") {
  const Mesh ball = shapes::bent_sphere(0.05, 4, {0.02, 0.0, -0.01});
  const RunFolder folder(ball);
  json input = optics_input();
  input["excitation"] = {30.0, 40.0, 1};
  run(folder.job(input), folder.results());
  std::ifstream file(folder.results() / "solver_result_3000000000_currents_300_400.bin", std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(file)), {});
  const std::size_t vertices = ball.vertices.size(), sides = 3 * ball.triangles.size() / 2;
  REQUIRE(content.size() == 8 + 4 + 4 + 24 * (vertices + sides) + 8 * sides);
  CHECK(content.substr(0, 8) == "PACECUR2");
  int lit = 0;
  for (std::size_t i = 0; i < sides; ++i) {
    std::array<float, 6> current;
    std::memcpy(current.data(), content.data() + 16 + 24 * (vertices + i), sizeof(current));
    const float size = std::hypot(std::hypot(current[0], current[1], current[2]),
                                  std::hypot(current[3], current[4], current[5]));
    CHECK(size <= 2.001 / vacuum_impedance);
    lit += size > 0.0F;
  }
  CHECK(lit > static_cast<int>(sides) / 3);
  CHECK(lit < 2 * static_cast<int>(sides) / 3);
}

TEST_CASE("sweeps over angles and frequencies give what their points give alone, on one thread and on two") {
  const RunFolder all(shapes::torus(30, 12)), one(shapes::torus(30, 12));
  json input = optics_input(), point = optics_input();
  input.update({{"anglesweep", 1},
                {"excitation", {20.0, 70.0, 10.0, 40.0, 3, 50.0, 30.0}},
                {"freqsweep", 1},
                {"frequency", {0.5e9, 0.25e9, 1e9}},
                {"numberofreflections", 3},
                {"edgediffraction", 1}});
  const auto said = run(all.job(input), all.results());
  const json records = all.read("monostatic.json")["monoStaticRcs"];
  CHECK(records.size() == 12);
  check_returns(said, records);
  // Rays and shadow samples are those of the highest frequency.
  point.update({{"excitation", {70.0, 10.0, 3}},
                {"frequency", {1e9, -1, -1}},
                {"numberofreflections", 3},
                {"edgediffraction", 1}});
  run(one.job(point, {{"threads", 1}}), one.results());
  const json alone = one.read("monostatic.json")["monoStaticRcs"][0];
  for (const json& record : records)
    if (record["frequency"] == 1e9 && record["angleTheta"] == 700 && record["anglePhi"] == 100)
      CHECK(rcs(record) == close_to(rcs(alone), 1e-9));
}

TEST_CASE(
    "edge diffraction brings the edge-on plate, which physical optics leaves dark, and changes nothing broadside") {
  const RunFolder folder(square_plate(0.5, 1));
  const auto edge_on = [&](int diffraction, double theta, int polarization) {
    json input = optics_input();
    input.update({{"edgediffraction", diffraction},
                  {"excitation", {theta, 0.0, polarization}},
                  {"numberoffarlocations", 0}});
    run(folder.job(input), folder.results());
    return rcs(folder.read("monostatic.json")["monoStaticRcs"][0]);
  };
  CHECK(edge_on(0, 90.0, 0) < 1e-12);
  // A straight edge of length L met head-on by E along it: σ = L²/π. [Ross, IEEE Trans. Antennas Propag. 14
  // (1966); Knott 2004, §5]
  CHECK(edge_on(1, 90.0, 0) == close_to(0.25 / pi, 0.35));
  CHECK(10.0 * std::log10(edge_on(1, 0.0, 1) / edge_on(0, 0.0, 1)) ==
        doctest::Approx(0.0).epsilon(1.0).scale(0.1));
}

TEST_CASE(
    "a small body earns a notice, a missing model and too little memory their codes, and a stop is obeyed") {
  const RunFolder folder(square_plate(0.1, 1));
  const auto said = run(folder.job(optics_input()), folder.results());
  CHECK(std::any_of(said.begin(), said.end(),
                    [](const json& e) { return e.value("code", "") == "PO_SMALL_BODY"; }));
  CHECK_THROWS_AS(run(folder.job(optics_input(), {{"memoryLimitBytes", 1000}}), folder.results()),
                  InputError);
  stop_requested() = true;
  CHECK_THROWS_AS(run(folder.job(optics_input()), folder.results()), Cancelled);
  stop_requested() = false;
}

TEST_CASE("physical optics needs no shared edges: loose triangles are facets too") {
  Mesh loose = square_plate(1.0, 1);
  for (int i = 0; i < 3; ++i) {
    loose.vertices.push_back(loose.vertices[loose.triangles[1].vertex[i]]);
    loose.triangles[1].vertex[i] = static_cast<int>(loose.vertices.size()) - 1;
  }
  const RunFolder folder(loose), whole(square_plate(1.0, 1));
  run(folder.job(optics_input()), folder.results());
  run(whole.job(optics_input()), whole.results());
  CHECK(rcs(folder.read("monostatic.json")["monoStaticRcs"][0]) ==
        close_to(rcs(whole.read("monostatic.json")["monoStaticRcs"][0])));
}

TEST_CASE(
    "a run that was stopped continues with the arrivals that it had not done, and gives what one in one piece gives") {
  const RunFolder folder(shapes::torus(30, 12)), whole(shapes::torus(30, 12));
  json input = optics_input();
  input.update(
      {{"anglesweep", 1}, {"excitation", {10.0, 80.0, 0.0, 0.0, 1, 1.0, 0.0}}, {"frequency", {1e9, -1, -1}}});
  const Job job = folder.job(input, {{"threads", 1}});
  run(whole.job(input, {{"threads", 1}}), whole.results());
  // Stops while it runs: as soon as the 20th arrival has its file.
  std::jthread stopper([&](std::stop_token told) {
    while (!told.stop_requested() &&
           !std::filesystem::exists(folder.results() / "solver_result_1000000000_farzone_300_0.json"))
      std::this_thread::yield();
    stop_requested() = true;
  });
  CHECK_THROWS_AS(run(job, folder.results()), Cancelled);
  stopper.request_stop();
  stopper.join();
  stop_requested() = false;
  REQUIRE(std::filesystem::exists(folder.results() / ".checkpoint_optics.bin"));
  const auto first =
      std::filesystem::last_write_time(folder.results() / "solver_result_1000000000_farzone_100_0.json");
  const auto said = run(job, folder.results());
  CHECK(std::filesystem::last_write_time(folder.results() / "solver_result_1000000000_farzone_100_0.json") ==
        first);
  CHECK_FALSE(std::filesystem::exists(folder.results() / ".checkpoint_optics.bin"));
  CHECK(folder.read("monostatic.json") == whole.read("monostatic.json"));
  // Those of the first part too, so that a picture of the run is whole.
  check_returns(said, folder.read("monostatic.json")["monoStaticRcs"]);

  // Another job leaves it alone.
  stop_requested() = true;
  CHECK_THROWS_AS(run(job, folder.results()), Cancelled);
  stop_requested() = false;
  input["excitation"][4] = 0;
  run(folder.job(input, {{"threads", 1}}), folder.results());
  CHECK(folder.read("monostatic.json") != whole.read("monostatic.json"));
}

TEST_CASE(
    "a sweep by physical optics that comes near edge-on to a face says from which angle on, how often and how far off it may be") {
  for (const int edges : {0, 1}) {
    const RunFolder folder(square_plate(0.3, 1));
    json input = optics_input();
    input["anglesweep"] = 1;
    input["excitation"] = {0.0, 90.0, 10.0, 10.0, 1, 3.0, 0.0};
    input["edgediffraction"] = edges;
    run(folder.job(input), folder.results());
    const json notices = folder.read("result.json")["notices"];
    const auto said =
        std::find_if(notices.begin(), notices.end(), [](const json& n) { return n["code"] == "PO_GRAZING"; });
    REQUIRE(said != notices.end());
    const std::string sentence = (*said)["sentence"];
    CAPTURE(sentence);
    // √2 · 3 λ: 2 asin(1/√(4π · 4.24)) = 15.7°.
    CHECK(sentence.find("6 of 31 directions") == 0);
    CHECK(sentence.find("from 74° to 90°") != std::string::npos);
    CHECK(sentence.find("(nearest at theta 90°, phi 10°)") != std::string::npos);
    CHECK((sentence.find("without the diffraction of edges") == std::string::npos) == (edges == 1));
    if (!edges) continue;
    // Vertical: towards edge-on the return falls away and leaves nothing there, with no lobe of the far edge.
    const json back = folder.read("monostatic.json")["monoStaticRcs"];
    const double wavelength = speed_of_light / 3e9;
    // The EFIE (λ/15) has 0.0010 λ² at 87°: corners, which have no diffraction here, are the rest
    // (docs/theory/physical-optics.md).
    CHECK(rcs(back[29]) < 0.02 * wavelength * wavelength);
    CHECK(rcs(back[30]) < 1e-5 * wavelength * wavelength);
  }
  const RunFolder steep(square_plate(0.3, 1));
  run(steep.job(optics_input()), steep.results());
  for (const json& n : steep.read("result.json")["notices"]) CHECK(n["code"] != "PO_GRAZING");
}
