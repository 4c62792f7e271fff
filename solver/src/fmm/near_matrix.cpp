#include "fmm/near_matrix.hpp"

#include <algorithm>

#include "linalg/low_rank.hpp"

namespace pace {
namespace {

/// Entries of the near matrix that a thread takes at once, and those that it makes floats of at once.
constexpr int entries_at_once = 1 << 20, unpacked_at_once = 1 << 14;
/// Rounding keeps to the error that is allowed in the mean of many numbers, not of a few.
constexpr double spread_of_rounding = 1.5;
using Values = Eigen::MatrixXcf;
using RowMajor = Eigen::Matrix<ComplexF, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Strided = Eigen::OuterStride<>;
}  // namespace

NearMatrix::NearMatrix(const Octree& tree) : tree_(tree) {
  const TreeLevel& leaves = tree.leaves();
  for (int b = 0; b < static_cast<int>(leaves.boxes.size()); ++b) {
    Leaf leaf{leaves.boxes[b].last_function - leaves.boxes[b].first_function, 0, nullptr, {}, {}, {}};
    for (const int other : leaves.near(b)) {
      near_column_.push_back(leaf.columns);
      leaf.columns += leaves.boxes[other].last_function - leaves.boxes[other].first_function;
    }
    leaves_.push_back(std::move(leaf));
  }
}

void NearMatrix::allocate(int first_leaf, int last_leaf) {
#pragma omp parallel for schedule(dynamic, 16)
  for (int b = first_leaf; b < last_leaf; ++b) leaves_[b].dense.assign(entries_of(leaves_[b]), 0.0f);
}

void NearMatrix::allocate(int first_leaf, int last_leaf, std::vector<ComplexF>& waiting) {
  std::size_t needed = 0;
  for (int b = first_leaf; b < last_leaf; ++b) needed += entries_of(leaves_[b]);
  waiting.assign(needed, 0.0f);
  ComplexF* next = waiting.data();
  for (int b = first_leaf; b < last_leaf; ++b) {
    leaves_[b].waiting = next;
    next += entries_of(leaves_[b]);
  }
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
  std::vector<ComplexF> unpacked;
  std::vector<int> own;  // rows of the leaf
  for (std::size_t i = 0; i < rows.size();) {
    const int leaf = leaf_of(rows[i]), first_row = level.boxes[leaf].first_function;
    const auto width = static_cast<std::size_t>(leaves_[leaf].columns);
    std::size_t last_row = i;
    while (last_row < rows.size() && leaf_of(rows[last_row]) == leaf) ++last_row;
    const bool is_packed = !leaves_[leaf].packed.empty();
    if (is_packed) {
      own.clear();
      for (std::size_t r = i; r < last_row; ++r) own.push_back(rows[r] - first_row);
      unpacked.resize(own.size() * width);
      leaves_[leaf].packed.unpack(own, unpacked.data());
    }
    const auto value = [&](std::size_t r, std::size_t c) {
      return is_packed ? unpacked[(r - i) * width + c]
                       : leaves_[leaf].dense[(rows[r] - first_row) * width + c];
    };
    for (std::size_t j = 0; j < columns.size();) {
      const int other = leaf_of(columns[j]), first_column = level.boxes[other].first_function;
      std::size_t last_column = j;
      while (last_column < columns.size() && leaf_of(columns[last_column]) == other) ++last_column;
      const int column = column_of(leaf, other);
      const auto fill = [&](auto&& entry) {
        for (std::size_t r = i; r < last_row; ++r)
          for (std::size_t c = j; c < last_column; ++c)
            out[r * columns.size() + c] = entry(r, columns[c] - first_column);
      };
      if (column < 0) {
        fill([](std::size_t, int) { return ComplexF(0.0f); });
      } else if (leaves_[leaf].pairs.empty()) {
        fill([&](std::size_t r, int c) { return value(r, column + c); });
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
        fill([&](std::size_t r, int c) { return whole(rows[r] - first_row, c); });
      }
      j = last_column;
    }
    i = last_row;
  }
}

void NearMatrix::compress(int first_leaf, int last_leaf, double tolerance, std::span<const float> shares) {
#pragma omp parallel for schedule(dynamic)
  for (int b = first_leaf; b < last_leaf; ++b) {
    Leaf& leaf = leaves_[b];
    const ComplexF* values = block(b);
    if (!values) continue;
    const double norm = Eigen::Map<const RowMajor>(values, leaf.rows, leaf.columns).norm(),
                 of_row = tolerance * std::sqrt(static_cast<double>(tree_.leaves().near(b).size()));
    const int first_place = tree_.leaves().boxes[b].first_function;
    PackedRows packed;
    if (2 * entries_of(leaf) <= PackedReals::most_numbers)
      packed = PackedRows(values, leaf.rows, leaf.columns,
                          [&](int r) { return of_row * (shares.empty() ? 1.0f : shares[first_place + r]); });
    const bool packs =
        !packed.empty() && std::sqrt(packed.squared_error()) <= spread_of_rounding * of_row * norm;
    if (leaf.rows >= smallest_compressed && !(file_ && packs)) leaf.pairs = pairs_of(b, tolerance);
    if (packs && (leaf.pairs.empty() || packed.bytes() < bytes_of(leaf.pairs))) {
      leaf.packed = std::move(packed);
      if (file_) leaf.packed.move_to(file_);
      leaf.pairs = {};
    } else if (leaf.pairs.empty() && leaf.waiting) {
      leaf.dense.assign(values, values + entries_of(leaf));
    }
    leaf.waiting = nullptr;
    if (!leaf.pairs.empty() || !leaf.packed.empty()) Store().swap(leaf.dense);
  }
  throw_if_file_failed();
}

std::size_t NearMatrix::bytes_of(const std::vector<Pair>& pairs) {
  std::size_t sum = 0;
  for (const Pair& pair : pairs) sum += (pair.left.size() + pair.right.size()) * sizeof(ComplexF);
  return sum;
}

std::vector<NearMatrix::Pair> NearMatrix::pairs_of(int b, double tolerance) {
  const TreeLevel& level = tree_.leaves();
  const Leaf& leaf = leaves_[b];
  const Eigen::Map<const RowMajor> whole(block(b), leaf.rows, leaf.columns);
  const double allowed = tolerance * whole.norm();
  const auto near = level.near(b);
  std::vector<Pair> pairs;
  for (int i = 0, column = 0; i < static_cast<int>(near.size()); ++i) {
    const TreeBox& other = level.boxes[near[i]];
    Pair pair{other.last_function - other.first_function, -1, {}, {}};
    const Values dense = whole.middleCols(column, pair.columns);
    column += pair.columns;
    if (near[i] != b && pair.columns >= smallest_compressed / 2) {
      if (const auto product = low_rank(dense, allowed, 3 * dense.size() / 4)) {
        pair.rank = static_cast<int>(product->rank());
        pair.left.assign(product->left.data(), product->left.data() + product->left.size());
        pair.right.assign(product->right.data(), product->right.data() + product->right.size());
      }
    }
    if (pair.rank < 0) pair.left.assign(dense.data(), dense.data() + dense.size());
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

void NearMatrix::multiply_pairs(int b, const ComplexF* x, std::size_t rows, int columns,
                                Values& product) const {
  const TreeLevel& level = tree_.leaves();
  const Leaf& leaf = leaves_[b];
  const auto near = level.near(b);
  product.setZero(leaf.rows, columns);
  Values part;
  for (std::size_t i = 0; i < leaf.pairs.size(); ++i) {
    const Pair& pair = leaf.pairs[i];
    const Eigen::Map<const Values, 0, Strided> source(x + level.boxes[near[i]].first_function, pair.columns,
                                                      columns, Strided(static_cast<long>(rows)));
    if (pair.rank < 0) {
      product.noalias() += Eigen::Map<const Values>(pair.left.data(), leaf.rows, pair.columns) * source;
    } else if (pair.rank > 0) {
      part.noalias() = Eigen::Map<const Values>(pair.right.data(), pair.rank, pair.columns) * source;
      product.noalias() += Eigen::Map<const Values>(pair.left.data(), leaf.rows, pair.rank) * part;
    }
  }
}

void NearMatrix::multiply(const ComplexF* x, ComplexF* y, std::size_t rows, int columns) const {
  const TreeLevel& level = tree_.leaves();
  // Rows of a leaf that one thread takes at once: where a model is small against the wavelength, one leaf may
  // be all of it.
  struct Piece {
    int leaf, first, last;
  };
  std::vector<Piece> pieces;
  for (int b = 0; b < tree_.own_leaves(); ++b) {
    const Leaf& leaf = leaves_[b];
    const int at_once = leaf.packed.empty() || columns == 1 ? entries_at_once : unpacked_at_once;
    const int step =
        leaf.pairs.empty() ? std::max(16, at_once / std::max(1, leaf.columns)) : std::max(1, leaf.rows);
    for (int first = 0; first < leaf.rows; first += step)
      pieces.push_back({b, first, std::min(leaf.rows, first + step)});
  }
#pragma omp parallel
  {
    Values gathered, product;
    RowMajor unpacked;
    std::vector<float> planes;
#pragma omp for schedule(dynamic, 4)
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      const auto [b, first, last] = pieces[p];
      const Leaf& leaf = leaves_[b];
      const int count_of_rows = last - first;
      if (!leaf.pairs.empty()) {
        multiply_pairs(b, x, rows, columns, product);
      } else {
        gathered.resize(leaf.columns, columns);
        int at = 0;
        for (const int other : level.near(b)) {
          const TreeBox& box = level.boxes[other];
          const int count = box.last_function - box.first_function;
          for (int c = 0; c < columns; ++c)
            std::copy_n(x + c * rows + box.first_function, count, &gathered(at, c));
          at += count;
        }
        if (leaf.packed.empty()) {
          product.noalias() =
              Eigen::Map<const RowMajor>(leaf.dense.data() + static_cast<std::size_t>(first) * leaf.columns,
                                         count_of_rows, leaf.columns) *
              gathered;
        } else if (columns == 1) {
          product.resize(count_of_rows, 1);
          PackedRows::planes_of({gathered.data(), static_cast<std::size_t>(leaf.columns)}, planes);
          leaf.packed.multiply(planes, first, last, product.data());
        } else {
          unpacked.resize(count_of_rows, leaf.columns);
          leaf.packed.unpack(first, last, unpacked.data());
          product.noalias() = unpacked * gathered;
        }
      }
      for (int c = 0; c < columns; ++c)
        std::copy_n(&product(0, c), count_of_rows, y + c * rows + level.boxes[b].first_function + first);
    }
  }
}

std::size_t NearMatrix::entries() const {
  std::size_t sum = 0;
  for (const Leaf& leaf : leaves_) sum += entries_of(leaf);
  return sum;
}

std::size_t NearMatrix::stored() const {
  std::size_t sum = 0;
  for (const Leaf& leaf : leaves_) {
    sum += leaf.dense.size();
    sum += static_cast<std::size_t>(leaf.packed.rows()) * leaf.packed.columns();
    for (const Pair& pair : leaf.pairs) sum += pair.left.size() + pair.right.size();
  }
  return sum;
}

std::size_t NearMatrix::bytes() const {
  std::size_t sum = 0;
  for (const Leaf& leaf : leaves_) {
    sum += leaf.dense.size() * sizeof(ComplexF) + leaf.packed.bytes() + bytes_of(leaf.pairs);
  }
  return sum;
}

}  // namespace pace
