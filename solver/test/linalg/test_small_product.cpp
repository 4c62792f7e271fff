// Products of small matrices.
#include <doctest/doctest.h>

#include <Eigen/Dense>

#include "linalg/small_product.hpp"

using namespace pace;
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

TEST_CASE(
    "a small product is that of the matrices, of any number of rows and columns, and keeps to its room") {
  for (const int rows : {1, 7, 12, 31})
    for (const int inner : {1, 6, 11})
      for (const int columns : {1, 5, 16, 24, 41}) {
        CAPTURE(rows);
        CAPTURE(inner);
        CAPTURE(columns);
        const Matrix a = Matrix::Random(rows, inner + 3), b = Matrix::Random(inner + 1, columns + 2);
        std::vector<float> of_b(b.data(), b.data() + b.size()),
            c(rows * columns + small_product_slack + 1, 9.0f);
        of_b.resize(of_b.size() + small_product_slack);
        small_product(a.data(), inner + 3, of_b.data(), columns + 2, c.data(), rows, inner, columns);
        const Matrix wanted = a.leftCols(inner) * b.topLeftCorner(inner, columns);
        CHECK((Eigen::Map<const Matrix>(c.data(), rows, columns) - wanted).norm() <= 1e-5f * wanted.norm());
        CHECK(c.back() == 9.0f);
      }
}

TEST_CASE("a small product is added to rows that lie apart, and nothing between them changes") {
  for (const int rows : {1, 12, 13, 31})
    for (const int columns : {16, 48}) {
      CAPTURE(rows);
      CAPTURE(columns);
      const int inner = 7, stride = columns + 5;
      const Matrix a = Matrix::Random(rows, inner), b = Matrix::Random(inner, columns + 2);
      Matrix c = Matrix::Random(rows, stride), wanted = c;
      wanted.leftCols(columns) += a * b.leftCols(columns);
      add_small_product(a.data(), inner, b.data(), columns + 2, c.data(), stride, rows, inner, columns);
      CHECK((c - wanted).norm() <= 1e-5f * wanted.norm());
      CHECK((c.rightCols(5) - wanted.rightCols(5)).norm() == 0.0f);
    }
}
