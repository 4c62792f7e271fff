#include "preconditioner/near_inverse.hpp"

#include <algorithm>

#include "parallel/threads.hpp"

extern "C" void cgesv_(const int* n, const int* columns, std::complex<float>* a, const int* lda, int* pivots,
                       std::complex<float>* b, const int* ldb, int* info);

namespace pace {
namespace {
using Values = Eigen::MatrixXcf;
using RowMajor = Eigen::Matrix<ComplexF, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
}  // namespace

NearInverse::NearInverse(const Octree& tree, const NearMatrix& near, std::span<const Vec3> points, double overlap)
    : tree_(tree), start_{0}, first_place_{0} {
  const TreeLevel& leaves = tree.leaves();
  const int boxes = static_cast<int>(leaves.boxes.size());
  const double reach = (0.5 + overlap) * leaves.box_size;
  for (int b = 0; b < boxes; ++b) {
    const TreeBox& self = leaves.boxes[b];
    for (const int other : leaves.near(b)) {
      const TreeBox& box = leaves.boxes[other];
      for (int p = box.first_function; p < box.last_function; ++p)
        if (other == b || (points[tree.order()[p]] - self.centre).cwiseAbs().maxCoeff() < reach) places_.push_back(p);
    }
    first_place_.push_back(places_.size());
    start_.push_back(start_.back() + (first_place_[b + 1] - first_place_[b]) * (self.last_function - self.first_function));
  }
  values_.resize(start_.back());

  const SingleThreadedBlas guard;
#pragma omp parallel
  {
    Values local, right;
    std::vector<int> pivots;
#pragma omp for schedule(dynamic)
    for (int b = 0; b < boxes; ++b) {
      const TreeBox& self = leaves.boxes[b];
      const int n = static_cast<int>(first_place_[b + 1] - first_place_[b]), own = self.last_function - self.first_function;
      const int* place = &places_[first_place_[b]];
      // The transpose of the cut matrix: its solution for unit columns are the rows that are wanted.
      local.setZero(n, n);
      for (int i = 0; i < n; ++i) {
        const int leaf = tree.leaf_of_place()[place[i]];
        const ComplexF* row = near.block(leaf) +
                              static_cast<std::size_t>(place[i] - leaves.boxes[leaf].first_function) * near.columns_of(leaf);
        int last_leaf = -1, column = -1;
        for (int j = 0; j < n; ++j) {
          const int other = tree.leaf_of_place()[place[j]];
          if (other != last_leaf) column = near.column_of(leaf, other), last_leaf = other;
          if (column >= 0) local(j, i) = row[column + place[j] - leaves.boxes[other].first_function];
        }
      }
      right.setZero(n, own);
      for (int j = 0; j < n; ++j)
        if (place[j] >= self.first_function && place[j] < self.last_function) right(j, place[j] - self.first_function) = 1.0f;
      pivots.resize(n);
      int info = 0;
      cgesv_(&n, &own, local.data(), &n, pivots.data(), right.data(), &n, &info);
      if (info != 0) right.setZero();  // a singular cut leaves the directions of this leaf to the others
      Eigen::Map<RowMajor>(&values_[start_[b]], own, n) = right.transpose();
    }
  }
}

void NearInverse::apply(const ComplexF* x, ComplexF* y, int columns) {
  const TreeLevel& leaves = tree_.leaves();
  const std::size_t rows = size();
#pragma omp parallel
  {
    Values gathered, product;
#pragma omp for schedule(dynamic, 8)
    for (int b = 0; b < static_cast<int>(leaves.boxes.size()); ++b) {
      const TreeBox& self = leaves.boxes[b];
      const int n = static_cast<int>(first_place_[b + 1] - first_place_[b]), own = self.last_function - self.first_function;
      const int* place = &places_[first_place_[b]];
      gathered.resize(n, columns);
      for (int c = 0; c < columns; ++c)
        for (int i = 0; i < n; ++i) gathered(i, c) = x[c * rows + place[i]];
      product.noalias() = Eigen::Map<const RowMajor>(&values_[start_[b]], own, n) * gathered;
      for (int c = 0; c < columns; ++c) std::copy_n(&product(0, c), own, y + c * rows + self.first_function);
    }
  }
}

}  // namespace pace
