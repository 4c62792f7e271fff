#include "accuracy/current_products.hpp"

namespace pace {

CVec3 current_at(const RwgSpace& space, int triangle, const Barycentric& b, const Complex* coefficients) {
  const SurfaceTriangle& of = space.triangles()[triangle];
  const BasisPoint at = basis_point(of, b);
  CVec3 current = CVec3::Zero();
  for (const HalfFunction& half : space.halves(triangle))
    current += coefficients[half.function] * (half.sign * of.edge_length[half.corner] / at.jacobian) *
               at.arm[half.corner].cast<Complex>();
  return current;
}

Complex charge_of(const RwgSpace& space, int triangle, const Complex* coefficients) {
  const SurfaceTriangle& of = space.triangles()[triangle];
  Complex charge = 0.0;
  for (const HalfFunction& half : space.halves(triangle))
    charge += coefficients[half.function] * (half.sign * of.edge_length[half.corner] / of.area);
  return charge;
}

MiddleCurrent middle_current(const RwgSpace& space, int triangle, const Complex* coefficients) {
  constexpr Barycentric middle{1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0};
  return {current_at(space, triangle, middle, coefficients), charge_of(space, triangle, coefficients)};
}

CurrentProduct product_of(const MiddleCurrent& a, const MiddleCurrent& b, const Complex& k) {
  return {dot_product(a.current, b.current), a.divergence * b.divergence / (k * k)};
}

}  // namespace pace
