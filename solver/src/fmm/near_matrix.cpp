#include "fmm/near_matrix.hpp"

#include <Eigen/QR>
#include <algorithm>

namespace pace {
namespace {

/// Entries of the near matrix that a thread takes at once.
constexpr int entries_at_once = 1 << 20;
using Values = Eigen::MatrixXcf;
using RowMajor = Eigen::Matrix<ComplexF, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Strided = Eigen::OuterStride<>;
}  // namespace

NearMatrix::NearMatrix(const Octree& tree) : tree_(tree) {
  const TreeLevel& leaves = tree.leaves();
  for (int b = 0; b < static_cast<int>(leaves.boxes.size()); ++b) {
    Leaf leaf{leaves.boxes[b].last_function - leaves.boxes[b].first_function, 0, {}, {}};
    for (const int other : leaves.near(b)) {
      near_column_.push_back(leaf.columns);
      leaf.columns += leaves.boxes[other].last_function - leaves.boxes[other].first_function;
    }
    leaves_.push_back(std::move(leaf));
  }
}

void NearMatrix::allocate(int first_leaf, int last_leaf) {
#pragma omp parallel for schedule(dynamic, 16)
  for (int b = first_leaf; b < last_leaf; ++b)
    leaves_[b].dense.assign(static_cast<std::size_t>(leaves_[b].rows) * leaves_[b].columns, ComplexF(0.0f));
}

int NearMatrix::column_of(int leaf, int other) const {
  const auto near = tree_.leaves().near(leaf);
  const auto it = std::lower_bound(near.begin(), near.end(), other);
  if (it == near.end() || *it != other) return -1;
  return near_column_[tree_.leaves().near_start_[leaf] + static_cast<int>(it - near.begin())];
}

void NearMatrix::gather(std::span<const int> rows, std::span<const int> columns, ComplexF* out) const {
  const TreeLevel& level = tree_.leaves();
  const auto leaf_of = [&](int place) { return tree_.leaf_of_place()[place]; };
  Values whole;
  for (std::size_t i = 0; i < rows.size();) {
    const int leaf = leaf_of(rows[i]), first_row = level.boxes[leaf].first_function;
    std::size_t last_row = i;
    while (last_row < rows.size() && leaf_of(rows[last_row]) == leaf) ++last_row;
    for (std::size_t j = 0; j < columns.size();) {
      const int other = leaf_of(columns[j]), first_column = level.boxes[other].first_function;
      std::size_t last_column = j;
      while (last_column < columns.size() && leaf_of(columns[last_column]) == other) ++last_column;
      const int column = column_of(leaf, other);
      const auto fill = [&](auto&& entry) {
        for (std::size_t r = i; r < last_row; ++r)
          for (std::size_t c = j; c < last_column; ++c)
            out[r * columns.size() + c] = entry(rows[r] - first_row, columns[c] - first_column);
      };
      if (column < 0) {
        fill([](int, int) { return ComplexF(0.0f); });
      } else if (!is_compressed(leaf)) {
        const ComplexF* values = block(leaf) + column;
        fill([&](int r, int c) { return values[static_cast<std::size_t>(r) * leaves_[leaf].columns + c]; });
      } else {
        const auto near = level.near(leaf);
        const Pair& pair =
            leaves_[leaf].pairs[std::lower_bound(near.begin(), near.end(), other) - near.begin()];
        const int n = leaves_[leaf].rows;
        if (pair.rank < 0)
          whole = Eigen::Map<const Values>(pair.left.data(), n, pair.columns);
        else
          whole.noalias() = Eigen::Map<const Values>(pair.left.data(), n, pair.rank) *
                            Eigen::Map<const Values>(pair.right.data(), pair.rank, pair.columns);
        fill([&](int r, int c) { return whole(r, c); });
      }
      j = last_column;
    }
    i = last_row;
  }
}

void NearMatrix::compress(int first_leaf, int last_leaf, double tolerance) {
  const TreeLevel& level = tree_.leaves();
#pragma omp parallel for schedule(dynamic)
  for (int b = first_leaf; b < last_leaf; ++b) {
    Leaf& leaf = leaves_[b];
    if (leaf.rows < smallest_compressed || leaf.dense.empty()) continue;
    const Eigen::Map<const RowMajor> whole(leaf.dense.data(), leaf.rows, leaf.columns);
    const auto allowed = static_cast<float>(tolerance) * whole.norm();
    const auto near = level.near(b);
    std::vector<Pair> pairs;
    for (int i = 0, column = 0; i < static_cast<int>(near.size()); ++i) {
      const TreeBox& other = level.boxes[near[i]];
      Pair pair{other.last_function - other.first_function, -1, {}, {}};
      const Values dense = whole.middleCols(column, pair.columns);
      column += pair.columns;
      if (near[i] != b && pair.columns >= smallest_compressed / 2) {
        // What is left out after r steps of pivoted QR is the trailing part of R.
        const Eigen::ColPivHouseholderQR<Values> qr(dense);
        const auto steps = std::min<long>(dense.rows(), dense.cols());
        const Values r = qr.matrixQR().topRows(steps).triangularView<Eigen::Upper>();
        float rest = 0.0f;
        long rank = steps;
        while (rank > 0 && std::sqrt(rest + r.row(rank - 1).squaredNorm()) <= allowed)
          rest += r.row(--rank).squaredNorm();
        if (rank * (dense.rows() + dense.cols()) < 3 * dense.size() / 4) {
          pair.rank = static_cast<int>(rank);
          const Values left = qr.householderQ() * Values::Identity(dense.rows(), rank);
          const Values right = r.topRows(rank) * qr.colsPermutation().inverse();
          pair.left.assign(left.data(), left.data() + left.size());
          pair.right.assign(right.data(), right.data() + right.size());
        }
      }
      if (pair.rank < 0) pair.left.assign(dense.data(), dense.data() + dense.size());
      pairs.push_back(std::move(pair));
    }
    leaf.pairs = std::move(pairs);
    leaf.dense = {};
  }
}

void NearMatrix::multiply(const ComplexF* x, ComplexF* y, std::size_t rows, int columns) const {
  const TreeLevel& level = tree_.leaves();
  const auto outer = Strided(static_cast<long>(rows));
  // Rows of a leaf that one thread takes at once: where a model is small against the wavelength, one leaf may
  // be all of it.
  struct Piece {
    int leaf, first, last;
  };
  std::vector<Piece> pieces;
  for (int b = 0; b < tree_.own_leaves(); ++b) {
    const Leaf& leaf = leaves_[b];
    const int step = leaf.pairs.empty() ? std::max(16, entries_at_once / std::max(1, leaf.columns))
                                        : std::max(1, leaf.rows);
    for (int first = 0; first < leaf.rows; first += step)
      pieces.push_back({b, first, std::min(leaf.rows, first + step)});
  }
#pragma omp parallel
  {
    Values gathered, product;
#pragma omp for schedule(dynamic, 4)
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      const int b = pieces[p].leaf, count_of_rows = pieces[p].last - pieces[p].first;
      const Leaf& leaf = leaves_[b];
      const auto near = level.near(b);
      if (leaf.pairs.empty()) {
        gathered.resize(leaf.columns, columns);
        int at = 0;
        for (const int other : near) {
          const TreeBox& box = level.boxes[other];
          const int count = box.last_function - box.first_function;
          for (int c = 0; c < columns; ++c)
            std::copy_n(x + c * rows + box.first_function, count, &gathered(at, c));
          at += count;
        }
        product.noalias() = Eigen::Map<const RowMajor>(
                                leaf.dense.data() + static_cast<std::size_t>(pieces[p].first) * leaf.columns,
                                count_of_rows, leaf.columns) *
                            gathered;
      } else {
        product.setZero(leaf.rows, columns);
        for (std::size_t i = 0; i < leaf.pairs.size(); ++i) {
          const Pair& pair = leaf.pairs[i];
          const Eigen::Map<const Values, 0, Strided> source(x + level.boxes[near[i]].first_function,
                                                            pair.columns, columns, outer);
          if (pair.rank < 0) {
            product.noalias() += Eigen::Map<const Values>(pair.left.data(), leaf.rows, pair.columns) * source;
          } else if (pair.rank > 0) {
            gathered.noalias() =
                Eigen::Map<const Values>(pair.right.data(), pair.rank, pair.columns) * source;
            product.noalias() += Eigen::Map<const Values>(pair.left.data(), leaf.rows, pair.rank) * gathered;
          }
        }
      }
      for (int c = 0; c < columns; ++c)
        std::copy_n(&product(0, c), count_of_rows,
                    y + c * rows + level.boxes[b].first_function + pieces[p].first);
    }
  }
}

std::size_t NearMatrix::entries() const {
  std::size_t sum = 0;
  for (const Leaf& leaf : leaves_) sum += static_cast<std::size_t>(leaf.rows) * leaf.columns;
  return sum;
}

std::size_t NearMatrix::bytes() const {
  std::size_t sum = 0;
  for (const Leaf& leaf : leaves_) {
    sum += leaf.dense.size();
    for (const Pair& pair : leaf.pairs) sum += pair.left.size() + pair.right.size();
  }
  return sum * sizeof(ComplexF);
}

}  // namespace pace
