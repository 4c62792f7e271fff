// Electric and magnetic currents by MLFMA against LU.
#include <doctest/doctest.h>

#include "../extent.hpp"
#include "../mesh/shapes.hpp"
#include "solved.hpp"
#include "systems/multi_region_system.hpp"

using namespace pace;
using namespace solved;

namespace {

/// A slanted bar whose upper half is coated, with a fin on it. Long, so that few functions fill boxes that
/// are far from each other.
Mesh half_coated_body() {
  shapes::Builder b;
  b.box(Vec3(0, 0, 0), Vec3(2.4, 0.7, 0.6), std::array<int, 3>{12, 3, 4}, 1);
  b.surface(
      2, 3, [](double u, double v) { return Vec3(2.4 + 0.5 * u, 0.7 * v, 0.6); }, 2);
  Mesh mesh = b.mesh;
  mesh.parts.push_back({3, "Top"});
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    if (mesh.triangles[t].part == 0 && mesh.centroid(t).z() > 0.3) mesh.triangles[t].part = 2;
  for (Vec3& p : mesh.vertices) p = Vec3(p.x() + 0.2 * p.z(), p.y() - 0.1 * p.x(), p.z() + 0.15 * p.y());
  return mesh;
}

double relative(const std::vector<std::vector<FarFieldAmplitude>>& a,
                const std::vector<std::vector<FarFieldAmplitude>>& b, int wave) {
  double error = 0.0, norm = 0.0;
  for (std::size_t d = 0; d < a.size(); ++d) {
    error += std::norm(a[d][wave].theta - b[d][wave].theta) + std::norm(a[d][wave].phi - b[d][wave].phi);
    norm += std::norm(b[d][wave].theta) + std::norm(b[d][wave].phi);
  }
  return std::sqrt(error / norm);
}

}  // namespace

TEST_CASE("coated bodies by MLFMA agree with LU to the digits asked for") {
  const Mesh mesh = half_coated_body();
  const RwgSpace space(mesh, analyse(mesh));
  const double k = wavenumber_of_unit;
  for (const double alpha : {0.5, 1.0}) {
    const std::vector<Complex> impedance{0.0, Complex(80.0, -30.0), Complex(40.0, 120.0)};
    const CurrentSpaces spaces = impedance_spaces(space, std::vector<double>(3, alpha), {impedance});
    const CurrentEquations equations{&spaces, {{k, 1.0}}, impedance_terms(spaces.regions[0], impedance)};
    Columns columns(spaces.unknowns, 2);
    for (int c = 0; c < 2; ++c) excite(equations, plane_wave(0.9 + 0.7 * c, 0.3, c), columns.column(c));
    const auto nothing = [](double, const char*) {};
    const auto directions = scattered_directions(50);
    Columns exact = columns;
    dense_multi_region(equations, nothing)->solve(exact, {}, {});
    const auto reference = far_field(space, k, directions, outer_currents(spaces, exact));
    for (const double residual : {1e-3, 1e-4}) {
      Columns fast = columns;
      MultiRegionPlan plan = plan_multi_region(equations, {residual, 3});
      CHECK(plan.sizes().has_far_boxes);
      const auto system =
          fast_multi_region(equations, std::move(plan),
                            {.residual = residual, .most_iterations = 200, .basis_bytes = 1 << 28}, nothing);
      const SolutionRecord record = system->solve(fast, {}, {});
      const auto fields = far_field(space, k, directions, outer_currents(spaces, fast));
      CAPTURE(alpha);
      CAPTURE(residual);
      CHECK(record.converged == std::vector<char>(2, true));
      for (int w = 0; w < 2; ++w) CHECK(relative(fields, reference, w) < 2.0 * residual);
    }
  }
}

TEST_CASE("bodies of several media by MLFMA, one of them lossy, agree with LU to the digits asked for") {
  shapes::Builder b;
  b.box(Vec3(0, 0, 0), Vec3(1.9, 0.5, 0.45), std::array<int, 3>{10, 3, 3}, 1);
  const std::size_t outer = b.mesh.triangles.size();
  b.box(Vec3(0.25, 0.12, 0.1), Vec3(1.65, 0.38, 0.35), std::array<int, 3>{10, 2, 2}, 2);
  Mesh mesh = b.mesh;
  for (Vec3& p : mesh.vertices) p = Vec3(p.x() + 0.2 * p.z(), p.y() - 0.1 * p.x(), p.z() + 0.15 * p.y());
  SideRegions sides{{}, {false, false, false}, {}};
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    sides.of_triangle.push_back(t < outer ? std::array<int, 2>{0, 1} : std::array<int, 2>{1, 2});
  const auto directions = scattered_directions(50);
  const auto nothing = [](double, const char*) {};
  struct Body {
    Complex shell;
    bool conducting;
    InterfaceEquations interfaces;
  };
  // A loss that fills what lies around a conductor, and none around a medium.
  for (const auto& [shell, conducting, interfaces] : {Body{{2.2, 0.0}, false, InterfaceEquations::pmchwt},
                                                      Body{{2.5, -0.7}, true, InterfaceEquations::pmchwt},
                                                      Body{{2.2, 0.0}, false, InterfaceEquations::jmcfie},
                                                      Body{{2.5, -0.7}, true, InterfaceEquations::jmcfie}}) {
    if (!in_full() && conducting != (interfaces == InterfaceEquations::jmcfie)) continue;
    sides.conductor[2] = conducting;
    const CurrentSpaces spaces =
        region_spaces(mesh, analyse(mesh), sides, std::vector<double>(mesh.parts.size(), 0.5), interfaces);
    const auto medium = [](Complex permittivity) {
      return RegionMedium{wavenumber_of_unit * std::sqrt(permittivity), 1.0 / std::sqrt(permittivity)};
    };
    CurrentEquations equations{&spaces, {medium(1.0), medium(shell)}, {}};
    if (!conducting) equations.media.push_back(medium(1.4));
    Columns columns(spaces.unknowns, 2);
    for (int c = 0; c < 2; ++c) excite(equations, plane_wave(0.9 + 0.7 * c, 0.3, c), columns.column(c));
    Columns exact = columns;
    dense_multi_region(equations, nothing)->solve(exact, {}, {});
    const RwgSpace& space = spaces.regions[0].space;
    const auto reference = far_field(space, wavenumber_of_unit, directions, outer_currents(spaces, exact));
    const double residual = 1e-3;
    MultiRegionPlan plan = plan_multi_region(equations, {residual});
    for (const FastPlan& region : plan.regions) CHECK(region.has_far_boxes);
    const auto system =
        fast_multi_region(equations, std::move(plan),
                          {.residual = residual, .most_iterations = 300, .basis_bytes = 1 << 28}, nothing);
    const SolutionRecord record = system->solve(columns, {}, {});
    const auto fields = far_field(space, wavenumber_of_unit, directions, outer_currents(spaces, columns));
    CAPTURE(shell);
    CAPTURE(conducting);
    CAPTURE(interfaces == InterfaceEquations::jmcfie);
    CHECK(record.converged == std::vector<char>(2, true));
    for (int w = 0; w < 2; ++w) CHECK(relative(fields, reference, w) < 3.0 * residual);
  }
}

TEST_CASE(
    "where edges are far below the outside wavelength MLFMA still agrees with LU: high contrast, and thin coatings") {
  const auto nothing = [](double, const char*) {};
  const auto directions = scattered_directions(50);
  const double residual = 1e-3, few_near = 400.0;
  const auto compare = [&](const CurrentEquations& equations) {
    const CurrentSpaces& spaces = *equations.spaces;
    const double k = equations.media[0].k.real();
    Columns columns(spaces.unknowns, 2);
    for (int c = 0; c < 2; ++c) excite(equations, plane_wave(0.9 + 0.7 * c, 0.3, c), columns.column(c));
    Columns exact = columns;
    dense_multi_region(equations, nothing)->solve(exact, {}, {});
    const auto reference = far_field(spaces.regions[0].space, k, directions, outer_currents(spaces, exact));
    MultiRegionPlan plan =
        plan_multi_region(equations, {.residual = residual, .most_near_entries = few_near});
    CHECK(plan.regions[0].wave_tree != nullptr);
    CHECK(plan.regions.back().has_far_boxes);
    const auto system =
        fast_multi_region(equations, std::move(plan),
                          {.residual = residual, .most_iterations = 300, .basis_bytes = 1 << 28}, nothing);
    const SolutionRecord record = system->solve(columns, {}, {});
    const auto fields = far_field(spaces.regions[0].space, k, directions, outer_currents(spaces, columns));
    CHECK(record.converged == std::vector<char>(2, true));
    for (int w = 0; w < 2; ++w) CHECK(relative(fields, reference, w) < 3.0 * residual);
  };

  shapes::Builder b;
  b.box(Vec3(0, 0, 0), Vec3(1.9, 0.5, 0.45), std::array<int, 3>{12, 3, 3}, 1);
  Mesh wet = b.mesh;
  for (Vec3& p : wet.vertices) p = Vec3(p.x() + 0.2 * p.z(), p.y() - 0.1 * p.x(), p.z() + 0.15 * p.y());
  const SideRegions sides{std::vector<std::array<int, 2>>(wet.triangles.size(), {0, 1}), {false, false}, {}};
  const Complex water(70.0, -12.0);
  const double k = wavenumber_of_unit / 8.0;
  for (const InterfaceEquations interfaces : {InterfaceEquations::pmchwt, InterfaceEquations::jmcfie}) {
    const CurrentSpaces of_water =
        region_spaces(wet, analyse(wet), sides, std::vector<double>(wet.parts.size(), 0.5), interfaces);
    CAPTURE(interfaces == InterfaceEquations::jmcfie);
    compare({&of_water, {{k, 1.0}, {k * std::sqrt(water), 1.0 / std::sqrt(water)}}, {}});
  }

  const Mesh coated = half_coated_body();
  const RwgSpace space(coated, analyse(coated));
  const std::vector<Complex> impedance{0.0, Complex(80.0, -30.0), Complex(40.0, 120.0)};
  const CurrentSpaces of_coating = impedance_spaces(space, std::vector<double>(3, 0.5), {impedance});
  compare(
      {&of_coating, {{wavenumber_of_unit / 6.0, 1.0}}, impedance_terms(of_coating.regions[0], impedance)});
}
