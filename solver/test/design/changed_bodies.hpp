// Bodies that are solved once and once more with a small change: what first-order derivatives are held
// against.
#pragma once

#include <functional>
#include <vector>

#include "../mesh/shapes.hpp"
#include "../run/solved.hpp"
#include "design/first_order.hpp"
#include "equations/current_equations.hpp"

namespace changed {

using namespace pace;
using namespace solved;

/// The currents of some waves on a conductor, by LU.
struct Solved {
  explicit Solved(const Mesh& mesh, double k, const std::vector<Wave>& waves, double part_alpha = 1.0)
      : space(mesh, analyse(mesh)), currents(space.size(), static_cast<int>(waves.size())) {
    const std::vector<double> alpha = cfie_weights(space, std::vector<double>(mesh.parts.size(), part_alpha));
    const DualSpace dual(space);
    LuFactors lu(assemble_dense(space, &dual, k, alpha, QuadratureChoice{}));
    for (std::size_t w = 0; w < waves.size(); ++w)
      excite(space, &dual, k, plane_wave(waves[w].theta, waves[w].phi, waves[w].polarization), alpha,
             currents.column(static_cast<int>(w)));
    lu.solve(currents);
  }
  RwgSpace space;
  Columns currents;
};

/// The same of surfaces with an impedance each part, by the impedance formulation.
struct Coated {
  Coated(const Mesh& body, double k, const std::vector<Wave>& waves, double part_alpha,
         const std::vector<Complex>& part_ohm)
      : mesh(body), space(mesh, analyse(mesh)), ohm(part_ohm), currents{{0, 0}, {0, 0}} {
    const CurrentSpaces spaces =
        impedance_spaces(space, std::vector<double>(part_ohm.size(), part_alpha), {part_ohm});
    const CurrentEquations equations{&spaces, {{k, 1.0}}, impedance_terms(spaces.regions[0], part_ohm)};
    LuFactors lu(assemble_dense(equations, {QuadratureChoice{}}));
    Columns columns(spaces.unknowns, static_cast<int>(waves.size()));
    for (std::size_t w = 0; w < waves.size(); ++w)
      excite(equations, plane_wave(waves[w].theta, waves[w].phi, waves[w].polarization),
             columns.column(static_cast<int>(w)));
    lu.solve(columns);
    currents = outer_currents(spaces, columns);
  }
  Mesh mesh;
  RwgSpace space;
  std::vector<Complex> ohm;
  OuterCurrents currents;
};

inline std::vector<SurfaceCoefficients> coefficients_of(const Solved& of) {
  std::vector<SurfaceCoefficients> all;
  for (int w = 0; w < of.currents.columns; ++w) all.push_back({of.currents.column(w)});
  return all;
}

inline CurrentProducts products_of(const Solved& of, double k) { return {of.space, k}; }
inline CurrentProducts products_of(const Coated& of, double k) {
  return {of.space, k, impedance_remainders(of.space, of.ohm)};
}

inline std::vector<SurfaceCoefficients> coefficients_of(const Coated& of) {
  std::vector<SurfaceCoefficients> all;
  for (int w = 0; w < of.currents.electric.columns; ++w)
    all.push_back({of.currents.electric.column(w), of.currents.magnetic.column(w)});
  return all;
}

/// F of every wave towards every wave's direction and along its polarization: [direct][adjoint].
template <class Currents>
std::vector<std::vector<Complex>> responses(const RwgSpace& space, double k, const std::vector<Wave>& waves,
                                            const Currents& currents) {
  std::vector<Direction> directions;
  for (const Wave& w : waves) directions.push_back({w.theta, w.phi});
  const auto fields = far_field(space, k, directions, currents);
  std::vector<std::vector<Complex>> result(waves.size(), std::vector<Complex>(waves.size()));
  for (std::size_t d = 0; d < waves.size(); ++d)
    for (std::size_t a = 0; a < waves.size(); ++a)
      result[d][a] = waves[a].polarization == 1 ? fields[a][d].theta : fields[a][d].phi;
  return result;
}

inline std::vector<std::vector<Complex>> responses(const Mesh& mesh, double k, const std::vector<Wave>& waves,
                                                   double alpha = 1.0) {
  const Solved solved(mesh, k, waves, alpha);
  return responses(solved.space, k, waves, solved.currents);
}

/// Sum over the triangles of a derivative times a weight: [direct][adjoint].
template <class Body>
std::vector<std::vector<Complex>> predicted(
    const Body& of, double k,
    const std::function<Complex(const ProductIntegrals&, const SurfaceTriangle&)>& derivative) {
  const CurrentProducts products = products_of(of, k);
  std::vector<TriangleCurrents> currents;
  for (const SurfaceCoefficients& wave : coefficients_of(of)) currents.push_back(products.currents(wave));
  const std::size_t waves = currents.size();
  std::vector<std::vector<Complex>> result(waves, std::vector<Complex>(waves, 0.0));
  for (std::size_t d = 0; d < waves; ++d)
    for (std::size_t a = 0; a < waves; ++a) {
      const auto integrals = products(currents[d], currents[a]);
      for (std::size_t t = 0; t < integrals.size(); ++t)
        result[d][a] += derivative(integrals[t], of.space.triangles()[t]);
    }
  return result;
}

}  // namespace changed
