// Derivatives of far fields by the materials of regions against exact series.
#include <doctest/doctest.h>

#include <array>
#include <optional>

#include "../extent.hpp"
#include "changed_bodies.hpp"
#include "derivatives.hpp"
#include "design/region_changes.hpp"

using namespace changed;
using namespace derivatives;

namespace {

struct Filling {
  Complex epsilon = 1.0, mu = 1.0;
};

RegionMedium medium_of(const Filling& of) {
  Complex index = std::sqrt(of.epsilon * of.mu);
  if (index.imag() > 0.0) index = -index;
  return {k * index, std::sqrt(of.mu / of.epsilon)};
}

}  // namespace

TEST_CASE(
    "the derivatives of a ball's field by its permittivity and permeability are those of the exact series within 2 %") {
  const double radius = 0.25;
  struct Ball {
    Complex epsilon, mu;
    int n;         ///< edges a quarter turn
    double error;  ///< allowed; 1.3 % and 1.7 % are measured
  };
  for (const Ball& of : {Ball{Complex(2.56), 1.0, 6, 0.015},
                         {Complex(4.0, -1.0), 1.0, 6, 0.015},
                         {Complex(1.5, -0.1), Complex(2.0, -0.3), 9, 0.02}}) {
    if (!in_full() && of.n > 6) continue;
    const auto ball = [&](Complex epsilon, Complex mu) {
      Sphere sphere;
      sphere.core = Sphere::Core::dielectric;
      sphere.layers = {{radius, epsilon, mu}};
      sphere.center_m = centre;
      return exact(sphere);
    };
    const double h = 1e-3;
    const Matrix of_epsilon = difference(ball(of.epsilon + h, of.mu), ball(of.epsilon - h, of.mu), 2.0 * h);
    const Matrix of_mu = difference(ball(of.epsilon, of.mu + h), ball(of.epsilon, of.mu - h), 2.0 * h);
    const Mesh mesh = shapes::bent_sphere(radius, of.n, centre);
    const SideRegions sides{
        std::vector<std::array<int, 2>>(mesh.triangles.size(), {0, 1}), {false, false}, {}};
    const CurrentSpaces spaces = region_spaces(mesh, analyse(mesh), sides, std::vector{1.0});
    const CurrentEquations equations{&spaces, {{k, 1.0}, medium_of({of.epsilon, of.mu})}, {}};
    LuFactors lu(assemble_dense(equations, std::vector<QuadratureChoice>(2)));
    Columns columns(spaces.unknowns, 3);
    for (int w = 0; w < 3; ++w)
      excite(equations, plane_wave(waves[w].theta, waves[w].phi, waves[w].polarization), columns.column(w));
    lu.solve(columns);
    const RegionBoundary& inside = spaces.regions[1];
    const RegionChanges changes(inside.space, k);
    const CurrentProducts products(inside.space, k);
    std::vector<TriangleCurrents> currents;
    for (int w = 0; w < 3; ++w) {
      std::vector<Complex> electric(inside.space.size()), magnetic(inside.space.size());
      for (int f = 0; f < inside.space.size(); ++f) {
        electric[f] = inside.electric[f].sign * columns.column(w)[inside.electric[f].index];
        magnetic[f] = inside.magnetic[f].sign * columns.column(w)[inside.magnetic[f].index];
      }
      currents.push_back(products.currents({electric.data(), magnetic.data()}));
    }
    Matrix by_epsilon(3, std::vector<Complex>(3)), by_mu = by_epsilon;
    for (int d = 0; d < 3; ++d)
      for (int a = 0; a < 3; ++a) {
        const MaterialDerivatives by = changes(currents[d], currents[a], of.epsilon, of.mu);
        by_epsilon[d][a] = by.permittivity, by_mu[d][a] = by.permeability;
      }
    CAPTURE(of.epsilon);
    CHECK(worst(by_epsilon, of_epsilon) < of.error);
    CHECK(worst(by_mu, of_mu) < of.error);
  }
}

namespace {

/// A ball, a shell of another material about it.
struct Shelled {
  double inner, outer;
  std::optional<Filling> core;  ///< nothing: a conductor
  Filling shell;
};

Sphere series_of(const Shelled& of) {
  Sphere sphere;
  sphere.center_m = centre;
  if (of.core) {
    sphere.core = Sphere::Core::dielectric;
    sphere.layers = {{of.inner, of.core->epsilon, of.core->mu}};
  } else {
    sphere.core_radius_m = of.inner;
  }
  sphere.layers.push_back({of.outer, of.shell.epsilon, of.shell.mu});
  return sphere;
}

/// Derivatives by both radii, from the currents on the boundaries: that of the shell outwards and that of the
/// core outwards.
std::array<Matrix, 2> by_radii(const Shelled& of, int n) {
  const Mesh outer = shapes::bent_sphere(of.outer, n, centre),
             inner = shapes::bent_sphere(of.inner, n, centre);
  const std::size_t of_shell = outer.triangles.size();
  Mesh mesh = outer;
  mesh.vertices.insert(mesh.vertices.end(), inner.vertices.begin(), inner.vertices.end());
  mesh.bends.insert(mesh.bends.end(), inner.bends.begin(), inner.bends.end());
  for (Triangle triangle : inner.triangles) {
    for (int& vertex : triangle.vertex) vertex += static_cast<int>(outer.vertices.size());
    mesh.triangles.push_back(triangle);
  }
  SideRegions sides{{}, {false, false, !of.core}, {}};
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    sides.of_triangle.push_back(t < of_shell ? std::array{0, 1} : std::array{1, 2});
  const CurrentSpaces spaces = region_spaces(mesh, analyse(mesh), sides, std::vector(mesh.parts.size(), 1.0));
  std::vector<Filling> fillings{{}, of.shell};
  if (of.core) fillings.push_back(*of.core);
  std::vector<RegionMedium> media;
  for (const Filling& filling : fillings) media.push_back(medium_of(filling));
  const CurrentEquations equations{&spaces, media, {}};
  LuFactors lu(assemble_dense(equations, std::vector<QuadratureChoice>(media.size())));
  Columns columns(spaces.unknowns, static_cast<int>(waves.size()));
  for (int w = 0; w < columns.columns; ++w)
    excite(equations, plane_wave(waves[w].theta, waves[w].phi, waves[w].polarization), columns.column(w));
  lu.solve(columns);
  std::array<Matrix, 2> result;
  result.fill(Matrix(waves.size(), std::vector<Complex>(waves.size(), 0.0)));
  for (std::size_t r = 0; r < media.size(); ++r) {
    const RegionBoundary& boundary = spaces.regions[r];
    const CurrentProducts products(boundary.space, k);
    std::vector<TriangleCurrents> currents;
    for (int w = 0; w < columns.columns; ++w) {
      const auto of_wave = [&](const std::vector<Unknown>& unknowns) {
        std::vector<Complex> values(unknowns.size(), 0.0);
        for (std::size_t f = 0; f < unknowns.size(); ++f)
          if (unknowns[f].index >= 0) values[f] = unknowns[f].sign * columns.column(w)[unknowns[f].index];
        return values;
      };
      const auto electric = of_wave(boundary.electric), magnetic = of_wave(boundary.magnetic);
      currents.push_back(products.currents({electric.data(), magnetic.data()}));
    }
    for (std::size_t d = 0; d < waves.size(); ++d)
      for (std::size_t a = 0; a < waves.size(); ++a) {
        const auto integrals = products(currents[d], currents[a]);
        for (std::size_t t = 0; t < integrals.size(); ++t) {
          const SurfaceTriangle& triangle = boundary.space.triangles()[t];
          const double outwards = triangle.normal.dot(triangle.centroid - centre) > 0.0 ? 1.0 : -1.0;
          const bool of_core = static_cast<std::size_t>(triangle.mesh_triangle) >= of_shell;
          result[of_core ? 1 : 0][d][a] +=
              outwards * into_medium(integrals[t], k, fillings[r].epsilon, fillings[r].mu);
        }
      }
  }
  return result;
}

}  // namespace

TEST_CASE(
    "interfaces that move: derivatives by both radii of a ball in a shell are those of the exact series") {
  struct Body {
    Shelled of;
    int n;
    double error;
  };
  for (const Body& body :
       {Body{{0.15, 0.25, Filling{Complex(3.5, -0.4), 1.0}, Filling{Complex(1.8, -0.1), 1.0}}, 6, 0.03},
        Body{{0.15, 0.25, Filling{Complex(1.5, -0.1), Complex(2.0, -0.3)}, Filling{Complex(2.5), 1.0}},
             6,
             0.03},
        Body{{0.15, 0.25, std::nullopt, Filling{Complex(2.0, -0.5), Complex(1.3, -0.2)}}, 6, 0.03}}) {
    if (!in_full() && body.of.core && body.of.core->mu == 1.0) continue;
    const auto predicted = by_radii(body.of, body.n);
    const double step = 1e-5;
    for (const bool of_core : {false, true}) {
      const auto moved = [&](double by) {
        Shelled other = body.of;
        (of_core ? other.inner : other.outer) += by;
        return exact(series_of(other));
      };
      CAPTURE(of_core);
      const double error =
          worst(predicted[of_core ? 1 : 0], difference(moved(step), moved(-step), 2.0 * step));
      MESSAGE(error);
      CHECK(error < body.error);
    }
  }
}
