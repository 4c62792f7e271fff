#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "linalg/packed_reals.hpp"
#include "linalg/packed_rows.hpp"

using namespace pace;

namespace {

/// Entries that fall off by five orders of magnitude along a row, as those of near blocks do.
std::vector<ComplexF> falling_rows(int rows, int columns) {
  std::mt19937 random(7);
  std::normal_distribution<float> normal;
  std::vector<ComplexF> values;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      values.push_back(std::pow(10.0f, -5.0f * c / columns) * ComplexF(normal(random), normal(random)));
  return values;
}

}  // namespace

TEST_CASE(
    "packed rows keep each entry to 16 bits of the largest around it, and multiply as they are unpacked") {
  const int rows = 9, columns = 53;  // no whole number of pieces
  const std::vector<ComplexF> values = falling_rows(rows, columns);
  const PackedRows packed(values.data(), rows, columns);
  CHECK(packed.bytes() == rows * 4 * (64 + 4));
  std::vector<ComplexF> unpacked(rows * columns);
  packed.unpack(0, rows, unpacked.data());
  double squared_error = 0.0;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      float most = 0.0f;
      for (int i = c / PackedRows::piece * PackedRows::piece;
           i < std::min(columns, (c / PackedRows::piece + 1) * PackedRows::piece); ++i)
        most = std::max(
            {most, std::abs(values[r * columns + i].real()), std::abs(values[r * columns + i].imag())});
      const ComplexF error = unpacked[r * columns + c] - values[r * columns + c];
      CHECK(std::max(std::abs(error.real()), std::abs(error.imag())) <= 1.001f * most / 65534.0f);
      CHECK(packed.entry(r, c) == unpacked[r * columns + c]);
      squared_error += std::norm(Complex(error));
    }
  CHECK(packed.squared_error() == doctest::Approx(squared_error).epsilon(1e-4));

  const std::vector<ComplexF> x = falling_rows(1, columns);
  std::vector<float> planes;
  PackedRows::planes_of(x, planes);
  std::vector<ComplexF> y(4);
  packed.multiply(planes, 3, 7, y.data());
  for (int r = 3; r < 7; ++r) {
    Complex sum = 0.0;
    for (int c = 0; c < columns; ++c) sum += Complex(unpacked[r * columns + c]) * Complex(x[c]);
    CHECK(std::abs(Complex(y[r - 3]) - sum) < 1e-6 * std::abs(sum) + 1e-6);
  }
}

TEST_CASE("packed rows of zeros and of numbers too small for floats are zeros") {
  const std::vector<ComplexF> values{{0.0f, 0.0f}, {1e-36f, -1e-38f}};
  const PackedRows packed(values.data(), 1, 2);
  CHECK(packed.entry(0, 0) == ComplexF(0.0f));
  CHECK(packed.entry(0, 1) == ComplexF(0.0f));
}

TEST_CASE("packed reals keep each number to 16 bits of the largest in its piece") {
  const int columns = 147;
  PackedReals packed(3, columns);
  std::vector<float> row(columns), out(2 * columns);
  for (int c = 0; c < columns; ++c) row[c] = std::cos(1.0f + c) * std::exp(-0.05f * c);
  packed.set(1, row.data());
  packed.unpack(0, 2, out.data());
  for (int c = 0; c < columns; ++c) {
    float most = 0.0f;
    const int first = c / PackedReals::piece * PackedReals::piece;
    for (int i = first; i < std::min(columns, first + PackedReals::piece); ++i)
      most = std::max(most, std::abs(row[i]));
    CHECK(out[c] == 0.0f);
    CHECK(std::abs(out[columns + c] - row[c]) <= 1.001f * most / 65534.0f);
  }
  CHECK(packed.bytes() == 3 * (147 * 2 + 5 * 4));
}
