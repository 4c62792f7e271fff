// What RWG functions leave out of linear currents.
#include <doctest/doctest.h>

#include <random>

#include "../mesh/shapes.hpp"
#include "basis/linear_remainder.hpp"
#include "quadrature/triangle_rule.hpp"

using namespace pace;

namespace {

bool all_alike(int, int) { return true; }

/// A plate whose triangles have all shapes, turned in space.
Mesh uneven_plate() {
  shapes::Builder plate;
  plate.surface(6, 5, [](double u, double v) {
    return Vec3(u + 0.02 * std::sin(9.0 * v), 0.7 * v + 0.03 * std::cos(7.0 * u), 0.0);
  });
  const Eigen::AngleAxisd turned(0.9, Vec3(0.3, -0.8, 0.5).normalized());
  for (Vec3& v : plate.mesh.vertices) v = turned * v + Vec3(0.4, 0.1, -0.3);
  return shapes::with_random_winding(plate.mesh, 3);
}

/// A current gradient · (r − origin) + constant in the plane of a triangle.
struct LinearCurrent {
  Mat3 gradient;
  Vec3 constant;
  Vec3 at(const Vec3& r) const { return gradient * r + constant; }
};

/// Coefficient of a function: what flows through its side, a unit of length.
double coefficient(const RwgSpace& space, int function, const LinearCurrent& current) {
  const int t = space.sides()[function][0];
  const SurfaceTriangle& triangle = space.triangles()[t];
  for (const HalfFunction& half : space.halves(t)) {
    if (half.function != function) continue;
    const Vec3 &a = triangle.vertex[(half.corner + 1) % 3], &b = triangle.vertex[(half.corner + 2) % 3],
               middle = 0.5 * (a + b);
    Vec3 out = triangle.normal.cross(b - a).normalized();
    if (out.dot(middle - triangle.vertex[half.corner]) < 0.0) out = -out;
    return half.sign * current.at(middle).dot(out);
  }
  return 0.0;
}

Vec3 value(const SurfaceTriangle& t, const HalfFunction& half, const Vec3& r) {
  return half.sign * t.edge_length[half.corner] / (2.0 * t.area) * (r - t.vertex[half.corner]);
}

/// ∫ |w − Σ c f|² over a triangle.
double left_out(const RwgSpace& space, int triangle, const LinearCurrent& current) {
  const SurfaceTriangle& t = space.triangles()[triangle];
  double sum = 0.0;
  for (const auto& [b, weight] : triangle_rule(4)) {
    const Vec3 r = b[0] * t.vertex[0] + b[1] * t.vertex[1] + b[2] * t.vertex[2];
    Vec3 rest = current.at(r);
    for (const HalfFunction& half : space.halves(triangle))
      rest -= coefficient(space, half.function, current) * value(t, half, r);
    sum += weight * t.area * rest.squaredNorm();
  }
  return sum;
}

double energy(const LinearRemainder& remainder, const std::function<double(int)>& coefficient_of) {
  double sum = 0.0;
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 9; ++j)
      sum += coefficient_of(remainder.function[i]) * remainder.overlap(i, j) *
             coefficient_of(remainder.function[j]);
  return sum;
}

}  // namespace

TEST_CASE(
    "the remainder of a linear current is what its RWG interpolant lacks; that of constants and r none") {
  const Mesh mesh = uneven_plate();
  const RwgSpace space(mesh, analyse(mesh));
  const Vec3 normal = space.triangles()[0].normal, x = normal.unitOrthogonal(), y = normal.cross(x);
  const LinearCurrent uneven{1.3 * x * y.transpose() - 0.4 * y * x.transpose() + 0.8 * x * x.transpose(),
                             0.2 * x - 0.5 * y},
      even{0.7 * (x * x.transpose() + y * y.transpose()), 0.3 * x + 0.9 * y};
  int with = 0, whole = 0;
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t) {
    const auto remainder = linear_remainder(space, t, all_alike);
    if (!remainder) continue;
    ++with;
    const double of = energy(*remainder, [&](int f) { return coefficient(space, f, uneven); });
    const double expected = left_out(space, t, uneven);
    CHECK(of < expected * (1.0 + 1e-5));  // less where the fit would be too large
    whole += of > expected * (1.0 - 1e-5);
    CHECK(energy(*remainder, [&](int f) { return coefficient(space, f, even); }) <
          1e-10 * space.triangles()[t].area);
  }
  CHECK(with > 15);
  CHECK(whole > 0.5 * with);
}

TEST_CASE(
    "remainders stay below a share of the mass, whatever the coefficients and the shapes of triangles") {
  Mesh mesh = shapes::sphere(0.4, 5);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> offset(-0.035, 0.035), number(-1.0, 1.0);
  for (Vec3& v : mesh.vertices)
    v = 0.4 * (v + Vec3(offset(random), offset(random), offset(random))).normalized();
  const RwgSpace space(mesh, analyse(mesh));
  std::vector<LinearRemainder> remainders;
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t)
    if (const auto remainder = linear_remainder(space, t, all_alike)) remainders.push_back(*remainder);
  CHECK(remainders.size() > space.triangles().size() / 2);
  // The largest quotient by the power method on mass⁻¹ · overlap.
  const int n = space.size();
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(n, n), overlap = mass;
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t) {
    const SurfaceTriangle& triangle = space.triangles()[t];
    for (const HalfFunction& a : space.halves(t))
      for (const HalfFunction& b : space.halves(t))
        mass(a.function, b.function) += a.sign * b.sign * triangle.edge_length[a.corner] *
                                        triangle.edge_length[b.corner] *
                                        arm_product(triangle, a.corner, b.corner) / (4.0 * triangle.area);
  }
  for (const LinearRemainder& r : remainders)
    for (int i = 0; i < 9; ++i)
      for (int j = 0; j < 9; ++j) overlap(r.function[i], r.function[j]) += r.overlap(i, j);
  const Eigen::LLT<Eigen::MatrixXd> factor(mass);
  Eigen::VectorXd c(n);
  for (int i = 0; i < n; ++i) c[i] = number(random);
  double quotient = 0.0;
  for (int step = 0; step < 200; ++step) {
    c = factor.solve(Eigen::VectorXd(overlap * c)).normalized();
    quotient = c.dot(overlap * c) / c.dot(mass * c);
  }
  CHECK(quotient < largest_remainder);
  CHECK(quotient > 0.4);
}

TEST_CASE("no remainder at rims, folds, junctions and where a neighbour follows another law") {
  const auto count = [](const Mesh& mesh, const std::function<bool(int, int)>& are_alike) {
    const RwgSpace space(mesh, analyse(mesh));
    int with = 0;
    for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t)
      with += linear_remainder(space, t, are_alike).has_value();
    return with;
  };
  CHECK(count(shapes::cube(1), all_alike) == 0);  // each triangle has two sharp edges
  // Of 18 triangles a face 10 have a sharp edge, two of them two.
  CHECK(count(shapes::cube(3), all_alike) == 6 * 8);
  Mesh halves = shapes::sphere(1.0, 4);
  halves.parts = {{1, "a"}, {2, "b"}};
  for (std::size_t t = 0; t < halves.triangles.size(); ++t)
    halves.triangles[t].part = halves.centroid(static_cast<int>(t)).z() > 0.0;
  const int whole = static_cast<int>(halves.triangles.size());
  CHECK(count(halves, all_alike) == whole);
  CHECK(count(halves, [](int a, int b) { return a == b; }) == whole - 2 * 16);  // 16 sides on the equator
}
