#include <doctest/doctest.h>

#include <map>
#include <set>

#include "../close_to.hpp"
#include "../mesh/shapes.hpp"
#include "output/result_files.hpp"
#include "run_folder.hpp"

using nlohmann::json;

namespace {

/// A box away from the origin, from a third of a wavelength to one.
Mesh box() {
  shapes::Builder builder;
  builder.box(Vec3(0.9, -0.2, 0.3), Vec3(1.4, 0.2, 0.6), {3, 2, 2});
  return builder.mesh;
}

json swept(json more = json::object()) {
  json input{{"solvertype", 2},
             {"anglesweep", 1},
             {"excitation", {40, 80, 70, 70, 4, 40, 0}},
             {"freqsweep", 1},
             {"frequency", {2e8, 2e7, 6e8}},
             {"numberoffarlocations", 8},
             {"adaptivetolerance", 0.1}};
  input.update(more);
  return input;
}

std::set<double> frequencies_of(const json& list) {
  std::set<double> frequencies;
  for (const json& one : list) frequencies.insert(one.at("frequencyHz").get<double>());
  return frequencies;
}

/// By what is in the names of both: how far two records are apart, relative to the first, and whether the
/// components of the first lie within the bars of the second.
struct Apart {
  double squares = 0.0, norm = 0.0;
  int outside = 0, components = 0;

  void add(const json& exact, const json& other) {
    for (const char* name : {"s_VV", "s_HH", "s_VH", "s_HV"}) {
      const auto value = [&](const json& of) {
        const std::string key = name;
        return Complex(of.at(key + "_Real").get<double>(), of.at(key + "_Imag").get<double>());
      };
      const double difference = std::abs(value(exact) - value(other));
      squares += difference * difference, norm += std::norm(value(exact)), ++components;
      outside += difference > other.at(std::string(name) + "_Error").get<double>();
    }
  }
  double relative() const { return std::sqrt(squares / norm); }
};

}  // namespace

TEST_CASE("an adaptive sweep solves some frequencies, and knows the others as if they were solved") {
  const RunFolder folder(box()), whole(box());
  run(folder.job(swept()), folder.results());
  json every = swept();
  every.erase("adaptivetolerance");
  run(whole.job(every), whole.results());

  const json result = folder.read("result.json");
  const json& adaptive = result.at("adaptive");
  const auto solved = frequencies_of(result.at("frequencies")),
             interpolated = frequencies_of(adaptive.at("interpolated"));
  CHECK(solved.size() + interpolated.size() == 21);
  CHECK(solved.size() <= 14);
  CHECK(frequencies_of(adaptive.at("steps")) == solved);
  CHECK(result.at("finished") == true);

  const json rows = folder.read("monostatic.json").at("monoStaticRcs"),
             exact = whole.read("monostatic.json").at("monoStaticRcs");
  REQUIRE(rows.size() == exact.size());
  std::map<double, Apart> apart;
  int outside = 0, components = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double f = rows[i].at("frequency");
    REQUIRE(f == exact[i].at("frequency"));
    REQUIRE(rows[i].at("angleTheta") == exact[i].at("angleTheta"));
    CHECK(rows[i].at("computed") == solved.contains(f));
    if (!solved.contains(f)) apart[f].add(exact[i], rows[i]);
  }
  for (const auto& [f, of_frequency] : apart) {
    CAPTURE(f);
    CHECK(of_frequency.relative() < 0.0116);  // 0.1 dB
    outside += of_frequency.outside, components += of_frequency.components;
  }
  CHECK(outside <= 0.05 * components);

  // Bistatic cuts too; they are marked.
  const double between = *interpolated.begin();
  const std::string name = "solver_result_" + number_text(between) + "_farzone_400_700.json";
  const json cut = folder.read(name), solved_cut = whole.read(name);
  CHECK(cut.at("computed") == false);
  CHECK_FALSE(solved_cut.contains("computed"));
  for (std::size_t c = 0; c < cut.at("cuts").size(); ++c) {
    double squares = 0.0, norm = 0.0;
    for (const char* key : {"s_VV_Real", "s_VV_Imag", "s_HH_Real", "s_HH_Imag"})
      for (std::size_t i = 0; i < 8; ++i) {
        const double value = solved_cut["cuts"][c][key][i];
        squares += std::pow(cut["cuts"][c][key][i].get<double>() - value, 2.0), norm += value * value;
      }
    CHECK(std::sqrt(squares / norm) < 0.0116);
    CHECK(cut["cuts"][c]["s_VV_Error"].size() == 8);
  }
}

TEST_CASE("an interrupted adaptive sweep is resumed: nothing is solved twice, and the result is the same") {
  const RunFolder folder(box());
  const Job job = folder.job(swept());
  run(job, folder.results());
  const json whole = folder.read("result.json"), rows = folder.read("monostatic.json");
  // As it was when two of the frequencies, neither the first nor the last ones, had not been solved yet.
  json cut_off = whole;
  cut_off["finished"] = false;
  cut_off["adaptive"]["interpolated"] = json::array();
  std::set<double> missing;
  for (const std::size_t step : {6, 8})
    missing.insert(whole["adaptive"]["steps"][step]["frequencyHz"].get<double>());
  json kept = json::array();
  for (const json& f : whole["frequencies"])
    if (!missing.contains(f["frequencyHz"].get<double>())) kept.push_back(f);
  cut_off["frequencies"] = kept;
  write_json(folder.results() / "result.json", cut_off);

  std::multiset<double> solved;
  for (const json& e : run(job, folder.results()))
    if (e["event"] == "stage" && e["stage"] == stage::fields) solved.insert(e["frequencyHz"].get<double>());
  CHECK(solved == std::multiset<double>(missing.begin(), missing.end()));
  const json again = folder.read("result.json"), same_rows = folder.read("monostatic.json");
  REQUIRE(again["adaptive"]["steps"].size() == whole["adaptive"]["steps"].size());
  for (std::size_t i = 0; i < whole["adaptive"]["steps"].size(); ++i)
    CHECK(again["adaptive"]["steps"][i]["frequencyHz"] == whole["adaptive"]["steps"][i]["frequencyHz"]);
  REQUIRE(same_rows["monoStaticRcs"].size() == rows["monoStaticRcs"].size());
  for (std::size_t i = 0; i < rows["monoStaticRcs"].size(); ++i)
    for (const char* key : {"s_VV_Real", "s_HH_Imag"})
      CHECK(same_rows["monoStaticRcs"][i][key].get<double>() ==
            close_to(rows["monoStaticRcs"][i][key].get<double>(), 1e-9));

  // Without a tolerance the same results are completed: only what was interpolated is solved.
  json every = swept();
  every.erase("adaptivetolerance");
  int starts = 0;
  for (const json& e : run(folder.job(every), folder.results()))
    starts += e["event"] == "stage" && e["stage"] == stage::fields;
  CHECK(starts == 21 - static_cast<int>(whole["frequencies"].size()));
  CHECK_FALSE(folder.read("result.json").contains("adaptive"));
  CHECK_FALSE(folder.read("monostatic.json")["monoStaticRcs"][0].contains("computed"));
}

TEST_CASE("an adaptive sweep that is cancelled goes on: the same frequencies, none solved twice") {
  const RunFolder folder(box()), whole(box());
  run(whole.job(swept()), whole.results());
  const Job job = folder.job(swept());
  std::set<double> begun;
  run_until(job, folder.results(), [&](const json& said) {
    if (said.contains("frequencyHz")) begun.insert(said.at("frequencyHz").get<double>());
    return begun.size() == 4;
  });
  const auto before = frequencies_of(folder.read("result.json").at("frequencies"));
  CHECK(before.size() == 3);
  CHECK(folder.read("result.json").at("finished") == false);
  for (const json& said : run(job, folder.results()))
    if (said.contains("frequencyHz")) CHECK_FALSE(before.contains(said.at("frequencyHz").get<double>()));
  const json adaptive = folder.read("result.json").at("adaptive"),
             in_one = whole.read("result.json").at("adaptive");
  CHECK(frequencies_of(adaptive.at("steps")) == frequencies_of(in_one.at("steps")));
  CHECK(frequencies_of(adaptive.at("interpolated")) == frequencies_of(in_one.at("interpolated")));
  const json rows = folder.read("monostatic.json").at("monoStaticRcs"),
             of_one = whole.read("monostatic.json").at("monoStaticRcs");
  REQUIRE(rows.size() == of_one.size());
  double squares = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i].at("frequency") == of_one[i].at("frequency"));
    for (const char* wave : {"s_VV", "s_HH", "s_VH", "s_HV"})
      for (const char* part : {"_Real", "_Imag"}) {
        const std::string name = std::string(wave) + part;
        const double one = of_one[i].at(name).get<double>();
        squares += std::pow(rows[i].at(name).get<double>() - one, 2.0), norm += one * one;
      }
  }
  CHECK(std::sqrt(squares / norm) < 1e-10);
}

TEST_CASE("an ordinary sweep that was interrupted is completed adaptively, with all that it has solved") {
  const RunFolder folder(box());
  json every = swept();
  every.erase("adaptivetolerance");
  run(folder.job(every), folder.results());
  json cut_off = folder.read("result.json");
  cut_off["finished"] = false;
  while (cut_off["frequencies"].size() > 9) cut_off["frequencies"].erase(9);
  write_json(folder.results() / "result.json", cut_off);

  const auto events = run(folder.job(swept()), folder.results());
  const json result = folder.read("result.json");
  const auto solved = frequencies_of(result.at("frequencies")),
             interpolated = frequencies_of(result.at("adaptive").at("interpolated"));
  for (const json& f : cut_off["frequencies"]) CHECK(solved.contains(f["frequencyHz"].get<double>()));
  CHECK(frequencies_of(result.at("adaptive").at("steps")) == solved);
  CHECK(solved.size() + interpolated.size() == 21);
  CHECK(folder.read("monostatic.json").at("monoStaticRcs").size() == 42);
}

TEST_CASE("a list of frequencies is solved as it is, adaptively too where it is long") {
  const RunFolder folder(box());
  json list = swept({{"freqsweep", 2}, {"frequencylist", {2e8, 2.3e8, 4.1e8}}});
  list.erase("frequency");
  list.erase("adaptivetolerance");
  run(folder.job(list), folder.results());
  CHECK(folder.read("result.json")["frequenciesHz"] == json{2e8, 2.3e8, 4.1e8});
  CHECK(folder.read("result.json")["frequencies"].size() == 3);
  list["adaptivetolerance"] = 0.1;
  run(folder.job(list), folder.results());
  CHECK(folder.read("result.json")["adaptive"]["interpolated"].empty());
}
