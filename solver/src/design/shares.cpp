#include "design/shares.hpp"

namespace pace {

DirectionMoments FieldShares::operator()(double theta, double phi,
                                         const SurfaceCoefficients& currents) const {
  DirectionMoments shares = integrals_.of_triangles(theta, phi, integrals_.current_of(currents.electric));
  if (currents.magnetic) {
    // M/η₀ radiates what an electric current of its coefficients would, turned by 90°.
    const DirectionMoments magnetic =
        integrals_.of_triangles(theta, phi, integrals_.current_of(currents.magnetic));
    for (std::size_t t = 0; t < shares.theta.size(); ++t) {
      shares.theta[t] += magnetic.phi[t];
      shares.phi[t] -= magnetic.theta[t];
    }
  }
  const Complex factor = -imaginary_unit * (k_ * vacuum_impedance / (4.0 * pi));
  for (Complex& share : shares.theta) share *= factor;
  for (Complex& share : shares.phi) share *= factor;
  return shares;
}

std::vector<Complex> FieldShares::of_parts(const std::vector<Complex>& by_triangle, std::size_t parts) const {
  std::vector<Complex> sums(parts, 0.0);
  for (std::size_t t = 0; t < by_triangle.size(); ++t) sums[space_.triangles()[t].part] += by_triangle[t];
  return sums;
}

}  // namespace pace
