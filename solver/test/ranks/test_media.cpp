// Impedance surfaces and media over ranks: each region is divided by itself, and so are the unknowns.
#include <doctest/doctest.h>

#include <random>

#include "../close_to.hpp"
#include "../mesh/shapes.hpp"
#include "../schemas/file_schemas.hpp"
#include "shared_folder.hpp"
#include "systems/unknown_halo.hpp"

using namespace pace;
using namespace pace::ranks_test;
using nlohmann::json;

namespace {

namespace media {

constexpr double frequency = 7e8;

void deform(Mesh& mesh) {
  for (Vec3& v : mesh.vertices)
    v += Vec3(0.3 * v.y() * v.z(), 0.3 * v.x() * v.x(), 0.2 * v.x() + 0.1 * v.y() * v.y());
}

/// Nearly two wavelengths across, without symmetry. Part 2, where x is large, is bare metal in the tests.
Mesh half_coated() {
  Mesh mesh = shapes::sphere(0.5, 7, Vec3(0.1, -0.2, 0.05));
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    if (mesh.centroid(t).x() > 0.2) mesh.triangles[t].part = 1;
  mesh.parts.push_back({2, "bare"});
  deform(mesh);
  return mesh;
}

/// A core beside the middle of a shell.
Mesh cored() {
  shapes::Builder b;
  shapes::add_sphere(b, Vec3(0.1, -0.2, 0.05), 0.45, 7, 1);
  shapes::add_sphere(b, Vec3(0.2, -0.12, 0.0), 0.18, 3, 2);
  Mesh mesh = b.mesh;
  deform(mesh);
  return mesh;
}

json medium(const char* name, const Complex& epsilon, const Complex& mu) {
  return {{"id", name},
          {"name", name},
          {"frequency", 0},
          {"permitivity", {{"real", epsilon.real()}, {"imaginary", epsilon.imag()}}},
          {"permeability", {{"real", mu.real()}, {"imaginary", mu.imag()}}}};
}

json core_and_shell(const char* core) {
  const auto entry = [](int surface, int outer, const char* material) {
    return json{{"surfaceApplied", surface}, {"outerMedia", outer}, {"outerMaterial", material}};
  };
  return {
      {"inputMaterials",
       {medium("Shell", Complex(1.8, -0.1), Complex(1.1, -0.05)), medium("Core", Complex(3.0, -0.4), 1.0)}},
      {"outerMedias", {entry(1, 0, "Shell"), entry(2, 1, core)}}};
}

json coats() {
  const auto surface = [](int part, const Complex& ohm) {
    return json{
        {"impedanceSurface", part}, {"impedanceReal", ohm.real()}, {"impedanceImaginary", ohm.imag()}};
  };
  return {{"impedances",
           {{{"frequency", frequency},
             {"params", {surface(1, Complex(150.0, 80.0)), surface(2, Complex(0.0, 0.0))}}}}}};
}

json sweep() {
  return {{"excitation", {80, 80, 0, 40, 4, 10, 40}},
          {"anglesweep", 1},
          {"frequency", {frequency, -1, -1}},
          {"numberoffarlocations", 9},
          {"solvertype", 2},
          {"cfiealpha", {0.4}},
          {"numberoflevels", {0, 3}},
          {"residualerror", 1e-3},
          {"numberofiterations", 200},
          {"outputselection", {1, 1, 1, 1, 1}}};
}

struct Case {
  std::string name;
  Mesh mesh;
  bool has_bars;
  json with;
};

std::vector<std::array<float, 6>> currents_of(const SharedFolder& folder, const std::string& file) {
  std::ifstream in(folder / file, std::ios::binary);
  in.seekg(12);
  std::vector<std::array<float, 6>> values;
  for (std::array<float, 6> v; in.read(reinterpret_cast<char*>(v.data()), sizeof v);) values.push_back(v);
  return values;
}

double difference_of_currents(const SharedFolder& folder, const std::string& name) {
  const auto a = currents_of(folder, "together/" + name), b = currents_of(folder, "alone/" + name);
  REQUIRE(a.size() == b.size());
  REQUIRE(!a.empty());
  double error = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (int j = 0; j < 6; ++j) error += std::pow(a[i][j] - b[i][j], 2.0), norm += std::pow(b[i][j], 2.0);
  return std::sqrt(error / norm);
}

double field_difference(const SharedFolder& folder) {
  const json a = folder.read("together/monostatic.json")["monoStaticRcs"],
             b = folder.read("alone/monostatic.json")["monoStaticRcs"];
  REQUIRE(a.size() == b.size());
  double error = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (const char* name : {"s_VV", "s_HV", "s_VH", "s_HH"})
      for (const char* part : {"_Real", "_Imag"}) {
        const double x = a[i][std::string(name) + part], y = b[i][std::string(name) + part];
        error += (x - y) * (x - y), norm += y * y;
      }
  REQUIRE(norm > 0.0);
  return std::sqrt(error / norm);
}

}  // namespace media

}  // namespace

TEST_CASE(
    "impedance surfaces and media over ranks have the fields, currents and bars of one rank, in as many products") {
  Communicator& ranks = Communicator::world();
  if (ranks.size() == 1) return;
  std::vector<media::Case> cases;
  if (ranks.size() == 2) {
    cases.push_back(
        {"half coated", media::half_coated(), true, {{"programType", 2}, {"materials", media::coats()}}});
    cases.push_back(
        {"medium around metal",
         media::cored(),
         false,
         {{"programType", 3}, {"formulation", "jmcfie"}, {"materials", media::core_and_shell("PEC")}}});
  } else {
    cases.push_back(
        {"two media",
         media::cored(),
         true,
         {{"programType", 3}, {"formulation", "pmchwt"}, {"materials", media::core_and_shell("Core")}}});
  }
  for (const media::Case& body : cases) {
    CAPTURE(body.name);
    const SharedFolder folder(ranks, body.mesh);
    json with = body.with;
    with["errorEstimate"] = body.has_bars;
    const Job job = folder.job(media::sweep(), with);
    REQUIRE(estimate(job).method == Method::mlfma);
    say_nothing(job, folder / "together", ranks);
    if (!ranks.is_first()) continue;
    say_nothing(job, folder / "alone", Communicator::alone());
    check_result_files(folder / "together");
    const json result = folder.read("together/result.json"), alone = folder.read("alone/result.json");
    CHECK(result["converged"] == true);
    CHECK(result["fingerprint"] == alone["fingerprint"]);
    CHECK_FALSE(has_notice(result, "ONE_RANK"));
    const json solved = result["frequencies"][0], expected = alone["frequencies"][0];
    CHECK(std::abs(solved["products"].get<int>() - expected["products"].get<int>()) <= 4);
    CHECK(media::field_difference(folder) < 1e-3);
    if (body.has_bars) check_same_bars(folder, "solver_result_700000000_farzone_800_400.json");
    for (const char* kind : {"currents", "magnetic"})
      CHECK(media::difference_of_currents(
                folder, std::string("solver_result_700000000_") + kind + "V_800_400.bin") < 5e-3);
    const json of_ranks = solved["mlfma"]["ranks"];
    REQUIRE(static_cast<int>(of_ranks.size()) == ranks.size());
    double unknowns = 0.0, most = 0.0, near = 0.0, most_near = 0.0;
    for (const json& rank : of_ranks) {
      unknowns += rank["unknowns"].get<double>();
      most = std::max(most, rank["unknowns"].get<double>());
      near += rank["bytes"]["near"].get<double>();
      most_near = std::max(most_near, rank["bytes"]["near"].get<double>());
    }
    CHECK(unknowns == result["unknowns"].get<double>());
    CHECK(most < 1.5 * unknowns / ranks.size());
    CHECK(most_near < 1.5 * near / ranks.size());
    // Before the run; how many bits packed entries have is a fit to larger bodies.
    const json planned = estimate_ranks(job, ranks.size());
    CHECK(planned["ranksUsed"] == ranks.size());
    const json fullest = planned["divisions"].back()["fullest"];
    CHECK(fullest["bytes"]["near"].get<double>() == close_to(most_near, 0.2));
    CHECK(fullest["unknowns"].get<double>() == close_to(most, 0.3));
  }
}

TEST_CASE("unknowns of other ranks arrive where they are used, and what is added there comes back") {
  Communicator& ranks = Communicator::world();
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  constexpr int unknowns = 500, columns = 3;
  std::vector<Vec3> points;
  for (int i = 0; i < unknowns; ++i)
    points.emplace_back(uniform(random), 0.4 * uniform(random), uniform(random));
  const Octree tree(points, 0.3);
  std::vector<double> work;
  for (const TreeBox& box : tree.leaves().boxes) work.push_back(box.last_function - box.first_function);
  const RankPart part(tree, work, ranks);
  // Each rank uses some of all, of which every rank knows: those by which its number plus two divides.
  const auto uses = [](int rank, int unknown) { return unknown % (rank + 2) == 0; };
  std::vector<int> used;
  for (int i = 0; i < unknowns; ++i)
    if (uses(ranks.rank(), i)) used.insert(used.end(), {i, i});
  UnknownHalo halo(part, used);
  REQUIRE(halo.own() == part.own().size());
  const auto value = [](int unknown, int column) {
    return ComplexF(static_cast<float>(unknown), static_cast<float>(10 * column + 1));
  };
  std::vector<ComplexF> x;
  for (int c = 0; c < columns; ++c)
    for (const int unknown : part.own()) x.push_back(value(unknown, c));
  const ComplexF* const extended = halo.extend(x.data(), columns);
  std::vector<ComplexF> added(halo.extended() * columns);
  for (int i = 0; i < unknowns; ++i) {
    const int place = halo.places()[i];
    CHECK((place >= 0) == (uses(ranks.rank(), i) || part.share.owner_of_function(i) == ranks.rank()));
    for (int c = 0; c < columns && place >= 0; ++c) {
      CHECK(extended[c * halo.extended() + place] == value(i, c));
      if (uses(ranks.rank(), i)) added[c * halo.extended() + place] = value(i, c);
    }
  }
  std::vector<ComplexF> y(halo.own() * columns);
  halo.collect(added.data(), y.data(), columns);
  for (int c = 0; c < columns; ++c)
    for (std::size_t p = 0; p < halo.own(); ++p) {
      const int unknown = part.own()[p];
      float users = 0.0f;
      for (int r = 0; r < ranks.size(); ++r) users += uses(r, unknown) ? 1.0f : 0.0f;
      CHECK(y[c * halo.own() + p] == users * value(unknown, c));
    }
}

TEST_CASE("a coated body whose solution was interrupted is resumed by another number of ranks") {
  Communicator& ranks = Communicator::world();
  if (ranks.size() == 1) return;
  const SharedFolder folder(ranks, media::half_coated());
  json input = media::sweep();
  input.update({{"excitation", {80, 40, 1}}, {"anglesweep", 0}, {"numberofiterations", 4}});
  const json with{{"programType", 2}, {"materials", media::coats()}};
  say_nothing(folder.job(input, with), folder / "results", ranks);
  if (!ranks.is_first()) return;
  CHECK(folder.read("results/result.json")["converged"] == false);
  CHECK(files_like(folder / "results", ".checkpoint") == ranks.size());
  input["numberofiterations"] = 200;
  say_nothing(folder.job(input, with), folder / "results", Communicator::alone());
  CHECK(folder.read("results/result.json")["converged"] == true);
  CHECK(files_like(folder / "results", ".checkpoint") == 0);
  const json list = folder.read("results/solver_result_700000000_iterations_800_400.json")["iterations"];
  REQUIRE(list.size() > 5);
  CHECK(list[4]["residual"] < list[3]["residual"]);
}
