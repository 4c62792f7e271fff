#include <doctest/doctest.h>
#include <omp.h>

#include <cmath>

#include "../mesh/shapes.hpp"
#include "operators/dense_assembly.hpp"
#include "single_sink.hpp"

using namespace pace;

namespace {

/// ‖A − B‖ / ‖B‖, Frobenius.
double relative_difference(const DenseMatrix& a, const DenseMatrix& b) {
  double error = 0.0, norm = 0.0;
  for (int i = 0; i < a.size(); ++i)
    for (int j = 0; j < a.size(); ++j) {
      error += std::norm(a.row(i)[j] - b.row(i)[j]);
      norm += std::norm(b.row(i)[j]);
    }
  return std::sqrt(error / norm);
}

enum class MagneticTesting { buffa_christiansen, rwg };

DenseMatrix assemble(const Mesh& mesh, double k, double alpha, const QuadratureChoice& choice,
                     MagneticTesting testing = MagneticTesting::buffa_christiansen) {
  const RwgSpace space(mesh, analyse(mesh));
  const DualSpace dual(space);
  return assemble_dense(space, testing == MagneticTesting::rwg ? nullptr : &dual, k,
                        cfie_weights(space, std::vector<double>(mesh.parts.size(), alpha)), choice);
}

/// Two parallel plates a tenth of an edge apart: the pairs that plain Gauss rules get wrong.
Mesh close_plates() {
  shapes::Builder b;
  b.surface(5, 4, [](double u, double v) { return Vec3(0.5 * u, 0.4 * v + 0.05 * u, 0.0); });
  b.surface(
      5, 4, [](double u, double v) { return Vec3(0.5 * u + 0.03, 0.4 * v, 0.01); }, 2);
  return b.mesh;
}

}  // namespace

TEST_CASE("rows in single precision are those of double precision to 2e-6 of the largest entry of each row") {
  Mesh mesh = shapes::sphere(0.5, 4, Vec3(40.0, -70.0, 30.0));
  for (Vec3& p : mesh.vertices) p.x() += 0.3 * p.y() * p.y() * 1e-2, p.z() *= 1.1;
  const RwgSpace space(mesh, analyse(mesh));
  const DualSpace dual(space);
  for (const double alpha : {0.3, 1.0})
    for (const Complex k : {Complex(3.0), Complex(0.08), Complex(4.0, -1.5)})
      for (const Block block : {Block::diagonal, Block::off_diagonal}) {
        const std::vector<double> weights(space.size(), alpha);
        SingleSink single(space);
        assemble(space, &dual, k, weights, {}, single, {}, block);
        CHECK(single.in_single > static_cast<std::size_t>(space.size()));
        const DenseMatrix exact = assemble_dense(space, &dual, k, weights, {}, {}, block);
        double worst = 0.0;
        for (int i = 0; i < space.size(); ++i) {
          double largest = 0.0, error = 0.0;
          for (int j = 0; j < space.size(); ++j) {
            largest = std::max(largest, std::abs(exact.row(i)[j]));
            error = std::max(error, std::abs(exact.row(i)[j] - single.matrix.row(i)[j]));
          }
          worst = std::max(worst, error / largest);
        }
        CAPTURE(alpha);
        CAPTURE(k);
        CAPTURE(block == Block::diagonal);
        CAPTURE(worst);
        CHECK(worst < 2e-6);
        CHECK(worst > 1e-9);
      }
}

TEST_CASE(
    "the default quadrature agrees with the reference rules to 1e-4 in EFIE and MFIE on a sphere of λ/10 edges") {
  const Mesh mesh = shapes::sphere(0.5, 4, Vec3(0.1, 0.2, 0.3));
  const double k = 2.0 * pi / 1.9;
  for (const double alpha : {1.0, 0.0}) {
    const double error = relative_difference(assemble(mesh, k, alpha, {}),
                                             assemble(mesh, k, alpha, QuadratureChoice::reference()));
    CAPTURE(alpha);
    CAPTURE(error);
    CHECK(error < 1e-4);
  }
}

TEST_CASE("entries of thin triangles and of triangles at a small angle are within 1.2e-4 of the largest") {
  struct Body {
    const char* name;
    Mesh mesh;
  };
  const auto stretched = [](const Vec3& by) {
    Mesh mesh = shapes::sphere(0.5, 3);
    for (Vec3& p : mesh.vertices) p = p.cwiseProduct(by);
    return mesh;
  };
  shapes::Builder wedge;  // 8°
  wedge.surface(3, 2, [](double u, double v) { return Vec3(0.5 * u, 0.3 * v + 0.05 * u, 0.0); });
  wedge.surface(3, 2, [](double u, double v) { return Vec3(0.5 * u, 0.297 * v + 0.05 * u, 0.042 * v); });
  for (const Body& body : {Body{"needle", stretched(Vec3(4.0, 0.8, 1.0))},
                           Body{"disc", stretched(Vec3(1.5, 1.0, 0.1))}, Body{"wedge", wedge.mesh}}) {
    const double k = 2.0;
    const DenseMatrix z = assemble(body.mesh, k, 1.0, {}),
                      exact = assemble(body.mesh, k, 1.0, QuadratureChoice::reference());
    double largest = 0.0, error = 0.0;
    for (int i = 0; i < z.size(); ++i)
      for (int j = 0; j < z.size(); ++j) {
        largest = std::max(largest, std::abs(exact.row(i)[j]));
        error = std::max(error, std::abs(z.row(i)[j] - exact.row(i)[j]));
      }
    CAPTURE(body.name);
    CHECK(error < 1.2e-4 * largest);
  }
}

TEST_CASE("plates a tenth of an edge apart are integrated to 1e-3") {
  const double k = 2.0 * pi;
  CHECK(relative_difference(assemble(close_plates(), k, 1.0, {}),
                            assemble(close_plates(), k, 1.0, QuadratureChoice::reference())) < 1e-3);
}

TEST_CASE("the quadrature converges: each higher rule set is nearer to the reference") {
  const Mesh mesh = shapes::sphere(0.5, 3, Vec3(0.1, 0.2, 0.3));
  const double k = 4.0;
  const auto reference = assemble(mesh, k, 0.3, QuadratureChoice::reference());
  double last = 1.0;
  for (const auto& choice :
       {QuadratureChoice{.far_degree = 1, .middle_degree = 1, .near_degree = 2, .contacts = {2, 2, 2, 2}},
        QuadratureChoice{.far_degree = 2, .middle_degree = 2, .near_degree = 4, .contacts = {3, 3, 3, 3}},
        QuadratureChoice{.far_degree = 4, .middle_degree = 6, .near_degree = 6, .contacts = {5, 5, 5, 5}}}) {
    const double error = relative_difference(assemble(mesh, k, 0.3, choice), reference);
    CHECK(error < 0.5 * last);
    last = error;
  }
}

TEST_CASE("the EFIE matrix is symmetric to rounding") {
  const DenseMatrix z = assemble(close_plates(), 2.0 * pi, 1.0, {});
  double largest = 0.0, asymmetry = 0.0;
  for (int i = 0; i < z.size(); ++i)
    for (int j = 0; j < z.size(); ++j) {
      largest = std::max(largest, std::abs(z.row(i)[j]));
      asymmetry = std::max(asymmetry, std::abs(z.row(i)[j] - z.row(j)[i]));
    }
  CHECK(asymmetry < 1e-12 * largest);
}

TEST_CASE("one thread and several give the same matrix to rounding") {
  const Mesh mesh = shapes::sphere(0.5, 4);
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const DenseMatrix one = assemble(mesh, 5.0, 0.5, {});
  omp_set_num_threads(3);
  const DenseMatrix three = assemble(mesh, 5.0, 0.5, {});
  omp_set_num_threads(before);
  CHECK(relative_difference(three, one) < 1e-14);
}
