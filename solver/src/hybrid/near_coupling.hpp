// The near entries that a hybrid needs: full-wave rows against everything, rows of physical optics against
// the full wave.
#pragma once

#include <mutex>
#include <utility>

#include "fmm/octree.hpp"
#include "hybrid/division.hpp"
#include "linalg/float_columns.hpp"
#include "operators/matrix_sink.hpp"

namespace pace {

/// What two functions of physical optics do to each other is left out: that is their approximation. Places
/// are those of a tree of all functions.
class NearCoupling : public MatrixSink {
 public:
  NearCoupling(const Octree& tree, const PartDivision& division);

  bool wants(int row) const override;
  int group(int row) const override;
  void columns_for(std::span<const int> rows, std::vector<int>& columns) const override;
  void add_row(int row, std::span<const int> columns, std::span<const Complex> values) override;
  /// Adds to one entry; the row and the column are functions.
  void add(int row, int column, double value);

  /// y = Z_near x over all places, what goes to physical optics only if wanted. @param x, y  [column][place],
  /// `rows` apart
  void multiply(const ComplexF* x, ComplexF* y, std::size_t rows, int columns, bool to_optics) const;
  /// Entry of two functions, 0 where it is not kept.
  ComplexF entry(int row, int column) const;

  std::size_t entries() const;
  /// Of the tree, before anything is made.
  static std::size_t count_entries(const Octree& tree, const PartDivision& division);

 private:
  using RowMajor = Eigen::Matrix<ComplexF, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  struct Block {
    std::vector<int> rows, columns;  ///< places, ascending
    RowMajor values;
  };
  const Block& block_of(int place) const;
  Block& block_of(int place) { return const_cast<Block&>(std::as_const(*this).block_of(place)); }
  static void add(Block& block, int place, int other, ComplexF value);
  static constexpr int locks_count = 4096;

  const Octree& tree_;
  const PartDivision& division_;
  std::vector<Block> full_wave_, optics_;  ///< by leaf
  std::vector<std::mutex> locks_;
};

}  // namespace pace
