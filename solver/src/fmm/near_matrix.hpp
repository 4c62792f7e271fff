// The near part of the matrix: for each leaf its rows against the functions of all boxes around it.
#pragma once

#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "fmm/octree.hpp"
#include "linalg/float_columns.hpp"
#include "linalg/packed_rows.hpp"

namespace pace {

/// Rows and columns in tree order, a box's columns in the order of `TreeLevel::near`. A leaf's rows are one
/// dense block of complex floats, which `compress` makes smaller: of few bits, or, where a mesh is much finer
/// than the leaves, of products of low rank for the blocks between two leaves.
class NearMatrix {
 public:
  /// No leaf has its block yet.
  explicit NearMatrix(const Octree& tree);

  /// What `compress` packs from now on goes there, and nothing is made of low rank; null: it stays in memory.
  void keep_in(std::shared_ptr<PagingFile> file) { file_ = std::move(file); }
  /// @throws std::runtime_error if the file could not be written or read
  void throw_if_file_failed() const {
    if (file_) file_->throw_if_failed();
  }

  int rows_of(int leaf) const { return leaves_[leaf].rows; }
  int columns_of(int leaf) const { return leaves_[leaf].columns; }
  std::size_t dense_bytes_of(int leaf) const {
    return sizeof(ComplexF) * leaves_[leaf].rows * leaves_[leaf].columns;
  }
  /// Makes the dense blocks of some leaves, all zero.
  void allocate(int first_leaf, int last_leaf);
  /// The same in `waiting`, until `compress`: what is left of them then lies together, and the memory serves
  /// the next leaves.
  void allocate(int first_leaf, int last_leaf, std::vector<ComplexF>& waiting);
  /// Row-major; none once compressed.
  ComplexF* block(int leaf) {
    return leaves_[leaf].waiting ? leaves_[leaf].waiting : leaves_[leaf].dense.data();
  }
  /// Column of another leaf's first function in a leaf's block, −1 if that leaf is far.
  int column_of(int leaf, int other) const;

  /// Entries (row, column) of places; `out` row-major, places of one leaf follow each other. Entries of far
  /// leaves are 0.
  void gather(std::span<const int> rows, std::span<const int> columns, ComplexF* out) const;

  /// Packs the rows of leaves into few bits, or makes products of low rank of the blocks between two large
  /// leaves where those take less memory.
  /// @param tolerance  error of each block against the norm of the leaf's whole row of blocks
  /// @param shares     [place] of the tolerance that a row may have, up to 1; empty: all of it
  void compress(int first_leaf, int last_leaf, double tolerance, std::span<const float> shares = {});
  /// Leaves with fewer functions have no products of low rank.
  static constexpr int smallest_compressed = 64;

  /// y = Z_near x, both [column][place], `rows` apart; y of the tree's own leaves.
  void multiply(const ComplexF* x, ComplexF* y, std::size_t rows, int columns) const;

  std::size_t entries() const;  ///< of the matrix, compressed or not
  std::size_t stored() const;   ///< numbers that a product of one column reads
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
    ComplexF* waiting;  ///< a dense block elsewhere, until it is compressed; null: none
    Store dense;        ///< or one of the next two, once compressed
    PackedRows packed;
    std::vector<Pair> pairs;  ///< parallel to the near list
  };
  static std::size_t entries_of(const Leaf& leaf) {
    return static_cast<std::size_t>(leaf.rows) * leaf.columns;
  }
  std::vector<Pair> pairs_of(int leaf, double tolerance);
  static std::size_t bytes_of(const std::vector<Pair>& pairs);
  void multiply_pairs(int leaf, const ComplexF* x, std::size_t rows, int columns,
                      Eigen::MatrixXcf& product) const;
  const Octree& tree_;
  std::shared_ptr<PagingFile> file_;  ///< null: all is in memory
  std::vector<Leaf> leaves_;
  std::vector<int> near_column_;  ///< parallel to the leaves' near lists: first column of each
};

}  // namespace pace
