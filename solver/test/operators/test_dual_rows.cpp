#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "brute_force.hpp"
#include "core/cross.hpp"
#include "operators/dense_assembly.hpp"

using namespace pace;
using namespace pace::brute;

namespace {

/// η [½ ⟨n × g_m, f_n⟩ − ∫ g_m·(∇G × f_n)] by quadrature alone, or with one closed form where triangles
/// touch.
Complex brute_force(const RwgSpace& space, const DualSpace& dual, Complex k, int m, int n) {
  const auto coarse = fine_rule(1), outer_fine = fine_rule(4);
  Complex sum(0.0);
  for (const DualPiece& piece : dual.pieces(m)) {
    const SubTriangle sub = dual.sub(piece.sub);
    const SurfaceTriangle& parent = space.triangles()[sub.parent];
    each_half(space, n, [&](int source, const Vec3& w, double scale) {
      const SurfaceTriangle& t = space.triangles()[source];
      const bool touching = share_vertex(parent, t);
      for (const TrianglePoint& p : touching&& source != sub.parent ? outer_fine : coarse) {
        const Vec3 r = at(p, sub.vertex);
        const Vec3 g = piece.value + piece.slope * (r - sub.centroid);
        const double weight = p.weight * sub.area * scale;
        if (source == sub.parent) {
          sum += 0.5 * weight * parent.normal.cross(g).dot(r - w);
        } else {
          const CVec3 field = magnetic_field(k, r, t, w, touching, touching ? fine_rule(0) : coarse);
          sum -= weight * (g.x() * field.x() + g.y() * field.y() + g.z() * field.z());
        }
      }
    });
  }
  return vacuum_impedance * sum;
}

/// Keeps the entries between functions closer than a limit.
class NearSink : public MatrixSink {
 public:
  NearSink(const RwgSpace& space, double limit) : space_(space), limit_(limit), matrix(space.size()) {}
  bool keeps(int row, int column) const { return gap(space_, row, column) < limit_; }
  int group(int row) const override { return row; }
  void columns_for(std::span<const int> rows, std::vector<int>& columns) const override {
    columns.clear();
    for (int c = space_.size() - 1; c >= 0; --c)
      if (std::any_of(rows.begin(), rows.end(), [&](int row) { return keeps(row, c); })) columns.push_back(c);
  }
  void add_row(int row, std::span<const int> columns, std::span<const Complex> values) override {
    CHECK(std::set<int>(columns.begin(), columns.end()).size() == columns.size());
#pragma omp critical
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (keeps(row, columns[c])) matrix.row(row)[columns[c]] += values[c];
  }

 private:
  const RwgSpace& space_;
  double limit_;

 public:
  DenseMatrix matrix;
};

double norm(const DenseMatrix& z) {
  double sum = 0.0;
  for (int i = 0; i < z.size(); ++i)
    for (int j = 0; j < z.size(); ++j) sum += std::norm(z.row(i)[j]);
  return std::sqrt(sum);
}

/// Steps of GMRES without restart to a residual of 1e-4, for a right-hand side without preference.
int gmres_steps(const DenseMatrix& z) {
  using Vector = std::vector<Complex>;
  const int n = z.size();
  const auto product = [](const Vector& a, const Vector& b) {
    Complex sum(0.0);
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::conj(a[i]) * b[i];
    return sum;
  };
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  Vector first(n);
  for (Complex& value : first) value = {normal(random), normal(random)};
  const double length = std::sqrt(product(first, first).real());
  for (Complex& value : first) value /= length;
  std::vector<Vector> basis{first};
  std::vector<Complex> cosine, sine;  // Givens rotations
  double residual = 1.0;
  while (residual > 1e-4 && static_cast<int>(basis.size()) <= n) {
    Vector next(n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) next[i] += z.row(i)[j] * basis.back()[j];
    std::vector<Complex> column;
    for (const Vector& q : basis) {
      column.push_back(product(q, next));
      for (int i = 0; i < n; ++i) next[i] -= column.back() * q[i];
    }
    const double below = std::sqrt(product(next, next).real());
    for (Complex& value : next) value /= below;
    for (std::size_t r = 0; r < cosine.size(); ++r) {
      const Complex upper = column[r];
      column[r] = std::conj(cosine[r]) * upper + sine[r] * column[r + 1];
      column[r + 1] = -sine[r] * upper + cosine[r] * column[r + 1];
    }
    const double radius = std::hypot(std::abs(column.back()), below);
    cosine.push_back(column.back() / radius);
    sine.push_back(below / radius);
    residual *= below / radius;
    basis.push_back(std::move(next));
  }
  return static_cast<int>(basis.size()) - 1;
}

}  // namespace

// The tolerance is that of the default rules: relative to the largest entry of the kind.
TEST_CASE(
    "MFIE rows tested by dual functions agree with brute-force quadrature: overlapping, touching, near and far pairs, with losses too") {
  const RwgSpace space = [] {
    const Mesh mesh = pebble();
    return RwgSpace(mesh, analyse(mesh));
  }();
  const DualSpace dual(space);
  const std::vector<double> alpha(space.size(), 0.0);
  for (const Complex k : {Complex(3.0), Complex(4.0, -1.5)}) {
    const DenseMatrix fast = assemble_dense(space, &dual, k, alpha, {});
    const DenseMatrix reference = assemble_dense(space, &dual, k, alpha, QuadratureChoice::reference());
    for (const int m : {3, 40, 77}) {
      const std::vector<int> columns = at_all_distances(space, m);
      const int far = columns[1];
      const double diagonal = std::abs(fast.row(m)[m]);
      for (const int n : columns) {
        const Complex exact = brute_force(space, dual, k, m, n);
        CAPTURE(k);
        CAPTURE(m);
        CAPTURE(gap(space, m, n));
        CHECK(std::abs(reference.row(m)[n] - exact) < 3e-5 * diagonal);
        CHECK(std::abs(fast.row(m)[n] - exact) < 6e-5 * diagonal);
        if (n == far) CHECK(std::abs(fast.row(m)[n] - exact) < 3e-3 * std::abs(exact));
      }
    }
  }
}

TEST_CASE("a sink that keeps near entries gets those of the dense matrix, on a box with a fin") {
  shapes::Builder b;
  b.box(Vec3(0, 0, 0), Vec3(0.6, 0.5, 0.4), 4);
  b.surface(
      2, 4, [](double u, double v) { return Vec3(0.6 + 0.3 * u, 0.5 * v, 0.4); }, 2);
  const Mesh mesh = shapes::with_random_winding(b.mesh, 3);
  const RwgSpace space(mesh, analyse(mesh));
  const DualSpace dual(space);
  const auto alpha = cfie_weights(space, std::vector<double>{0.4, 0.4});
  const DenseMatrix dense = assemble_dense(space, &dual, 6.0, alpha, {});
  NearSink near(space, 0.25);
  assemble(space, &dual, 6.0, alpha, {}, near);
  double error = 0.0, largest = 0.0;
  int kept = 0;
  for (int i = 0; i < space.size(); ++i)
    for (int j = 0; j < space.size(); ++j) {
      if (!near.keeps(i, j)) continue;
      ++kept;
      error = std::max(error, std::abs(near.matrix.row(i)[j] - dense.row(i)[j]));
      largest = std::max(largest, std::abs(dense.row(i)[j]));
    }
  CHECK(kept > 10 * space.size());
  CHECK(kept < space.size() * space.size() / 3);
  CHECK(error < 1e-13 * largest);
}

TEST_CASE(
    "dual testing keeps the scale of the MFIE's rows, and GMRES takes at most a fifth more steps for the CFIE") {
  for (const Mesh& mesh : {shapes::sphere(0.5, 4), pebble()}) {
    const RwgSpace space(mesh, analyse(mesh));
    const DualSpace dual(space);
    const double k = 2.0 * pi;
    const auto assembled = [&](const DualSpace* with, double a) {
      return assemble_dense(space, with, k, std::vector<double>(space.size(), a), {});
    };
    const double ratio = norm(assembled(&dual, 0.0)) / norm(assembled(nullptr, 0.0));
    CAPTURE(ratio);
    CHECK(ratio > 0.9);
    CHECK(ratio < 1.25);
    for (const double a : {0.0, 0.2, 0.5, 0.8}) {
      const int with = gmres_steps(assembled(&dual, a)), without = gmres_steps(assembled(nullptr, a));
      CAPTURE(a);
      CAPTURE(with);
      CAPTURE(without);
      CHECK(with <= 1.2 * without);
    }
  }
}
