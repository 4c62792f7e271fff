#include <doctest/doctest.h>

#include <random>

#include "../mesh/shapes.hpp"
#include "observables/far_field.hpp"
#include "observables/plane_wave_moments.hpp"
#include "quadrature/triangle_rule.hpp"

using namespace pace;

namespace {

/// ∫ J e^{jk r̂·r} dS point by point, with a rule on every one of 256 pieces of each triangle.
CVec3 radiation_by_points(const RwgSpace& space, double k, const Vec3& direction, const Complex* currents) {
  const auto& base = triangle_rule(6);
  std::vector<TrianglePoint> rule(base.begin(), base.end());
  for (int i = 0; i < 4; ++i) rule = refined(rule);
  CVec3 sum = CVec3::Zero();
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t) {
    const SurfaceTriangle& triangle = space.triangles()[t];
    for (const auto& [b, weight] : rule) {
      const BasisPoint at = basis_point(triangle, b);
      const Complex phase = std::polar(weight, k * direction.dot(at.position));
      for (const HalfFunction& half : space.halves(t))
        sum += phase * currents[half.function] * 0.5 * half.sign * triangle.edge_length[half.corner] *
               at.arm[half.corner].cast<Complex>();
    }
  }
  return sum;
}

Complex dot(const Vec3& a, const CVec3& b) { return a.x() * b.x() + a.y() * b.y() + a.z() * b.z(); }

}  // namespace

namespace {

/// @param tolerance  of the fields, at each wavenumber [1/m]
void check_far_fields(const Mesh& mesh, const std::vector<std::array<double, 2>>& k_and_tolerance) {
  const RwgSpace space(mesh, analyse(mesh));
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  constexpr int many = 9;
  Columns currents(space.size(), many);
  for (int c = 0; c < many; ++c)
    for (int i = 0; i < space.size(); ++i) currents.column(c)[i] = {normal(random), normal(random)};
  Columns first(space.size(), 1);
  std::copy_n(currents.column(0), space.size(), first.column(0));
  const std::vector<Direction> directions{{0.4, 1.1}, {1.9, 4.0}, {2.8, 0.2}};
  for (const auto& [k, tolerance] : k_and_tolerance) {
    CAPTURE(k);
    const auto few = far_field(space, k, directions, first), all = far_field(space, k, directions, currents);
    const Complex factor = -imaginary_unit * k * vacuum_impedance / (4.0 * pi);
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const auto [theta, phi] = directions[d];
      const CVec3 sum = radiation_by_points(space, k, r_hat(theta, phi), first.column(0));
      const Complex exact_theta = factor * dot(theta_hat(theta, phi), sum),
                    exact_phi = factor * dot(phi_hat(theta, phi), sum);
      const double size = std::abs(factor) * sum.norm();
      for (const auto& field : {few[d][0], all[d][0]}) {
        CHECK(std::abs(field.theta - exact_theta) < tolerance * size);
        CHECK(std::abs(field.phi - exact_phi) < tolerance * size);
      }
    }
    const auto back = backscatter(space, k, directions, [&] {
      Columns three(space.size(), 3);
      for (int c = 0; c < 3; ++c) std::copy_n(currents.column(c), space.size(), three.column(c));
      return three;
    }());
    for (int d = 0; d < 3; ++d) {
      CHECK(std::abs(back[d].theta - all[d][d].theta) < 1e-12 * std::abs(all[d][d].theta) + 1e-13);
      CHECK(std::abs(back[d].phi - all[d][d].phi) < 1e-12 * std::abs(all[d][d].phi) + 1e-13);
    }
  }
}

}  // namespace

TEST_CASE("far fields of few columns, of many, and of points agree, also on coarse triangles") {
  check_far_fields(shapes::sphere(0.5, 2, Vec3(0.3, -0.2, 0.7)), {{0.5, 1e-7}, {6.0, 1e-7}, {14.0, 1e-7}});
}

/// Edges of about 0.3 m: λ/35, λ/5 and λ/3.
TEST_CASE("far fields of bent triangles, some beside flat ones, agree with those of points") {
  Mesh mesh = shapes::bent_sphere(0.5, 2, Vec3(0.3, -0.2, 0.7));
  for (std::size_t t = 0; t < 5; ++t)
    for (Vec3& sagitta : mesh.bends[t].sagitta) sagitta = Vec3::Zero();
  check_far_fields(mesh, {{0.5, 1e-6}, {4.0, 1e-5}, {7.0, 1e-3}});
}
