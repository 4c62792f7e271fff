// The near part of the matrix: for each leaf its rows against the functions of all boxes around it.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "fmm/octree.hpp"
#include "linalg/float_columns.hpp"

namespace pace {

/// Complex floats; rows and columns in tree order, a box's columns in the order of `TreeLevel::near`. A
/// leaf's rows are one dense block. Where a mesh is much finer than the leaves, `compress` turns the blocks
/// between two leaves into products of low rank.
class NearMatrix {
 public:
  /// No leaf has its block yet.
  explicit NearMatrix(const Octree& tree);

  int rows_of(int leaf) const { return leaves_[leaf].rows; }
  int columns_of(int leaf) const { return leaves_[leaf].columns; }
  std::size_t dense_bytes_of(int leaf) const {
    return sizeof(ComplexF) * leaves_[leaf].rows * leaves_[leaf].columns;
  }
  bool is_compressed(int leaf) const { return !leaves_[leaf].pairs.empty(); }
  /// Makes the dense blocks of some leaves, all zero.
  void allocate(int first_leaf, int last_leaf);
  ComplexF* block(int leaf) { return leaves_[leaf].dense.data(); }  ///< row-major; none once compressed
  const ComplexF* block(int leaf) const { return leaves_[leaf].dense.data(); }
  /// Column of another leaf's first function in a leaf's block, −1 if that leaf is far.
  int column_of(int leaf, int other) const;

  /// Entries (row, column) of places; `out` row-major, places of one leaf follow each other. Entries of far
  /// leaves are 0.
  void gather(std::span<const int> rows, std::span<const int> columns, ComplexF* out) const;

  /// Replaces blocks between two large leaves by products of low rank, where that saves memory.
  /// @param tolerance  error of each block against the norm of the leaf's whole row of blocks
  void compress(int first_leaf, int last_leaf, double tolerance);
  /// Leaves with fewer functions stay dense.
  static constexpr int smallest_compressed = 64;

  /// y = Z_near x, both [column][place], `rows` apart; y of the tree's own leaves.
  void multiply(const ComplexF* x, ComplexF* y, std::size_t rows, int columns) const;

  std::size_t entries() const;  ///< of the matrix, compressed or not
  std::size_t bytes() const;

 private:
  using Store = std::vector<ComplexF>;
  /// rows × columns = left (rows × rank) · right (rank × columns), column-major; rank −1: `left` is the block
  /// itself.
  struct Pair {
    int columns, rank;
    Store left, right;
  };
  struct Leaf {
    int rows, columns;
    Store dense;
    std::vector<Pair> pairs;  ///< parallel to the near list, once compressed
  };
  const Octree& tree_;
  std::vector<Leaf> leaves_;
  std::vector<int> near_column_;  ///< parallel to the leaves' near lists: first column of each
};

}  // namespace pace
