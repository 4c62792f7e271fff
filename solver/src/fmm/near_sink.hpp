// Takes assembled entries into the near matrix.
#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "basis/rwg_space.hpp"
#include "fmm/near_matrix.hpp"
#include "fmm/near_samples.hpp"
#include "operators/matrix_sink.hpp"

namespace pace {

class NearSink : public MatrixSink {
 public:
  /// @param tolerance  of the compression, and the share of it that each row may have [place]
  NearSink(const Octree& tree, NearMatrix& near, double tolerance, std::span<const float> shares);
  /// From now on only the rows of these leaves are taken.
  void take_leaves(int first, int last) { first_ = first, last_ = last; }
  bool wants(int row) const override { return takes(leaf_of(row)); }
  int group(int row) const override { return wants(row) ? leaf_of(row) : -1; }
  void columns_for(std::span<const int> rows, std::vector<int>& columns) const override;
  void add_row(int row, std::span<const int> columns, std::span<const Complex> values) override {
    add_rows({&row, 1}, columns, values);
  }
  void add_rows(std::span<const int> rows, std::span<const int> columns,
                std::span<const Complex> values) override {
    add(rows, columns, values);
  }
  bool is_single(int row) const override;
  void add_rows(std::span<const int> rows, std::span<const int> columns,
                std::span<const ComplexF> values) override {
    add(rows, columns, values);
  }

 private:
  template <class Value>
  void add(std::span<const int> rows, std::span<const int> columns, std::span<const Value> values);
  /// Columns of a list, from `first` on, that stand side by side in a row.
  struct Run {
    int first, count, column;
  };
  struct FoundColumns;
  const std::vector<Run>& columns_in(int leaf, std::span<const int> columns) const;
  void find_columns(int leaf, std::span<const int> columns, std::vector<Run>& runs) const;

  static constexpr int locks_count = 4096;
  int leaf_of(int function) const {
    const int place = tree_.place()[function];
    return place < 0 ? -1 : tree_.leaf_of_place()[place];
  }
  bool takes(int leaf) const { return leaf >= first_ && leaf < last_; }
  /// What single precision leaves of a row. Its integrals over two triangles are one number for all their
  /// functions, so that the charges of solenoidal currents cancel as exactly as the entries are rounded.
  static constexpr double single_precision = 3e-7;
  int first_ = 0, last_ = 0;
  const Octree& tree_;
  NearMatrix& near_;
  std::vector<std::array<int, 27>>
      column_;  ///< of each leaf: first column of the leaf at each offset, −1 if there is none
  std::vector<std::mutex> locks_;
  double tolerance_;
  std::span<const float> shares_;
  long number_;  ///< of this sink among all
};

/// Dense bytes of leaves that wait for their compression at any time. @param dense_bytes  of the whole near
/// matrix
std::size_t near_portion_bytes(double dense_bytes);

/// Assembles the near matrix in portions, compressing each before the next is begun; where samples serve, the
/// portions are made of them instead, and where they do not, become another one.
/// @param assemble_into  called with a sink for every portion and the share of the work, from 0 to 1, where
/// it begins and ends
/// @param tolerance      of the compression
/// @param samples        were asked for this wave number; null: none
void fill_near(const RwgSpace& space, const Octree& tree, NearMatrix& near, double tolerance,
               const std::function<void(MatrixSink&, double begin, double end)>& assemble_into,
               NearSamples* samples = nullptr);

}  // namespace pace
