#include "hybrid/near_coupling.hpp"

#include <algorithm>

namespace pace {
namespace {

int position_of(const std::vector<int>& sorted, int place) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), place);
  return at != sorted.end() && *at == place ? static_cast<int>(at - sorted.begin()) : -1;
}

}  // namespace

NearCoupling::NearCoupling(const Octree& tree, const PartDivision& division)
    : tree_(tree),
      division_(division),
      full_wave_(tree.leaves().boxes.size()),
      optics_(tree.leaves().boxes.size()),
      locks_(locks_count) {
  const TreeLevel& leaves = tree.leaves();
  const int count = static_cast<int>(leaves.boxes.size());
#pragma omp parallel for schedule(dynamic, 64)
  for (int b = 0; b < count; ++b) {
    Block &full_wave = full_wave_[b], &optics = optics_[b];
    for (int p = leaves.boxes[b].first_function; p < leaves.boxes[b].last_function; ++p)
      (division.optics_function[tree.order()[p]] ? optics : full_wave).rows.push_back(p);
    for (const int other : leaves.near(b))
      for (int p = leaves.boxes[other].first_function; p < leaves.boxes[other].last_function; ++p) {
        if (!full_wave.rows.empty()) full_wave.columns.push_back(p);
        if (!optics.rows.empty() && !division.optics_function[tree.order()[p]]) optics.columns.push_back(p);
      }
    for (Block* block : {&full_wave, &optics}) {
      std::sort(block->columns.begin(), block->columns.end());
      block->values.setZero(static_cast<long>(block->rows.size()), static_cast<long>(block->columns.size()));
    }
  }
}

const NearCoupling::Block& NearCoupling::block_of(int place) const {
  const int leaf = tree_.leaf_of_place()[place];
  return division_.optics_function[tree_.order()[place]] ? optics_[leaf] : full_wave_[leaf];
}

bool NearCoupling::wants(int row) const { return !block_of(tree_.place()[row]).columns.empty(); }

int NearCoupling::group(int row) const {
  return 2 * tree_.leaf_of_place()[tree_.place()[row]] + (division_.optics_function[row] ? 1 : 0);
}

void NearCoupling::columns_for(std::span<const int> rows, std::vector<int>& columns) const {
  columns.clear();
  thread_local std::vector<const Block*> blocks;
  blocks.clear();
  for (const int row : rows) {
    const Block& block = block_of(tree_.place()[row]);
    if (std::find(blocks.begin(), blocks.end(), &block) == blocks.end()) blocks.push_back(&block);
  }
  for (const Block* block : blocks)
    columns.insert(columns.end(), block->columns.begin(), block->columns.end());
  if (blocks.size() > 1) {
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  }
  for (int& column : columns) column = tree_.order()[column];
}

void NearCoupling::add(Block& block, int place, int other, ComplexF value) {
  const int column = position_of(block.columns, other);
  if (column < 0) return;
  block.values(position_of(block.rows, place), column) += value;
}

void NearCoupling::add_row(int row, std::span<const int> columns, std::span<const Complex> values) {
  const int place = tree_.place()[row];
  Block& block = block_of(place);
  if (block.columns.empty()) return;
  const std::lock_guard guard(locks_[place % locks_count]);
  for (std::size_t c = 0; c < columns.size(); ++c)
    add(block, place, tree_.place()[columns[c]], ComplexF(values[c]));
}

void NearCoupling::add(int row, int column, double value) {
  const int place = tree_.place()[row];
  add(block_of(place), place, tree_.place()[column], ComplexF(static_cast<float>(value)));
}

void NearCoupling::multiply(const ComplexF* x, ComplexF* y, std::size_t rows, int columns,
                            bool to_optics) const {
  const int count = static_cast<int>(full_wave_.size());
#pragma omp parallel
  {
    Eigen::MatrixXcf gathered, product;
#pragma omp for schedule(dynamic, 16)
    for (int i = 0; i < 2 * count; ++i) {
      if (i >= count && !to_optics) continue;
      const Block& block = i < count ? full_wave_[i] : optics_[i - count];
      if (block.rows.empty() || block.columns.empty()) continue;
      gathered.resize(static_cast<long>(block.columns.size()), columns);
      for (int c = 0; c < columns; ++c)
        for (std::size_t j = 0; j < block.columns.size(); ++j)
          gathered(static_cast<long>(j), c) = x[c * rows + block.columns[j]];
      product.noalias() = block.values * gathered;
      for (int c = 0; c < columns; ++c)
        for (std::size_t j = 0; j < block.rows.size(); ++j)
          y[c * rows + block.rows[j]] += product(static_cast<long>(j), c);
    }
  }
}

ComplexF NearCoupling::entry(int row, int column) const {
  const int place = tree_.place()[row];
  const Block& block = block_of(place);
  const int at = position_of(block.columns, tree_.place()[column]);
  return at < 0 ? ComplexF(0.0f) : block.values(position_of(block.rows, place), at);
}

std::size_t NearCoupling::entries() const {
  std::size_t sum = 0;
  for (const auto* blocks : {&full_wave_, &optics_})
    for (const Block& block : *blocks) sum += static_cast<std::size_t>(block.values.size());
  return sum;
}

std::size_t NearCoupling::count_entries(const Octree& tree, const PartDivision& division) {
  const TreeLevel& leaves = tree.leaves();
  std::vector<std::size_t> full_wave(leaves.boxes.size(), 0);
  const auto size_of = [&](int b) {
    return static_cast<std::size_t>(leaves.boxes[b].last_function - leaves.boxes[b].first_function);
  };
  for (std::size_t b = 0; b < leaves.boxes.size(); ++b)
    for (int p = leaves.boxes[b].first_function; p < leaves.boxes[b].last_function; ++p)
      full_wave[b] += division.optics_function[tree.order()[p]] ? 0 : 1;
  std::size_t sum = 0;
  for (int b = 0; b < static_cast<int>(leaves.boxes.size()); ++b)
    for (const int other : leaves.near(b))
      sum += full_wave[b] * size_of(other) + (size_of(b) - full_wave[b]) * full_wave[other];
  return sum;
}

}  // namespace pace
