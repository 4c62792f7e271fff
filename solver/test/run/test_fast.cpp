// Runs by MLFMA: the same physics as by LU, and nothing lost when they stop early.
#include <doctest/doctest.h>

#include "../mesh/shapes.hpp"
#include "core/cancel.hpp"
#include "run_folder.hpp"
#include "solved.hpp"
#include "systems/fast_system.hpp"

using namespace pace;
namespace fs = std::filesystem;

namespace {

constexpr double frequency = 3e8;

/// Closed, not convex, without symmetry: an L of two boxes with slanted ends, 1.2 wavelengths long.
Mesh slanted_body() {
  shapes::Builder b;
  b.box(Vec3(-0.5, -0.2, -0.2), Vec3(0.7, 0.25, 0.15), 9);
  Mesh mesh = b.mesh;
  for (Vec3& v : mesh.vertices) v += Vec3(0.15 * v.y() * v.z(), 0.3 * v.x() * v.x(), 0.2 * v.x());
  return mesh;
}

nlohmann::json fast_input(double residual = 1e-3) {
  return {{"excitation", {50, 70, 1}}, {"frequency", {frequency, -1, -1}}, {"numberoffarlocations", 90},
          {"solvertype", 2},           {"numberoflevels", {0, 3}},         {"residualerror", residual},
          {"numberofiterations", 200}};
}

nlohmann::json dense_input() {
  nlohmann::json input = fast_input();
  input["numberoflevels"] = {1, 0};
  return input;
}

/// ‖a − b‖ / ‖b‖ over all cuts of a far-zone file.
double difference(const nlohmann::json& a, const nlohmann::json& b) {
  double error = 0.0, norm = 0.0;
  for (std::size_t c = 0; c < a["cuts"].size(); ++c)
    for (const char* name : {"e_Theta_Real", "e_Theta_Imag", "e_Phi_Real", "e_Phi_Imag"})
      for (std::size_t i = 0; i < a["cuts"][c][name].size(); ++i) {
        const double x = a["cuts"][c][name][i], y = b["cuts"][c][name][i];
        error += (x - y) * (x - y);
        norm += y * y;
      }
  return std::sqrt(error / norm);
}

bool leaves_checkpoint(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().filename().string().starts_with(".checkpoint")) return true;
  return false;
}

}  // namespace

TEST_CASE("MLFMA and LU give the same far field: closed by CFIE, open by EFIE") {
  shapes::Builder plate;
  plate.surface(16, 12, [](double u, double v) { return Vec3(1.2 * u, 0.9 * v, 0.2 * std::sin(3.0 * u)); });
  for (const Mesh& mesh : {slanted_body(), plate.mesh}) {
    const RunFolder folder(mesh);
    run(folder.job(dense_input()), folder.results());
    CHECK(folder.read("result.json")["method"] == "dense-lu");
    const auto exact = folder.read("solver_result_300000000_farzone_500_700.json");
    run(folder.job(fast_input(1e-4)), folder.results());
    const auto result = folder.read("result.json");
    CHECK(result["method"] == "mlfma");
    CHECK(result["converged"] == true);
    CHECK(difference(folder.read("solver_result_300000000_farzone_500_700.json"), exact) < 1e-3);
    CHECK_FALSE(leaves_checkpoint(folder.results()));
  }
}

TEST_CASE(
    "a sweep is solved together: every angle as by LU, few independent right-hand sides, few products") {
  const RunFolder folder(slanted_body());
  nlohmann::json sweep = dense_input();
  sweep.update({{"anglesweep", 1}, {"excitation", {90, 90, 0, 175, 0, 5, 5}}});
  run(folder.job(sweep), folder.results());
  const auto exact = folder.read("monostatic.json")["monoStaticRcs"];
  sweep["numberoflevels"] = {0, 3};
  run(folder.job(sweep), folder.results());
  const auto fast = folder.read("monostatic.json")["monoStaticRcs"];
  REQUIRE(fast.size() == 36);
  double error = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < fast.size(); ++i)
    for (const char* name : {"e_Theta_Real", "e_Theta_Imag", "e_Phi_Real", "e_Phi_Imag"}) {
      error += std::pow(fast[i][name].get<double>() - exact[i][name].get<double>(), 2.0);
      norm += std::pow(exact[i][name].get<double>(), 2.0);
    }
  CHECK(std::sqrt(error / norm) < 3e-3);
  const auto report = folder.read("result.json")["frequencies"][0];
  CHECK(report["rank"] < 30);
  CHECK(report["products"] < 36 * 6);
}

TEST_CASE(
    "a run that stops at its iteration limit says so everywhere, and goes on from there when asked again") {
  const RunFolder folder(slanted_body());
  nlohmann::json input = fast_input();
  run(folder.job(input), folder.results());
  const auto whole = folder.read("solver_result_300000000_farzone_500_700.json");
  const int needed =
      static_cast<int>(folder.read("solver_result_300000000_iterations_500_700.json")["iterations"].size());
  REQUIRE(needed > 4);

  const RunFolder other(slanted_body());
  input["numberofiterations"] = 3;
  const auto events = run(other.job(input), other.results());
  CHECK(events.back()["converged"] == false);
  auto result = other.read("result.json");
  CHECK(result["converged"] == false);
  CHECK(has_notice(result, "NOT_CONVERGED"));
  CHECK(other.read("monostatic.json")["converged"] == false);
  CHECK(other.read("solver_result_300000000_farzone_500_700.json")["converged"] == false);
  CHECK(other.read("solver_result_300000000_iterations_500_700.json")["iterations"].size() == 3);
  CHECK(leaves_checkpoint(other.results()));

  input["numberofiterations"] = 100;
  run(other.job(input), other.results());
  result = other.read("result.json");
  CHECK(result["converged"] == true);
  CHECK_FALSE(has_notice(result, "NOT_CONVERGED"));
  CHECK_FALSE(leaves_checkpoint(other.results()));
  const auto list = other.read("solver_result_300000000_iterations_500_700.json")["iterations"];
  CHECK(list.size() > 3);
  CHECK(list.back()["iteration"] == list.size());
  CHECK(list[3]["residual"] < list[2]["residual"]);
  CHECK(difference(other.read("solver_result_300000000_farzone_500_700.json"), whole) < 3e-3);
}

TEST_CASE("a solve that is stopped keeps what it has and takes it up again") {
  const RunFolder folder(slanted_body());
  const Job job = folder.job(fast_input());
  const Model model = prepare_model(job);
  const double k = 2.0 * pi * frequency / speed_of_light;
  const fs::path file = folder.results().parent_path() / "checkpoint.bin";
  const auto system = [&] {
    return fast_system(model, plan_fast(model.space, model.alpha, k, {1e-3, 3}),
                       {.residual = 1e-3, .most_iterations = 100, .basis_bytes = 1 << 28},
                       [](double, const char*) {});
  };
  Columns columns(model.space.size(), 3);
  for (int c = 0; c < 3; ++c)
    excite(model.space, model.dual_space(), k, plane_wave(0.9 + 0.2 * c, 0.3, 1), model.alpha,
           columns.column(c));
  Columns stopped = columns;
  double reached = 1.0;
  std::vector<double> said;
  CHECK_THROWS_AS(system()->solve(stopped, {file, {}, {}},
                                  [&](int iteration, double worst) {
                                    reached = worst;
                                    said.push_back(worst);
                                    if (iteration == 4) stop_requested() = true;
                                  }),
                  Cancelled);
  stop_requested() = false;
  REQUIRE(fs::exists(file));
  std::vector<int> numbers;
  const SolutionRecord rest =
      system()->solve(columns, {file, {}, {}}, [&](int iteration, double) { numbers.push_back(iteration); });
  CHECK(rest.converged == std::vector<char>(3, true));
  for (const auto& history : rest.residuals) CHECK(history.front() < reached);
  // The history of the interrupted pass is not lost, and counting goes on.
  REQUIRE(rest.earlier.size() == 3);
  for (std::size_t i = 0; i < said.size(); ++i)
    CHECK(std::max({rest.earlier[0][i], rest.earlier[1][i], rest.earlier[2][i]}) == said[i]);
  CHECK(rest.earlier[0].size() == said.size());
  CHECK(numbers.front() == static_cast<int>(said.size()) + 1);
}

TEST_CASE("levels that would make boxes too small are reduced, and the run says so") {
  const RunFolder folder(shapes::sphere(0.6, 8, Vec3(0.1, 0.0, 0.2)));
  nlohmann::json input = fast_input();
  input["numberoflevels"] = {0, 12};
  run(folder.job(input), folder.results());
  CHECK(has_notice(folder.read("result.json"), "LEVELS_REDUCED"));
}

TEST_CASE("what is much smaller than the wavelength is iterated by the CFIE alone, as by LU") {
  const RunFolder folder(slanted_body());
  for (const double alpha : {1.0, 0.5}) {
    CAPTURE(alpha);
    nlohmann::json input = fast_input();
    input.update({{"frequency", {8e6, -1, -1}}, {"numberoflevels", {0, 2}}, {"cfiealpha", {alpha}}});
    run(folder.job(input), folder.results());
    const auto result = folder.read("result.json");
    CHECK(result["method"] == (alpha == 1.0 ? "dense-lu" : "mlfma"));
    CHECK(result["converged"] == true);
    if (alpha == 1.0) continue;
    const auto fast = folder.read("solver_result_8000000_farzone_500_700.json");
    run(folder.job(input, {{"method", "dense-lu"}}), folder.results());
    REQUIRE(folder.read("result.json")["method"] == "dense-lu");
    CHECK(difference(fast, folder.read("solver_result_8000000_farzone_500_700.json")) < 3e-3);
  }
}

TEST_CASE("the EFIE takes few rounds where charges rule: the preconditioner keeps currents without charges") {
  const RunFolder folder(slanted_body());
  nlohmann::json input = fast_input(1e-4);
  // k times the edge is 0.04.
  input.update({{"frequency", {2e7, -1, -1}}, {"numberoflevels", {0, 2}}, {"cfiealpha", {1.0}}});
  run(folder.job(input), folder.results());
  const auto result = folder.read("result.json");
  REQUIRE(result["method"] == "mlfma");
  CHECK(result["converged"] == true);
  CHECK(result["frequencies"][0]["products"] < 40);
  const auto fast = folder.read("solver_result_20000000_farzone_500_700.json");
  run(folder.job(input, {{"method", "dense-lu"}}), folder.results());
  CHECK(difference(fast, folder.read("solver_result_20000000_farzone_500_700.json")) < 1e-3);
}

TEST_CASE("fewer digits than the residual needs are taken, and the run says so") {
  const RunFolder folder(shapes::sphere(0.6, 8, Vec3(0.1, 0.0, 0.2)));
  const auto notice_with = [&](int digits) {
    run(folder.job(fast_input(), {{"method", "mlfma"}, {"digits", digits}}), folder.results());
    return has_notice(folder.read("result.json"), "FEWER_DIGITS");
  };
  CHECK(notice_with(2));
  CHECK_FALSE(notice_with(3));
}

TEST_CASE("an estimate tells unknowns, memory, time, method and why, without solving") {
  const RunFolder folder(shapes::sphere(0.6, 8));
  const CostEstimate cost = estimate(folder.job(fast_input()));
  CHECK(cost.unknowns == 18 * 64);
  CHECK(cost.method == Method::mlfma);
  CHECK(cost.levels >= 2);
  CHECK(cost.near_entries > cost.unknowns);
  CHECK(cost.seconds > 0.0);
  CHECK(english(cost.reason).find("levels") != std::string::npos);
}

TEST_CASE(
    "a deep cavity with little memory for directions gets an inner solution, by itself or on demand, and converges in fewer rounds") {
  shapes::Builder b;
  b.box(Vec3(0, 0, 0), Vec3(0.9, 0.8, 2.0), 10, 1, 5);
  const Mesh mesh = b.mesh;
  const RunFolder folder(mesh);
  const Model model = prepare_model(folder.job(fast_input()));
  const double k = 2.0 * pi * frequency / speed_of_light;
  Columns right(model.space.size(), 1);
  excite(model.space, model.dual_space(), k, plane_wave(0.3, 0.4, 1), model.alpha, right.column(0));
  std::map<InnerChoice, std::size_t> rounds;
  std::vector<Columns> solutions;
  for (const InnerChoice inner : {InnerChoice::never, InnerChoice::automatic, InnerChoice::always}) {
    Columns columns = right;
    const auto system = fast_system(model, plan_fast(model.space, model.alpha, k, {1e-3, 3}),
                                    {.residual = 1e-3,
                                     .most_iterations = 400,
                                     .basis_bytes = 24 * 16 * static_cast<std::size_t>(model.space.size()),
                                     .inner = inner},
                                    [](double, const char*) {});
    const SolutionRecord record = system->solve(columns, {}, {});
    CHECK(record.converged[0]);
    CHECK(system->report()->uses_inner_solve == (inner != InnerChoice::never));
    rounds[inner] = record.residuals[0].size();
    solutions.push_back(std::move(columns));
  }
  CHECK(rounds[InnerChoice::automatic] < rounds[InnerChoice::never]);
  CHECK(2 * rounds[InnerChoice::always] < rounds[InnerChoice::never]);
  for (const Columns& s : solutions) {
    double error = 0.0, norm = 0.0;
    for (std::size_t i = 0; i < s.data.size(); ++i)
      error += std::norm(s.data[i] - solutions[0].data[i]), norm += std::norm(s.data[i]);
    CHECK(std::sqrt(error / norm) < 0.02);
  }
}
