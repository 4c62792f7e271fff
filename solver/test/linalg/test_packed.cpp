#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <random>

#include "../close_to.hpp"
#include "linalg/packed_columns.hpp"
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

TEST_CASE("packed rows keep the error that is allowed in as few bits, and multiply as they are unpacked") {
  const int rows = 9, columns = 53;  // no whole number of pieces
  const std::vector<ComplexF> values = falling_rows(rows, columns);
  const auto norm_of = [&](int r, const std::vector<ComplexF>& other) {
    double squared = 0.0;
    for (int c = 0; c < columns; ++c)
      squared += std::norm(Complex(values[r * columns + c]) - Complex(other[r * columns + c]));
    return std::sqrt(squared);
  };
  const std::vector<ComplexF> none(rows * columns), x = falling_rows(1, columns);
  std::vector<float> planes;
  PackedRows::planes_of(x, planes);
  std::size_t bytes = SIZE_MAX;
  for (const double allowed : {1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1}) {
    CAPTURE(allowed);
    const PackedRows packed(values.data(), rows, columns, [&](int) { return allowed; });
    std::vector<ComplexF> unpacked(rows * columns);
    packed.unpack(0, rows, unpacked.data());
    double squared_error = 0.0;
    for (int r = 0; r < rows; ++r) {
      // Numbers beside the largest of a row keep 22 bits at the most, which leave 1.3e-6 of it.
      CHECK(norm_of(r, unpacked) < 1.2 * std::hypot(allowed, 1.3e-6) * norm_of(r, none));
      squared_error += std::pow(norm_of(r, unpacked), 2.0);
    }
    // What is allowed is used, but where hardly a number is left.
    if (allowed > 5e-6 && allowed < 0.05) {
      int used = 0;
      for (int r = 0; r < rows; ++r) used += norm_of(r, unpacked) > 0.7 * allowed * norm_of(r, none);
      CHECK(3 * used >= 2 * rows);
    }
    // What is unpacked is rounded to floats once more.
    CHECK(packed.squared_error() == close_to(squared_error, allowed > 5e-6 ? 5e-4 : 0.02));
    CHECK(packed.bytes() < bytes);
    bytes = packed.bytes();

    std::vector<ComplexF> y(4);
    packed.multiply(planes, 3, 7, y.data());
    for (int r = 3; r < 7; ++r) {
      Complex sum = 0.0;
      for (int c = 0; c < columns; ++c) sum += Complex(unpacked[r * columns + c]) * Complex(x[c]);
      CHECK(std::abs(Complex(y[r - 3]) - sum) < 1e-6 * std::abs(sum) + 1e-6);
    }
  }
}

TEST_CASE("packed rows of zeros and of numbers too small for floats are zeros") {
  const std::vector<ComplexF> values{{0.0f, 0.0f}, {1e-36f, -1e-38f}};
  const PackedRows packed(values.data(), 1, 2, [](int) { return 1e-4; });
  std::vector<ComplexF> unpacked(2, ComplexF(1.0f));
  packed.unpack(0, 1, unpacked.data());
  CHECK(unpacked == std::vector<ComplexF>(2, ComplexF(0.0f)));
}

TEST_CASE(
    "packed reals are multiples of a row's step in every number of bits, and more exact than half of it") {
  const int columns = 147, rows = 40;
  const auto number = [&](int r, int c) {
    return static_cast<float>(std::cos(1.0 + c + 0.3 * r) * std::exp(-0.05 * c) * std::pow(2.0, 0.8 * r));
  };
  const float step = 1.0f;
  const PackedReals packed(rows, columns, [&](int r, float* out) {
    for (int c = 0; c < columns; ++c) out[c] = number(r, c);
    return step / std::sqrt(12.0);
  });
  std::vector<float> out(static_cast<std::size_t>(rows - 1) * columns);
  packed.unpack(1, rows, out.data());
  for (int r = 1; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      float most = 0.0f;
      const int first = c / PackedReals::piece * PackedReals::piece;
      for (int i = first; i < std::min(columns, first + PackedReals::piece); ++i)
        most = std::max(most, std::abs(number(r, i)));
      // Beyond 22 bits the step of a piece doubles until its largest number fits.
      const float wide = std::exp2(std::max(0.0f, std::ceil(std::log2(most / 2097151.0f))));
      CHECK(std::abs(out[(r - 1) * columns + c] - number(r, c)) <= 0.5001f * wide);
      CHECK(std::remainder(out[(r - 1) * columns + c], wide) == 0.0f);
    }
}

TEST_CASE("packed reals times two vectors, and transposed, are the products of what they unpack to") {
  std::mt19937 random(11);
  std::normal_distribution<float> normal;
  for (const int columns : {5, 32, 147}) {
    CAPTURE(columns);
    const int rows = 23;
    PackedReals packed(rows, columns, [&](int r, float* out) {
      for (int c = 0; c < columns; ++c) out[c] = normal(random) * std::exp2(static_cast<float>(-(c + r) / 3));
      return 1e-4;
    });
    const PackedReals::RowMajor whole = packed.unpacked();
    const int padded = packed.padded_columns();
    Eigen::MatrixXf x = Eigen::MatrixXf::Zero(padded, 2), y(rows, 2), started(padded, 2);
    for (float& value : x.topRows(columns).reshaped()) value = normal(random);
    for (float& value : started.reshaped()) value = normal(random);
    for (const bool in_file : {false, true}) {
      if (in_file) packed.move_to(std::make_shared<PagingFile>(std::filesystem::temp_directory_path()));
      packed.multiply(x.data(), y.data());
      const Eigen::MatrixXf wanted = whole * x.topRows(columns);
      CHECK((y - wanted).norm() < 1e-5f * wanted.norm());
      Eigen::MatrixXf sum = started;
      packed.add_transposed(y.data(), sum.data());
      const Eigen::MatrixXf transposed = started.topRows(columns) + whole.transpose() * y;
      CHECK((sum.topRows(columns) - transposed).norm() < 1e-5f * transposed.norm());
      CHECK(sum.bottomRows(padded - columns) == started.bottomRows(padded - columns));
    }
  }
}

TEST_CASE("packed rows in a file are those in memory, and what cannot be read is said afterwards") {
  const int rows = 9, columns = 53;
  const std::vector<ComplexF> values = falling_rows(rows, columns), x = falling_rows(1, columns);
  std::vector<float> planes;
  PackedRows::planes_of(x, planes);
  const auto file = std::make_shared<PagingFile>(std::filesystem::temp_directory_path());
  std::vector<PackedRows> blocks;
  for (const double allowed : {1e-5, 1e-3, 1e-2})
    blocks.emplace_back(values.data(), rows, columns, [&](int) { return allowed; });
  std::vector<PackedRows> moved = blocks;
  for (PackedRows& block : moved) block.move_to(file);
  std::size_t bytes = 0;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    CAPTURE(b);
    bytes += blocks[b].bytes();
    CHECK(moved[b].bytes() == blocks[b].bytes());
    std::vector<ComplexF> here(rows * columns), there(rows * columns), y(rows), z(rows);
    blocks[b].unpack(0, rows, here.data());
    moved[b].unpack(0, rows, there.data());
    CHECK(std::equal(here.begin(), here.end(), there.begin()));
    blocks[b].multiply(planes, 2, rows, y.data());
    moved[b].multiply(planes, 2, rows, z.data());
    CHECK(std::equal(y.begin(), y.end(), z.begin()));
  }
  CHECK(file->bytes() == bytes);
  CHECK_NOTHROW(file->throw_if_failed());

  std::vector<std::uint8_t> beyond(8, 1);
  file->read(bytes, beyond);
  CHECK(std::count(beyond.begin(), beyond.end(), 0) == 8);
  CHECK_THROWS_WITH_AS(file->throw_if_failed(), doctest::Contains("cut off"), std::runtime_error);
  CHECK_THROWS_AS(PagingFile("/nowhere"), std::runtime_error);
}

TEST_CASE(
    "packed columns have the products of what they were rounded to, and of floats where few bits do not do") {
  constexpr int rows = 5001;  // no whole number of pieces
  const auto columns_of = [](int count, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    FloatColumns columns(rows, count);
    for (ComplexF& value : columns.data) value = ComplexF(normal(random), 0.3f * normal(random));
    return columns;
  };
  const FloatColumns exact = columns_of(3, 1), other = columns_of(2, 2);
  const auto map = [](const FloatColumns& c) {
    return Eigen::Map<const Eigen::MatrixXcf>(c.data.data(), rows, c.columns).cast<Complex>();
  };
  for (const double error : {1e-5, 1e-7}) {
    CAPTURE(error);
    FloatColumns rounded = exact;
    const PackedColumns packed(rounded, error);
    const double change = (map(rounded) - map(exact)).norm() / map(exact).norm();
    CHECK(change <= 1.1 * error);
    if (error == 1e-5) {
      CHECK(change > 0.1 * error);
      CHECK(packed.bytes() < 0.65 * exact.data.size() * sizeof(ComplexF));
    } else {
      CHECK(packed.bytes() == exact.data.size() * sizeof(ComplexF));
    }
    const SmallMatrix inner = packed.inner(other), expected = map(rounded).adjoint() * map(other);
    CHECK((inner - expected).norm() < 1e-5 * expected.norm());
    SmallMatrix s(3, 2);
    s << Complex(1.0, -2.0), 0.5, Complex(0.0, 0.7), Complex(-1.0, 0.1), 2.0, Complex(0.3, 0.4);
    FloatColumns sum = other;
    packed.add_product(s, sum.data.data());
    const SmallMatrix whole = map(other) + map(rounded) * s;
    CHECK((map(sum) - whole).norm() < 1e-6 * whole.norm());
  }
}
