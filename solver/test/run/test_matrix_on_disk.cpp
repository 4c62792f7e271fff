// Runs whose matrix does not fit into the memory that they may use.
#include <doctest/doctest.h>

#include "../close_to.hpp"
#include "../mesh/shapes.hpp"
#include "output/events.hpp"
#include "run_folder.hpp"

using nlohmann::json;

namespace {

namespace on_disk {

/// Two wavelengths long, without any symmetry.
Mesh pear() {
  shapes::Builder b;
  shapes::add_sphere(b, Vec3::Zero(), 1.0, 11, 1);
  Mesh mesh = b.mesh;
  for (Vec3& v : mesh.vertices)
    v = Vec3(0.05, -0.1, 0.2) +
        Vec3(v.x() + 0.1 * v.y() * v.z(), (0.9 + 0.1 * v.x()) * v.y(), 0.8 * v.z() + 0.1 * v.x());
  return mesh;
}

/// Ten waves, so that their fields need more memory than the assembly.
json input(double residual) {
  return {{"anglesweep", 1},
          {"excitation", {40, 40, 0, 171, 1, 19, 19}},
          {"frequency", {3e8, -1, -1}},
          {"solvertype", 2},
          {"residualerror", residual},
          {"numberofiterations", 200},
          {"numberoflevels", {0, 3}}};
}

/// ‖a − b‖ / ‖b‖ of the complex backscatter.
double difference(const json& a, const json& b) {
  double error = 0.0, norm = 0.0;
  const json &of_a = a["monoStaticRcs"], &of_b = b["monoStaticRcs"];
  REQUIRE(of_a.size() == of_b.size());
  for (std::size_t i = 0; i < of_b.size(); ++i)
    for (const char* name : {"e_Theta_Real", "e_Theta_Imag", "e_Phi_Real", "e_Phi_Imag"}) {
      error += std::pow(of_a[i][name].get<double>() - of_b[i][name].get<double>(), 2.0);
      norm += std::pow(of_b[i][name].get<double>(), 2.0);
    }
  return std::sqrt(error / norm);
}

}  // namespace on_disk

}  // namespace

TEST_CASE(
    "where memory does not suffice near blocks lie on disk, then patterns too, and the fields are the same") {
  const RunFolder folder(on_disk::pear());
  const json conductor{{"programType", 1}, {"method", "mlfma"}},
      ball{{"programType", 3},
           {"method", "mlfma"},
           {"materials",
            {{"inputMaterials",
              {{{"id", "Filling"},
                {"name", "Filling"},
                {"frequency", 3e8},
                {"permitivity", {{"real", 2.0}, {"imaginary", -0.3}}},
                {"permeability", {{"real", 1.2}, {"imaginary", -0.1}}}}}},
             {"outerMedias", {{{"surfaceApplied", 1}, {"outerMedia", 0}, {"outerMaterial", "Filling"}}}}}}};
  for (const json& body : {conductor, ball}) {
    CAPTURE(body.dump());
    const json asked = on_disk::input(1e-2);
    const CostEstimate cost = estimate(folder.job(asked, body));
    REQUIRE(cost.method == Method::mlfma);
    const auto part = [&](const char* name) {
      return static_cast<std::uint64_t>(cost.memory_parts.at(name));
    };
    run(folder.job(asked, body), folder.results());
    const json in_memory = folder.read("monostatic.json"), fitting = folder.read("result.json");
    CHECK_FALSE(has_notice(fitting, "MATRIX_ON_DISK"));
    CHECK_FALSE(fitting["predicted"].contains("diskBytes"));
    for (const bool patterns_too : {false, true}) {
      if (body["programType"] == 3 && !patterns_too) continue;
      CAPTURE(patterns_too);
      const std::uint64_t disk = part("near") + (patterns_too ? part("patterns") : 0),
                          limit = cost.memory_bytes - disk + part("near") / 8;
      std::filesystem::remove_all(folder.results());
      json limited = body;
      limited["memoryLimitBytes"] = limit;
      const auto events = run(folder.job(asked, limited), folder.results());
      CHECK(events.back()["converged"] == true);
      const json result = folder.read("result.json");
      CHECK(has_notice(result, "MATRIX_ON_DISK"));
      CHECK(result["predicted"]["diskBytes"].get<double>() == close_to(disk, 1e-3));
      CHECK(result["predicted"]["memoryBytes"].get<double>() <= limit);
      CHECK(on_disk::difference(folder.read("monostatic.json"), in_memory) < 1e-9);
      // Files without names leave nothing.
      for (const auto& entry : std::filesystem::directory_iterator(folder.results()))
        CHECK_FALSE(entry.path().filename().string().starts_with(".numbers"));
    }
    json hopeless = body;
    hopeless["memoryLimitBytes"] = cost.memory_bytes - part("near") - part("patterns") - 1000000;
    CHECK(code_of([&] { run(folder.job(asked, hopeless), folder.results()); }) == "MEMORY");
  }
}

TEST_CASE("three threads return the field of one, but for what packing makes of the order of sums") {
  const RunFolder one(on_disk::pear()), three(on_disk::pear());
  json asked = on_disk::input(1e-4);
  asked.update({{"anglesweep", 0}, {"excitation", {40, 19, 1}}});
  for (const int type : {1, 2}) {
    json body{{"programType", type}, {"method", "mlfma"}};
    if (type == 2)
      body["materials"] = {
          {"impedances",
           {{{"frequency", 3e8},
             {"params",
              {{{"impedanceSurface", 1}, {"impedanceReal", 0.3}, {"impedanceImaginary", -0.2}}}}}}}};
    run(one.job(asked, body), one.results());
    body["threads"] = 3;
    run(three.job(asked, body), three.results());
    const double difference = on_disk::difference(three.read("monostatic.json"), one.read("monostatic.json"));
    CHECK(difference < 1e-3);
  }
}

TEST_CASE("what is said to lie on disk is in a file while the run computes") {
  const RunFolder folder(on_disk::pear());
  const json asked = on_disk::input(1e-2);
  const CostEstimate cost = estimate(folder.job(asked, {{"method", "mlfma"}}));
  const auto part = [&](const char* name) { return static_cast<std::uint64_t>(cost.memory_parts.at(name)); };
  for (const bool patterns_too : {false, true}) {
    CAPTURE(patterns_too);
    const std::uint64_t disk = part("near") + (patterns_too ? part("patterns") : 0);
    std::filesystem::remove_all(folder.results());
    const Job job = folder.job(
        asked, {{"method", "mlfma"}, {"memoryLimitBytes", cost.memory_bytes - disk + part("near") / 8}});
    std::uintmax_t bytes = 0;
    run_until(job, folder.results(), [&](const json& event) {
      if (event["event"] != "stage" || event["stage"] != stage::solution) return false;
      const std::string ours = (folder.results() / ".numbers").string();
      for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code gone;
        if (std::filesystem::read_symlink(entry, gone).string().starts_with(ours))
          bytes = std::max(bytes, std::filesystem::file_size(entry, gone));
      }
      return true;
    });
    // Bits of a number are predicted by a fit to larger bodies.
    CHECK(static_cast<double>(bytes) == close_to(static_cast<double>(disk), 0.25));
  }
}
