#include <doctest/doctest.h>

#include <random>

#include "../close_to.hpp"
#include "../schemas/file_schemas.hpp"
#include "bent_shapes.hpp"
#include "mesh/bent_surface.hpp"
#include "mesh/doctor.hpp"
#include "mesh/rounding.hpp"
#include "mesh/side_agreement.hpp"

using namespace pace;

namespace {

constexpr double smooth_deg = 30.0;

Vec3 middle_of_side(const Mesh& mesh, int t, int i) {
  const auto& v = mesh.triangles[t].vertex;
  const Vec3 chord = 0.5 * (mesh.vertices[v[(i + 1) % 3]] + mesh.vertices[v[(i + 2) % 3]]);
  return mesh.bends.empty() ? chord : Vec3(chord + mesh.bends[t].sagitta[i]);
}

double enclosed(const Mesh& mesh) {
  double volume = 0.0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    volume += volume_to_origin(mesh, static_cast<int>(t), Vec3::Zero());
  return volume;
}

template <class Look>
void for_each_side(const Mesh& mesh, const Look& look) {
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    for (int i = 0; i < 3; ++i)
      look(t, i, mesh.bends.empty() ? Vec3(Vec3::Zero()) : mesh.bends[t].sagitta[i]);
}

/// Of radius 1 and height 2 around the z axis, lids of `rings` rings; parts: 1 wall, 2 bottom, 3 top.
Mesh cylinder(int around, int along, int rings) {
  shapes::Builder builder;
  const auto at = [](double r, double u, double z) -> Vec3 {
    return {r * std::cos(2 * pi * u), r * std::sin(2 * pi * u), z};
  };
  builder.surface(
      around, along, [&](double u, double v) { return at(1.0, u, 2 * v - 1); }, 1);
  for (const int top : {0, 1})
    for (int k = 0; k < around; ++k)
      for (int j = 0; j < rings; ++j) {
        const double u = double(k) / around, w = double(k + 1) / around, z = 2 * top - 1,
                     r = double(j) / rings, s = double(j + 1) / rings;
        const std::array<Vec3, 4> p{at(r, u, z), at(s, u, z), at(s, w, z), at(r, w, z)};
        if (top)
          builder.triangle(p[0], p[1], p[2], 3);
        else
          builder.triangle(p[0], p[2], p[1], 2);
        if (j > 0 && top) builder.triangle(p[0], p[2], p[3], 3);
        if (j > 0 && !top) builder.triangle(p[0], p[3], p[2], 2);
      }
  return builder.mesh;
}

}  // namespace

TEST_CASE("a sphere of facets is rounded to the sphere, off centre and wound at random too") {
  const Vec3 centre(3.0, -2.0, 0.5);
  Mesh mesh = shapes::with_random_winding(shapes::sphere(1.5, 5, centre), 7);
  const Mesh facets = mesh;
  const Rounding rounding = round_smooth_parts(mesh, smooth_deg);
  CHECK(rounding.triangles == static_cast<int>(mesh.triangles.size()));
  CHECK(rounding.straightened == 0);
  double worst = 0.0;
  for_each_side(mesh, [&](int t, int i, const Vec3& sagitta) {
    const Vec3 chord = middle_of_side(facets, t, i);
    const Vec3 exact = centre + 1.5 * (chord - centre).normalized() - chord;
    worst = std::max(worst, (sagitta - exact).norm() / exact.norm());
  });
  MESSAGE("largest error of a sagitta ", worst);
  CHECK(worst < 0.03);
  CHECK(side_gaps(mesh).sides == 0);

  Mesh outward = shapes::sphere(1.0, 5);
  const double exact = 4.0 / 3.0 * pi, flat_error = enclosed(outward) / exact - 1.0;
  const Rounding about_origin = round_smooth_parts(outward, smooth_deg);
  const double error = enclosed(outward) / exact - 1.0;
  MESSAGE("volume: facets ", flat_error, ", rounded ", error);
  CHECK(std::fabs(error) < 0.02 * std::fabs(flat_error));
  // The middle of a triangle or that of a long side was furthest below the sphere.
  double depth = 0.0;
  const Mesh flat = shapes::sphere(1.0, 5);
  for (int t = 0; t < static_cast<int>(flat.triangles.size()); ++t) {
    depth = std::max(depth, 1.0 - flat.centroid(t).norm());
    for (int i = 0; i < 3; ++i) depth = std::max(depth, 1.0 - middle_of_side(flat, t, i).norm());
  }
  CHECK(about_origin.largest == close_to(depth, 0.03));
  CHECK(about_origin.rms < about_origin.largest);
  CHECK(about_origin.rms > 0.4 * about_origin.largest);
}

TEST_CASE("rounding leaves a cube as it is, and bodies of planes that turn by less than the angle") {
  for (const int n : {1, 2, 4}) {
    Mesh mesh = shapes::cube(n);
    CHECK(round_smooth_parts(mesh, 60.0).triangles == 0);
    CHECK(mesh.bends.empty());
  }
  // A roof of two planes, 20° between them.
  shapes::Builder roof;
  roof.surface(8, 4, [](double u, double v) {
    const double x = 2 * u - 1;
    return Vec3(x, v, -std::tan(10.0 * pi / 180.0) * std::fabs(x));
  });
  CHECK(round_smooth_parts(roof.mesh, smooth_deg).triangles == 0);
  CHECK(roof.mesh.bends.empty());
}

TEST_CASE("a rounded cylinder has plane lids, sharp rims that are circles, and its own volume") {
  for (const unsigned seed : {0u, 5u}) {
    Mesh mesh = cylinder(16, 5, 3);
    const double flat_error = enclosed(mesh) / (2 * pi) - 1.0;
    if (seed) mesh = shapes::with_random_winding(mesh, seed);
    const Rounding rounding = round_smooth_parts(mesh, smooth_deg);
    CHECK(rounding.straightened == 0);
    for_each_side(mesh, [&](int t, int i, const Vec3& sagitta) {
      const Vec3 middle = middle_of_side(mesh, t, i);
      const bool is_wall = mesh.triangles[t].part == 0, is_at_rim = std::hypot(middle.x(), middle.y()) > 0.9;
      if (is_wall || is_at_rim) CHECK(std::hypot(middle.x(), middle.y()) == close_to(1.0, 1e-3));
      if (!is_wall) CHECK(sagitta.z() == 0.0);
      if (!is_wall && !is_at_rim) CHECK(sagitta.isZero(0.0));
    });
    CHECK(side_gaps(mesh).sides == 0);
    if (seed) continue;
    const double error = enclosed(mesh) / (2 * pi) - 1.0;
    MESSAGE("volume: facets ", flat_error, ", rounded ", error);
    CHECK(std::fabs(error) < 0.02 * std::fabs(flat_error));
  }
}

TEST_CASE("a free rim stays straight, and the surface inside it is rounded") {
  shapes::Builder bowl;
  bowl.surface(24, 6, [](double u, double v) {
    const double p = 2 * pi * u, q = 0.2 + 1.2 * v;
    return Vec3(std::sin(q) * std::cos(p), std::sin(q) * std::sin(p), std::cos(q));
  });
  Mesh& mesh = bowl.mesh;
  round_smooth_parts(mesh, smooth_deg);
  int rim = 0;
  for_each_side(mesh, [&](int t, int i, const Vec3& sagitta) {
    const auto& v = mesh.triangles[t].vertex;
    const double a = mesh.vertices[v[(i + 1) % 3]].z(), b = mesh.vertices[v[(i + 2) % 3]].z();
    const auto on = [](double z, double q) { return std::fabs(z - std::cos(q)) < 1e-9; };
    if ((on(a, 0.2) && on(b, 0.2)) || (on(a, 1.4) && on(b, 1.4))) {
      ++rim;
      CHECK(sagitta.isZero(0.0));
    } else {
      CHECK(sagitta.norm() > 0.0);
    }
  });
  CHECK(rim == 48);
}

TEST_CASE("planes that go over into a round without an edge stay planes") {
  // Two planes and a quarter of a tube of radius 1 between them.
  shapes::Builder fillet;
  const auto profile = [](double s) -> Vec3 {
    if (s < 1.0) return {1.0, s - 1.0, 0.0};
    if (s < 2.0) return {std::cos((s - 1.0) * pi / 2), std::sin((s - 1.0) * pi / 2), 0.0};
    return {2.0 - s, 1.0, 0.0};
  };
  fillet.surface(15, 4, [&](double u, double v) -> Vec3 { return profile(3 * u) + Vec3(0, 0, 2 * v); });
  Mesh& mesh = fillet.mesh;
  round_smooth_parts(mesh, smooth_deg);
  for_each_side(mesh, [&](int t, int i, const Vec3& sagitta) {
    const Vec3 middle = middle_of_side(mesh, t, i), chord = middle - sagitta;
    const bool is_plane = chord.x() < 1e-9 || chord.y() < 1e-9;
    const bool is_on_rim = chord.z() < 1e-9 || chord.z() > 2.0 - 1e-9;
    if (is_plane)
      CHECK(sagitta.isZero(0.0));
    else if (!is_on_rim)
      CHECK(std::hypot(middle.x(), middle.y()) == close_to(1.0, 2e-3));
  });
}

TEST_CASE("the tip of a cone stays a point, and its sides stay straight") {
  shapes::Builder cone;
  cone.surface(24, 5, [](double u, double v) {
    return Vec3(v * std::cos(2 * pi * u), v * std::sin(2 * pi * u), -2 * v);
  });
  // Cells at the tip have a side without length.
  std::vector<char> collapsed;
  for (const Triangle& t : cone.mesh.triangles)
    collapsed.push_back(t.vertex[0] == t.vertex[1] || t.vertex[1] == t.vertex[2] ||
                        t.vertex[2] == t.vertex[0]);
  erase_triangles(cone.mesh, collapsed);
  Mesh& mesh = cone.mesh;
  round_smooth_parts(mesh, smooth_deg);
  for_each_side(mesh, [&](int t, int i, const Vec3&) {
    const Vec3 middle = middle_of_side(mesh, t, i);
    if (middle.z() > -2.0 + 1e-9)
      CHECK(std::hypot(middle.x(), middle.y()) == close_to(-middle.z() / 2, 0.01));
  });
}

TEST_CASE("two solids that share a wall have the same middle nodes on its rim") {
  // A sphere of two halves, with the disc between them as a third part.
  shapes::Builder builder;
  const int around = 24;
  const auto at = [](double q, double p) -> Vec3 {
    return {std::sin(q) * std::cos(p), std::sin(q) * std::sin(p), std::cos(q)};
  };
  for (int k = 0; k < around; ++k) {
    const double p = 2 * pi * k / around, r = 2 * pi * (k + 1) / around;
    for (int j = 0; j < 12; ++j) {
      const double q = pi * j / 12, s = pi * (j + 1) / 12;
      const int part = j < 6 ? 1 : 2;
      if (j < 11) builder.triangle(at(q, p), at(s, p), at(s, r), part);
      if (j > 0) builder.triangle(at(q, p), at(s, r), at(q, r), part);
    }
    const Vec3 a = at(pi / 2, p), b = at(pi / 2, r);
    builder.quad(0.5 * a, a, b, 0.5 * b, 3);
    builder.triangle(Vec3::Zero(), 0.5 * a, 0.5 * b, 3);
  }
  Mesh& mesh = builder.mesh;
  round_smooth_parts(mesh, smooth_deg);
  CHECK(side_gaps(mesh).sides == 0);
  int rim = 0;
  for_each_side(mesh, [&](int t, int i, const Vec3&) {
    const Vec3 middle = middle_of_side(mesh, t, i);
    if (mesh.triangles[t].part == 2) CHECK(std::fabs(middle.z()) < 1e-9);
    const double radius = middle.norm();
    if (mesh.triangles[t].part < 2 || radius > 0.8) CHECK(radius == close_to(1.0, 2e-3));
    rim += mesh.triangles[t].part == 2 && radius > 0.8;
  });
  CHECK(rim == around);
}

TEST_CASE("triangles that would nearly fold are straight, and few others") {
  // Nodes off the sphere by a quarter of an edge, as of a bad scan: rounded, some triangles would fold.
  std::mt19937 random(3);
  std::uniform_real_distribution<double> shift(-0.09, 0.09);
  int straightened = 0;
  for (int round = 0; round < 10; ++round) {
    Mesh mesh = shapes::sphere(1.0, 5);
    for (Vec3& v : mesh.vertices) v += Vec3(shift(random), shift(random), shift(random));
    const Rounding rounding = round_smooth_parts(mesh, 60.0);
    straightened += rounding.straightened;
    CHECK(rounding.straightened < 60);
    CHECK(rounding.triangles > 200);
    CHECK(side_gaps(mesh).sides == 0);
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
      if (!mesh.bend(t)) continue;
      CHECK(jacobian_range(mesh, t).scaled() >= distorted_scaled_jacobian);
      CHECK(largest_relative_sagitta(mesh, t) < steep_middle);
    }
  }
  MESSAGE("straightened of 3000: ", straightened);
  CHECK(straightened > 0);
}

TEST_CASE("the report says how far rounding moved the surface, and why it did nothing") {
  UnvFile file;
  file.metres_per_unit = 1.0;
  const auto rounded = [&](const Mesh& mesh, std::optional<double> frequency_hz) {
    file.mesh = mesh;
    const Examination examination = diagnose(file, length_unit(file, {}), frequency_hz, smooth_deg);
    CHECK(schema_complaints("check", examination.report) == "");
    CHECK(file.mesh.bends.empty() == mesh.bends.empty());
    return examination;
  };
  const auto said = [](const Examination& examination) -> std::string {
    for (const Finding& finding : examination.report.findings)
      if (finding.code == finding_code::smooth_parts_rounded) return finding.sentence;
    return "";
  };
  const Examination sphere = rounded(shapes::sphere(1.0, 5), speed_of_light);
  CHECK(!sphere.mesh.bends.empty());
  CHECK(sphere.report.curved->triangles == 300);
  REQUIRE(sphere.report.rounding);
  CHECK(sphere.report.rounding->largest > 0.01);
  CHECK(said(sphere).find("300 of 300 triangles were rounded, where neighbours turn by less than 30") == 0);
  CHECK(said(sphere).find("λ/") != std::string::npos);
  CHECK(said(rounded(shapes::sphere(1.0, 5), {})).find("λ") == std::string::npos);
  CHECK(said(rounded(shapes::cube(2), {})).find("No triangle was rounded: no neighbours") == 0);
  CHECK(said(rounded(shapes::bent_sphere(1.0, 3), {})).find("No triangle was rounded: the file") == 0);
  CHECK(!diagnose(file, length_unit(file, {}), {}).report.rounding.has_value());
}
