// The flat pieces of bent triangles: for the viewer, and where surfaces cross or lie on each other.
#include <doctest/doctest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "../close_to.hpp"
#include "bent_meshes.hpp"
#include "mesh/bent_surface.hpp"
#include "mesh/pieces.hpp"
#include "mesh/viewer_geometry.hpp"

using namespace pace;

namespace {

std::string viewer_bytes(const Mesh& mesh) {
  const auto path = temporary("pace_test_viewer_bent-");
  write_viewer_geometry(mesh, analyse(mesh), path);
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(path);
  return bytes;
}

template <class T>
std::vector<T> take(const std::string& bytes, std::size_t& at, std::size_t count) {
  std::vector<T> values(count);
  REQUIRE(bytes.size() >= at + count * sizeof(T));
  std::memcpy(values.data(), bytes.data() + at, count * sizeof(T));
  at += count * sizeof(T);
  return values;
}

}  // namespace

TEST_CASE("pieces of bent triangles fit together, lie on the surface and have the mesh's sides as lines") {
  for (const Mesh& mesh : {shapes::bent_sphere(0.7, 2, off_centre), unevenly_bent()}) {
    const Pieces cut = pieces_of(mesh);
    const Topology topology = analyse(mesh);
    REQUIRE(topology.open_edges == 0);
    for (int t = 0; t < int(mesh.triangles.size()); ++t)
      REQUIRE(largest_relative_sagitta(mesh, t) < steep_middle);
    // All facets together are closed: every line is in two of them, once each way.
    std::map<std::array<int, 2>, int> lines;
    std::vector<double> area(mesh.triangles.size(), 0.0);
    std::vector<Vec3> at = mesh.vertices;
    for (const Pieces::Point& p : cut.points) at.push_back(p.position);
    const auto add = [&](const std::array<int, 3>& v) {
      for (int i = 0; i < 3; ++i) {
        const int a = v[i], b = v[(i + 1) % 3];
        ++lines[{std::min(a, b), std::max(a, b)}];
      }
    };
    std::map<std::array<int, 2>, int> side_lines;
    for (const Pieces::Piece& piece : cut.pieces) {
      add(piece.vertex);
      const Bend& bend = mesh.bends[piece.triangle];
      const Vec3 normal =
          (at[piece.vertex[1]] - at[piece.vertex[0]]).cross(at[piece.vertex[2]] - at[piece.vertex[0]]);
      area[piece.triangle] += 0.5 * normal.norm();
      for (int i = 0; i < 3; ++i) {
        const Vec3 there = position_at(mesh.corners(piece.triangle), bend, piece.place[i]);
        CHECK((there - at[piece.vertex[i]]).norm() < 1e-14);
        CHECK(normal_at(mesh, piece.triangle, piece.place[i]).dot(normal) > 0.7 * normal.norm());
        const int a = piece.vertex[i], b = piece.vertex[(i + 1) % 3];
        if (piece.on_side[i]) ++side_lines[{std::min(a, b), std::max(a, b)}];
      }
    }
    int flat = 0;
    for (int t = 0; t < int(mesh.triangles.size()); ++t) {
      if (!mesh.bend(t)) {
        add(mesh.triangles[t].vertex);
        ++flat;
      } else {
        CHECK(area[t] == close_to(surface_area(mesh, t), 0.01));
      }
    }
    MESSAGE(cut.pieces.size() << " pieces of " << mesh.triangles.size() - flat << " bent triangles");
    for (const auto& [line, count] : lines) CHECK(count == 2);
    // Of each side of bent triangles the lines make a way from end to end: one more than added points on it.
    std::map<std::array<int, 2>, int> points_on_side;
    for (const Edge& edge : topology.edges)
      for (const int t : topology.triangles_at(edge))
        if (mesh.bend(t)) points_on_side[edge.vertex] = 0;
    for (const Pieces::Point& p : cut.points)
      if (p.weight[2] == 0.0) ++points_on_side.at({p.between[0], p.between[1]});
    std::size_t expected = points_on_side.size();
    for (const auto& [side, count] : points_on_side) expected += count;
    CHECK(side_lines.size() == expected);
    for (const Pieces::Point& p : cut.points) {
      CHECK(p.weight[0] + p.weight[1] + p.weight[2] == close_to(1.0));
      for (const int v : p.between) CHECK(v < int(mesh.vertices.size()));
    }
  }
}

TEST_CASE("the viewer's file of a bent mesh is that of its corners, and then its pieces with true normals") {
  const Mesh bent = shapes::with_random_winding(shapes::sphere(0.7, 2, off_centre), 5);
  const Mesh mesh = shapes::bent(
      bent, [](const Vec3& p) -> Vec3 { return off_centre + 0.7 * (p - off_centre).normalized(); });
  const std::string flat = viewer_bytes(bent), bytes = viewer_bytes(mesh);
  REQUIRE(bytes.size() > flat.size());
  CHECK(bytes.substr(0, flat.size()) == flat);
  std::size_t at = flat.size();
  CHECK(bytes.substr(at, 8) == "PACEBEN1");
  at += 8;
  const auto counts = take<std::uint32_t>(bytes, at, 2);
  const auto xyz = take<float>(bytes, at, 3 * counts[0]);
  const auto between = take<std::uint32_t>(bytes, at, 3 * counts[0]);
  const auto weights = take<float>(bytes, at, 3 * counts[0]);
  const auto records = take<std::uint32_t>(bytes, at, 5 * counts[1]);
  const auto normals = take<std::int16_t>(bytes, at, 9 * counts[1]);
  CHECK(at == bytes.size());
  const std::uint32_t vertices = std::uint32_t(mesh.vertices.size());
  const auto place = [&](std::uint32_t v) -> Vec3 {
    if (v < vertices) return mesh.vertices[v];
    v -= vertices;
    REQUIRE(v < counts[0]);
    return Vec3(xyz[3 * v], xyz[3 * v + 1], xyz[3 * v + 2]);
  };
  for (std::uint32_t p = 0; p < counts[0]; ++p) {
    // The flat point between the vertices is below the bent one, along the same radius as far as that goes.
    Vec3 chord = Vec3::Zero();
    for (int i = 0; i < 3; ++i) chord += weights[3 * p + i] * mesh.vertices[between[3 * p + i]];
    const Vec3 bulge = place(vertices + p) - chord;
    CHECK(bulge.norm() < 0.12);
    CHECK(bulge.dot(chord - off_centre) > 0.9 * bulge.norm() * (chord - off_centre).norm());
  }
  for (std::uint32_t p = 0; p < counts[1]; ++p) {
    CHECK(records[5 * p] < mesh.triangles.size());
    CHECK(records[5 * p + 4] < 8);
    const Vec3 a = place(records[5 * p + 1]), b = place(records[5 * p + 2]), c = place(records[5 * p + 3]);
    CHECK((b - a).cross(c - a).dot(a - off_centre) > 0.0);
    for (int i = 0; i < 3; ++i) {
      const Vec3 normal =
          Vec3(normals[9 * p + 3 * i], normals[9 * p + 3 * i + 1], normals[9 * p + 3 * i + 2]) / 32767.0;
      CHECK(normal.norm() == close_to(1.0, 1e-4));
      CHECK(normal.dot((place(records[5 * p + 1 + i]) - off_centre).normalized()) > 0.98);
    }
  }
}

TEST_CASE("bent spheres one in the other do not cross where their facets do, and bent ones that cross do") {
  // Turned against each other, 2 % of the radius apart: facets reach 10 % inwards.
  const Mesh outer = shapes::bent_sphere(0.7, 4, off_centre);
  Mesh inner = shapes::bent_sphere(0.7, 4, Vec3::Zero());
  const auto turned = [](const Vec3& p) -> Vec3 {
    return Eigen::AngleAxisd(0.7, Vec3(0.3, 0.5, 0.8).normalized()) * p;
  };
  const auto both = [&](double factor, const Vec3& shift) {
    Mesh mesh = outer;
    for (const Vec3& v : inner.vertices) mesh.vertices.push_back(off_centre + shift + factor * turned(v));
    for (std::size_t t = 0; t < inner.triangles.size(); ++t) {
      Triangle triangle = inner.triangles[t];
      for (int& v : triangle.vertex) v += int(outer.vertices.size());
      mesh.triangles.push_back(triangle);
      Bend bend;
      for (int i = 0; i < 3; ++i) bend.sagitta[i] = factor * turned(inner.bends[t].sagitta[i]);
      mesh.bends.push_back(bend);
    }
    return mesh;
  };
  const Mesh nested = both(0.98, Vec3::Zero());
  Mesh facets = nested;
  facets.bends.clear();
  CHECK_FALSE(crossings_of(facets, analyse(facets), 1e-6).empty());
  CHECK(crossings_of(nested, analyse(nested), 1e-6).empty());
  const Mesh crossing = both(0.98, Vec3(0.05, -0.02, 0.03));
  CHECK_FALSE(crossings_of(crossing, analyse(crossing), 1e-6).empty());
}

TEST_CASE("bent faces on each other are found, and those that open like a lens are not taken for that") {
  const Mesh sphere = shapes::bent_sphere(0.7, 2, off_centre);
  Mesh twice = sphere;
  for (const Vec3& v : sphere.vertices) twice.vertices.push_back(v);
  for (Triangle t : sphere.triangles) {
    for (int& v : t.vertex) v += int(sphere.vertices.size());
    twice.triangles.push_back(t);
  }
  twice.bends.insert(twice.bends.end(), sphere.bends.begin(), sphere.bends.end());
  CHECK(coincident_faces(twice).triangles == int(sphere.triangles.size()));
  for (std::size_t t = sphere.triangles.size(); t < twice.triangles.size(); ++t)
    for (Vec3& sagitta : twice.bends[t].sagitta) sagitta = -sagitta;
  CHECK(coincident_faces(twice).triangles == 0);
}
