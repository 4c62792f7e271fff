#include "hybrid/optics_currents.hpp"

#include "core/cross.hpp"
#include "core/error.hpp"
#include "physical_optics/facet_integral.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

/// ∫ of the scalar product of two half functions of a triangle.
double overlap(const SurfaceTriangle& t, const HalfFunction& a, const HalfFunction& b) {
  if (t.bend)
    return a.sign * b.sign * t.edge_length[a.corner] * t.edge_length[b.corner] *
           arm_product(t, a.corner, b.corner) / (4.0 * t.area);
  double squares = 0.0;
  for (const double e : t.edge_length) squares += e * e;
  const double mean = squares / 36.0 + (t.centroid - t.vertex[a.corner]).dot(t.centroid - t.vertex[b.corner]);
  return a.sign * b.sign * t.edge_length[a.corner] * t.edge_length[b.corner] * mean / (4.0 * t.area);
}

/// What n × H e^{−jk·r} of a half's triangle carries through its bent side, over the length of the chord; its
/// sign in it. The current through a piece of side τ ds is (n × H)·(τ × n) ds = −H·τ ds, τ around the normal.
Complex bent_side_mean(const SurfaceTriangle& t, const HalfFunction& half, double k, const PlaneWave& wave,
                       const CVec3& magnetic) {
  constexpr int points = 5;
  const int from = (half.corner + 1) % 3, to = (half.corner + 2) % 3;
  Complex through = 0.0;
  double turn = 0.0;
  for (const auto& [s, weight] : line_rule(points)) {
    Barycentric b{};
    b[from] = 1.0 - s, b[to] = s;
    const BasisPoint at = basis_point(t, b);
    const Vec3 along = t.vertex[to] - t.vertex[from] + 4.0 * (1.0 - 2.0 * s) * t.bend->sagitta[half.corner];
    turn = along.cross(at.normal).dot(at.arm[half.corner]) > 0.0 ? 1.0 : -1.0;  // out of the triangle
    const Vec3 outward = turn * along.cross(at.normal);
    through += weight * (cross(at.normal, magnetic).cwiseProduct(outward.cast<Complex>())).sum() *
               rotation(-k * wave.direction.dot(at.position));
  }
  return half.sign * through / t.edge_length[half.corner];
}

}  // namespace

OpticsCurrents::OpticsCurrents(const RwgSpace& space, const PartDivision& division)
    : border_(division.optics_count(), division.full_wave_count()) {
  std::vector<Eigen::Triplet<double>> own, border;
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t) {
    if (!division.optics_triangle[t]) continue;
    for (const HalfFunction& row : space.halves(t)) {
      if (!division.optics_function[row.function]) continue;
      for (const HalfFunction& column : space.halves(t)) {
        auto& entries = division.optics_function[column.function] ? own : border;
        entries.emplace_back(division.index[row.function], division.index[column.function],
                             0.5 * vacuum_impedance * overlap(space.triangles()[t], row, column));
      }
    }
  }
  border_.setFromTriplets(border.begin(), border.end());
  Eigen::SparseMatrix<double> gram(division.optics_count(), division.optics_count());
  gram.setFromTriplets(own.begin(), own.end());
  factor_.compute(gram);
  if (factor_.info() != Eigen::Success) throw InputError(Message{"MATRIX_SINGULAR.flatTriangles"});
}

void OpticsCurrents::solve(Eigen::MatrixXcd& x) const {
#pragma omp parallel for schedule(dynamic)
  for (int c = 0; c < static_cast<int>(x.cols()); ++c) {
    Eigen::MatrixXd parts(x.rows(), 2);
    parts.col(0) = x.col(c).real(), parts.col(1) = x.col(c).imag();
    parts = factor_.solve(parts).eval();
    x.col(c) = parts.col(0).cast<Complex>() + imaginary_unit * parts.col(1).cast<Complex>();
  }
}

Eigen::MatrixXcd OpticsCurrents::of_border(const Eigen::MatrixXcd& full_wave) const {
  return border_.cast<Complex>() * full_wave;
}

std::size_t OpticsCurrents::bytes() const {
  return 12 * static_cast<std::size_t>(factor_.matrixL().nestedExpression().nonZeros() + border_.nonZeros());
}

std::vector<BorderHalf> border_halves(const RwgSpace& space, const PartDivision& division) {
  std::vector<BorderHalf> halves;
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t)
    if (division.optics_triangle[t])
      for (const HalfFunction& half : space.halves(t))
        if (!division.optics_function[half.function]) halves.push_back({half.function, t, half});
  return halves;
}

std::vector<Complex> incident_across_border(const RwgSpace& space, std::span<const BorderHalf> halves,
                                            double k, const PlaneWave& wave, std::span<const double> lit) {
  const CVec3 magnetic = cross(wave.direction, wave.polarization) / vacuum_impedance;
  std::vector<Complex> coefficient;
  for (const BorderHalf& b : halves) {
    const SurfaceTriangle& t = space.triangles()[b.triangle];
    if (t.bend) {
      coefficient.push_back(2.0 * lit[b.triangle] * bent_side_mean(t, b.half, k, wave, magnetic));
      continue;
    }
    const Vec3 &from = t.vertex[(b.half.corner + 1) % 3], &to = t.vertex[(b.half.corner + 2) % 3];
    const Vec3 middle = 0.5 * (from + to), along = (to - from).normalized();
    const Vec3 towards = middle - t.vertex[b.half.corner],
               outward = (towards - towards.dot(along) * along).normalized();
    const CVec3 current = 2.0 * lit[b.triangle] * cross(t.normal, magnetic);
    const Complex normal = outward.x() * current.x() + outward.y() * current.y() + outward.z() * current.z();
    coefficient.push_back(b.half.sign * normal * sinc(0.5 * k * wave.direction.dot(to - from)) *
                          rotation(-k * wave.direction.dot(middle)));
  }
  return coefficient;
}

CVec3 moment_of(const RwgSpace& space, std::span<const BorderHalf> halves,
                const std::vector<Complex>& coefficient, double k, const Vec3& r_hat) {
  CVec3 sum = CVec3::Zero();
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const SurfaceTriangle& t = space.triangles()[halves[i].triangle];
    const HalfFunction& half = halves[i].half;
    for (const auto& [b, weight] : triangle_rule(4)) {
      const BasisPoint at = basis_point(t, b);
      sum += (0.5 * half.sign * t.edge_length[half.corner] * weight * coefficient[i] *
              rotation(k * r_hat.dot(at.position))) *
             at.arm[half.corner].cast<Complex>();
    }
  }
  return sum;
}

}  // namespace pace
