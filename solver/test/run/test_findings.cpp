// What `pace check` says of a mesh, a run says: its errors refuse the run, its warnings are notices.
#include <doctest/doctest.h>

#include "../mesh/shapes.hpp"
#include "broken_shapes.hpp"
#include "core/error.hpp"
#include "mesh/doctor.hpp"
#include "run_folder.hpp"

using namespace pace;
using nlohmann::json;

namespace {

json input_of(int solver = 2) {
  return {{"excitation", {40, 70, 1}}, {"frequency", {3e8, -1, -1}}, {"solvertype", solver}};
}

/// "CODE: sentence" of the first finding of this severity that `pace check --frequency 3e8` has.
std::string checked(const Mesh& mesh, Severity severity) {
  UnvFile file;
  file.mesh = mesh;
  for (const Finding& f : examine(file, LengthUnit(1.0), 3e8).findings)
    if (f.severity == severity) return f.code + ": " + f.sentence;
  return "none";
}

/// The same of the refusal of a run; "solved" if there is none.
std::string refused(const Job& job, const std::filesystem::path& results) {
  try {
    run(job, results);
  } catch (const InputError& error) {
    return error.code() + ": " + error.what();
  }
  return "solved";
}

std::vector<std::string> codes_of_notices(const json& result) {
  std::vector<std::string> codes;
  for (const json& n : result["notices"]) codes.push_back(n["code"]);
  return codes;
}

using broken::half_of;
using broken::together;
using broken::with_filled_slit;
using broken::with_sliver;

const json glass{{"pecBack", false},
                 {"inputMaterials",
                  {{{"id", 1},
                    {"name", "Glass"},
                    {"frequency", 3e8},
                    {"permitivity", {{"real", 4.0}, {"imaginary", 0.0}}},
                    {"permeability", {{"real", 1.0}, {"imaginary", 0.0}}}}}},
                 {"outerMedias", {{{"surfaceApplied", 1}, {"outerMedia", 0}, {"outerMaterial", "Glass"}}}}};

}  // namespace

TEST_CASE("what the mesh check refuses every kind of run refuses, with the same code and sentence") {
  const Mesh mesh = with_filled_slit();
  const std::string expected = checked(mesh, Severity::error);
  REQUIRE(expected.starts_with("ZERO_AREA_TRIANGLES: 1 triangle"));
  const RunFolder folder(mesh);
  CHECK(refused(folder.job(input_of()), folder.results()) == expected);
  CHECK(refused(folder.job(input_of(), {{"programType", 2}}), folder.results()) == expected);
  CHECK(refused(folder.job(input_of(3), {{"programType", 3}, {"materials", glass}}), folder.results()) ==
        expected);
  CHECK(refused(folder.job(input_of(3)), folder.results()) == expected);
  CHECK(refused(folder.job(input_of(1)), folder.results()) == expected);
  CHECK_FALSE(std::filesystem::exists(folder.results() / "result.json"));
}

TEST_CASE("a warning of the mesh check is a notice of a run, with its sentence and place") {
  const Mesh mesh = with_sliver();
  const std::string expected = checked(mesh, Severity::warning);
  REQUIRE(expected.starts_with("SLIVERS: "));
  const RunFolder folder(mesh);
  const auto events = run(folder.job(input_of()), folder.results());
  const json result = folder.read("result.json");
  REQUIRE(codes_of_notices(result).front() == "SLIVERS");
  const json notice = result["notices"][0];
  CHECK("SLIVERS: " + notice["sentence"].get<std::string>() == expected);
  CHECK(notice["where"].get<std::string>().starts_with("("));
  CHECK(std::any_of(events.begin(), events.end(), [&](const json& e) {
    return e["event"] == "notice" && e["code"] == "SLIVERS" && e["sentence"] == notice["sentence"];
  }));
}

TEST_CASE("what only matters to integrals over the mesh is no notice of physical optics") {
  const RunFolder folder(with_sliver());
  run(folder.job(input_of(1)), folder.results());
  for (const std::string& code : codes_of_notices(folder.read("result.json"))) CHECK(code != "SLIVERS");
}

TEST_CASE("what the examination of regions remarks is a notice of a run") {
  shapes::Builder builder;
  shapes::add_sphere(builder, Vec3::Zero(), 0.2, 2, 1);
  builder.surface(
      2, 2, [](double u, double v) { return Vec3(0.5 + 0.2 * u, 0.2 * v, 0.0); }, 2);
  json materials = glass;
  materials["outerMedias"].push_back({{"surfaceApplied", 2}, {"outerMedia", 0}, {"outerMaterial", "PEC"}});
  const RunFolder folder(builder.mesh);
  run(folder.job(input_of(3), {{"programType", 3}, {"materials", materials}}), folder.results());
  const auto codes = codes_of_notices(folder.read("result.json"));
  CHECK(std::count(codes.begin(), codes.end(), "REGION_SHEET") == 1);
}

TEST_CASE(
    "a body that is there twice and one with a torn seam are refused, also when the halves differ by 1e-7") {
  const Mesh sphere = shapes::sphere(0.3, 2);
  for (const double scale : {1.0, 1.0 + 1e-7}) {
    Mesh copy = sphere;
    for (Vec3& v : copy.vertices) v *= scale;
    const RunFolder twice(together(sphere, copy));
    CHECK(refused(twice.job(input_of()), twice.results()).starts_with("COINCIDENT_FACES: 48 triangles lie"));
    const RunFolder torn(together(half_of(sphere, 1.0, 1.0), half_of(sphere, -1.0, scale)));
    CHECK(refused(torn.job(input_of()), torn.results()).starts_with("UNMERGED_SEAM: 8 open edges lie"));
  }
}

TEST_CASE(
    "conductors that overlap are solved with a notice of the place, which physical optics has no use for") {
  const RunFolder folder(together(shapes::sphere(0.2, 2), shapes::sphere(0.2, 2, Vec3(0.2, 0.05, 0.1))));
  run(folder.job(input_of()), folder.results());
  const json result = folder.read("result.json");
  REQUIRE(codes_of_notices(result).front() == "SURFACES_CROSS");
  CHECK(result["notices"][0]["where"].get<std::string>().ends_with(" m"));
  std::filesystem::remove_all(folder.results());
  run(folder.job(input_of(1)), folder.results());
  for (const std::string& code : codes_of_notices(folder.read("result.json")))
    CHECK(code != "SURFACES_CROSS");
}
