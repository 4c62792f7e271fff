// Bent triangles as surfaces: area, volume, curvature, edges.
#include <doctest/doctest.h>

#include "../close_to.hpp"
#include "bent_meshes.hpp"
#include "mesh/bent_surface.hpp"
#include "mesh/coincident.hpp"
#include "mesh/curvature.hpp"

using namespace pace;

namespace {

/// Smallest and largest component of the Jacobian along the flat normal, on a grid that holds the corners.
JacobianRange sampled_range(const Mesh& mesh, int n) {
  const Vec3 normal = mesh.area_vector(0).normalized();
  JacobianRange range{1e300, -1e300};
  for (int i = 0; i <= n; ++i)
    for (int j = 0; i + j <= n; ++j) {
      const Barycentric b{double(n - i - j) / n, double(i) / n, double(j) / n};
      const double value = normal.dot(area_vector_at(derivatives_at(mesh.corners(0), mesh.bends[0], b)));
      range.min = std::min(range.min, value);
      range.max = std::max(range.max, value);
    }
  return range;
}

/// The true volume of closed bent triangles, by cutting each into n² flat ones.
double volume_of_pieces(const Mesh& mesh, const Topology& topology, int n) {
  double volume = 0.0;
  for (int t = 0; t < int(mesh.triangles.size()); ++t) {
    const auto at = [&](int i, int j) {
      return position_at(mesh.corners(t), mesh.bends[t],
                         {double(n - i - j) / n, double(i) / n, double(j) / n});
    };
    for (int i = 0; i < n; ++i)
      for (int j = 0; i + j < n; ++j) {
        volume += topology.orientation[t] * at(i, j).dot(at(i + 1, j).cross(at(i, j + 1))) / 6.0;
        if (i + j + 2 <= n)
          volume += topology.orientation[t] * at(i + 1, j).dot(at(i + 1, j + 1).cross(at(i, j + 1))) / 6.0;
      }
  }
  return volume;
}

}  // namespace

TEST_CASE("a sphere off centre of second-order triangles of gmsh 4.8 has the volume and area of the sphere") {
  const UnvFile file = read_unv(std::filesystem::path(PACE_TEST_DATA) / "mesh" / "gmsh_sphere_order2.unv");
  CHECK(file.notes.empty());
  CHECK(file.mesh.triangles.size() == 78);
  REQUIRE(file.mesh.bends.size() == 78);
  CHECK(file.mesh.vertices.size() == 78 / 2 + 2);  // Euler: middle nodes are no vertices
  const double radius = 0.5, volume = 4.0 / 3.0 * pi * radius * radius * radius;
  Mesh flat = file.mesh;
  flat.bends.clear();
  const Report bent = bent_report(file.mesh), facets = bent_report(flat);
  REQUIRE(bent.components.size() == 1);
  CHECK(bent.components[0].closed);
  const double of_bent = bent.components[0].volume_m3 / volume - 1.0,
               of_facets = facets.components[0].volume_m3 / volume - 1.0;
  MESSAGE("volume against the sphere: " << of_bent << ", flat " << of_facets);
  // The error goes as h⁴: −2.3e-5 was measured at h = 0.2 R, and these edges are of 0.66 R.
  CHECK(std::abs(of_bent) < 2.3e-5 * std::pow(0.66 / 0.2, 4) * 1.1);
  CHECK(of_facets < -0.05);
  CHECK(bent.parts[0].area_m2 == close_to(4.0 * pi * radius * radius, 3e-3));
  CHECK(bent.components[0].area_m2 == close_to(bent.parts[0].area_m2, 1e-12));
  CHECK(bent.parts[0].smooth_m == close_to(radius, 0.1));
  CHECK(bent.box_m.high.x() == close_to(0.81, 0.01));
  CHECK(bent.verdict() == "ok");
}

TEST_CASE("the volume of bent triangles is that of ever finer facets on them, for any winding in the file") {
  Mesh mesh = shapes::bent_sphere(0.8, 2, off_centre);
  // A wobble that agrees on sides and has no symmetry.
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int i = 0; i < 3; ++i) {
      const auto& v = mesh.triangles[t].vertex;
      const Vec3 sum = mesh.vertices[v[(i + 1) % 3]] + mesh.vertices[v[(i + 2) % 3]];
      mesh.bends[t].sagitta[i] +=
          0.03 * Vec3(std::sin(3 * sum.x()), std::cos(5 * sum.y()), std::sin(sum.z()));
    }
  CHECK(side_gaps(mesh).sides == 0);
  const Topology straight = analyse(mesh);
  const double coarse = volume_of_pieces(mesh, straight, 16), fine = volume_of_pieces(mesh, straight, 32),
               limit = fine + (fine - coarse) / 3.0;
  CHECK(straight.components[0].volume == close_to(limit, 1e-7));
  Mesh turned = mesh;
  for (std::size_t t = 0; t < turned.triangles.size(); t += 3) flip(turned, int(t));
  for (std::size_t t = 0; t < turned.triangles.size(); t += 5) {  // begin at another corner
    auto& v = turned.triangles[t].vertex;
    auto& s = turned.bends[t].sagitta;
    std::rotate(v.begin(), v.begin() + 1, v.end());
    std::rotate(s.begin(), s.begin() + 1, s.end());
  }
  CHECK(side_gaps(turned).sides == 0);
  const Topology topology = analyse(turned);
  CHECK(topology.flipped_triangles == int(turned.triangles.size() + 2) / 3);
  CHECK(topology.components[0].volume == close_to(straight.components[0].volume, 1e-12));
  CHECK(analyse(oriented(turned, topology)).components[0].volume ==
        close_to(straight.components[0].volume, 1e-12));
  CHECK(analyse(oriented(turned, topology)).flipped_triangles == 0);
}

TEST_CASE("the polynomial of a triangle has its points and tangents, bent or flat") {
  const Mesh mesh = one_bent(Vec3(0.04, -0.07, 0.11), Vec3(-0.05, 0.06, 0.02), Vec3(0.03, 0.08, -0.09));
  const std::array<Vec3, 3> corners = mesh.corners(0);
  const Bend straight{{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}};
  for (const Bend* bend : {&mesh.bends[0], static_cast<const Bend*>(nullptr)}) {
    const QuadraticForm<Vec3> form = quadratic_form(corners, bend);
    const Bend& same = bend ? *bend : straight;
    for (const Barycentric& b : {Barycentric{0.2, 0.5, 0.3}, {0.7, 0.1, 0.2}, {0.0, 0.0, 1.0}}) {
      const Vec3 u = form.along_u(b[0], b[1]), v = form.along_v(b[0], b[1]);
      const std::array<Vec3, 3> e = derivatives_at(corners, same, b);
      CHECK((u - (e[0] - e[2])).norm() < 1e-14);
      CHECK((v - (e[1] - e[2])).norm() < 1e-14);
      CHECK((form.value(b[0], b[1], u, v) - position_at(corners, same, b)).norm() < 1e-14);
    }
  }
}

TEST_CASE("the range of the Jacobian is exact: never beyond what a fine grid finds, and as wide") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-0.35, 0.35);
  int inside = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const auto sagitta = [&] { return Vec3(any(random), any(random), any(random)); };
    const Mesh mesh = one_bent(sagitta(), sagitta(), sagitta());
    const JacobianRange exact = jacobian_range(mesh, 0), grid = sampled_range(mesh, 96);
    const double size = std::max(std::abs(exact.min), std::abs(exact.max));
    CHECK(exact.min <= grid.min + 1e-12 * size);
    CHECK(exact.max >= grid.max - 1e-12 * size);
    // Between points of the grid a quadratic is off by its second derivative times (1/96)²/8 at most.
    CHECK(grid.min - exact.min < 1e-3 * size);
    CHECK(exact.max - grid.max < 1e-3 * size);
    inside += exact.min < sampled_range(mesh, 1).min;
  }
  CHECK(inside > 50);  // corners alone would have missed those
}

TEST_CASE("the report says how bent the mesh is, in metres and wavelengths, and nothing of a flat one") {
  const double radius = 0.7;
  const Mesh mesh = shapes::bent_sphere(radius, 3, off_centre);
  double longest = 0.0, sagitta = 0.0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int i = 0; i < 3; ++i) {
      const auto c = mesh.corners(int(t));
      const double chord = (c[i] - c[(i + 1) % 3]).norm();
      longest = std::max(longest, chord);
      sagitta = std::max(sagitta, radius - std::sqrt(radius * radius - 0.25 * chord * chord));
    }
  const Report report = bent_report(mesh, 100e6);
  REQUIRE(report.curved);
  CHECK(report.curved->triangles == int(mesh.triangles.size()));
  CHECK(report.curved->sagitta_m == close_to(sagitta, 1e-12));
  CHECK(report.curved->sagitta_of_edge == close_to(sagitta / longest, 1e-12));
  CHECK(report.curved->scaled_jacobian > 0.5);
  CHECK(report.curved->scaled_jacobian < 1.0);
  const nlohmann::json json = report;
  CHECK(json.at("curved").at("sagitta_wavelengths").get<double>() ==
        close_to(sagitta * 100e6 / speed_of_light, 1e-12));
  const Finding* finding = finding_in(report, "CURVED_TRIANGLES");
  REQUIRE(finding != nullptr);
  CHECK(finding->severity == Severity::info);
  CHECK(says_that(finding, "108 of 108 triangles are bent"));
  CHECK(report.verdict() == "ok");

  const Report flat = bent_report(shapes::sphere(radius, 3, off_centre));
  CHECK_FALSE(flat.curved);
  CHECK_FALSE(nlohmann::json(flat).contains("curved"));
}

TEST_CASE("curvature radii are those of the bent surface, on a sphere and on an elliptic tube") {
  const Mesh sphere = shapes::bent_sphere(0.7, 4, off_centre);
  CHECK(curvature_of_parts(sphere, analyse(sphere))[0].radius_m == close_to(0.7, 0.05));
  // Coarse: eight quadrilaterals around. Flat triangles see it too, by their vertex normals.
  const Mesh coarse = shapes::bent_sphere(0.7, 2, off_centre);
  CHECK(curvature_of_parts(coarse, analyse(coarse))[0].radius_m == close_to(0.7, 0.15));

  const double a = 0.9, b = 0.5;
  shapes::Builder tube;
  tube.surface(24, 3, [=](double u, double v) {
    const double p = 2 * pi * u;
    return Vec3(a * std::cos(p), b * std::sin(p), 1.1 * v);
  });
  const Mesh bent = shapes::bent(tube.mesh, [=](const Vec3& p) -> Vec3 {
    const double scale = std::sqrt(p.x() * p.x() / (a * a) + p.y() * p.y() / (b * b));
    return {p.x() / scale, p.y() / scale, p.z()};
  });
  // 5 % of the triangles, the sharpest: next to the vertices of the ellipse, where the radius is b²/a.
  const auto parts = curvature_of_parts(bent, analyse(bent));
  CHECK(parts[0].radius_m == close_to(b * b / a, 0.1));
  CHECK(parts[0].sharp_edges_m == 0.0);
}

TEST_CASE("whether an edge is sharp is decided by the bent surfaces, not by their facets") {
  // Six bent strips around a tube: facets meet at 60°, the surface goes on smoothly.
  shapes::Builder tube;
  tube.surface(6, 2, [](double u, double v) {
    return Vec3(0.5 * std::cos(2 * pi * u), 0.5 * std::sin(2 * pi * u), 0.7 * v);
  });
  CHECK(curvature_of_parts(tube.mesh, analyse(tube.mesh))[0].sharp_edges_m > 1.0);
  const Mesh bent = shapes::bent(tube.mesh, [](const Vec3& p) -> Vec3 {
    const double scale = 0.5 / std::hypot(p.x(), p.y());
    return {scale * p.x(), scale * p.y(), p.z()};
  });
  CHECK(curvature_of_parts(bent, analyse(bent))[0].sharp_edges_m == 0.0);
}

TEST_CASE("bent triangles lie on each other where their surfaces do, whatever their facets") {
  // Two triangles at one edge whose facets make an angle of 0.3 rad.
  Mesh mesh;
  mesh.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.4, 0.8, 0), Vec3(0.6, 0.8, 0.25)};
  mesh.triangles = {{{0, 1, 2}, 0}, {{0, 1, 3}, 0}};
  mesh.parts = {{1, "Part 1"}};
  CHECK(analyse(mesh).folded_edges == 0);
  mesh.bends.resize(2);
  for (Bend& bend : mesh.bends) bend.sagitta.fill(Vec3::Zero());
  CHECK(analyse(mesh).folded_edges == 0);
  // The second leaves the edge in the plane of the first: at the middle its slope is that of the chord less
  // 2 (s_a + s_b) over the height.
  mesh.bends[1].sagitta[0] = mesh.bends[1].sagitta[1] = Vec3(0, 0, -0.0625);
  CHECK(analyse(mesh).folded_edges == 1);
  CHECK(finding_in(bent_report(mesh), "FOLDED_TRIANGLES") != nullptr);
  // Facets on each other whose surfaces open like a lens are no fold.
  mesh.vertices[3] = Vec3(0.6, 0.8, 0);
  mesh.bends[1].sagitta[0] = mesh.bends[1].sagitta[1] = Vec3(0, 0, 0.1);
  CHECK(analyse(mesh).folded_edges == 0);
}
