// Entries of electric and magnetic currents in each other's equations, and in media with losses.
#include <doctest/doctest.h>

#include "brute_force.hpp"
#include "operators/dense_assembly.hpp"

using namespace pace;
using namespace pace::brute;

namespace {

Complex dot(const Vec3& a, const CVec3& b) { return a.x() * b.x() + a.y() * b.y() + a.z() * b.z(); }

/// Rules that do not put a point of one triangle on a point of another: the outer one is finer where they
/// touch.
const auto plain = fine_rule(1), fine = fine_rule(3);

/// η ⟨f_m, K f_n⟩ or jkη ⟨f_m, L f_n⟩.
Complex rwg_entry(const RwgSpace& space, Complex k, Block block, int m, int n) {
  Complex sum = 0.0;
  each_half(space, m, [&](int p, const Vec3& v, double test_scale) {
    each_half(space, n, [&](int q, const Vec3& w, double scale) {
      const SurfaceTriangle &a = space.triangles()[p], &b = space.triangles()[q];
      if (p == q && block == Block::off_diagonal) return;  // a triangle in its own plane
      const bool touching = share_vertex(a, b);
      for (const TrianglePoint& point : touching ? fine : plain) {
        const Vec3 r = at(point, a.vertex);
        const double weight = point.weight * a.area * test_scale * scale;
        if (block == Block::off_diagonal) {
          sum += weight * dot(r - v, magnetic_field(k, r, b, w, touching, plain));
        } else {
          const Potentials potential = potentials(k, r, b, w, touching, plain);
          sum +=
              weight * imaginary_unit * k * (dot(r - v, potential.vector) - 4.0 / (k * k) * potential.scalar);
        }
      }
    });
  });
  return vacuum_impedance * sum;
}

/// jkη ⟨g_m, L f_n⟩.
Complex dual_entry(const RwgSpace& space, const DualSpace& dual, Complex k, int m, int n) {
  Complex sum = 0.0;
  for (const DualPiece& piece : dual.pieces(m)) {
    const SubTriangle sub = dual.sub(piece.sub);
    each_half(space, n, [&](int q, const Vec3& w, double scale) {
      const bool touching = share_vertex(space.triangles()[sub.parent], space.triangles()[q]);
      for (const TrianglePoint& point : touching ? fine : plain) {
        const Vec3 r = at(point, sub.vertex), g = piece.value + piece.slope * (r - sub.centroid);
        const Potentials potential = potentials(k, r, space.triangles()[q], w, touching, plain);
        sum += point.weight * sub.area * scale *
               (dot(g, potential.vector) - 4.0 * piece.slope / (k * k) * potential.scalar);
      }
    });
  }
  return imaginary_unit * k * vacuum_impedance * sum;
}

double largest(const DenseMatrix& z) {
  double value = 0.0;
  for (int i = 0; i < z.size(); ++i)
    for (int j = 0; j < z.size(); ++j) value = std::max(value, std::abs(z.row(i)[j]));
  return value;
}

}  // namespace

TEST_CASE("entries of off-diagonal and of lossy blocks agree with brute-force quadrature at all distances") {
  const RwgSpace space = [] {
    const Mesh mesh = pebble();
    return RwgSpace(mesh, analyse(mesh));
  }();
  const std::vector<double> efie(space.size(), 1.0);
  for (const Complex k : {Complex(3.0), Complex(4.0, -1.5)})
    for (const Block block : {Block::diagonal, Block::off_diagonal}) {
      if (k.imag() == 0.0 && block == Block::diagonal) continue;  // test_assembly.cpp
      const DenseMatrix fast = assemble_dense(space, nullptr, k, efie, {}, {}, block);
      const DenseMatrix reference =
          assemble_dense(space, nullptr, k, efie, QuadratureChoice::reference(), {}, block);
      const double scale = largest(reference);
      double asymmetry = 0.0;
      for (int i = 0; i < space.size(); ++i)
        for (int j = 0; j < i; ++j)
          asymmetry = std::max(asymmetry, std::abs(reference.row(i)[j] - reference.row(j)[i]));
      CHECK(asymmetry < 1e-12 * scale);
      for (const int m : {3, 77})
        for (const int n : at_all_distances(space, m)) {
          const Complex exact = rwg_entry(space, k, block, m, n);
          CAPTURE(k);
          CAPTURE(block == Block::diagonal);
          CAPTURE(gap(space, m, n));
          CAPTURE(exact);
          CHECK(std::abs(reference.row(m)[n] - exact) < 3e-5 * scale);
          CHECK(std::abs(fast.row(m)[n] - exact) < 3e-4 * scale);
        }
    }
}

TEST_CASE(
    "off-diagonal rows tested by dual functions agree with brute-force quadrature at all distances, with losses too") {
  const RwgSpace space = [] {
    const Mesh mesh = pebble();
    return RwgSpace(mesh, analyse(mesh));
  }();
  const DualSpace dual(space);
  const std::vector<double> mfie(space.size(), 0.0);
  for (const Complex k : {Complex(3.0), Complex(4.0, -1.5)}) {
    const DenseMatrix fast = assemble_dense(space, &dual, k, mfie, {}, {}, Block::off_diagonal);
    const DenseMatrix reference =
        assemble_dense(space, &dual, k, mfie, QuadratureChoice::reference(), {}, Block::off_diagonal);
    const double scale = largest(reference);
    for (const int m : {3, 40, 77})
      for (const int n : at_all_distances(space, m)) {
        const Complex exact = dual_entry(space, dual, k, m, n);
        CAPTURE(k);
        CAPTURE(gap(space, m, n));
        CAPTURE(exact / scale);
        CHECK(std::abs(reference.row(m)[n] - exact) < 3e-5 * scale);
        CHECK(std::abs(fast.row(m)[n] - exact) < 3e-4 * scale);
      }
  }
}
