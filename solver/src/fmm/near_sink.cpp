#include "fmm/near_sink.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

namespace pace {
namespace {

/// The tolerance is that of functions of the mean size. A smooth current's fields are smaller than those of
/// the charges by (k·edge)²: the rows of small functions have to be so much more exact. [place]
std::vector<float> tolerance_shares(const RwgSpace& space, const Octree& tree) {
  const std::vector<double> edges = function_edges(space);
  std::vector<float> shares(tree.order().size());
  for (std::size_t place = 0; place < shares.size(); ++place) {
    const double size = std::min(1.0, edges[tree.order()[place]] / space.mean_edge_m());
    shares[place] = static_cast<float>(size * size);
  }
  return shares;
}

/// Number of an offset of at most one cell each way; −1 for a cell further off.
int offset_number(const std::array<int, 3>& from, const std::array<int, 3>& to) {
  int number = 0;
  for (int i = 0; i < 3; ++i) {
    const int d = to[i] - from[i] + 1;
    if (d < 0 || d > 2) return -1;
    number = 3 * number + d;
  }
  return number;
}

}  // namespace

NearSink::NearSink(const Octree& tree, NearMatrix& near, double tolerance, std::span<const float> shares)
    : tree_(tree), near_(near), locks_(locks_count), tolerance_(tolerance), shares_(shares) {
  static std::atomic<long> count_of_all = 0;
  number_ = ++count_of_all;
  const TreeLevel& leaves = tree.leaves();
  const int count = static_cast<int>(leaves.boxes.size());
  column_.resize(count);
#pragma omp parallel for schedule(dynamic, 64)
  for (int b = 0; b < count; ++b) {
    column_[b].fill(-1);
    for (const int other : leaves.near(b))
      column_[b][offset_number(leaves.boxes[b].cell, leaves.boxes[other].cell)] = near.column_of(b, other);
  }
}

/// Functions of one leaf follow each other, as in the rows of the near matrix.
void NearSink::columns_for(std::span<const int> rows, std::vector<int>& columns) const {
  columns.clear();
  thread_local std::vector<int> leaves, near;
  leaves.clear();
  for (const int row : rows) {
    const int leaf = leaf_of(row);
    if (takes(leaf) && std::find(leaves.begin(), leaves.end(), leaf) == leaves.end()) leaves.push_back(leaf);
  }
  near.clear();
  for (const int leaf : leaves) {
    const auto of_leaf = tree_.leaves().near(leaf);
    near.insert(near.end(), of_leaf.begin(), of_leaf.end());
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  for (const int other : near) {
    const TreeBox& box = tree_.leaves().boxes[other];
    columns.insert(columns.end(), tree_.order().begin() + box.first_function,
                   tree_.order().begin() + box.last_function);
  }
}

/// Into `runs` where functions that follow each other stand in the rows of a leaf; those that are not near
/// are left out.
void NearSink::find_columns(int leaf, std::span<const int> columns, std::vector<Run>& runs) const {
  const auto& boxes = tree_.leaves().boxes;
  const TreeBox& self = boxes[leaf];
  runs.clear();
  const int count = static_cast<int>(columns.size());
  for (int c = 0; c < count;) {
    const int first = c, place = tree_.place()[columns[c++]];
    if (place < 0) continue;
    const TreeBox& other = boxes[tree_.leaf_of_place()[place]];
    const int offset = offset_number(self.cell, other.cell);
    if (offset < 0) continue;
    int end = place + 1;
    const int rest = other.last_function - end;
    if (rest <= count - c && std::equal(&columns[c], &columns[c] + rest, &tree_.order()[place] + 1))
      c += rest, end += rest;
    else
      while (c < count && end < other.last_function && columns[c] == tree_.order()[end]) ++c, ++end;
    runs.push_back({first, end - place, column_[leaf][offset] + place - other.first_function});
  }
}

bool NearSink::is_single(int row) const {
  const int place = tree_.place()[row];
  return place < 0 || tolerance_ * shares_[place] >= single_precision;
}

/// What one thread found last for a long list: triangles that follow each other mostly have the same columns.
struct NearSink::FoundColumns {
  long sink = 0;
  std::vector<int> columns;
  struct InLeaf {
    int leaf;
    std::vector<Run> runs;
  };
  std::vector<InLeaf> leaves;
  std::size_t count = 0;  ///< of the leaves, the memory of others is kept
};

/// As find_columns; valid until the thread asks again.
const std::vector<NearSink::Run>& NearSink::columns_in(int leaf, std::span<const int> columns) const {
  constexpr std::size_t long_list = 16;
  if (columns.size() < long_list) {
    thread_local std::vector<Run> runs;
    find_columns(leaf, columns, runs);
    return runs;
  }
  thread_local FoundColumns last;
  if (last.sink != number_ ||
      !std::equal(columns.begin(), columns.end(), last.columns.begin(), last.columns.end())) {
    last.sink = number_;
    last.columns.assign(columns.begin(), columns.end());
    last.count = 0;
  }
  for (std::size_t i = 0; i < last.count; ++i)
    if (last.leaves[i].leaf == leaf) return last.leaves[i].runs;
  if (last.count == last.leaves.size()) last.leaves.emplace_back();
  FoundColumns::InLeaf& here = last.leaves[last.count++];
  here.leaf = leaf;
  find_columns(leaf, columns, here.runs);
  return here.runs;
}

template <class Value>
void NearSink::add(std::span<const int> rows, std::span<const int> columns, std::span<const Value> values) {
  const std::vector<Run>* runs = nullptr;
  int runs_of = -1;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const int place = tree_.place()[rows[r]], leaf = leaf_of(rows[r]);
    if (!takes(leaf)) continue;
    if (leaf != runs_of) runs = &columns_in(leaf, columns);
    runs_of = leaf;
    const auto row = static_cast<std::size_t>(place - tree_.leaves().boxes[leaf].first_function);
    ComplexF* entries = near_.block(leaf) + row * near_.columns_of(leaf);
    const Value* added = values.data() + r * columns.size();
    const std::lock_guard guard(locks_[place % locks_count]);
    for (const Run& run : *runs)
      Eigen::Map<Eigen::ArrayXcf>(entries + run.column, run.count) +=
          Eigen::Map<const Eigen::ArrayX<Value>>(added + run.first, run.count).template cast<ComplexF>();
  }
}

std::size_t near_portion_bytes(double dense_bytes) {
  // What is not in memory yet when the last portion waits needs more than a third; each portion takes the
  // work at its borders and some passes over the mesh.
  constexpr double least = 3.2e7, most = 1.0e9;
  return static_cast<std::size_t>(std::clamp(dense_bytes / 3.0, least, most));
}

void fill_near(const RwgSpace& space, const Octree& tree, NearMatrix& near, double tolerance,
               const std::function<void(MatrixSink&, double, double)>& assemble_into, NearSamples* samples) {
  const int count = tree.own_leaves();
  std::optional<NearSink> sink;
  const double total = static_cast<double>(near.entries()) * sizeof(ComplexF);
  const std::size_t portion = near_portion_bytes(total);
  std::vector<ComplexF> waiting;
  const std::vector<float> shares = tolerance_shares(space, tree);
  if (!samples || !samples->serve()) sink.emplace(tree, near, tolerance, shares);
  double done = 0.0;
  for (int first = 0; first < count;) {
    int last = first;
    std::size_t bytes = 0;
    double share = 0.0;
    while (last < count && bytes < portion) {
      bytes += near.dense_bytes_of(last);
      share += static_cast<double>(near.dense_bytes_of(last)) / total;
      ++last;
    }
    near.allocate(first, last, waiting);
    if (sink) {
      sink->take_leaves(first, last);
      assemble_into(*sink, done, done + share);
      if (samples) samples->keep(near, first, last, last == count);
    } else {
      samples->interpolate(near, first, last);
    }
    done += share;
    near.compress(first, last, tolerance, shares);
    first = last;
  }
}

}  // namespace pace
