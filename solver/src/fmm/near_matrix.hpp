// The near part of the matrix: for each leaf one dense block of its rows against the functions of all boxes around it.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "fmm/octree.hpp"
#include "linalg/float_columns.hpp"

namespace pace {

/// Complex floats; rows and columns in tree order, a box's columns in the order of `TreeLevel::near`.
class NearMatrix {
 public:
  explicit NearMatrix(const Octree& tree);

  int rows_of(int leaf) const { return rows_[leaf]; }
  int columns_of(int leaf) const { return columns_[leaf]; }
  std::complex<float>* block(int leaf) { return &values_[start_[leaf]]; }              ///< row-major
  const std::complex<float>* block(int leaf) const { return &values_[start_[leaf]]; }
  /// Column of another leaf's first function in a leaf's block, −1 if that leaf is far.
  int column_of(int leaf, int other) const;

  /// Adds to an entry, by function numbers; entries of far boxes are dropped.
  void add(int row_function, int column_function, std::complex<float> value);

  /// y = Z_near x, both [column][place], `rows` apart.
  void multiply(const std::complex<float>* x, std::complex<float>* y, std::size_t rows, int columns) const;

  std::size_t entries() const { return values_.size(); }
  std::size_t bytes() const { return values_.size() * sizeof(values_[0]); }

 private:
  const Octree& tree_;
  std::vector<int> rows_, columns_;
  std::vector<std::size_t> start_;
  std::vector<int> near_column_;  ///< parallel to the leaves' near lists: first column of each
  std::vector<std::complex<float>> values_;
};

}  // namespace pace
