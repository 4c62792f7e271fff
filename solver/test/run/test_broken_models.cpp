// The table of docs/broken-models.md, from the models themselves.
#include <doctest/doctest.h>

#include "../mesh/shapes.hpp"
#include "broken_shapes.hpp"
#include "core/error.hpp"
#include "mesh/doctor.hpp"
#include "run_folder.hpp"

using namespace pace;
using nlohmann::json;

namespace {

struct BrokenModel {
  const char* name;
  Mesh mesh;
  double frequency_hz = 1e8;
  std::optional<double> metres_per_unit = 1.0;  ///< of the file
  json more = json::object();                   ///< of the job
};

std::string list(const std::vector<std::string>& codes) {
  std::string text;
  for (const std::string& code : codes)
    if (text.find("`" + code + "`") == std::string::npos) text += (text.empty() ? "`" : ", `") + code + "`";
  return text.empty() ? "nothing" : text;
}

/// The model as a file; without dataset 164 if it has no unit.
void write(const BrokenModel& model, const std::filesystem::path& file) {
  write_unv(model.mesh, file);
  std::ifstream in(file);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t units = text.find("   164\n"), nodes = text.find("  2411\n");
  REQUIRE(units < nodes);
  const std::string dataset = "    -1\n";
  const std::size_t first = text.rfind(dataset, units), last = text.rfind(dataset, nodes);
  text.erase(first, last - first);
  if (model.metres_per_unit) {
    char line[80];
    std::snprintf(line, sizeof line, "%25.17E%25.17E%25.17E\n", 1.0 / *model.metres_per_unit, 1.0, 1.0);
    text.insert(0, dataset + "   164\n         1  SI                           2\n" + line + dataset);
  }
  std::ofstream(file) << text;
}

std::string check_says(const std::filesystem::path& file, double frequency_hz) {
  try {
    const UnvFile unv = read_unv(file);
    const Report report = examine(unv, length_unit(unv, {}), frequency_hz);
    std::vector<std::string> errors, warnings;
    for (const Finding& f : report.findings) {
      if (f.severity == Severity::error) errors.push_back(f.code);
      if (f.severity == Severity::warning) warnings.push_back(f.code);
    }
    return errors.empty() ? (warnings.empty() ? "nothing" : "warns: " + list(warnings))
                          : "refuses: " + list(errors);
  } catch (const InputError& error) {
    return "refuses: " + list({error.code()});
  }
}

std::string solve_says(const Job& job, const std::filesystem::path& results) {
  try {
    run(job, results);
  } catch (const InputError& error) {
    return "refuses: " + list({error.code()});
  }
  std::ifstream file(results / "result.json");
  const json result = json::parse(file);
  std::vector<std::string> codes;
  for (const json& n : result["notices"]) codes.push_back(n["code"]);
  return std::string(result["converged"] == true ? "converged; " : "not converged; ") +
         "notices: " + list(codes);
}

std::vector<BrokenModel> broken_models() {
  using shapes::Builder;
  std::vector<BrokenModel> models;
  models.push_back({"An edge split at its middle, the slit filled with a triangle without area",
                    broken::with_filled_slit()});
  models.push_back({"One vertex at 2147483648 m", broken::with_far_vertex()});
  Mesh doubled = shapes::sphere(0.3, 2);
  doubled.triangles.push_back(doubled.triangles[3]);
  models.push_back({"A face that is there twice", doubled});
  models.push_back({"A triangle like a needle", broken::with_sliver()});
  Mesh gap = shapes::sphere(0.3, 4);
  gap.triangles.pop_back();
  models.push_back({"A sphere without one of its triangles", gap});
  Builder debris;
  shapes::add_sphere(debris, Vec3::Zero(), 0.3, 2);
  debris.triangle({0.5, 0, 0}, {0.5001, 0, 0}, {0.5, 0.0001, 0});
  debris.triangle({0.5001, 0, 0}, {0.5001, 0.0001, 0}, {0.5, 0.0001, 0});
  models.push_back({"A sphere and two forgotten tiny triangles", debris.mesh});
  Builder plate;
  plate.surface(4, 3, [](double u, double v) { return Vec3(0.4 * u, 0.3 * v, 0.0); });
  std::swap(plate.mesh.triangles[7].vertex[0], plate.mesh.triangles[7].vertex[1]);
  models.push_back({"A plate with one triangle wound the other way", plate.mesh});
  const Mesh sphere = shapes::sphere(0.3, 2);
  models.push_back({"Two copies of a sphere", broken::together(sphere, sphere)});
  models.push_back({"A sphere in two halves, each with its own nodes on the seam",
                    broken::together(broken::half_of(sphere, 1.0), broken::half_of(sphere, -1.0))});
  models.push_back(
      {"Two spheres that overlap", broken::together(sphere, shapes::sphere(0.3, 2, Vec3(0.3, 0.07, 0.15)))});
  models.push_back({"A file that does not say its unit", shapes::sphere(0.3, 2), 1e8, std::nullopt});
  models.push_back({"A unit of 1e155 m", shapes::sphere(0.3, 2), 1e8, 1e155});
  models.push_back({"2.56 Hz for 2.56 GHz", shapes::sphere(0.3, 2), 2.56});
  models.push_back({"582 m for 582 mm at 2.56 GHz",
                    shapes::sphere(0.291, 3),
                    2.56e9,
                    1000.0,
                    {{"memoryLimitBytes", std::uint64_t{1} << 30}}});
  return models;
}

}  // namespace

TEST_CASE("what check and solve say of broken models is what docs/broken-models.md says") {
  std::ifstream file(PACE_REPOSITORY "/docs/broken-models.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  for (const BrokenModel& model : broken_models()) {
    const RunFolder folder(model.mesh);
    write(model, folder.results().parent_path() / "mesh.unv");
    const Job job = folder.job(
        {{"excitation", {40, 70, 1}}, {"frequency", {model.frequency_hz, -1, -1}}, {"solvertype", 2}},
        model.more);
    const std::string row = "| " + std::string(model.name) + " | " +
                            check_says(folder.results().parent_path() / "mesh.unv", model.frequency_hz) +
                            " | " + solve_says(job, folder.results()) + " |";
    CAPTURE(row);
    CHECK(page.find(row) != std::string::npos);
  }
}
