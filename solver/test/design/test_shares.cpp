// The far field taken apart, and sums over neighbourhoods.
#include <doctest/doctest.h>

#include "changed_bodies.hpp"
#include "design/shares.hpp"
#include "design/surface_window.hpp"

using namespace changed;

TEST_CASE("shares of triangles and of parts sum up to the far field, on flat and bent triangles") {
  for (const bool is_bent : {false, true}) {
    Mesh mesh = is_bent ? shapes::bent_sphere(0.4, 4, Vec3(0.1, 0.2, -0.3))
                        : shapes::sphere(0.4, 4, Vec3(0.1, 0.2, -0.3));
    mesh.parts = {{1, "a"}, {2, "b"}, {3, "c"}};
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) mesh.triangles[t].part = t % 7 % 3;
    const double k = wavenumber_of_unit;
    const std::vector<Wave> waves{{1.1, 0.7, 1}, {0.4, 2.0, 0}};
    const Solved solved(mesh, k, waves, 0.5);
    const FieldShares shares(solved.space, k);
    const auto directions = scattered_directions(7);
    const auto fields = far_field(solved.space, k, directions, solved.currents);
    double largest = 0.0, error = 0.0;
    for (std::size_t d = 0; d < directions.size(); ++d)
      for (int w = 0; w < 2; ++w) {
        const auto of = shares(directions[d].theta, directions[d].phi, {solved.currents.column(w)});
        Complex theta = 0.0, phi = 0.0;
        for (const Complex& part : shares.of_parts(of.theta, 3)) theta += part;
        for (const Complex& triangle : of.phi) phi += triangle;
        largest = std::max({largest, std::abs(fields[d][w].theta), std::abs(fields[d][w].phi)});
        error = std::max({error, std::abs(theta - fields[d][w].theta), std::abs(phi - fields[d][w].phi)});
      }
    CHECK(error < 1e-12 * largest);
  }
}

TEST_CASE("two bodies 20 wavelengths apart have the shares that they have alone") {
  const double k = wavenumber_of_unit;
  const std::vector<Wave> waves{{1.2, 0.3, 1}};
  const Vec3 away(-12.0, 15.0, 6.0);
  const auto ball = [](shapes::Builder& b) { shapes::add_sphere(b, Vec3(0.1, 0.0, 0.2), 0.3, 4, 1); };
  const auto plate = [&](shapes::Builder& b) {
    const Vec3 along = theta_hat(1.25, 0.35), across = phi_hat(1.25, 0.35);
    b.surface(
        5, 4, [&](double u, double v) { return Vec3(away + 0.4 * u * along + 0.35 * v * across); }, 2);
  };
  shapes::Builder both, first, second;
  ball(both), plate(both), ball(first), plate(second);
  struct Answer {
    std::vector<Complex> shares;  ///< by part
    double largest;               ///< of all directions [V]
  };
  const auto answer = [&](const Mesh& mesh) {
    const Solved solved(mesh, k, waves);
    const FieldShares shares(solved.space, k);
    Answer of{shares.of_parts(shares(1.2, 0.3, {solved.currents.column(0)}).theta, mesh.parts.size()), 0.0};
    for (const auto& field : far_field(solved.space, k, scattered_directions(200), solved.currents))
      of.largest = std::max(of.largest, std::hypot(std::abs(field[0].theta), std::abs(field[0].phi)));
    return of;
  };
  const auto together = answer(both.mesh), of_ball = answer(first.mesh), of_plate = answer(second.mesh);
  // Each answers what the other sends to it, that one's largest field over the distance, with at most its own
  // largest.
  const double sent = 1.1 / away.norm();
  CHECK(std::abs(together.shares[0] - of_ball.shares[0]) < sent * of_plate.largest * of_ball.largest);
  CHECK(std::abs(together.shares[1] - of_plate.shares[0]) < sent * of_ball.largest * of_plate.largest);
  CHECK(sent * of_plate.largest < 0.02);
  CHECK(sent * of_ball.largest < 0.03);
}

TEST_CASE(
    "a window sums a plane's neighbourhood to its own integral, and leaves the back of a thin body out") {
  const double radius = 0.5;
  for (const double height : {0.02, 1.5}) {
    shapes::Builder b;
    b.box(Vec3(-1.0, -1.0, 0.0), Vec3(1.0, 1.0, height), 40);
    const RwgSpace space(b.mesh, analyse(b.mesh));
    std::vector<Complex> area;
    for (const SurfaceTriangle& t : space.triangles()) area.push_back(Complex(t.area, -2.0 * t.area));
    const std::vector<Face> faces = faces_of(space);
    const auto sums = SurfaceWindow(faces, radius)({area});
    // ∫ (1 − r²/R²)² 2πr dr
    const double expected = pi * radius * radius / 3.0;
    int checked = 0;
    for (std::size_t t = 0; t < space.triangles().size(); ++t) {
      const SurfaceTriangle& triangle = space.triangles()[t];
      if (triangle.normal.z() < 0.9 || triangle.centroid.head<2>().cwiseAbs().maxCoeff() > 0.45) continue;
      ++checked;
      CHECK(std::abs(sums[0][t] - expected * Complex(1.0, -2.0)) < 0.01 * expected);
    }
    CHECK(checked > 100);
  }
}
