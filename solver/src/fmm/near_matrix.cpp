#include "fmm/near_matrix.hpp"

#include <algorithm>

namespace pace {
namespace {
using Values = Eigen::Matrix<std::complex<float>, Eigen::Dynamic, Eigen::Dynamic>;
using RowMajor = Eigen::Matrix<std::complex<float>, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
}  // namespace

NearMatrix::NearMatrix(const Octree& tree) : tree_(tree) {
  const TreeLevel& leaves = tree.leaves();
  std::size_t total = 0;
  for (int b = 0; b < static_cast<int>(leaves.boxes.size()); ++b) {
    rows_.push_back(leaves.boxes[b].last_function - leaves.boxes[b].first_function);
    int columns = 0;
    for (const int other : leaves.near(b)) {
      near_column_.push_back(columns);
      columns += leaves.boxes[other].last_function - leaves.boxes[other].first_function;
    }
    columns_.push_back(columns);
    start_.push_back(total);
    total += static_cast<std::size_t>(rows_.back()) * columns;
  }
  values_.resize(total);
}

int NearMatrix::column_of(int leaf, int other) const {
  const auto near = tree_.leaves().near(leaf);
  const auto it = std::lower_bound(near.begin(), near.end(), other);
  if (it == near.end() || *it != other) return -1;
  return near_column_[tree_.leaves().near_start_[leaf] + static_cast<int>(it - near.begin())];
}

void NearMatrix::add(int row_function, int column_function, std::complex<float> value) {
  const int row = tree_.place()[row_function], column = tree_.place()[column_function];
  const int leaf = tree_.leaf_of_place()[row], other = tree_.leaf_of_place()[column];
  const int first = column_of(leaf, other);
  if (first < 0) return;
  const auto& boxes = tree_.leaves().boxes;
  block(leaf)[static_cast<std::size_t>(row - boxes[leaf].first_function) * columns_[leaf] + first + column -
              boxes[other].first_function] += value;
}

void NearMatrix::multiply(const std::complex<float>* x, std::complex<float>* y, std::size_t rows, int columns) const {
  const TreeLevel& leaves = tree_.leaves();
#pragma omp parallel
  {
    Values gathered, product;
#pragma omp for schedule(dynamic, 4)
    for (int b = 0; b < static_cast<int>(leaves.boxes.size()); ++b) {
      gathered.resize(columns_[b], columns);
      int at = 0;
      for (const int other : leaves.near(b)) {
        const TreeBox& box = leaves.boxes[other];
        const int count = box.last_function - box.first_function;
        for (int c = 0; c < columns; ++c) std::copy_n(x + c * rows + box.first_function, count, &gathered(at, c));
        at += count;
      }
      product.noalias() = Eigen::Map<const RowMajor>(block(b), rows_[b], columns_[b]) * gathered;
      for (int c = 0; c < columns; ++c) std::copy_n(&product(0, c), rows_[b], y + c * rows + leaves.boxes[b].first_function);
    }
  }
}

}  // namespace pace
