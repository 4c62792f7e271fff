#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

#include "../close_to.hpp"
#include "../mesh/shapes.hpp"
#include "basis/rwg_space.hpp"

using namespace pace;

namespace {

RwgSpace rwg_space_of(const Mesh& mesh) { return {mesh, analyse(mesh)}; }

/// Net current of a function out of its triangles: ± l for each half, since ∇·f = ± l/A.
double net_charge(const RwgSpace& space, int function) {
  double sum = 0.0;
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t)
    for (const auto& half : space.halves(t))
      if (half.function == function) sum += half.sign * space.triangles()[t].edge_length[half.corner];
  return sum;
}

}  // namespace

TEST_CASE("a closed surface has one function an edge, an open one none on its rim") {
  CHECK(rwg_space_of(shapes::sphere(1.0, 3)).size() == 12 * 9 * 3 / 2);
  shapes::Builder plate;
  plate.surface(3, 2, [](double u, double v) { return Vec3(u, v, 0.0); });
  CHECK(rwg_space_of(plate.mesh).size() ==
        3 * 2 * 3 - 3 - 2);  // cells: 3 edges each, less half of the 10 rim edges
}

TEST_CASE("an edge where four triangles meet has three functions, and every function is free of net charge") {
  shapes::Builder b;
  b.surface(2, 1, [](double u, double v) { return Vec3(2 * u - 1, v, 0.0); });
  b.surface(2, 1, [](double u, double v) { return Vec3(0.0, v, 2 * u - 1); });
  const RwgSpace space = rwg_space_of(b.mesh);
  CHECK(space.size() == 4 + 3);  // four diagonals, one junction
  for (int f = 0; f < space.size(); ++f) CHECK(net_charge(space, f) == doctest::Approx(0.0).epsilon(1e-12));
}

TEST_CASE("a partition inside a conductor carries no functions") {
  shapes::Builder two;
  two.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 2);
  const int one_box = rwg_space_of(two.mesh).size();
  two.box(Vec3(1, 0, 0), Vec3(2, 1, 1), 2, 2, 0);
  const RwgSpace space = rwg_space_of(two.mesh);
  CHECK(space.triangles().size() == two.mesh.triangles.size() - 8);
  CHECK(space.size() == (space.triangles().size() * 3) / 2);
  CHECK(space.size() > one_box);
}

TEST_CASE("alpha is 1 on sheets, the part's own inside a part, the mean across two parts") {
  Mesh mesh = shapes::sphere(1.0, 3);
  mesh.parts = {{1, "a"}, {2, "b"}};
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    mesh.triangles[t].part = mesh.centroid(static_cast<int>(t)).z() > 0;
  const RwgSpace space = rwg_space_of(mesh);
  const std::vector<double> parts{0.2, 0.6};
  const auto alpha = cfie_weights(space, parts);
  for (int f = 0; f < space.size(); ++f) {
    const int a = space.triangles()[space.sides()[f][0]].part,
              b = space.triangles()[space.sides()[f][1]].part;
    CHECK(alpha[f] == close_to(a == b ? parts[a] : 0.4));
  }
  shapes::Builder plate;
  plate.surface(3, 2, [](double u, double v) { return Vec3(u, v, 0.0); });
  for (const double a : cfie_weights(rwg_space_of(plate.mesh), std::vector<double>{0.3})) CHECK(a == 1.0);
}

TEST_CASE(
    "triangles lie along a curve in space and functions are numbered by edges, whatever the file's order") {
  Mesh mesh = shapes::sphere(1.0, 6);
  const RwgSpace space = rwg_space_of(mesh);
  std::mt19937 random(1);
  Mesh shuffled = mesh;
  std::shuffle(shuffled.triangles.begin(), shuffled.triangles.end(), random);
  const RwgSpace again = rwg_space_of(shuffled);
  const int count = static_cast<int>(mesh.triangles.size());
  REQUIRE(again.triangles().size() == mesh.triangles.size());
  double steps = 0.0, steps_in_file = 0.0, edge = 0.0;
  std::set<int> met;
  for (int t = 0; t < count; ++t) {
    const SurfaceTriangle& triangle = again.triangles()[t];
    met.insert(triangle.mesh_triangle);
    CHECK(triangle.centroid == shuffled.centroid(triangle.mesh_triangle));
    CHECK((triangle.centroid - space.triangles()[t].centroid).norm() < 1e-12);
    if (t == 0) continue;
    steps += (triangle.centroid - again.triangles()[t - 1].centroid).norm();
    steps_in_file += (shuffled.centroid(t) - shuffled.centroid(t - 1)).norm();
    edge += triangle.edge_length[0];
  }
  CHECK(static_cast<int>(met.size()) == count);
  CHECK(steps < 1.5 * edge);
  CHECK(steps_in_file > 5.0 * edge);
  const std::vector<Edge> edges = analyse(shuffled).edges;
  REQUIRE(edges.size() == static_cast<std::size_t>(again.size()));
  const std::vector<Vec3> points = function_points(again);
  for (int f = 0; f < again.size(); ++f)
    CHECK((points[f] - 0.5 * (mesh.vertices[edges[f].vertex[0]] + mesh.vertices[edges[f].vertex[1]])).norm() <
          1e-12);
}
