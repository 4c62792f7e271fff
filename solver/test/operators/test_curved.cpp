// Bent triangles: against the flat kernels where they hardly bend, against far finer rules where they do.
#include <doctest/doctest.h>

#include "../extent.hpp"
#include "brute_force.hpp"
#include "operators/dense_assembly.hpp"
#include "single_sink.hpp"

using namespace pace;

namespace {

Vec3 to_pebble(const Vec3& p) {
  return Vec3(1.3 * p.x() + 0.2 * p.y() * p.y(), 0.8 * p.y() + 0.3 * p.x() * p.z(), p.z());
}

/// A coarse irregular body of 48 triangles with sagittas up to a fifth of their sides, some sides straight.
Mesh bent_pebble() {
  const Vec3 centre(0.1, -0.2, 0.3);
  return shapes::with_random_winding(
      shapes::bent_image(shapes::sphere(1.0, 2),
                         [&](const Vec3& p) { return to_pebble(centre + 0.3 * p.normalized()); }),
      5);
}

/// The same corners with sagittas of a millionth of the sides.
Mesh hardly_bent_pebble() {
  Mesh mesh = bent_pebble();
  for (Bend& bend : mesh.bends)
    for (Vec3& sagitta : bend.sagitta) sagitta *= 1e-5;
  return mesh;
}

/// A kind of rows: which block, medium, weight α and testing.
struct Rows {
  const char* name;
  Complex k;
  double alpha;
  bool dual;
  Block block;
  double tolerance;  ///< of the default rules, relative to the largest entry; K of flat triangles has 2e-3
                     ///< here too
};

const std::vector<Rows> all_rows{
    {"EFIE", Complex(3.0), 1.0, false, Block::diagonal, 1e-4},
    {"MFIE tested by RWG functions", Complex(3.0), 0.0, false, Block::diagonal, 2e-4},
    {"MFIE tested by dual functions", Complex(3.0), 0.0, true, Block::diagonal, 1e-4},
    {"CFIE", Complex(3.0), 0.4, true, Block::diagonal, 1e-4},
    {"K of RWG functions, with losses", Complex(4.0, -1.5), 1.0, false, Block::off_diagonal, 2.5e-3},
    {"EFIE with losses", Complex(4.0, -1.5), 1.0, false, Block::diagonal, 1e-4},
    {"L of dual functions, with losses", Complex(4.0, -1.5), 0.0, true, Block::off_diagonal, 3e-4},
    {"MFIE of dual functions, with losses", Complex(4.0, -1.5), 0.0, true, Block::diagonal, 1e-4},
};

DenseMatrix matrix(const Mesh& mesh, const Rows& rows, const QuadratureChoice& choice) {
  const RwgSpace space(mesh, analyse(mesh));
  const DualSpace dual(space);
  const std::vector<double> alpha(space.size(), rows.alpha);
  return assemble_dense(space, rows.dual ? &dual : nullptr, rows.k, alpha, choice, {}, rows.block);
}

double largest_entry(const DenseMatrix& z) {
  double value = 0.0;
  for (int i = 0; i < z.size(); ++i)
    for (int j = 0; j < z.size(); ++j) value = std::max(value, std::abs(z.row(i)[j]));
  return value;
}

double largest_difference(const DenseMatrix& a, const DenseMatrix& b) {
  double value = 0.0;
  for (int i = 0; i < a.size(); ++i)
    for (int j = 0; j < a.size(); ++j) value = std::max(value, std::abs(a.row(i)[j] - b.row(i)[j]));
  return value / largest_entry(b);
}

}  // namespace

TEST_CASE("curved triangles that hardly bend have the matrices of flat ones, rows of every kind") {
  const Mesh bent = hardly_bent_pebble();
  Mesh flat = bent;
  flat.bends.clear();
  for (const Rows& rows : all_rows) {
    const double difference =
        largest_difference(matrix(bent, rows, {}), matrix(flat, rows, QuadratureChoice::reference()));
    CAPTURE(rows.name);
    CHECK(difference < rows.tolerance);
  }
}

TEST_CASE("rows of bent triangles in single precision are those of double precision, rows of every kind") {
  const Mesh mesh = bent_pebble();
  const RwgSpace space(mesh, analyse(mesh));
  const DualSpace dual(space);
  for (const Rows& rows : all_rows) {
    const std::vector<double> alpha(space.size(), rows.alpha);
    SingleSink single(space);
    assemble(space, rows.dual ? &dual : nullptr, rows.k, alpha, {}, single, {}, rows.block);
    CHECK(single.in_single > 0);
    const double difference = largest_difference(single.matrix, matrix(mesh, rows, {}));
    CAPTURE(rows.name);
    CAPTURE(difference);
    CHECK(difference < 2e-6);
    CHECK(difference > 1e-9);
  }
}

TEST_CASE("the default rules of bent triangles are near to far finer ones, rows of every kind") {
  const Mesh mesh = bent_pebble();
  for (const Rows& rows : all_rows) {
    if (rows.k.imag() == 0.0 && rows.alpha != 0.4 && !in_full()) continue;
    const double difference =
        largest_difference(matrix(mesh, rows, {}), matrix(mesh, rows, QuadratureChoice::reference()));
    CAPTURE(rows.name);
    CHECK(difference < rows.tolerance);
  }
}
