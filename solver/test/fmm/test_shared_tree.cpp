// What wave numbers of a band leave to each other: products keep their digits whether entries are assembled
// or follow from those of others.
#include <doctest/doctest.h>

#include <filesystem>

#include "../extent.hpp"
#include "../mesh/shapes.hpp"
#include "model_of.hpp"
#include "run/accuracy.hpp"
#include "run/earlier_solutions.hpp"
#include "run/shared_bands.hpp"

using namespace pace;

namespace {

SharedTrees trees_with(std::uintmax_t bytes) {
  return {std::filesystem::temp_directory_path(), std::make_shared<FileRoom>(FileRoom{bytes})};
}

/// Products at the wave numbers of a band whose edges are a wavelength divided by `edges` at its top.
/// @return  how many were interpolated
int check_band(const Model& model, double edges, int digits, SharedTrees& trees, int count = 9) {
  const double highest = 2.0 * pi / (edges * model.space.mean_edge_m()), lowest = highest / 1.24;
  std::vector<double> ascending;
  for (int i = 0; i < count; ++i) ascending.push_back(std::lerp(lowest, highest, i / (count - 1.0)));
  int interpolated = 0;
  for (const double k : coarse_to_fine(ascending)) {
    const ProductAccuracy a =
        product_accuracy(model, k, exact_products(model, k, 24), digits, 0, 1.0, {{lowest, highest}, &trees});
    CAPTURE(k / highest);
    CAPTURE(digits);
    CAPTURE(a.is_interpolated);
    CAPTURE(a.leaf_wavelengths);
    CHECK(a.random <= std::pow(10.0, -digits));
    CHECK(a.wave <= std::pow(10.0, -digits));
    interpolated += a.is_interpolated;
  }
  return interpolated;
}

constexpr std::uintmax_t plenty = std::uintmax_t{1} << 32;

}  // namespace

TEST_CASE("the polynomial through samples follows what turns by k R, with and without losses") {
  constexpr double distance = 0.7, tolerance = 1e-5;
  std::vector<Complex> samples;
  for (const double f : {1.0, 1.2, 1.1, 1.05, 1.15, 1.025}) samples.push_back(f * Complex(8.0, -0.6 * f));
  const Complex k = 1.08 * Complex(8.0, -0.6 * 1.08);
  const PolynomialAt at = polynomial_at(k, samples, distance, tolerance);
  REQUIRE(at.points.size() >= 3);
  CHECK(at.points.size() < samples.size());
  CHECK(at.error <= tolerance);
  for (const double r : {0.02, 0.3, 0.7}) {
    const auto wave = [&](Complex of) { return std::exp(-imaginary_unit * of * r); };
    Complex sum = -wave(k);
    for (std::size_t i = 0; i < at.points.size(); ++i) sum += at.weights[i] * wave(samples[at.points[i]]);
    CHECK(std::abs(sum) <= at.error);
  }
  CHECK(polynomial_at(k, samples, distance, 1e-12).points.empty());
  CHECK(polynomial_at(k, {}, distance, tolerance).points.empty());
  // Beyond the samples weights grow: better assembled.
  CHECK(polynomial_at(2.0 * k, samples, 0.01, 1e-3).points.empty());
  // A wave number that is there already is its own sample.
  const PolynomialAt same = polynomial_at(samples[2], samples, distance, tolerance);
  REQUIRE(same.points == std::vector<int>{2});
  CHECK(same.weights[0] == Complex(1.0));
}

TEST_CASE("products of a band keep their digits: coarse edges, CFIE and EFIE") {
  const Model cfie = model_of(shapes::slanted_body(6), 0.4), efie = model_of(shapes::slanted_body(6), 1.0);
  for (const int digits : {3, 4}) {
    if (digits == 4 && !in_full()) continue;
    SharedTrees trees = trees_with(plenty);
    const int of_cfie = check_band(cfie, 8.0, digits, trees);
    CHECK(of_cfie >= 2);
    // The same tree serves both sets of weights, each with samples of its own.
    CHECK(check_band(efie, 8.0, digits, trees) == of_cfie);
  }
}

TEST_CASE("products of a band keep their digits where they are interpolated below the plane waves") {
  const Model fine = model_of(shapes::slanted_body(8), 0.4);
  for (const int digits : {2, 3, 4}) {
    if (digits != 3 && !in_full()) continue;
    SharedTrees trees = trees_with(plenty);
    CHECK(check_band(fine, 45.0, digits, trees, 8) >= (digits == 4 ? 2 : 3));
  }
}

TEST_CASE("without room for files every wave number is assembled, and as accurate") {
  const Model model = model_of(shapes::slanted_body(6), 0.4);
  SharedTrees none = trees_with(0), little = trees_with(300'000);
  CHECK(check_band(model, 8.0, 3, none, 4) == 0);
  CHECK(check_band(model, 8.0, 3, little, 4) == 0);
}

TEST_CASE("bands are equally wide, and those with few frequencies to solve are left alone") {
  std::vector<double> ascending;
  for (int i = 0; i <= 40; ++i) ascending.push_back(1e9 * (1.0 + 0.025 * i));
  SharedBands bands({}, ascending, 41.0);
  std::size_t sharing = 0;
  for (const double f : ascending) {
    const auto band = bands.of(f);
    if (band.empty()) continue;
    ++sharing;
    CHECK(band.front() <= f);
    CHECK(f <= band.back());
    CHECK(band.back() <= SharedBands::widest * band.front());
    CHECK(band.size() >= SharedBands::fewest_solved);
  }
  CHECK(sharing == ascending.size());
  CHECK(bands.sharing(std::vector{ascending.back(), ascending.front()}) ==
        std::vector<std::vector<double>>{{0.5}, {}, {}, {1.0}});
  // An adaptive sweep that solves ten of them.
  SharedBands few({}, ascending, 10.0);
  for (const double f : ascending) CHECK(few.of(f).empty());
  CHECK(few.trees(ascending[3]) == nullptr);
}
