// The parts of the fast method, each against what it stands for.
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <set>

#include "../close_to.hpp"
#include "excitation/directions.hpp"
#include "fmm/angular_grid.hpp"
#include "fmm/harmonics.hpp"
#include "fmm/octree.hpp"
#include "fmm/translator.hpp"
#include "fmm/wave_transform.hpp"

using namespace pace;

namespace {

std::mt19937 random_bits(20260101);

Vec3 random_point(double size) {
  std::uniform_real_distribution<double> u(-0.5 * size, 0.5 * size);
  return {u(random_bits), u(random_bits), u(random_bits)};
}

std::vector<Vec3> points_on_a_bent_sheet(int count) {
  std::uniform_real_distribution<double> u(0.0, 1.0);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const double a = u(random_bits), b = u(random_bits);
    points.emplace_back(3.0 * a, b + 0.3 * std::sin(4.0 * a), 0.4 * std::cos(3.0 * a) + 0.2 * b);
  }
  return points;
}

/// The θ and φ components of the transverse part of A e^{jk k̂·r}, as planes.
std::vector<float> pattern_of(const AngularGrid& grid, double k, const Vec3& r, const CVec3& amplitude) {
  std::vector<float> result(static_cast<std::size_t>(planes) * grid.padded);
  for (int i = 0; i < grid.size; ++i) {
    const double theta = grid.theta[i / grid.phis], phi = grid.phi_of(i);
    const Complex phase = std::polar(1.0, k * grid.direction(i).dot(r));
    const Complex of_theta = phase * amplitude.cwiseProduct(theta_hat(theta, phi).cast<Complex>()).sum();
    const Complex of_phi = phase * amplitude.cwiseProduct(phi_hat(theta, phi).cast<Complex>()).sum();
    result[i] = static_cast<float>(of_theta.real());
    result[grid.padded + i] = static_cast<float>(of_phi.real());
    result[2 * grid.padded + i] = static_cast<float>(of_theta.imag());
    result[3 * grid.padded + i] = static_cast<float>(of_phi.imag());
  }
  return result;
}

double relative_difference(const std::vector<float>& a, const std::vector<float>& b) {
  double error = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) error += std::pow(a[i] - b[i], 2.0), norm += std::pow(b[i], 2.0);
  return std::sqrt(error / norm);
}

}  // namespace

namespace {

/// ψ_lm of some points at once, [point][l, m].
std::vector<std::vector<Complex>> regular_waves(int degree, Complex k, const std::vector<Vec3>& points) {
  const RegularWaves waves(degree, k);
  std::vector<Batch> real(waves.terms()), imaginary(waves.is_lossy() ? waves.terms() : 0);
  std::vector<std::vector<Complex>> result;
  for (std::size_t first = 0; first < points.size(); first += lanes) {
    alignas(64) std::array<std::array<double, lanes>, 3> of;
    for (int l = 0; l < lanes; ++l)
      for (int axis = 0; axis < 3; ++axis) of[axis][l] = points[std::min(first + l, points.size() - 1)][axis];
    waves({Batch::load_aligned(of[0].data()), Batch::load_aligned(of[1].data()),
           Batch::load_aligned(of[2].data())},
          real.data(), imaginary.empty() ? nullptr : imaginary.data());
    for (std::size_t l = 0; l < static_cast<std::size_t>(lanes) && first + l < points.size(); ++l) {
      auto& values = result.emplace_back();
      for (int i = 0; i < waves.terms(); ++i)
        values.emplace_back(real[i].get(l), imaginary.empty() ? 0.0 : imaginary[i].get(l));
    }
  }
  return result;
}

}  // namespace

TEST_CASE("the radial part of spherical waves agrees with the library from tiny to large arguments") {
  // 4π j_l(kρ) Y_l0 on the z axis, where Y_l0 = √((2l + 1) / 4π).
  const int degree = 40;
  const double k = 2.0;
  std::vector<Vec3> points;
  for (const double x : {0.0, 1e-9, 1e-3, 0.3, 1.0, pi, 4.4934, 7.0, 25.0}) points.emplace_back(0, 0, x / k);
  const auto waves = regular_waves(degree, k, points);
  for (std::size_t p = 0; p < points.size(); ++p)
    for (int l = 0; l <= degree; ++l) {
      CAPTURE(points[p].z());
      CAPTURE(l);
      const double bessel = waves[p][l * l + l].real() / std::sqrt(4.0 * pi * (2 * l + 1)),
                   wanted = std::sph_bessel(static_cast<unsigned>(l), k * points[p].z());
      CHECK(std::abs(bessel - wanted) < 1e-10 * std::abs(wanted) + 1e-14);
    }
}

TEST_CASE("spherical waves about a centre add up to a plane wave, with losses too") {
  const int degree = 22;
  const RealHarmonics harmonics_of(degree);
  std::vector<double> harmonics(harmonic_count(degree));
  std::vector<Vec3> points{Vec3::Zero()};
  while (points.size() < 19) points.push_back(random_point(1.0));
  for (const Complex k : {Complex(2.0 * pi), Complex(5.1, -2.3)}) {
    const auto waves = regular_waves(degree, k, points);
    for (std::size_t p = 0; p < points.size(); ++p) {
      const Vec3 direction = p == 1 ? Vec3::UnitZ() : Vec3(random_point(1.0).normalized());
      harmonics_of(direction, harmonics.data());
      Complex sum = 0.0, power = 1.0;
      for (int l = 0; l <= degree; ++l, power *= imaginary_unit)
        for (int i = l * l; i < (l + 1) * (l + 1); ++i) sum += power * waves[p][i] * harmonics[i];
      CHECK(std::abs(sum - std::exp(imaginary_unit * k * direction.dot(points[p]))) < 1e-8);
    }
  }
}

TEST_CASE("the directions of a grid integrate products of its harmonics exactly") {
  const int degree = 7;
  const AngularGrid grid(degree);
  const RealHarmonics harmonics(degree);
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(harmonic_count(degree), harmonic_count(degree));
  Eigen::VectorXd values(harmonic_count(degree));
  for (int i = 0; i < grid.size; ++i) {
    harmonics(grid.direction(i), values.data());
    gram += grid.weight(i) * values * values.transpose();
  }
  CHECK((gram - Eigen::MatrixXd::Identity(gram.rows(), gram.cols())).norm() < 1e-12);
}

TEST_CASE("directions are counted also of grids that no machine holds, as plans of absurd sizes do") {
  CHECK(padded_directions(3) == 32);
  CHECK(padded_directions(AngularGrid(7).degree) == AngularGrid(7).padded);
  CHECK(padded_directions(73692) == 10861316512);
}

TEST_CASE("resampling carries the pattern of a source to a finer grid to single precision") {
  const double k = 2.0 * pi;
  const Vec3 r(0.17, -0.12, 0.2);
  const CVec3 amplitude(Complex(0.3, -1.0), Complex(0.8, 0.2), Complex(-0.4, 0.6));
  for (const auto& [coarse_degree, fine_degree] : {std::pair{14, 15}, std::pair{15, 29}, std::pair{20, 20}}) {
    const AngularGrid coarse(coarse_degree), fine(fine_degree);
    const Resampler resampler(coarse, fine);
    std::vector<float> result(static_cast<std::size_t>(planes) * fine.padded), scratch;
    resampler.refine(pattern_of(coarse, k, r, amplitude).data(), result.data(), 1, scratch);
    CAPTURE(coarse_degree);
    CHECK(relative_difference(result, pattern_of(fine, k, r, amplitude)) < 2e-6);
  }
}

TEST_CASE("the way down is the transpose of the way up, for several columns") {
  const AngularGrid coarse(6), fine(11);
  const Resampler resampler(coarse, fine);
  const int columns = 3;
  std::normal_distribution<float> normal;
  std::vector<float> a(static_cast<std::size_t>(planes) * columns * coarse.padded),
      b(static_cast<std::size_t>(planes) * columns * fine.padded);
  const auto fill = [&](std::vector<float>& values, const AngularGrid& grid) {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<int>(i % grid.padded) < grid.size ? normal(random_bits) : 0.0f;
  };
  fill(a, coarse), fill(b, fine);
  std::vector<float> up(b.size()), down(a.size()), scratch;
  resampler.refine(a.data(), up.data(), columns, scratch);
  resampler.restrict_to(b.data(), down.data(), columns, scratch);
  double left = 0.0, right = 0.0;
  for (std::size_t i = 0; i < b.size(); ++i) left += static_cast<double>(up[i]) * b[i];
  for (std::size_t i = 0; i < a.size(); ++i) right += static_cast<double>(down[i]) * a[i];
  CHECK(left == close_to(right, 1e-4));
}

TEST_CASE("waves become the field over a grid that their sum is, and the way back is the transpose") {
  std::normal_distribution<float> normal;
  for (const auto& [degree, grid_degree] : {std::pair{4, 5}, std::pair{7, 10}}) {
    CAPTURE(degree);
    const AngularGrid grid(grid_degree);
    const WaveTransform transform(degree, grid);
    const RealHarmonics harmonics(degree);
    const int terms = harmonic_count(degree), fields = 3;
    MatrixF q(3 * terms, 2 * fields), back;
    for (float& value : q.reshaped()) value = normal(random_bits);
    const std::size_t size = static_cast<std::size_t>(planes) * grid.padded * fields;
    std::vector<float> out(size, 7.0f), in(size, 0.0f);
    transform.to_grid(q, out.data());
    const auto at = [&](const std::vector<float>& of, int field, int component, int d) {
      const std::size_t place = static_cast<std::size_t>(planes * field + component) * grid.padded + d;
      return Complex(of[place], of[place + 2 * grid.padded]);
    };
    std::vector<double> y(terms);
    double worst = 0.0;
    for (int d = 0; d < grid.size; ++d) {
      harmonics(grid.direction(d), y.data());
      const double theta = grid.theta[d / grid.phis], phi = grid.phi_of(d);
      for (int f = 0; f < fields; ++f) {
        CVec3 sum = CVec3::Zero();
        for (int l = 0; l <= degree; ++l)
          for (int i = l * l; i < (l + 1) * (l + 1); ++i)
            for (int c = 0; c < 3; ++c)
              sum[c] +=
                  std::pow(imaginary_unit, l) * y[i] * Complex(q(3 * i + c, 2 * f), q(3 * i + c, 2 * f + 1));
        worst = std::max({worst, std::abs(at(out, f, 0, d) - theta_hat(theta, phi).dot(sum)),
                          std::abs(at(out, f, 1, d) - phi_hat(theta, phi).dot(sum))});
      }
    }
    CHECK(worst < 2e-5);
    CHECK(grid.padded > grid.size);
    CHECK(at(out, 1, 1, grid.size) == Complex(0.0));

    // Σ (F, to_grid q) = Σ (to_waves F, q) without conjugation, also of the fields turned by k̂ ×.
    for (int row = 0; row < planes * fields; ++row)
      for (int d = 0; d < grid.size; ++d)
        in[static_cast<std::size_t>(row) * grid.padded + d] = normal(random_bits);
    for (const bool is_crossed : {false, true}) {
      transform.to_waves(in.data(), 2 * fields, is_crossed, back);
      Complex left = 0.0, right = 0.0;
      for (int f = 0; f < fields; ++f) {
        for (int d = 0; d < grid.size; ++d)
          left += is_crossed ? std::conj(at(in, f, 1, d)) * at(out, f, 0, d) -
                                   std::conj(at(in, f, 0, d)) * at(out, f, 1, d)
                             : std::conj(at(in, f, 0, d)) * at(out, f, 0, d) +
                                   std::conj(at(in, f, 1, d)) * at(out, f, 1, d);
        for (int i = 0; i < 3 * terms; ++i)
          right += Complex(back(i, 2 * f), -back(i, 2 * f + 1)) * Complex(q(i, 2 * f), q(i, 2 * f + 1));
      }
      CHECK(std::abs(left - right) < 1e-4 * std::abs(left));
    }
  }
}

TEST_CASE("plane waves carried across two boxes are the Green's function") {
  const double k = 2.0 * pi, size = 0.6;
  Octree tree(
      std::vector<Vec3>{Vec3(0.0, 0.0, 0.0), Vec3(2.3, 2.3, 0.01), Vec3(2.3, 0.4, 2.3), Vec3(1.3, 0.1, 0.1)},
      size);
  const TreeLevel& level = tree.leaves();
  const AngularGrid grid(15);  // four digits for boxes of this size
  const Translators translators(level, {0, static_cast<int>(level.boxes.size())}, grid, {0, grid.padded}, k,
                                1.0);
  int tested = 0;
  for (int b = 0; b < static_cast<int>(level.boxes.size()); ++b)
    for (const FarNeighbour& far : level.far(b)) {
      const Vec3 to = random_point(0.8 * size), from = random_point(0.8 * size);
      const float* t = translators.of(far.offset);
      Complex sum = 0.0;
      for (int i = 0; i < grid.size; ++i)
        sum += std::polar(1.0, -k * grid.direction(i).dot(to - from)) * Complex(t[i], t[grid.padded + i]);
      sum *= -imaginary_unit * k / (16.0 * pi * pi);
      const double distance = (level.boxes[b].centre + to - level.boxes[far.box].centre - from).norm();
      const Complex green = std::polar(1.0 / (4.0 * pi * distance), -k * distance);
      CHECK(std::abs(sum - green) < 1e-3 * std::abs(green));
      ++tested;
    }
  CHECK(tested > 2);
}

TEST_CASE("each pair of leaves is near, or far at exactly one level") {
  const auto points = points_on_a_bent_sheet(3000);
  const Octree tree(points, 0.12);
  REQUIRE(tree.depth() >= 4);
  const TreeLevel& leaves = tree.leaves();
  const int count = static_cast<int>(leaves.boxes.size());
  std::vector<std::vector<int>> ancestor(tree.depth() + 1, std::vector<int>(count));
  for (int b = 0; b < count; ++b) {
    ancestor[tree.depth()][b] = b;
    for (int l = tree.depth(); l > 0; --l) ancestor[l - 1][b] = tree.level(l).boxes[ancestor[l][b]].parent;
  }
  std::vector<std::set<std::pair<int, int>>> far(tree.depth() + 1);
  for (int l = 0; l <= tree.depth(); ++l)
    for (int b = 0; b < static_cast<int>(tree.level(l).boxes.size()); ++b)
      for (const FarNeighbour& f : tree.level(l).far(b)) far[l].insert({b, f.box});
  for (int a = 0; a < count; a += 3)
    for (int b = 0; b < count; ++b) {
      const auto near = leaves.near(a);
      int times = std::binary_search(near.begin(), near.end(), b) ? 1 : 0;
      for (int l = Octree::first_far_level; l <= tree.depth(); ++l)
        times += far[l].contains({ancestor[l][a], ancestor[l][b]});
      REQUIRE(times == 1);
    }
}

TEST_CASE("every function has a place, in the leaf that holds its point") {
  const auto points = points_on_a_bent_sheet(2000);
  const Octree tree(points, 0.2);
  std::vector<int> seen(points.size());
  for (int p = 0; p < static_cast<int>(points.size()); ++p) {
    const int function = tree.order()[p];
    ++seen[function];
    CHECK(tree.place()[function] == p);
    const TreeBox& box = tree.leaves().boxes[tree.leaf_of_place()[p]];
    CHECK((points[function] - box.centre).cwiseAbs().maxCoeff() <= 0.5 * 0.2 * (1.0 + 1e-9));
  }
  CHECK(*std::max_element(seen.begin(), seen.end()) == 1);
}

TEST_CASE("a tree over one point, or over points in one place, is a single leaf") {
  CHECK(Octree(std::vector<Vec3>{Vec3(1.0, 2.0, 3.0)}, 0.1).depth() == 0);
  CHECK(Octree(std::vector<Vec3>(5, Vec3(1.0, 2.0, 3.0)), 0.1).depth() == 0);
}
