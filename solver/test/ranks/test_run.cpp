// Whole runs over ranks: the fields of one rank, results written once, nothing lost when they stop.
#include <doctest/doctest.h>

#include "../close_to.hpp"
#include "../extent.hpp"
#include "../mesh/shapes.hpp"
#include "formulations/formulation.hpp"
#include "parallel/threads.hpp"
#include "shared_folder.hpp"
#include "systems/fast_system.hpp"

using namespace pace;
using namespace pace::ranks_test;
namespace fs = std::filesystem;

namespace {

constexpr double frequency = 6e8;

/// Closed, without symmetry, three wavelengths long.
Mesh body() {
  Mesh mesh = shapes::sphere(0.6, 8, Vec3(0.1, -0.2, 0.05));
  for (Vec3& v : mesh.vertices) v += Vec3(0.3 * v.y() * v.z(), 0.3 * v.x() * v.x(), 0.2 * v.x());
  return mesh;
}

nlohmann::json sweep() {
  return {{"excitation", {90, 90, 0, 40, 0, 10, 10}},
          {"anglesweep", 1},
          {"frequency", {frequency, -1, -1}},
          {"numberoffarlocations", 60},
          {"solvertype", 2},
          {"numberoflevels", {0, 3}},
          {"residualerror", 1e-3},
          {"numberofiterations", 200},
          {"outputselection", {1, 1, 1, 1, 1}}};
}

}  // namespace

TEST_CASE(
    "a sweep over ranks has the fields and currents of one rank, in the same number of products, and every file once") {
  Communicator& ranks = Communicator::world();
  if (ranks.size() == 1) return;
  const SharedFolder folder(ranks, body());
  say_nothing(folder.job(sweep()), folder / "together", ranks);
  const auto peaks = static_cast<double>(ranks.sum(static_cast<std::int64_t>(peak_memory_bytes())));
  if (ranks.is_first()) {
    // The memory of all ranks together. Linux counts resident pages of each processor in batches, so that a
    // peak read later may be a little smaller.
    CHECK(folder.read("together/result.json")["memoryBytes"].get<double>() == close_to(peaks, 0.1));
    say_nothing(folder.job(sweep()), folder / "alone", Communicator::alone());
    CHECK(difference(folder.read("together/monostatic.json")["monoStaticRcs"],
                     folder.read("alone/monostatic.json")["monoStaticRcs"]) < 1e-3);
    const auto result = folder.read("together/result.json"), alone = folder.read("alone/result.json");
    REQUIRE(result["method"] == "mlfma");
    CHECK(result["converged"] == true);
    CHECK(result["fingerprint"] == alone["fingerprint"]);
    CHECK(std::abs(result["frequencies"][0]["products"].get<int>() -
                   alone["frequencies"][0]["products"].get<int>()) <= 3);
    CHECK(result["frequencies"][0]["mlfma"].contains("ranks"));
    for (const auto& entry : fs::directory_iterator(folder / "alone")) {
      const fs::path twin = folder / "together" / entry.path().filename();
      CAPTURE(twin.string());
      CHECK(fs::exists(twin));
      if (entry.path().extension() == ".bin") CHECK(fs::file_size(twin) == fs::file_size(entry.path()));
    }
    const auto far = folder.read("together/solver_result_600000000_farzone_900_400.json")["cuts"];
    const auto exact = folder.read("alone/solver_result_600000000_farzone_900_400.json")["cuts"];
    double error = 0.0, norm = 0.0;
    for (std::size_t c = 0; c < far.size(); ++c)
      for (const char* name : {"e_Theta_Real", "e_Theta_Imag", "e_Phi_Real", "e_Phi_Imag"})
        for (std::size_t i = 0; i < far[c][name].size(); ++i) {
          error += std::pow(far[c][name][i].get<double>() - exact[c][name][i].get<double>(), 2.0);
          norm += std::pow(exact[c][name][i].get<double>(), 2.0);
        }
    CHECK(std::sqrt(error / norm) < 1e-3);
    std::vector<std::array<float, 6>> a, b;
    for (auto [name, into] : {std::pair{"together", &a}, std::pair{"alone", &b}}) {
      std::ifstream file(folder / name / "solver_result_600000000_currents_900_400.bin", std::ios::binary);
      file.seekg(12);
      for (std::array<float, 6> v; file.read(reinterpret_cast<char*>(v.data()), sizeof v);)
        into->push_back(v);
    }
    REQUIRE(a.size() == b.size());
    REQUIRE(!a.empty());
    error = norm = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
      for (int j = 0; j < 6; ++j) error += std::pow(a[i][j] - b[i][j], 2.0), norm += std::pow(b[i][j], 2.0);
    CHECK(std::sqrt(error / norm) < 3e-3);
  }
}

TEST_CASE(
    "a solve that one rank is asked to stop leaves a checkpoint of every rank; the same ranks and one rank alone take it up") {
  Communicator& ranks = Communicator::world();
  const SharedFolder folder(ranks, body());
  const Job job = folder.job(sweep());
  const Model model = prepare_model(job);
  const fs::path file = folder / "checkpoint.bin";
  const auto with = [&](Communicator& some, const OnIteration& on_iteration, double& first_residual) {
    FastOptions options{.residual = 1e-3, .most_iterations = 100, .basis_bytes = 1 << 28};
    options.ranks = &some;
    const auto formulation = conductor_formulation(model);
    formulation->set_frequency(frequency);
    const auto system = formulation->fast({1e-3, 3}, options, [](double, const char*) {});
    formulation->hold(system->own_functions());
    Columns columns(formulation->rows(), 2);
    for (int c = 0; c < 2; ++c) formulation->excite(plane_wave(0.9 + 0.4 * c, 0.3, 1), columns.column(c));
    const SolutionRecord record = system->solve(columns, {file, {}, {}}, on_iteration);
    first_residual = record.residuals[0].front();
    return record.converged == std::vector<char>(2, true);
  };
  double reached = 1.0, begun = 1.0;
  CHECK_THROWS_AS(with(
                      ranks,
                      [&](int iteration, double worst) {
                        reached = worst;
                        if (iteration == 4 && ranks.rank() == ranks.size() - 1) stop_requested() = true;
                      },
                      begun),
                  Cancelled);
  stop_requested() = false;
  ranks.barrier();
  CHECK(files_like(folder / ".", "checkpoint.bin") == ranks.size());
  CHECK(with(ranks, {}, begun));
  CHECK(begun < reached);
  if (ranks.is_first()) {
    CHECK(with(Communicator::alone(), {}, begun));
    CHECK(begun < reached);
  }
}

TEST_CASE("bars, corrected fields and the map of errors over ranks are those of one rank") {
  Communicator& ranks = Communicator::world();
  if (ranks.size() == 1) return;
  for (const double alpha : {0.5, 1.0}) {
    if (alpha == 1.0 && ranks.size() > 2 && !in_full()) continue;
    CAPTURE(alpha);
    const SharedFolder folder(ranks, body());
    nlohmann::json input = sweep();
    input.update({{"cfiealpha", {alpha}},
                  {"excitation", {80, 80, 0, 40, 4, 10, 20}},
                  {"numberoffarlocations", 20},
                  {"outputselection", {0, 0, 0, 0, 1}}});
    say_nothing(folder.job(input, {{"errorEstimate", true}}), folder / "together", ranks);
    if (!ranks.is_first()) continue;
    say_nothing(folder.job(input, {{"errorEstimate", true}}), folder / "alone", Communicator::alone());
    CHECK(folder.read("alone/result.json")["frequencies"][0]["errorEstimate"]["receivers"] == "optics");
    check_same_bars(folder, "solver_result_600000000_farzone_800_400.json");
  }
}

TEST_CASE("what cannot be divided is solved by one rank, and the result says so") {
  Communicator& ranks = Communicator::world();
  const SharedFolder folder(ranks, body());
  nlohmann::json input = sweep();
  input["numberoflevels"] = {1, 0};
  say_nothing(folder.job(input, {{"method", "dense-lu"}}), folder / "dense", ranks);
  if (ranks.is_first()) {
    const auto result = folder.read("dense/result.json");
    CHECK(result["method"] == "dense-lu");
    CHECK(result["finished"] == true);
    CHECK(has_notice(result, "ONE_RANK") == (ranks.size() > 1));
  }
}

TEST_CASE("an interrupted run is resumed by another number of ranks") {
  Communicator& ranks = Communicator::world();
  if (ranks.size() == 1) return;
  const SharedFolder folder(ranks, body());
  nlohmann::json input = sweep();
  input["numberofiterations"] = 3;
  say_nothing(folder.job(input), folder / "results", ranks);
  if (ranks.is_first()) {
    CHECK(folder.read("results/result.json")["converged"] == false);
    CHECK(files_like(folder / "results", ".checkpoint") == ranks.size());
    input["numberofiterations"] = 100;
    say_nothing(folder.job(input), folder / "results", Communicator::alone());
    CHECK(folder.read("results/result.json")["converged"] == true);
    CHECK(files_like(folder / "results", ".checkpoint") == 0);
    const auto list = folder.read("results/solver_result_600000000_iterations_900_0.json")["iterations"];
    REQUIRE(list.size() > 3);
    CHECK(list[3]["residual"] < list[2]["residual"]);
  }
}

TEST_CASE("an adaptive sweep over ranks solves the frequencies that one rank solves, and has its fields") {
  Communicator& ranks = Communicator::world();
  if (ranks.size() == 1) return;
  const SharedFolder folder(ranks, body());
  nlohmann::json band = sweep();
  band.update({{"freqsweep", 1},
               {"frequency", {1.6e8, 2.5e6, 1.8e8}},
               {"cfiealpha", {1}},
               {"anglesweep", 0},
               {"excitation", {70, 40, 1}},
               {"numberoflevels", {0, 2}},
               {"outputselection", {0, 0, 0, 0, 1}},
               // What ranks round otherwise must not choose the frequencies.
               {"residualerror", 1e-4},
               {"adaptivetolerance", 0.2}});
  Job job = folder.job(band);
  job.digits = 3;
  say_nothing(job, folder / "together", ranks);
  if (!ranks.is_first()) return;
  say_nothing(job, folder / "alone", Communicator::alone());
  const auto together = folder.read("together/result.json"), alone = folder.read("alone/result.json");
  REQUIRE(together["method"] == "mlfma");
  CHECK(together["finished"] == true);
  const auto solved_hz = [](const nlohmann::json& result) {
    std::vector<double> list;
    for (const auto& step : result["adaptive"]["steps"]) list.push_back(step["frequencyHz"]);
    return list;
  };
  CHECK(solved_hz(together) == solved_hz(alone));
  CHECK(solved_hz(together).size() < 9);
  const auto rows = folder.read("together/monostatic.json")["monoStaticRcs"],
             expected = folder.read("alone/monostatic.json")["monoStaticRcs"];
  REQUIRE(rows.size() == 9);
  CHECK(difference(rows, expected) < 3e-3);
  for (std::size_t i = 0; i < rows.size(); ++i) CHECK(rows[i]["computed"] == expected[i]["computed"]);
  const int files = files_like(folder / "alone", "solver_result_1625");
  CHECK(files > 0);
  CHECK(files_like(folder / "together", "solver_result_1625") == files);
}
