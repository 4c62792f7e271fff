// "converged" means: finite, and as accurate as is asked for now.
#include <doctest/doctest.h>

#include <limits>

#include "../mesh/shapes.hpp"
#include "broken_shapes.hpp"
#include "core/error.hpp"
#include "linalg/dense_matrix.hpp"
#include "model/byte_text.hpp"
#include "output/result_files.hpp"
#include "run_folder.hpp"
#include "systems/dense_solution.hpp"

using namespace pace;
using nlohmann::json;

namespace {

json lean_input(double frequency_hz = 3e8) {
  return {{"excitation", {40, 70, 1}},
          {"frequency", {frequency_hz, -1, -1}},
          {"outputselection", {0, 0, 1, 0, 0}},
          {"solvertype", 2}};
}

Complex back(const RunFolder& folder) {
  const json record = folder.read("monostatic.json")["monoStaticRcs"][0];
  return {record["e_Theta_Real"], record["e_Theta_Imag"]};
}

/// An equation whose solution by LU is wrong by about 1e-16 times `condition`.
DenseMatrix hilbert_like(int n) {
  DenseMatrix matrix(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) matrix.row(i)[j] = 1.0 / (1.0 + i + j);
  return matrix;
}

}  // namespace

TEST_CASE(
    "LU of a matrix that has lost its digits does not claim to have converged, of a sound one it does") {
  Columns right(14, 1);
  for (int i = 0; i < 14; ++i) right.column(0)[i] = i % 2 == 0 ? 1.0 : -1.0;
  Columns lost = right;
  const SolutionRecord of_lost = dense_solution(hilbert_like(14))->solve(lost, {}, {});
  CHECK(of_lost.residuals[0].back() > direct_residual_bound);
  CHECK_FALSE(static_cast<bool>(of_lost.converged[0]));
  DenseMatrix sound = hilbert_like(14);
  for (int i = 0; i < 14; ++i) sound.row(i)[i] += 1.0;
  Columns solved = right;
  const SolutionRecord of_sound = dense_solution(std::move(sound))->solve(solved, {}, {});
  CHECK(of_sound.residuals[0].back() < 1e-12);
  CHECK(static_cast<bool>(of_sound.converged[0]));
}

TEST_CASE("a matrix with an entry that is no number is refused, wherever the entry is") {
  for (const int row : {0, 3})
    for (const double value :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      DenseMatrix matrix = hilbert_like(4);
      matrix.row(row)[2] = value;
      CHECK(code_of([&] { dense_solution(std::move(matrix)); }) == "MATRIX_SINGULAR");
    }
}

TEST_CASE("no file of results takes a number that is not finite, and the one that was there stays") {
  const RunFolder folder(shapes::sphere(0.3, 2));
  std::filesystem::create_directories(folder.results());
  const auto file = folder.results() / "a.json";
  write_json(file, {{"old", 1}});
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinite = std::numeric_limits<double>::infinity();
  const auto write_nan = [&] { write_json(file, {{"cuts", {{{"e", {1.0, nan}}}}}}); };
  CHECK(code_of(write_nan) == "MATRIX_SINGULAR");
  CHECK(sentence_of(write_nan).starts_with(
      "Not written, because it is not a finite number: /cuts/0/e/1 of a.json;"));
  CHECK_THROWS(write_json(file, json(infinite)));
  CHECK(folder.read("a.json") == json{{"old", 1}});
  const std::vector<CVec3> currents{CVec3(1.0, Complex(0.0, nan), 0.0)}, large{CVec3(1e200, 0.0, 0.0)};
  CHECK_THROWS(write_currents(folder.results() / "c.bin", currents));
  CHECK_THROWS(write_currents(folder.results() / "c.bin", large));
  CHECK_THROWS(write_coefficients(folder.results() / "c.bin", std::vector<Complex>{{infinite, 0.0}}));
  CHECK_FALSE(std::filesystem::exists(folder.results() / "c.bin"));
}

TEST_CASE("a vertex far away from all others is refused with its place") {
  const RunFolder folder(broken::with_far_vertex());
  const auto solve_it = [&] { run(folder.job(lean_input()), folder.results()); };
  CHECK(code_of(solve_it) == "VERTEX_FAR_AWAY");
  CHECK(sentence_of(solve_it).starts_with("A vertex lies "));
}

TEST_CASE("where rounding has eaten the solution a run says so, whatever residual was asked for") {
  const RunFolder folder(shapes::sphere(0.3, 4));
  json input = lean_input(10.0);
  input.update({{"cfiealpha", {1.0}}, {"residualerror", 0.5}, {"sizeconfirmed", 1}});
  const auto events = run(folder.job(input, {{"method", "dense-lu"}}), folder.results());
  const json result = folder.read("result.json");
  CHECK(result["frequencies"][0]["backwardError"] > direct_residual_bound);
  CHECK(result["converged"] == false);
  CHECK(events.back()["converged"] == false);
  CHECK(folder.read("monostatic.json")["converged"] == false);
  CHECK(has_notice(result, "NOT_CONVERGED", "the factorization leaves a residual of"));
}

TEST_CASE("a tightened residual is solved on: the answer is that of a fresh folder, not the loose one") {
  const Mesh mesh = shapes::sphere(0.7, 6);
  const RunFolder folder(mesh), fresh(mesh);
  json input = lean_input();
  input.update({{"cfiealpha", {1.0}}, {"residualerror", 0.3}, {"numberofiterations", 200}});
  const json fast{{"method", "mlfma"}};
  run(folder.job(input, fast), folder.results());
  const json loose = folder.read("result.json");
  const auto loose_back = back(folder);
  REQUIRE(loose["method"] == "mlfma");
  CHECK(has_notice(loose, "RESIDUAL_LOOSE"));
  input["residualerror"] = 0.01;  // by as many digits
  run(folder.job(input, fast), folder.results());
  run(fresh.job(input, fast), fresh.results());
  const json tight = folder.read("result.json");
  REQUIRE(tight["method"] == "mlfma");
  CHECK(loose["frequencies"][0]["backwardError"] > 0.01);
  CHECK(tight["frequencies"][0]["backwardError"] <= 0.01);
  CHECK(tight["converged"] == true);
  CHECK(std::abs(back(folder) - back(fresh)) < 1e-9 * std::abs(back(fresh)));
  CHECK(std::abs(loose_back - back(fresh)) > 1e-3 * std::abs(back(fresh)));

  // What is as accurate as asked stays as it is.
  input["residualerror"] = 0.05;
  const auto events = run(folder.job(input, fast), folder.results());
  CHECK(std::none_of(events.begin(), events.end(), [](const json& e) { return e["event"] == "iteration"; }));
  CHECK(folder.read("result.json")["frequencies"][0] == tight["frequencies"][0]);
}

TEST_CASE(
    "more digits of the product, or other levels, are solved for again; fewer digits are there already") {
  const RunFolder folder(shapes::sphere(0.7, 7));
  json input = lean_input();
  input.update({{"residualerror", 0.1}, {"numberofiterations", 200}});
  const auto iterates = [&](int digits) {
    const auto events = run(folder.job(input, {{"method", "mlfma"}, {"digits", digits}}), folder.results());
    return std::any_of(events.begin(), events.end(), [](const json& e) { return e["event"] == "iteration"; });
  };
  CHECK(iterates(2));
  CHECK_FALSE(iterates(2));
  CHECK(iterates(3));
  CHECK(folder.read("result.json")["frequencies"][0]["digits"] == 3);
  CHECK_FALSE(iterates(2));
  input["numberoflevels"] = {0, 2};
  CHECK(iterates(3));
}

TEST_CASE("illuminations that an interrupted run finished too loosely are solved again") {
  const RunFolder folder(shapes::sphere(0.3, 2));
  const json input = lean_input();
  run(folder.job(input), folder.results());
  json cut_off = folder.read("result.json");
  cut_off["finished"] = false;
  cut_off["frequencies"] = json::array();
  const auto restart_with = [&](double error, bool converged) {
    cut_off["partial"] = {{"frequencyHz", 3e8},
                          {"illuminations", 1},
                          {"backwardError", error},
                          {"digits", 0},
                          {"converged", converged}};
    write_json(folder.results() / "result.json", cut_off);
    const auto events = run(folder.job(input), folder.results());
    return std::any_of(events.begin(), events.end(), [](const json& e) { return e["event"] == "iteration"; });
  };
  CHECK(restart_with(0.1, true));
  CHECK_FALSE(restart_with(1e-9, true));
  // One that had not converged does not become so by an interruption.
  CHECK_FALSE(restart_with(0.1, false));
  CHECK(folder.read("result.json")["converged"] == false);
}

TEST_CASE("a residual of 1 is not fulfilled by no currents at all") {
  const RunFolder folder(shapes::sphere(0.7, 6));
  json input = lean_input();
  input["residualerror"] = 1.0;
  run(folder.job(input, {{"method", "mlfma"}}), folder.results());
  CHECK(std::abs(back(folder)) > 0.01);
  CHECK(has_notice(folder.read("result.json"), "RESIDUAL_LOOSE", "A residual of 1 "));
}

TEST_CASE("a body of a billionth of a wavelength is asked about before it is solved or estimated") {
  const RunFolder folder(shapes::sphere(0.3, 2));
  json input = lean_input(2.56);
  const auto solve_it = [&] { run(folder.job(input), folder.results()); };
  CHECK(code_of(solve_it) == "SIZE_UNUSUAL");
  CHECK(code_of([&] { estimate(folder.job(input)); }) == "SIZE_UNUSUAL");
  CHECK(
      sentence_of(solve_it).starts_with("At 2.56 Hz the model, 0.6 m across, measures 5.12e-09 wavelengths"));
  input["sizeconfirmed"] = 1;
  CHECK(code_of([&] { estimate(folder.job(input)); }) == "none");
  input = lean_input(2.56);
  input["solvertype"] = 1;
  CHECK(code_of([&] { estimate(folder.job(input)); }) == "SIZE_UNUSUAL");
}

TEST_CASE("a body that no mesh of the machine could resolve is asked about, and physical optics takes it") {
  const RunFolder folder(shapes::sphere(291.0, 4));
  json input = lean_input(2.56e9);
  const json limit{{"memoryLimitBytes", std::uint64_t{2} << 30}};
  const std::string sentence = sentence_of([&] { estimate(folder.job(input, limit)); });
  CHECK(sentence.starts_with(
      "At 2560000000 Hz the model, 582 m across, measures 4970 wavelengths: a mesh of 1/5"));
  CHECK(sentence.find("2 GB may be used") != std::string::npos);
  input["sizeconfirmed"] = 1;
  CHECK(code_of([&] { estimate(folder.job(input, limit)); }) == "none");
  input = lean_input(2.56e9);
  input["solvertype"] = 1;
  CHECK(code_of([&] { estimate(folder.job(input, limit)); }) == "none");
}

TEST_CASE("what is needed and what is allowed are told with digits that differ") {
  using Texts = std::pair<std::string, std::string>;
  const auto texts = [](double a, double b) {
    const auto [first, second] = bytes_told_apart(a, b);
    return Texts(english(first), english(second));
  };
  CHECK(texts(1.5 * (1 << 30), 1.0 * (1 << 30)) == Texts("1.5 GB", "1 GB"));
  CHECK(texts(1.0001 * (1 << 30), 1.0 * (1 << 30)) == Texts("1.0001 GB", "1 GB"));
  CHECK(texts(3e6, 1000.0) == Texts("3000000 bytes", "1000 bytes"));
  const auto [a, b] = texts(5e12 + 1.0, 5e12);
  CHECK(a != b);
}

TEST_CASE("triangles of an open part that are turned are not said to be turned outward") {
  shapes::Builder plate;
  plate.surface(4, 3, [](double u, double v) { return Vec3(0.4 * u, 0.3 * v, 0.0); });
  std::swap(plate.mesh.triangles[7].vertex[0], plate.mesh.triangles[7].vertex[1]);
  const RunFolder folder(plate.mesh);
  run(folder.job(lean_input()), folder.results());
  CHECK(has_notice(folder.read("result.json"), "TURNED_TRIANGLES",
                   "1 triangle of open surfaces was wound against its neighbours"));
  CHECK_FALSE(has_notice(folder.read("result.json"), "TURNED_TRIANGLES", "outward"));
}
