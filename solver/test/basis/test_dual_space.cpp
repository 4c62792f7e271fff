#include <doctest/doctest.h>

// GCC 12 takes the undefined lanes of its own AVX-512 intrinsics for a mistake.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#include <Eigen/Eigenvalues>
#include <array>
#include <cmath>
#include <map>

#include "../close_to.hpp"
#include "../mesh/shapes.hpp"
#include "basis/dual_space.hpp"

using namespace pace;

namespace {

RwgSpace space_of(const Mesh& mesh) { return {mesh, analyse(mesh)}; }

Mesh pebble() {
  Mesh mesh = shapes::with_random_winding(shapes::sphere(0.4, 3, Vec3(0.1, -0.2, 0.3)), 5);
  for (Vec3& p : mesh.vertices)
    p = Vec3(1.3 * p.x() + 0.2 * p.y() * p.y(), 0.8 * p.y() + 0.3 * p.x() * p.z(), p.z());
  return mesh;
}

Vec3 at(const DualPiece& piece, const SubTriangle& sub, const Vec3& r) {
  return piece.value + piece.slope * (r - sub.centroid);
}

double dual_length(const RwgSpace& space, int function) {
  const auto& a = space.triangles()[space.sides()[function][0]];
  const auto& b = space.triangles()[space.sides()[function][1]];
  Vec3 midpoint = Vec3::Zero();
  for (const int i : {0, 1, 2})
    for (const int j : {0, 1, 2})
      if (a.vertex_id[i] == b.vertex_id[j]) midpoint += 0.5 * a.vertex[i];
  return (a.centroid - midpoint).norm() + (b.centroid - midpoint).norm();
}

/// ⟨n × g_m, f_n⟩, exact: g is linear, n × (r − c) is normal to r − c, and its mean vanishes.
Eigen::MatrixXd gram(const RwgSpace& space, const DualSpace& dual) {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(space.size(), space.size());
  for (int m = 0; m < space.size(); ++m)
    for (const DualPiece& piece : dual.pieces(m)) {
      const SubTriangle sub = dual.sub(piece.sub);
      const SurfaceTriangle& t = space.triangles()[sub.parent];
      for (const HalfFunction& half : space.halves(sub.parent))
        result(m, half.function) += sub.area * half.sign * t.edge_length[half.corner] / (2.0 * t.area) *
                                    t.normal.cross(piece.value).dot(sub.centroid - t.vertex[half.corner]);
    }
  return result;
}

}  // namespace

TEST_CASE(
    "a Buffa–Christiansen function lies in its triangles, no charge stands on an edge, and none leaves its outline") {
  const Mesh mesh = pebble();
  const RwgSpace space = space_of(mesh);
  const DualSpace dual(space);
  REQUIRE(dual.sub_count() == 6 * space.triangles().size());
  for (int m = 0; m < space.size(); ++m) {
    REQUIRE(dual.has(m));
    std::map<std::array<long, 3>, double> outward;  // by the sub-edge's midpoint
    double charge = 0.0;
    for (const DualPiece& piece : dual.pieces(m)) {
      const SubTriangle sub = dual.sub(piece.sub);
      const Vec3& normal = space.triangles()[sub.parent].normal;
      CHECK(std::abs(piece.value.dot(normal)) < 1e-12);
      charge += 2.0 * piece.slope * sub.area;
      for (int i = 0; i < 3; ++i) {
        const Vec3 &a = sub.vertex[i], &b = sub.vertex[(i + 1) % 3];
        const Vec3 middle = 0.5 * (a + b);
        const std::array<long, 3> key{std::lround(middle.x() * 1e9), std::lround(middle.y() * 1e9),
                                      std::lround(middle.z() * 1e9)};
        outward[key] += at(piece, sub, middle).dot((b - a).cross(normal));  // constant along the side
      }
    }
    CHECK(std::abs(charge) < 1e-12);
    double largest = 0.0;
    for (const auto& [key, flux] : outward) largest = std::max(largest, std::abs(flux));
    CHECK(largest < 1e-12);
  }
}

TEST_CASE(
    "each sub-triangle of a dual cell of N edges carries one 2N-th of the flux, √3 times the dual edge's length") {
  const RwgSpace space = space_of(pebble());
  const DualSpace dual(space);
  int rows = 0;
  for (const DualCell& cell : dual.cells())
    for (const auto& row : cell.rows) {
      ++rows;
      for (std::size_t s = 0; s < cell.subs.size(); ++s) {
        const DualPiece& piece = dual.piece(cell, row, static_cast<int>(s));
        CHECK(piece.sub == cell.subs[s]);
        CHECK(std::abs(2.0 * piece.slope * dual.sub(piece.sub).area) ==
              close_to(std::sqrt(3.0) * dual_length(space, row.function) / cell.subs.size()));
      }
    }
  CHECK(rows == 2 * space.size());
}

TEST_CASE(
    "n × g runs along the RWG function: the Gram matrix has a positive diagonal and a small condition number") {
  for (const Mesh& mesh : {pebble(), shapes::sphere(1.0, 4), shapes::torus(12, 8)}) {
    const RwgSpace space = space_of(mesh);
    const Eigen::MatrixXd g = gram(space, DualSpace(space));
    for (int m = 0; m < space.size(); ++m) CHECK(g(m, m) > 0.0);
    // Free of the functions' sizes, which follow the edges.
    const Eigen::VectorXd scale = g.diagonal().cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd scaled = scale.asDiagonal() * g * scale.asDiagonal();
    const Eigen::VectorXd squares =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled.transpose() * scaled).eigenvalues();
    const double condition = std::sqrt(squares.maxCoeff() / squares.minCoeff());
    CAPTURE(condition);
    CHECK(condition < 5.0);
  }
}

TEST_CASE("n × g weighs a constant field √3 times as much as its RWG function, along the same direction") {
  const RwgSpace space = space_of(shapes::sphere(1.0, 5));
  const DualSpace dual(space);
  double ratio = 0.0;
  for (int m = 0; m < space.size(); ++m) {
    Vec3 rwg = Vec3::Zero(), buffa = Vec3::Zero();
    for (const DualPiece& piece : dual.pieces(m))
      buffa +=
          dual.sub(piece.sub).area * space.triangles()[dual.sub(piece.sub).parent].normal.cross(piece.value);
    for (const int t : space.sides()[m])
      for (const HalfFunction& half : space.halves(t))
        if (half.function == m)
          rwg += 0.5 * half.sign * space.triangles()[t].edge_length[half.corner] *
                 (space.triangles()[t].centroid - space.triangles()[t].vertex[half.corner]);
    CHECK(buffa.dot(rwg) > 0.7 * buffa.norm() * rwg.norm());
    ratio += buffa.norm() / rwg.norm() / space.size();
  }
  CHECK(ratio == close_to(std::sqrt(3.0), 0.1));
}

TEST_CASE("functions whose ends touch a rim, a junction or a point shared by two bodies have no dual") {
  shapes::Builder plate;
  plate.surface(4, 4, [](double u, double v) { return Vec3(u, v, 0.0); });
  const RwgSpace open = space_of(plate.mesh);
  for (int m = 0; m < open.size(); ++m) CHECK_FALSE(DualSpace(open).has(m));

  shapes::Builder fin;  // a plate on the edge of a box
  fin.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 4);
  fin.surface(
      2, 4, [](double u, double v) { return Vec3(1 + u, v, 1.0); }, 2);
  const Mesh finned = shapes::with_random_winding(fin.mesh, 11);
  const RwgSpace space = space_of(finned);
  const DualSpace dual(space);
  int with = 0, without = 0;
  for (int m = 0; m < space.size(); ++m) {
    bool touches = false;
    for (const int t : space.sides()[m])
      for (const HalfFunction& half : space.halves(t)) {
        if (half.function != m) continue;
        const auto& triangle = space.triangles()[t];
        for (const int c : {(half.corner + 1) % 3, (half.corner + 2) % 3})
          touches |= triangle.sheet || (std::abs(triangle.vertex[c].x() - 1.0) < 1e-9 &&
                                        std::abs(triangle.vertex[c].z() - 1.0) < 1e-9);
      }
    CHECK(dual.has(m) == !touches);
    CHECK(dual.pieces(m).empty() == touches);
    ++(touches ? without : with);
  }
  CHECK(with > 200);
  CHECK(without > 20);

  shapes::Builder corner;  // two boxes that share one corner
  corner.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 3);
  corner.box(Vec3(1, 1, 1), Vec3(2, 2, 2), 3, 2);
  const RwgSpace pair = space_of(corner.mesh);
  const DualSpace pair_dual(pair);
  int missing = 0;
  for (int m = 0; m < pair.size(); ++m) missing += !pair_dual.has(m);
  CHECK(missing > 0);
  CHECK(missing < 20);
}

TEST_CASE("a body with a partition inside has the dual functions of the fused body") {
  shapes::Builder fused;
  fused.box(Vec3(0, 0, 0), Vec3(1, 1, 1), 3);
  fused.box(Vec3(1, 0, 0), Vec3(2, 1, 1), 3, 2, 0);
  const RwgSpace space = space_of(fused.mesh);
  const DualSpace dual(space);
  for (int m = 0; m < space.size(); ++m) CHECK(dual.has(m));
}
