// What error bars are made of: smooth patches, sagittas, the current that functions leave out, currents of
// optics.
#include <doctest/doctest.h>

#include <numeric>

#include "../close_to.hpp"
#include "../mesh/shapes.hpp"
#include "accuracy/current_reaction.hpp"
#include "accuracy/error_bar.hpp"
#include "accuracy/error_map.hpp"
#include "accuracy/local_reaction.hpp"
#include "accuracy/optics_current.hpp"

using namespace pace;

namespace {

RwgSpace space_of(const Mesh& mesh) { return {mesh, analyse(mesh)}; }

/// Coefficients of a smooth field: what flows through the middle of each side.
std::vector<Complex> coefficients_of(const RwgSpace& space, const std::function<CVec3(const Vec3&)>& field) {
  std::vector<Complex> coefficients(space.size(), 0.0);
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t) {
    const SurfaceTriangle& triangle = space.triangles()[t];
    for (const HalfFunction& half : space.halves(t)) {
      const Vec3 a = triangle.vertex[(half.corner + 1) % 3], b = triangle.vertex[(half.corner + 2) % 3];
      Vec3 outwards = 0.5 * (a + b) - triangle.vertex[half.corner];
      outwards -= outwards.dot(b - a) / (b - a).squaredNorm() * (b - a);
      outwards.normalize();
      const CVec3 value = field(0.5 * (a + b));
      coefficients[half.function] += 0.5 * half.sign * outwards.cast<Complex>().dot(value);
    }
  }
  return coefficients;
}

Mat3 tilted() { return Eigen::AngleAxisd(0.7, Vec3(0.3, -0.8, 0.5).normalized()).toRotationMatrix(); }

/// Of principal curvatures along the first two columns of `tilted`, positive where it is convex to the third.
Mesh tilted_saddle(double first, double second) {
  const Mat3 tilt = tilted();
  shapes::Builder b;
  b.surface(12, 12, [&](double u, double v) -> Vec3 {
    const double x = 0.05 * (u - 0.5) + 0.012 * (v - 0.5), y = 0.05 * (v - 0.5);
    return tilt * Vec3(x, y, -0.5 * (first * x * x + second * y * y));
  });
  return b.mesh;
}

Mesh flat_plate(int n) {
  shapes::Builder b;
  b.surface(n, n, [](double u, double v) { return Vec3(1.3 * u, v + 0.2 * u, 0.0); });
  return b.mesh;
}

}  // namespace

TEST_CASE("patches end at sharp edges: three of each corner of a cube, one of each vertex of a sphere") {
  const RwgSpace cube = space_of(shapes::cube(2));
  const SmoothPatches of_cube(cube, current_turn);
  CHECK(of_cube.count() == 6 * 9);  // a cube's face has nine vertices, none shared with another face
  const Mesh ball = shapes::sphere(0.7, 6);
  const RwgSpace sphere = space_of(ball);
  const SmoothPatches of_sphere(sphere, current_turn);
  CHECK(of_sphere.count() == static_cast<int>(ball.vertices.size()));
  for (int t = 0; t < static_cast<int>(sphere.triangles().size()); ++t)
    for (int i = 0; i < 3; ++i)
      CHECK(of_sphere.normal(of_sphere.of(t)[i]).dot(sphere.triangles()[t].vertex[i].normalized()) > 0.998);
}

TEST_CASE(
    "the sagittas of facets are those of the sphere through their corners; plane and bent bodies have none") {
  const double radius = 0.7;
  const RwgSpace sphere = space_of(shapes::sphere(radius, 8));
  const std::vector<double> sagittas = mean_sagittas(sphere, SmoothPatches(sphere, surface_turn));
  double volume = 0.0, facets = 0.0;
  for (std::size_t t = 0; t < sagittas.size(); ++t) {
    const SurfaceTriangle& triangle = sphere.triangles()[t];
    double squares = 0.0;
    for (const double length : triangle.edge_length) squares += length * length;
    CHECK(sagittas[t] == close_to(squares / (24.0 * radius), 0.25));
    volume += sagittas[t] * triangle.area;
    facets += triangle.centroid.dot(triangle.normal) * triangle.area / 3.0;
  }
  // Together they are the volume that the facets leave out.
  CHECK(volume == close_to(4.0 / 3.0 * pi * radius * radius * radius - facets, 0.05));

  const RwgSpace cube = space_of(shapes::cube(3)), plate = space_of(flat_plate(4));
  for (const double s : mean_sagittas(cube, SmoothPatches(cube, surface_turn))) CHECK(std::abs(s) < 1e-15);
  for (const double s : mean_sagittas(plate, SmoothPatches(plate, surface_turn))) CHECK(s == 0.0);
  const Mesh bent = shapes::bent_sphere(radius, 8);
  const RwgSpace curved = space_of(bent);
  const std::vector<double> left = mean_sagittas(curved, SmoothPatches(curved, surface_turn));
  for (std::size_t t = 0; t < left.size(); ++t) CHECK(std::abs(left[t]) < 0.05 * sagittas[t]);
}

TEST_CASE("the curvature of a tilted saddle without its mean, on facets, is that of its quadratic form") {
  const double first = 0.8, second = -0.3;
  const Mat3 tilt = tilted();
  const RwgSpace saddle = space_of(tilted_saddle(first, second));
  const std::vector<Mat3> bending = uneven_curvatures(saddle, SmoothPatches(saddle, surface_turn));
  const Mat3 expected =
      tilt * Vec3(0.5 * (first - second), 0.5 * (second - first), 0.0).asDiagonal() * tilt.transpose();
  const double side = saddle.triangles()[0].normal.dot(tilt.col(2)) > 0.0 ? 1.0 : -1.0;
  int inner = 0;
  for (std::size_t t = 0; t < bending.size(); ++t) {
    CHECK(std::abs(bending[t].trace()) < 1e-12);
    if (saddle.triangles()[t].centroid.norm() > 0.015) continue;  // its plane is that of the middle
    ++inner;
    CHECK((side * bending[t] - expected).norm() < 0.03 * expected.norm());
  }
  CHECK(inner > 20);
}

TEST_CASE("terms of layers are those of charge and of current along the curvature, larger where not small") {
  const double first = 0.8, second = -0.3;
  const RwgSpace saddle = space_of(tilted_saddle(first, second));
  const std::size_t count = saddle.triangles().size();
  const Vec3 e1 = tilted().col(0), e2 = tilted().col(1);
  const double side = saddle.triangles()[0].normal.dot(tilted().col(2)) > 0.0 ? 1.0 : -1.0;
  const LocalReaction reaction(saddle, uneven_curvatures(saddle, SmoothPatches(saddle, surface_turn)));
  // J along the first direction with ∇·J = a, J* between both with ∇·J* = b.
  const Complex u(2.0, 1.0), v(1.0, -0.5), a(3.0, -1.2), b(-0.7, 2.0);
  const auto middle = [&](const std::function<CVec3(const Vec3&)>& field) {
    return reaction.middle(coefficients_of(saddle, field).data());
  };
  const MiddleValues own =
      middle([&](const Vec3& r) -> CVec3 { return (u + a * r.dot(e1)) * e1.cast<Complex>(); });
  const MiddleValues adjoint = middle([&](const Vec3& r) -> CVec3 {
    return v * std::sqrt(0.5) * (e1 + e2).cast<Complex>() + b * r.dot(e2) * e2.cast<Complex>();
  });
  const Complex charge(0.4, -0.2), curvature(9.0, 5.0);
  for (const double change : {0.05, 0.5}) {
    CAPTURE(change);
    const bool is_small = change < small_change;
    ReactionForm form = electric_form(2.0 * pi, 1.0);
    form.layers.assign(count, {charge, curvature});
    form.change_by_layers.assign(count, change);
    TriangleTerms terms(count);
    reaction.add_layers(form, own, adjoint, terms);
    int inner = 0;
    for (std::size_t t = 0; t < count; ++t) {
      const SurfaceTriangle& triangle = saddle.triangles()[t];
      if (triangle.centroid.norm() > 0.012) continue;
      ++inner;
      const Complex along = (u + a * triangle.centroid.dot(e1)) * v * std::sqrt(0.5);
      const Complex by_charge = charge * a * b, bent = side * curvature * 0.5 * (first - second) * along;
      const Complex expected = -(is_small ? 1.0 : 3.0) * triangle.area * (by_charge + bent);
      CHECK(std::abs(bent) > 0.5 * std::abs(by_charge));
      const Complex term = terms.layers[triangle.mesh_triangle];
      // The plane of a triangle is turned by up to 0.01 against that of the middle.
      CHECK(std::abs(term - expected) < 0.015 * std::abs(expected));
      CHECK(terms.small_layers[triangle.mesh_triangle] == (is_small ? term : 0.0));
    }
    CHECK(inner > 10);
  }
}

TEST_CASE(
    "edges between smooth and sharp may be rims: all of an octahedron's, none of a cube's or a fine sphere's") {
  for (const double rim : rim_sagittas(space_of(shapes::cube(2)))) CHECK(rim == 0.0);
  for (const double rim : rim_sagittas(space_of(shapes::sphere(0.7, 6)))) CHECK(rim == 0.0);
  shapes::Builder b;
  for (const double x : {0.7, -0.7})
    for (const double y : {0.7, -0.7})
      for (const double z : {0.7, -0.7}) {
        const Vec3 on_y(0, y, 0), on_z(0, 0, z);
        const bool is_right = x * y * z > 0.0;
        b.triangle(Vec3(x, 0, 0), is_right ? on_y : on_z, is_right ? on_z : on_y);
      }
  const RwgSpace octahedron = space_of(b.mesh);
  // Three chords as high as the triangle, each turned by half of what lies between two faces.
  const double turn = std::acos(1.0 / 3.0), height = 0.7 * std::sqrt(1.5);
  CHECK(octahedron.size() == 12);
  for (const double rim : rim_sagittas(octahedron)) CHECK(rim == close_to(3.0 * height * turn / 24.0, 1e-12));
}

TEST_CASE("a uniform current on a plane lacks nothing; one that varies lacks less on a finer mesh") {
  const auto uniform = [](const Vec3&) { return CVec3(1.0, Complex(-0.4, 2.0), 0.0); };
  const auto varied = [](const Vec3& r) {
    return CVec3(std::sin(3.0 * r.x()), Complex(0.0, 1.0) * std::cos(2.0 * r.x() + r.y()), 0.0);
  };
  double before = 0.0;
  for (const int n : {8, 16}) {
    const Mesh mesh = flat_plate(n);
    const RwgSpace space = space_of(mesh);
    const LocalReaction local(space);
    const auto inner = [&](std::size_t t) {
      for (const Vec3& v : space.triangles()[t].vertex)
        if (v.x() < 0.2 || v.x() > 1.1 || v.y() - 0.2 / 1.3 * v.x() < 0.2 || v.y() - 0.2 / 1.3 * v.x() > 0.8)
          return false;
      return true;
    };
    const CornerValues none = local.missing(coefficients_of(space, uniform).data());
    const CornerValues some = local.missing(coefficients_of(space, varied).data());
    double left = 0.0;
    int count = 0;
    for (std::size_t t = 0; t < space.triangles().size(); ++t) {
      if (!inner(t)) continue;
      ++count;
      for (int i = 0; i < 3; ++i) {
        CHECK(none.current[t][i].norm() < 1e-12);
        CHECK(std::abs(none.charge[t][i]) < 1e-11);
        left += some.current[t][i].norm();
      }
    }
    REQUIRE(count > 10);
    left /= count;
    if (before > 0.0) CHECK(left < 0.6 * before);
    before = left;
  }
}

TEST_CASE(
    "physical optics gives a plate 2 n × H, on whichever side the wave meets it, and a ball's far side nothing") {
  const double k = 2.0 * pi;
  const Mesh mesh = flat_plate(6);
  const RwgSpace plate = space_of(mesh);
  for (const double theta : {0.4, 2.6}) {
    const PlaneWave wave = plane_wave(theta, 0.8, Polarization::vertical);
    const Vec3 normal(0.0, 0.0, theta < pi / 2 ? 1.0 : -1.0);
    const auto expected = coefficients_of(plate, [&](const Vec3& r) -> CVec3 {
      const CVec3 h = wave.direction.cast<Complex>().cross(wave.polarization) / vacuum_impedance;
      return 2.0 * std::exp(-imaginary_unit * (k * wave.direction.dot(r))) * normal.cast<Complex>().cross(h);
    });
    const std::vector<Complex> current = optics_current(plate, k, wave);
    for (int i = 0; i < plate.size(); ++i) CHECK(std::abs(current[i] - expected[i]) < 1e-14);
  }
  const RwgSpace ball = space_of(shapes::sphere(0.5, 6));
  const std::vector<Complex> current =
      optics_current(ball, k, plane_wave(0.0, 0.0, Polarization::horizontal));
  for (int i = 0; i < ball.size(); ++i) {
    const auto& [a, b] = ball.sides()[i];
    const bool is_dark = ball.triangles()[a].normal.z() < -1e-9 && ball.triangles()[b].normal.z() < -1e-9;
    CHECK((std::abs(current[i]) == 0.0) == is_dark);
  }
}

TEST_CASE("reactions are symmetric, scale with both currents, and their terms by triangle sum up") {
  const Mesh mesh = shapes::sphere(0.4, 5, Vec3(0.1, 0.2, -0.3));
  const RwgSpace space = space_of(mesh);
  const LocalReaction local(space);
  ReactionForm form = electric_form(Complex(6.0, -0.4), Complex(0.5, 0.1));
  form.local.assign(space.triangles().size(), Complex(30.0, 12.0));
  std::vector<Complex> a(space.size()), b(space.size());
  for (int i = 0; i < space.size(); ++i)
    a[i] = Complex(std::sin(1.7 * i), std::cos(0.3 * i)),
    b[i] = Complex(std::cos(2.1 * i), 0.2 * std::sin(5.0 * i));
  const auto terms_of = [&](const std::vector<Complex>& x, const std::vector<Complex>& y) {
    TriangleTerms terms(space.triangles().size());
    local.add_discretisation(form, local.missing(x.data()), local.missing(y.data()), terms);
    local.add_geometry(form, local.middle(x.data()), local.middle(y.data()), terms);
    return terms;
  };
  const TriangleTerms there = terms_of(a, b), back = terms_of(b, a);
  for (Complex& value : b) value *= Complex(0.0, 2.0);
  const TriangleTerms scaled = terms_of(a, b);
  for (const auto part : {&TriangleTerms::discretisation, &TriangleTerms::geometry}) {
    const Complex sum = sum_of(there.*part).sum;
    CHECK(std::abs(sum) > 0.0);
    CHECK(std::abs(sum - sum_of(back.*part).sum) < 1e-12 * std::abs(sum));
    CHECK(std::abs(sum_of(scaled.*part).sum - Complex(0.0, 2.0) * sum) < 1e-12 * std::abs(sum));
  }
  CHECK(sum_of(there.rims).sum == 0.0);
  double squares = 0.0;
  for (const Complex& term : there.discretisation) squares += std::norm(term);
  CHECK(sum_of(there.discretisation).sum_of_squares == close_to(squares));
}

TEST_CASE(
    "a face between two regions has the terms of both: equal media double J and M, and M counts against J") {
  const Mesh mesh = shapes::sphere(0.4, 5, Vec3(0.1, 0.2, -0.3));
  const RwgSpace space = space_of(mesh);
  const double k = 6.0;
  const RegionForms one{&space, electric_form(k, 1.0), magnetic_form(k, 1.0)};
  std::vector<Complex> a(space.size()), b(space.size());
  for (int i = 0; i < space.size(); ++i)
    a[i] = Complex(std::sin(1.7 * i), std::cos(0.3 * i)), b[i] = Complex(std::cos(2.1 * i), 0.2);
  const auto of = [&](std::vector<RegionForms> regions, const std::vector<Complex>& magnetic) {
    const CurrentReaction reaction(regions, mesh.triangles.size());
    const std::vector<RegionCoefficients> own(regions.size(), {a, magnetic}),
        adjoint(regions.size(), {b, magnetic});
    ReactionValues x, y;
    reaction.values(own, x), reaction.values(adjoint, y);
    TriangleTerms terms(mesh.triangles.size());
    reaction.terms(x, y, terms);
    return terms;
  };
  const std::vector<Complex> none(space.size(), 0.0);
  const TriangleTerms single = of({one}, none), both = of({one, one}, none);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    CHECK(std::abs(both.discretisation[t] - 2.0 * single.discretisation[t]) <
          1e-12 * std::abs(single.discretisation[t]));
    CHECK(std::abs(both.geometry[t] - 2.0 * single.geometry[t]) < 1e-12 * std::abs(single.geometry[t]));
  }
  // The same current as J and as M/η₀ in vacuum.
  b = a;
  const TriangleTerms nothing = of({one}, a);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    CHECK(std::abs(nothing.discretisation[t]) < 1e-10 * std::abs(single.discretisation[t]));
}

TEST_CASE(
    "the map says which of two plates is coarse, and how much: terms grow with the fifth power of the edge") {
  shapes::Builder b;
  for (const int half : {0, 1}) {
    const int rows = half == 0 ? 20 : 10;
    b.surface(rows, rows, [&](double u, double v) { return Vec3(1.2 * half + u, v, 0.0); });
  }
  const RwgSpace space = space_of(b.mesh);
  const LocalReaction local(space);
  const auto field = [](const Vec3& r) {
    const double x = r.x() < 1.1 ? r.x() : r.x() - 1.2;  // the same on both plates
    return CVec3(std::sin(3.0 * x), Complex(0.0, 1.0) * std::cos(2.0 * x + r.y()), 0.0);
  };
  const CornerValues missing = local.missing(coefficients_of(space, field).data());
  TriangleTerms terms(space.triangles().size());
  local.add_discretisation(electric_form(2.0 * pi, 1.0), missing, missing, terms);
  ErrorMap map(space.triangles().size());
  map.add(terms, 1.0);
  const std::vector<double> each = map.contributions();
  std::array<double, 2> middle{}, count{};
  for (std::size_t t = 0; t < each.size(); ++t) {
    const Vec3 at = b.mesh.centroid(static_cast<int>(t));
    const int half = at.x() < 1.1 ? 0 : 1;
    const double x = at.x() - 1.2 * half;
    if (x < 0.25 || x > 0.75 || at.y() < 0.25 || at.y() > 0.75) continue;
    middle[half] += each[t], count[half] += 1.0;
  }
  REQUIRE(count[0] > 3.5 * count[1]);
  const double ratio = (middle[1] / count[1]) / (middle[0] / count[0]);
  CHECK(ratio > std::pow(2.0, 4.6));
  CHECK(ratio < std::pow(2.0, 5.4));
}

TEST_CASE("a map is the root of the mean square of its components, weighted as the bars weight their terms") {
  TriangleTerms terms(2);
  terms.discretisation = {Complex(3.0, 4.0), 0.0};
  terms.geometry = {0.0, Complex(0.0, 2.0)};
  terms.rims = {0.0, 1.0};
  const BarFactors bars;
  ErrorMap map(2), other(2);
  CHECK(map.contributions() == std::vector<double>{0.0, 0.0});
  map.add(terms, 0.1);
  other.add(terms, 0.7);
  map.add(other);
  CHECK(map.components() == 2);
  CHECK(map.contributions()[0] == close_to(0.5 * bars.discretisation * 5.0));
  CHECK(map.contributions()[1] == close_to(0.5 * (bars.geometry * 2.0 + bars.rims)));
}

TEST_CASE("nulls are measured by the middle field, lobes by their own") {
  CHECK(reference_fields({1.0, 0.0, 5.0}) == std::vector<double>{1.0, 1.0, 5.0});
  CHECK(reference_fields({2.0}) == std::vector<double>{2.0});
  CHECK(reference_fields({}).empty());
}
