// Derivatives of far fields by the materials of regions against exact series.
#include <doctest/doctest.h>

#include "changed_bodies.hpp"
#include "derivatives.hpp"
#include "design/region_changes.hpp"

using namespace changed;
using namespace derivatives;

TEST_CASE(
    "the derivatives of a ball's field by its permittivity and permeability are those of the exact series within 2 %") {
  const double radius = 0.25;
  struct Filling {
    Complex epsilon, mu;
    int n;         ///< edges a quarter turn
    double error;  ///< allowed; 1.3 % and 1.7 % are measured
  };
  for (const Filling& of : {Filling{Complex(2.56), 1.0, 6, 0.015},
                            {Complex(4.0, -1.0), 1.0, 6, 0.015},
                            {Complex(1.5, -0.1), Complex(2.0, -0.3), 9, 0.02}}) {
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
    Complex index = std::sqrt(of.epsilon * of.mu);
    if (index.imag() > 0.0) index = -index;
    const CurrentEquations equations{&spaces, {{k, 1.0}, {k * index, std::sqrt(of.mu / of.epsilon)}}, {}};
    LuFactors lu(assemble_dense(equations, std::vector<QuadratureChoice>(2)));
    Columns columns(spaces.unknowns, 3);
    for (int w = 0; w < 3; ++w)
      excite(equations, plane_wave(waves[w].theta, waves[w].phi, waves[w].polarization), columns.column(w));
    lu.solve(columns);
    const RegionBoundary& inside = spaces.regions[1];
    const RegionChanges changes(inside.space, k);
    std::vector<TriangleCurrents> currents;
    for (int w = 0; w < 3; ++w) {
      std::vector<Complex> electric(inside.space.size()), magnetic(inside.space.size());
      for (int f = 0; f < inside.space.size(); ++f) {
        electric[f] = inside.electric[f].sign * columns.column(w)[inside.electric[f].index];
        magnetic[f] = inside.magnetic[f].sign * columns.column(w)[inside.magnetic[f].index];
      }
      currents.push_back(changes.currents({electric.data(), magnetic.data()}));
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
