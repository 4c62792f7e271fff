// Sweeps whose frequencies begin from the solutions of others: the same fields with fewer products.
#include <doctest/doctest.h>

#include "../close_to.hpp"
#include "../mesh/shapes.hpp"
#include "core/cancel.hpp"
#include "run/earlier_solutions.hpp"
#include "run_folder.hpp"
#include "swept_records.hpp"

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::vector<double> five{2.9e8, 2.95e8, 3e8, 3.05e8, 3.1e8}, three{2.95e8, 3e8, 3.05e8};

json swept(const std::vector<double>& frequencies, double residual = 1e-3) {
  return {{"solvertype", 2},
          {"anglesweep", 1},
          {"excitation", {50, 80, 70, 70, 4, 10, 0}},
          {"freqsweep", 2},
          {"frequencylist", frequencies},
          {"numberoffarlocations", 0},
          {"numberoflevels", {0, 3}},
          {"residualerror", residual},
          {"numberofiterations", 200}};
}

int products(const json& result, double frequency_hz) {
  for (const json& f : result.at("frequencies"))
    if (f.at("frequencyHz").get<double>() == frequency_hz) return f.at("products");
  FAIL("not solved");
  return 0;
}

std::vector<std::string> kept(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().filename().string().starts_with(".solved_")) names.push_back(entry.path().filename());
  return names;
}

}  // namespace

TEST_CASE("each frequency of a sweep has the fields that it has alone, and most take few products") {
  const RunFolder folder(shapes::slanted_body(7)), alone(shapes::slanted_body(7));
  const std::vector<json> said = run(folder.job(swept(five)), folder.results());
  const json result = folder.read("result.json"), rows = folder.read("monostatic.json");
  CHECK(result.at("converged") == true);
  CHECK(kept(folder.results()).empty());
  // The preconditioner of the frequency that was solved first serves all.
  for (const json& f : result.at("frequencies"))
    CHECK((f.at("mlfma").at("seconds").at("preconditioner").get<double>() > 0.0) ==
          (f.at("frequencyHz") == five.front()));
  // What was returned is said while the run goes on: σ of both polarizations of every row.
  std::size_t returned = 0;
  for (const json& event : said) {
    if (event.at("event") != "returns") continue;
    CHECK(event.at("components") == json{"VV", "HH"});
    for (const json& point : event.at("points"))
      for (const json& row : rows.at("monoStaticRcs")) {
        if (row.at("frequency") != event.at("frequencyHz") ||
            std::abs(row.at("angleTheta").get<double>() - 10.0 * point.at("thetaDeg").get<double>()) > 1e-6)
          continue;
        ++returned;
        for (const auto& [i, wave] : {std::pair(0, "s_VV"), std::pair(1, "s_HH")}) {
          const std::string name = wave;
          const double area = 4.0 * pi *
                              (std::pow(row.at(name + "_Real").get<double>(), 2.0) +
                               std::pow(row.at(name + "_Imag").get<double>(), 2.0));
          CHECK(point.at("rcsM2")[i].get<double>() == close_to(area, 1e-9));
        }
      }
  }
  CHECK(returned == rows.at("monoStaticRcs").size());
  // Rows and frequencies ascend, whatever the order in which they were solved.
  std::vector<double> order;
  for (const json& f : result.at("frequencies")) order.push_back(f.at("frequencyHz"));
  CHECK(order == five);
  for (std::size_t i = 1; i < rows.at("monoStaticRcs").size(); ++i)
    CHECK(rows["monoStaticRcs"][i - 1].at("frequency") <= rows["monoStaticRcs"][i].at("frequency"));
  for (const double f : {five[1], five[4]}) {
    CAPTURE(f);
    run(alone.job(swept(std::vector{f})), alone.results());
    const int of_its_own = products(alone.read("result.json"), f);
    // Of half the residual.
    CHECK(products(result, f) <= (f == five[1] ? of_its_own / 2 : 5 * of_its_own / 4));
    CHECK(kept(alone.results()).empty());
    run(alone.job(swept(std::vector{f}, 1e-5)), alone.results());
    CHECK(difference(rows, alone.read("monostatic.json"), f) < 1.5e-3);
  }
}

TEST_CASE("a sweep of a medium that starts from others has the fields of LU, by both formulations") {
  const json medium{{"id", "Lossy"},
                    {"name", "Lossy"},
                    {"frequency", three[1]},
                    {"permitivity", {{"real", 2.5}, {"imaginary", -0.3}}},
                    {"permeability", {{"real", 1.2}, {"imaginary", -0.1}}}},
      materials{{"inputMaterials", json::array({medium})},
                {"outerMedias", {{{"surfaceApplied", 1}, {"outerMedia", 0}, {"outerMaterial", "Lossy"}}}}};
  const RunFolder folder(shapes::slanted_body(7)), alone(shapes::slanted_body(7));
  const auto job = [&](const std::vector<double>& frequencies, const char* formulation, const char* method) {
    return folder.job(
        swept(frequencies),
        {{"programType", 3}, {"materials", materials}, {"formulation", formulation}, {"method", method}});
  };
  for (const char* formulation : {"pmchwt", "jmcfie"}) {
    if (!in_full() && formulation == std::string("jmcfie")) continue;
    CAPTURE(formulation);
    for (const RunFolder* used : {&folder, &alone}) fs::remove_all(used->results());
    run(job(three, formulation, "mlfma"), folder.results());
    const json result = folder.read("result.json");
    CHECK(result.at("converged") == true);
    CHECK(result.at("method") == "mlfma");
    CHECK(result.at("formulation") == formulation);
    CHECK(2 * products(result, three[1]) < products(result, three[0]));
    run(job({three[1]}, formulation, "dense-lu"), alone.results());
    CHECK(difference(folder.read("monostatic.json"), alone.read("monostatic.json"), three[1]) < 2.5e-3);
  }
}

TEST_CASE("a sweep that was stopped goes on from the solutions of both passes, and without them too") {
  const RunFolder whole(shapes::slanted_body(7));
  run(whole.job(swept(three)), whole.results());
  for (const bool has_files : {true, false}) {
    CAPTURE(has_files);
    const RunFolder folder(shapes::slanted_body(7));
    const Job job = folder.job(swept(three));
    run_until(job, folder.results(), [](const json& said) {
      return said.at("event") == "iteration" && said.at("frequencyHz").get<double>() == three.back();
    });
    REQUIRE_FALSE(kept(folder.results()).empty());
    CHECK(folder.read("result.json").at("frequencies").size() == 1);
    if (!has_files)
      for (const std::string& name : kept(folder.results())) fs::resize_file(folder.results() / name, 40);
    run(job, folder.results());
    const json result = folder.read("result.json");
    CHECK(result.at("converged") == true);
    CHECK(result.at("frequencies").size() == three.size());
    CHECK(kept(folder.results()).empty());
    for (const double f : three)
      CHECK(difference(folder.read("monostatic.json"), whole.read("monostatic.json"), f) < 3e-3);
  }
}

TEST_CASE(
    "the polynomial keeps what it says of a wave across the body, and takes few samples of coarse ones") {
  constexpr double extent = 2.0, f = 3.03e8;
  const auto error = [&](const Interpolation& at) {
    double worst = 0.0;
    for (const double place : {-0.5, -0.2, 0.4, 0.5}) {
      const auto current = [&](double hz) {
        return std::polar(1.0, -2.0 * pi * hz / speed_of_light * place * extent);
      };
      Complex sum = -current(f);
      for (std::size_t s = 0; s < at.weights.size(); ++s)
        sum += at.weights[s] * current(at.frequencies_hz[s]);
      worst = std::max(worst, std::abs(sum));
    }
    return worst;
  };
  std::vector<double> solved;
  for (int i = 0; i < 9; ++i) solved.push_back(2.8e8 + 5e6 * i);
  const Interpolation exact = interpolation_at(f, solved, extent, 0.0),
                      coarse = interpolation_at(f, solved, extent, 0.1);
  CHECK(exact.weights.size() == 8);
  CHECK(error(exact) < 1.5 * exact.relative_error);
  CHECK(error(exact) < 1e-9);
  CHECK(coarse.weights.size() < exact.weights.size());
  CHECK(error(coarse) < coarse.relative_error);
  CHECK(is_worth_while(exact));
  CHECK_FALSE(is_worth_while(interpolation_at(f, {2e8}, extent, 1e-3)));
  CHECK_FALSE(is_worth_while(interpolation_at(f, {}, extent, 1e-3)));
}

TEST_CASE("a sweep goes from coarse to fine, and each frequency comes once") {
  CHECK(coarse_to_fine({1.0}) == std::vector<double>{1.0});
  CHECK(coarse_to_fine({1.0, 2.0}) == std::vector<double>{1.0, 2.0});
  CHECK(coarse_to_fine({1, 2, 3, 4, 5, 6}) == std::vector<double>{1, 6, 3, 2, 4, 5});
  const StartedShare share = started_share(coarse_to_fine(five), 1.4, 1e-3);
  CHECK(share.started == close_to(0.8));  // all but the first: 3 % further, a third of a radian
  CHECK(share.decades < 0.6);
  CHECK(share.decades > 0.2);
  const StartedShare one = started_share(std::vector{3e8}, 1.4, 1e-3);
  CHECK(one.decades == 1.0);
  CHECK(one.started == 0.0);
  CHECK(std::isfinite(started_share(coarse_to_fine(five), 1.4, 1.0).decades));
}
