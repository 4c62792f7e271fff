// Right-hand sides of a sweep, made together, are those of each wave alone: every formulation.
#include <doctest/doctest.h>

#include <random>

#include "../mesh/shapes.hpp"
#include "formulations/formulation.hpp"
#include "model/model.hpp"
#include "run_folder.hpp"

using nlohmann::json;

namespace many_waves {

constexpr double hertz = 2.0e8;  // edges of about a tenth of the wavelength

/// Two parts, closed, without symmetry.
Mesh body() {
  Mesh mesh = shapes::slanted_body(9);
  mesh.parts.push_back({2, "Far half"});
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    if (mesh.centroid(t).x() > 2.2) mesh.triangles[t].part = 1;
  return mesh;
}

json medium(const char* id, double real, double imaginary) {
  return {{"id", id},
          {"name", id},
          {"frequency", 0},
          {"permitivity", {{"real", real}, {"imaginary", imaginary}}},
          {"permeability", {{"real", 1.3}, {"imaginary", -0.2}}}};
}

std::vector<PlaneWave> waves() {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  std::vector<PlaneWave> list;
  for (int d = 0; d < 26; ++d) {
    const double theta = pi * share(random), phi = 2.0 * pi * share(random);
    for (const Polarization p : {Polarization::vertical, Polarization::left_circular})
      list.push_back(plane_wave(theta, phi, p));
  }
  return list;
}

/// Largest difference of `excite_all` to `excite`, over the largest value.
double difference(Formulation& formulation) {
  formulation.set_frequency(hertz);
  const std::vector<PlaneWave> list = waves();
  const Columns together = formulation.excite_all(list);
  REQUIRE(together.columns == static_cast<int>(list.size()));
  REQUIRE(together.rows == formulation.rows());
  std::vector<Complex> alone(together.rows);
  double error = 0.0, largest = 0.0;
  for (int w = 0; w < together.columns; ++w) {
    formulation.excite(list[w], alone.data());
    for (int i = 0; i < together.rows; ++i) {
      error = std::max(error, std::abs(together.column(w)[i] - alone[i]));
      largest = std::max(largest, std::abs(alone[i]));
    }
  }
  return error / largest;
}

}  // namespace many_waves

TEST_CASE("right-hand sides of a sweep are those of each wave alone: conductor, coating, media, hybrid") {
  using namespace many_waves;
  const RunFolder folder(body());
  const std::vector<double> frequencies{hertz};
  const auto job_of = [&](int solver, json input, json more) {
    input.update({{"solvertype", solver},
                  {"scalefactor", 1.0},
                  {"frequency", {hertz, -1, -1}},
                  {"cfiealpha", {0.4, 0.7}}});
    return folder.job(input, more);
  };
  const auto check = [&](const Job& job, const auto& make) {
    const Model model = prepare_model(job);
    const std::unique_ptr<Formulation> formulation = make(model, job);
    const double found = difference(*formulation);
    CHECK(found < 1e-7);
    CHECK(found > 0.0);  // each wave alone goes another way
  };
  check(job_of(2, json::object(), json::object()),
        [](const Model& model, const Job&) { return conductor_formulation(model); });
  const json impedances{
      {{"frequency", hertz},
       {"params", {{{"impedanceSurface", 2}, {"impedanceReal", 80.0}, {"impedanceImaginary", -30.0}}}}}};
  check(job_of(2, json::object(), {{"programType", 2}, {"materials", {{"impedances", impedances}}}}),
        [&](const Model& model, const Job& job) { return coating_formulation(model, job, frequencies); });
  const json outer = json::array({{{"surfaceApplied", 1}, {"outerMedia", 0}, {"outerMaterial", "Medium"}},
                                  {{"surfaceApplied", 2}, {"outerMedia", 0}, {"outerMaterial", "Medium"}}});
  for (const char* equations : {"pmchwt", "jmcfie"})
    check(
        job_of(2, json::object(),
               {{"programType", 3},
                {"formulation", equations},
                {"materials",
                 {{"inputMaterials", json::array({medium("Medium", 2.2, -0.3)})}, {"outerMedias", outer}}}}),
        [&](const Model& model, const Job& job) { return composite_formulation(model, job, frequencies); });
  check(job_of(3, {{"partmethods", {1, 2}}}, json::object()),
        [&](const Model& model, const Job& job) { return hybrid_formulation(model, job, frequencies); });
}
