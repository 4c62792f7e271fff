// Takes rows in single precision.
#pragma once

#include <atomic>
#include <numeric>
#include <vector>

#include "basis/rwg_space.hpp"
#include "linalg/dense_matrix.hpp"
#include "operators/matrix_sink.hpp"

namespace pace {

/// All entries, of rows in single precision.
class SingleSink : public MatrixSink {
 public:
  explicit SingleSink(const RwgSpace& space) : matrix(space.size()), functions_(space.size()) {
    std::iota(functions_.begin(), functions_.end(), 0);
  }
  int group(int) const override { return 0; }
  void columns_for(std::span<const int>, std::vector<int>& columns) const override { columns = functions_; }
  bool is_single(int) const override { return true; }
  void add_row(int row, std::span<const int> columns, std::span<const Complex> values) override {
#pragma omp critical
    for (std::size_t c = 0; c < columns.size(); ++c) matrix.row(row)[columns[c]] += values[c];
  }
  void add_rows(std::span<const int> rows, std::span<const int> columns,
                std::span<const ComplexF> values) override {
    in_single += rows.size();
    MatrixSink::add_rows(rows, columns, values);
  }
  DenseMatrix matrix;
  std::atomic<std::size_t> in_single = 0;

 private:
  std::vector<int> functions_;
};

}  // namespace pace
