// Whole runs of program types 2 and 3.
#include <doctest/doctest.h>

#include "../close_to.hpp"
#include "../mesh/shapes.hpp"
#include "core/error.hpp"
#include "run_folder.hpp"
#include "solved.hpp"

using nlohmann::json;

namespace {

constexpr double hertz = 3e8;

json medium(const char* name, Complex permittivity, Complex permeability = 1.0) {
  return {{"id", name},
          {"name", name},
          {"frequency", hertz},
          {"permitivity", {{"real", permittivity.real()}, {"imaginary", permittivity.imag()}}},
          {"permeability", {{"real", permeability.real()}, {"imaginary", permeability.imag()}}}};
}

/// Greatest relative error of the complex far field over the cuts against a sphere's.
double error_of(const RunFolder& folder, const Sphere& sphere) {
  const json far = folder.read("solver_result_300000000_farzone_400_700.json");
  double error = 0.0, norm = 0.0;
  for (const json& cut : far["cuts"]) {
    std::vector<std::pair<double, double>> angles;
    for (std::size_t i = 0; i < cut["angleTheta"].size(); ++i)
      angles.emplace_back(cut["angleTheta"][i].get<double>() / 1800.0 * pi,
                          cut["anglePhi"][i].get<double>() / 1800.0 * pi);
    const auto exact = mie_far_field(sphere, hertz, 40.0 / 180.0 * pi, 70.0 / 180.0 * pi, 1.0, 0.0, angles);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const Complex theta(cut["e_Theta_Real"][i], cut["e_Theta_Imag"][i]),
          phi(cut["e_Phi_Real"][i], cut["e_Phi_Imag"][i]);
      error += std::norm(theta - exact[i].theta) + std::norm(phi - exact[i].phi);
      norm += std::norm(exact[i].theta) + std::norm(exact[i].phi);
    }
  }
  return std::sqrt(error / norm);
}

json input() {
  return {{"excitation", {40, 70, 1}}, {"frequency", {hertz, -1, -1}}, {"numberoffarlocations", 36},
          {"solvertype", 2},           {"residualerror", 1e-4},        {"numberofiterations", 200}};
}

}  // namespace

TEST_CASE("a coated sphere runs from its layers, and its currents J and M obey the impedance") {
  const Vec3 centre(0.1, 0.0, 0.2);
  const double radius = 0.35, thickness = 0.01;
  const RunFolder folder(shapes::sphere(radius, 8, centre));
  const Complex permittivity(8.0, -2.0), permeability(1.5, -0.5);
  const Complex index = std::sqrt(permittivity * permeability), k = 2.0 * pi * hertz / speed_of_light * index;
  const Complex impedance =
      imaginary_unit * vacuum_impedance * std::sqrt(permeability / permittivity) * std::tan(k * thickness);
  const json materials{{"inputMaterials", {medium("Absorber", permittivity, permeability)}},
                       {"thicknesses",
                        {{{"id", "1"},
                          {"materialName", "Absorber"},
                          {"surface", 1},
                          {"surfaceIndex", 0},
                          {"thickness", thickness}}}}};
  const auto events =
      run(folder.job(input(), {{"programType", 2}, {"materials", materials}}), folder.results());
  CHECK(events.back()["converged"] == true);
  Sphere sphere;
  sphere.core = Sphere::Core::impedance;
  sphere.core_radius_m = radius;
  sphere.surface_impedance_ohm = impedance;
  sphere.center_m = centre;
  CHECK(error_of(folder, sphere) < 0.03);

  const auto read = [&](const char* kind) {
    std::ifstream file(folder.results() / (std::string("solver_result_300000000_") + kind + "_400_700.bin"),
                       std::ios::binary);
    std::vector<char> head(12);
    file.read(head.data(), 12);
    std::uint32_t count;
    std::memcpy(&count, &head[8], 4);
    std::vector<std::array<std::complex<float>, 3>> values(count);
    file.read(reinterpret_cast<char*>(values.data()), static_cast<long>(count * 24));
    REQUIRE(file);
    return values;
  };
  const auto electric = read("currents"), magnetic = read("magnetic");
  const Mesh mesh = shapes::sphere(radius, 8, centre);
  REQUIRE(electric.size() == mesh.vertices.size());
  double error = 0.0, norm = 0.0;
  for (std::size_t v = 0; v < electric.size(); ++v) {
    const Vec3 n = (mesh.vertices[v] - centre).normalized();
    CVec3 j, m;
    for (int c = 0; c < 3; ++c) j[c] = Complex(electric[v][c]), m[c] = Complex(magnetic[v][c]);
    const CVec3 expected = -impedance * CVec3(n.y() * j.z() - n.z() * j.y(), n.z() * j.x() - n.x() * j.z(),
                                              n.x() * j.y() - n.y() * j.x());
    error += (m - expected).squaredNorm();
    norm += expected.squaredNorm();
  }
  CHECK(std::sqrt(error / norm) < 0.08);
}

TEST_CASE("a ball of two media runs from the outer-medium table and agrees with the exact series") {
  const Vec3 centre(0.05, -0.1, 0.08);
  shapes::Builder b;
  shapes::add_sphere(b, centre, 0.25, 7, 1);
  shapes::add_sphere(b, centre, 0.15, 5, 2);
  const RunFolder folder(b.mesh);
  const auto entry = [](int surface, int outer, const char* material) {
    return json{{"surfaceApplied", surface}, {"outerMedia", outer}, {"outerMaterial", material}};
  };
  for (const bool conducting : {false, true}) {
    const json materials{
        {"inputMaterials", {medium("Shell", Complex(2.2, -0.1)), medium("Core", 3.0, Complex(1.2, -0.1))}},
        {"outerMedias", {entry(1, 0, "Shell"), entry(2, 1, conducting ? "PEC" : "Core")}}};
    json with = input();
    with["solvertype"] = 3;
    std::filesystem::remove_all(folder.results());
    const auto events =
        run(folder.job(with, {{"programType", 3}, {"materials", materials}}), folder.results());
    CHECK(events.back()["converged"] == true);
    Sphere sphere;
    sphere.core = conducting ? Sphere::Core::pec : Sphere::Core::dielectric;
    if (conducting)
      sphere.core_radius_m = 0.15;
    else
      sphere.layers.push_back({0.15, 3.0, Complex(1.2, -0.1)});
    sphere.layers.push_back({0.25, Complex(2.2, -0.1), 1.0});
    sphere.center_m = centre;
    CHECK(error_of(folder, sphere) < 0.05);
  }
}

TEST_CASE(
    "an impedance that vanishes gives the conductor of program type 1, and a hand-made zero is that conductor") {
  const RunFolder folder(shapes::sphere(0.3, 5, Vec3(0.1, 0.0, 0.2)));
  const auto backscatter = [&](const json& more) {
    std::filesystem::remove_all(folder.results());
    run(folder.job(input(), more), folder.results());
    const json record = folder.read("monostatic.json")["monoStaticRcs"][0];
    return std::array{Complex(record["e_Theta_Real"], record["e_Theta_Imag"]),
                      Complex(record["e_Phi_Real"], record["e_Phi_Imag"])};
  };
  const auto coated = [&](double ohm) {
    const json table{
        {{"frequency", hertz},
         {"params", {{{"impedanceSurface", 1}, {"impedanceReal", ohm}, {"impedanceImaginary", 0}}}}}};
    return backscatter({{"programType", 2}, {"materials", {{"impedances", table}}}});
  };
  const auto conductor = backscatter(json::object()), zero = coated(0.0), small = coated(1e-4),
             large = coated(10.0);
  const double size = std::abs(conductor[0]);
  CHECK(std::abs(zero[0] - conductor[0]) < 1e-9 * size);
  CHECK(std::abs(small[0] - conductor[0]) < 1e-5 * size);
  CHECK(std::abs(large[0] - conductor[0]) > 1e-3 * size);
}

TEST_CASE("a sweep of frequencies takes each frequency's own values of a material") {
  const Vec3 centre(0.05, -0.1, 0.08);
  const double radius = 0.2;
  const RunFolder folder(shapes::sphere(radius, 7, centre));
  json material = medium("Ferrite", Complex(4.0, -0.2), Complex(1.5, -0.1));
  const auto value = [](double re, double im) { return json{{"real", re}, {"imaginary", im}}; };
  material["params"] = {
      {{"frequency", 2e8}, {"permitivity", value(4.0, -0.2)}, {"permeability", value(1.5, -0.1)}},
      {{"frequency", 3e8}, {"permitivity", value(2.0, -1.0)}, {"permeability", value(1.0, 0.0)}}};
  const json materials{
      {"isConstant", false},
      {"inputMaterials", {material}},
      {"outerMedias", {{{"surfaceApplied", 1}, {"outerMedia", 0}, {"outerMaterial", "Ferrite"}}}}};
  json with = input();
  with["solvertype"] = 3;
  with["freqsweep"] = 1;
  with["frequency"] = {2e8, 1e8, 3e8};
  run(folder.job(with, {{"programType", 3}, {"materials", materials}}), folder.results());
  const json records = folder.read("monostatic.json")["monoStaticRcs"];
  REQUIRE(records.size() == 2);
  for (const json& record : records) {
    const double f = record["frequency"];
    Sphere sphere;
    sphere.core = Sphere::Core::dielectric;
    sphere.layers = {f < 2.5e8 ? SphereLayer{radius, Complex(4.0, -0.2), Complex(1.5, -0.1)}
                               : SphereLayer{radius, Complex(2.0, -1.0), 1.0}};
    sphere.center_m = centre;
    const std::vector<std::pair<double, double>> back{{40.0 / 180.0 * pi, 70.0 / 180.0 * pi}};
    const auto exact = mie_far_field(sphere, f, back[0].first, back[0].second, 1.0, 0.0, back)[0];
    const Complex theta(record["e_Theta_Real"], record["e_Theta_Imag"]);
    CAPTURE(f);
    CHECK(std::abs(theta - exact.theta) < 0.06 * std::abs(exact.theta));
  }
}

TEST_CASE(
    "a return so weak that the residual is felt in it is told, and by LU, which leaves none, it is not") {
  shapes::Builder slab;
  slab.box(Vec3(0, 0, 0), Vec3(0.03, 1.2, 1.0), 6);
  const RunFolder folder(slab.mesh);
  const json materials{
      {"inputMaterials", {medium("Plastic", Complex(2.6, -0.03))}},
      {"outerMedias", {{{"surfaceApplied", 1}, {"outerMedia", 0}, {"outerMaterial", "Plastic"}}}}};
  const auto told = [&](const char* method) {
    json with = input();
    with["solvertype"] = 3;
    with["anglesweep"] = 1;
    with["excitation"] = {90, 90, 30, 90, 1, 0, 10};
    with["residualerror"] = 1e-2;
    std::filesystem::remove_all(folder.results());
    run(folder.job(with, {{"programType", 3}, {"materials", materials}, {"method", method}}),
        folder.results());
    const json notices = folder.read("result.json")["notices"];
    return std::any_of(notices.begin(), notices.end(),
                       [](const json& n) { return n["code"] == "WEAK_RETURN"; });
  };
  CHECK(told("mlfma"));
  CHECK_FALSE(told("dense-lu"));
}

TEST_CASE("a composite model that contradicts its table is refused with the surfaces named") {
  const RunFolder folder(shapes::sphere(0.2, 3));
  const json materials{{"inputMaterials", {medium("Shell", 2.2)}}};
  json with = input();
  with["solvertype"] = 3;
  try {
    run(folder.job(with, {{"programType", 3}, {"materials", materials}}), folder.results());
    FAIL("accepted");
  } catch (const InputError& e) {
    CHECK(std::string(e.code()) == "REGION_TABLE");
    CHECK(std::string(e.what()).find("1") != std::string::npos);
  }
}

TEST_CASE("the equations between media do not depend on the method that is asked for") {
  const RunFolder folder(shapes::sphere(0.2, 6, Vec3(0.05, -0.1, 0.08)));
  const json materials{
      {"inputMaterials", {medium("Absorber", {17.0, -1.0}, {2.5, -2.0})}},
      {"outerMedias", {{{"surfaceApplied", 1}, {"outerMedia", 0}, {"outerMaterial", "Absorber"}}}}};
  json asked = input();
  asked["residualerror"] = 0.05;
  asked["numberoffarlocations"] = 1;
  for (const char* method : {"dense-lu", "mlfma"}) {
    CAPTURE(method);
    run(folder.job(asked, {{"programType", 3}, {"materials", materials}, {"method", method}}),
        folder.results());
    const json result = folder.read("result.json");
    CHECK(result["formulation"] == "pmchwt");
    CHECK(result["method"] == (std::string(method) == "mlfma" ? "mlfma" : "dense-lu"));
    std::filesystem::remove_all(folder.results());
  }
}

TEST_CASE("JMCFIE is taken for its fewer rounds where LU does not fit, and its price is said") {
  const RunFolder folder(shapes::sphere(0.2, 6, Vec3(0.05, -0.1, 0.08)));
  const json materials{
      {"inputMaterials", {medium("Absorber", {17.0, -1.0}, {2.5, -2.0})}},
      {"outerMedias", {{{"surfaceApplied", 1}, {"outerMedia", 0}, {"outerMaterial", "Absorber"}}}}};
  json asked = input();
  asked["residualerror"] = 0.05;
  asked["numberoffarlocations"] = 1;
  const CostEstimate lu =
      estimate(folder.job(asked, {{"programType", 3}, {"materials", materials}, {"method", "dense-lu"}}));
  run(folder.job(asked,
                 {{"programType", 3}, {"materials", materials}, {"memoryLimitBytes", lu.memory_bytes - 1}}),
      folder.results());
  const json result = folder.read("result.json");
  CHECK(result["formulation"] == "jmcfie");
  CHECK(result["method"] == "mlfma");
  CHECK(std::any_of(result["notices"].begin(), result["notices"].end(),
                    [](const json& notice) { return notice["code"] == "EQUATIONS_FOR_ROUNDS"; }));
}

TEST_CASE("memory and work that are predicted are the sums of their parts") {
  const RunFolder folder(shapes::sphere(0.35, 8));
  for (const char* method : {"dense-lu", "mlfma"}) {
    const CostEstimate cost = estimate(folder.job(input(), {{"method", method}, {"threads", 2}}));
    double bytes = 0.0, seconds = 0.0;
    for (const auto& [name, amount] : cost.memory_parts) bytes += amount;
    for (const auto& [name, amount] : cost.core_seconds_parts) seconds += amount;
    CHECK(static_cast<double>(cost.memory_bytes) == close_to(bytes, 1e-6));
    CHECK(2.0 * cost.seconds == close_to(seconds, 1e-6));
  }
}
