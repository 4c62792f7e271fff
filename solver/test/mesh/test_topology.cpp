#include <doctest/doctest.h>

#include <fstream>

#include "../close_to.hpp"
#include "core/error.hpp"
#include "mesh/topology.hpp"
#include "mesh/unv.hpp"
#include "shapes.hpp"

using namespace pace;
using shapes::Builder;

namespace {

int count(const Topology& topology, Surface kind) {
  return static_cast<int>(std::count(topology.surface.begin(), topology.surface.end(), kind));
}

/// Flux of the position vector through the oriented mesh / 3 = enclosed volume.
double volume_of(const Mesh& mesh) {
  double volume = 0.0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    volume += mesh.vertices[mesh.triangles[t].vertex[0]].dot(mesh.area_vector(int(t))) / 6.0;
  }
  return volume;
}

/// Every triangle of a star-shaped body seen from `centre`: does its oriented normal point away from it?
bool all_outward(const Mesh& mesh, const Topology& topology, const Vec3& centre) {
  const Mesh turned = oriented(mesh, topology);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (turned.area_vector(int(t)).dot(turned.centroid(int(t)) - centre) <= 0.0) return false;
  }
  return true;
}

/// No edge between two triangles of one class is run through in the same direction by both.
bool consistent(const Mesh& mesh) { return analyse(mesh).inconsistent_edges == 0; }

}  // namespace

TEST_CASE("star-shaped closed bodies point outward whatever the winding in the file") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    for (const Mesh& body :
         {shapes::tetrahedron(), shapes::cube(1), shapes::cube(4), shapes::sphere(1.0, 5)}) {
      const Mesh mesh = shapes::with_random_winding(body, seed);
      const Topology topology = analyse(mesh);
      Vec3 centre = Vec3::Zero();
      for (const Vec3& v : mesh.vertices) centre += v / double(mesh.vertices.size());
      CHECK(all_outward(mesh, topology, centre));
      CHECK(count(topology, Surface::closed) == int(mesh.triangles.size()));
      CHECK(topology.open_edges == 0);
      CHECK(topology.components.size() == 1);
      CHECK(topology.shells.size() == 2);
      CHECK(topology.rwg_unknowns() == int(mesh.triangles.size()) * 3 / 2);
    }
  }
}

TEST_CASE("outward winding and volume survive rotation, translation far away and scaling of a body") {
  const Eigen::AngleAxisd rotation(0.7, Vec3(1, 2, 3).normalized());
  for (const double size : {1e-6, 1.0, 1e5}) {
    Mesh mesh = shapes::with_random_winding(shapes::cube(3), 5);
    for (Vec3& v : mesh.vertices) v = size * (rotation * v + Vec3(1000, -2000, 500));
    const Topology topology = analyse(mesh);
    CHECK(topology.components[0].volume == close_to(size * size * size, 1e-9));
    CHECK(all_outward(mesh, topology, size * (rotation * Vec3(0.5, 0.5, 0.5) + Vec3(1000, -2000, 500))));
  }
}

TEST_CASE("a torus has no open edge and its oriented volume is that of the inscribed polyhedron") {
  const Mesh reference = shapes::torus();
  const Mesh mesh = shapes::with_random_winding(reference, 3);
  const Topology topology = analyse(mesh);
  CHECK(topology.open_edges == 0);
  CHECK(topology.components[0].is_closed());
  CHECK(topology.components[0].volume == close_to(std::abs(volume_of(reference)), 1e-12));
  CHECK(volume_of(oriented(mesh, topology)) > 0.0);
  // Euler: V − E + F = 0 for genus 1
  CHECK(int(mesh.vertices.size()) - int(topology.edges.size()) + int(mesh.triangles.size()) == 0);
}

TEST_CASE("every edge knows its triangles and every triangle its edges, opposite to its vertices") {
  const Mesh mesh = shapes::with_random_winding(shapes::sphere(2.0, 3), 1);
  const Topology topology = analyse(mesh);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int i = 0; i < 3; ++i) {
      const Edge& edge = topology.edges[topology.triangle_edges[t][i]];
      CHECK(edge.vertex[0] < edge.vertex[1]);
      CHECK(edge.vertex[0] != mesh.triangles[t].vertex[i]);
      CHECK(edge.vertex[1] != mesh.triangles[t].vertex[i]);
      const auto here = topology.triangles_at(edge);
      CHECK(std::count(here.begin(), here.end(), int(t)) == 1);
    }
  }
}

TEST_CASE("two cubes that share a face: the face is internal, the rest outward") {
  for (const int n : {1, 3}) {
    Builder b;
    b.box(Vec3(0, 0, 0), Vec3(1, 1, 1), n, 1);
    b.box(Vec3(1, 0, 0), Vec3(2, 1, 1), n, 2, 0);  // its x− face is the x+ face of the first
    const Mesh mesh = shapes::with_random_winding(b.mesh, 11);
    const Topology topology = analyse(mesh);
    CHECK(topology.components.size() == 1);
    CHECK(topology.shells.size() == 3);
    CHECK(count(topology, Surface::internal) == 2 * n * n);
    CHECK(count(topology, Surface::sheet) == 0);
    CHECK(topology.junction_edges == 4 * n);
    CHECK(topology.components[0].volume == close_to(2.0));
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const bool on_partition = std::abs(mesh.centroid(int(t)).x() - 1.0) < 1e-12;
      CHECK((topology.surface[t] == Surface::internal) == on_partition);
    }
    // The partition carries no current: what is left is one closed box with 3/2 unknowns a triangle.
    CHECK(topology.rwg_unknowns() == 20 * n * n * 3 / 2);
  }
}

TEST_CASE("a cube with a fin: the fin is a sheet, the cube stays closed and outward") {
  Builder b;
  b.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 2, 1);
  b.surface(
      2, 2, [](double u, double v) { return Vec3(1 + v, 0.5, u); }, 7);  // along an edge line of face x+
  const Mesh mesh = shapes::with_random_winding(b.mesh, 4);
  const Topology topology = analyse(mesh);
  CHECK(topology.components.size() == 1);
  CHECK(count(topology, Surface::sheet) == 8);
  CHECK(count(topology, Surface::closed) == 48);
  CHECK(topology.junction_edges == 2);
  CHECK(topology.open_edges == 6);
  CHECK_FALSE(topology.parts[0].is_open());
  CHECK(topology.parts[1].is_open());
  CHECK(topology.parts[0].open_edges == 0);
  CHECK(topology.parts[1].open_edges == 6);
  CHECK(topology.parts[0].junction_edges == 2);
  CHECK_FALSE(topology.components[0].is_closed());
  CHECK(topology.components[0].volume == close_to(1.0));
  const Mesh turned = oriented(mesh, topology);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (topology.surface[t] != Surface::closed) continue;
    CHECK(turned.area_vector(int(t)).dot(turned.centroid(int(t)) - Vec3(0.5, 0.5, 0.5)) > 0.0);
  }
}

TEST_CASE("a plate inside a closed cube touches no exterior and is internal") {
  Builder b;
  b.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 2, 1);
  b.surface(
      1, 2, [](double u, double v) { return Vec3(1 - 0.5 * u, 0.5, v); }, 2);
  const Topology topology = analyse(shapes::with_random_winding(b.mesh, 9));
  CHECK(topology.parts[1].internal == 4);
  CHECK(topology.parts[1].sheets == 0);
  CHECK(topology.rwg_unknowns() == 48 * 3 / 2);
}

TEST_CASE("a plate is one sheet wound as the majority of the file") {
  Builder b;
  b.surface(6, 5, [](double u, double v) { return Vec3(u, v, 0); });  // all normals +z
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Mesh mesh = shapes::with_random_winding(b.mesh, seed);
    int up = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) up += mesh.area_vector(int(t)).z() > 0;
    const Topology topology = analyse(mesh);
    const Mesh turned = oriented(mesh, topology);
    const int majority = 2 * up >= int(mesh.triangles.size()) ? 1 : -1;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      if (2 * up == int(mesh.triangles.size())) continue;
      CHECK(turned.area_vector(int(t)).z() * majority > 0);
    }
    CHECK(consistent(turned));
    CHECK(count(topology, Surface::sheet) == 60);
    CHECK(topology.open_edges == 22);
    CHECK(topology.shells.size() == 1);
    CHECK(topology.twisted_edges == 0);
    CHECK(topology.components[0].volume == 0.0);
    CHECK(topology.flipped_triangles == std::min(up, 60 - up));
  }
}

TEST_CASE("two crossing plates meet in four-triangle junctions and enclose nothing") {
  Builder b;
  b.surface(
      4, 2, [](double u, double v) { return Vec3(2 * u - 1, 0, v); }, 1);
  b.surface(
      4, 2, [](double u, double v) { return Vec3(0, 2 * u - 1, v); }, 2);
  const Mesh mesh = shapes::with_random_winding(b.mesh, 8);
  const Topology topology = analyse(mesh);
  CHECK(topology.junction_edges == 2);
  CHECK(topology.shells.size() == 1);
  CHECK(count(topology, Surface::sheet) == 32);
  for (const Edge& edge : topology.edges) CHECK(edge.count != 3);
  int expected = 0;
  for (const Edge& edge : topology.edges) expected += edge.count - 1;
  CHECK(topology.rwg_unknowns() == expected);
}

TEST_CASE("four cells around one edge: the cross of partitions is internal and the outside knows it") {
  Builder b;
  b.box(Vec3(0, 0, 0), Vec3(2, 2, 1), 2, 1);
  b.surface(
      2, 2, [](double u, double v) { return Vec3(2 * u, 1, v); }, 2);
  b.surface(
      2, 2, [](double u, double v) { return Vec3(1, 2 * u, v); }, 3);
  const Topology topology = analyse(shapes::with_random_winding(b.mesh, 21));
  CHECK(topology.shells.size() == 5);
  CHECK(topology.parts[0].internal == 0);
  CHECK(topology.parts[1].internal == topology.parts[1].triangles);
  CHECK(topology.parts[2].internal == topology.parts[2].triangles);
  CHECK(topology.components[0].volume == close_to(4.0));
}

TEST_CASE("disjoint and nested spheres are closed each by itself") {
  Builder b;
  shapes::add_sphere(b, Vec3(0, 0, 0), 1.0, 3, 1);
  shapes::add_sphere(b, Vec3(5, 1, 0), 2.0, 3, 2);
  shapes::add_sphere(b, Vec3(5, 1, 0), 1.0, 4, 3);  // inside the second
  const Mesh mesh = shapes::with_random_winding(b.mesh, 2);
  const Topology topology = analyse(mesh);
  REQUIRE(topology.components.size() == 3);
  CHECK(count(topology, Surface::closed) == int(mesh.triangles.size()));
  const Mesh turned = oriented(mesh, topology);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 centre = mesh.triangles[t].part == 0 ? Vec3(0, 0, 0) : Vec3(5, 1, 0);
    CHECK(turned.area_vector(int(t)).dot(turned.centroid(int(t)) - centre) > 0.0);
  }
  for (const Component& component : topology.components) CHECK(component.volume > 0.0);
}

TEST_CASE("spheres that share one vertex are two components, both outward") {
  Builder b;
  b.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 2);
  b.box(Vec3(1, 1, 1), Vec3(2, 3, 2), 2);
  const Mesh mesh = shapes::with_random_winding(b.mesh, 6);
  const Topology topology = analyse(mesh);
  REQUIRE(topology.components.size() == 2);
  CHECK(topology.components[0].volume == close_to(1.0));
  CHECK(topology.components[1].volume == close_to(2.0));
  CHECK(volume_of(oriented(mesh, topology)) == close_to(3.0));
}

TEST_CASE("cubes that share one edge only stay closed and outward") {
  Builder b;
  b.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 2);
  b.box(Vec3(1, 1, 0), Vec3(2, 2, 1), 2);
  const Mesh mesh = shapes::with_random_winding(b.mesh, 13);
  const Topology topology = analyse(mesh);
  CHECK(topology.components.size() == 1);
  CHECK(topology.junction_edges == 2);
  CHECK(count(topology, Surface::closed) == int(mesh.triangles.size()));
  CHECK(volume_of(oriented(mesh, topology)) == close_to(2.0));
}

TEST_CASE("an open tube is a sheet with two rims") {
  Builder b;
  b.surface(16, 4, [](double u, double v) { return Vec3(std::cos(2 * pi * u), std::sin(2 * pi * u), v); });
  const Mesh mesh = shapes::with_random_winding(b.mesh, 17);
  const Topology topology = analyse(mesh);
  CHECK(topology.open_edges == 32);
  CHECK(count(topology, Surface::sheet) == 128);
  CHECK(topology.twisted_edges == 0);
  CHECK(consistent(oriented(mesh, topology)));
}

TEST_CASE("a Möbius strip is a sheet that is reported as one-sided") {
  Builder b;
  const int n = 24;
  const auto at = [](double u, double v) {
    const double p = 2 * pi * u, w = (v - 0.5) * 0.6;
    return Vec3((2 + w * std::cos(p / 2)) * std::cos(p), (2 + w * std::cos(p / 2)) * std::sin(p),
                w * std::sin(p / 2));
  };
  b.surface(n, 2, at);  // at(1, v) coincides with at(0, 1 − v): glued with a half twist
  const Topology topology = analyse(shapes::with_random_winding(b.mesh, 1));
  CHECK(topology.components.size() == 1);
  CHECK(topology.open_edges == 2 * n);
  CHECK(count(topology, Surface::sheet) == 4 * n);
  CHECK(topology.twisted_edges > 0);
  for (const signed char sign : topology.orientation) CHECK((sign == 1 || sign == -1));
}

TEST_CASE("a hole in a cube makes the whole cube a sheet") {
  Mesh mesh = shapes::cube(3);
  mesh.triangles.pop_back();
  const Topology topology = analyse(mesh);
  CHECK(topology.open_edges == 3);
  CHECK(count(topology, Surface::sheet) == int(mesh.triangles.size()));
}

TEST_CASE("a triangle that is there twice is refused with both parts named") {
  Builder b;
  b.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 1, 3);
  b.mesh.parts.push_back({8, "wing"});
  auto copy = b.mesh.triangles[5];
  std::rotate(copy.vertex.begin(), copy.vertex.begin() + 1, copy.vertex.end());
  std::swap(copy.vertex[0], copy.vertex[1]);
  copy.part = 1;
  b.mesh.triangles.push_back(copy);
  try {
    analyse(b.mesh);
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(error.code() == "MESH_DUPLICATE_TRIANGLES");
    CHECK(std::string(error.what()).find("part 3 (Part 3) and in part 8 (wing)") != std::string::npos);
  }
}

TEST_CASE("part areas and triangle counts add up") {
  Builder b;
  b.box(Vec3(0, 0, 0), Vec3(1, 2, 3), 2, 4);
  const Topology topology = analyse(b.mesh);
  CHECK(topology.parts[0].area == close_to(2 * (2 + 3 + 6)));
  CHECK(topology.parts[0].triangles == 48);
  CHECK(topology.components[0].volume == close_to(6.0));
}

TEST_CASE(
    "any heap of triangles, however tangled, is classified without a crash and the same for every winding") {
  std::mt19937 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    Mesh mesh;
    mesh.parts = {{1, "heap"}};
    for (int v = 0; v < 9; ++v) {
      mesh.vertices.push_back(Vec3(random() % 1000, random() % 1000, random() % 1000) / 1000.0);
    }
    std::array<int, 9> index{0, 1, 2, 3, 4, 5, 6, 7, 8};
    for (int t = 0; t < 3 + trial % 40; ++t) {
      std::shuffle(index.begin(), index.end(), random);
      mesh.triangles.push_back({{index[0], index[1], index[2]}, 0});
    }
    for (const auto& pair : duplicate_triangles(mesh)) mesh.triangles[pair[1]].part = -1;
    std::erase_if(mesh.triangles, [](const Triangle& t) { return t.part < 0; });
    const Topology a = analyse(mesh);
    const Topology b = analyse(shapes::with_random_winding(mesh, unsigned(trial)));
    CHECK(a.surface == b.surface);
    CHECK(a.shells.size() == b.shells.size());
    CHECK(a.rwg_unknowns() == b.rwg_unknowns());
    const Mesh outward_a = oriented(mesh, a);
    const Mesh outward_b = oriented(shapes::with_random_winding(mesh, unsigned(trial)), b);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      if (a.surface[t] == Surface::closed)
        CHECK(outward_a.area_vector(int(t)).dot(outward_b.area_vector(int(t))) > 0);
    }
  }
}
