#include "preconditioner/near_inverse.hpp"

#include <algorithm>

#include "parallel/threads.hpp"

extern "C" void cgesv_(const int* n, const int* columns, std::complex<float>* a, const int* lda, int* pivots,
                       std::complex<float>* b, const int* ldb, int* info);

namespace pace {
namespace {

using Values = Eigen::MatrixXcf;
using RowMajor = Eigen::Matrix<ComplexF, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Of the cuts for which several ranks fetch entries at once.
constexpr std::size_t most_entries = std::size_t{1} << 23;

}  // namespace

NearInverse::NearInverse(const Octree& tree, const NearMatrix& near, std::span<const Vec3> points,
                         double overlap, double allowed)
    : NearInverse(
          tree, [&near](std::span<const int> places, ComplexF* out) { near.gather(places, places, out); },
          points, overlap, allowed) {}

NearInverse::NearInverse(const Octree& tree, const GatherEntries& gather, std::span<const Vec3> points,
                         double overlap, double allowed)
    : size_(tree.order().size()), allowed_(allowed) {
  choose_groups(tree, points, overlap);
  invert(0, static_cast<int>(groups_.size()),
         [&](int, std::span<const int> places, ComplexF* out) { gather(places, out); });
}

NearInverse::NearInverse(const Octree& tree, CutEntries& entries, std::span<const Vec3> points,
                         double overlap, double allowed)
    : size_(tree.order().size()), allowed_(allowed) {
  choose_groups(tree, points, overlap);
  std::vector<std::vector<int>> cuts;
  for (const Group& group : groups_) cuts.push_back(group.around);
  for (std::size_t first = 0;;) {
    std::size_t last = first, total = 0;
    for (; last < cuts.size() && total < most_entries; ++last) total += cuts[last].size() * cuts[last].size();
    if (!entries.fetch(std::span(cuts).subspan(first, last - first))) break;
    invert(static_cast<int>(first), static_cast<int>(last - first),
           [&](int cut, std::span<const int> places, ComplexF* out) { entries.gather(cut, places, out); });
    first = last;
  }
}

void NearInverse::choose_groups(const Octree& tree, std::span<const Vec3> points, double overlap) {
  const TreeLevel& leaves = tree.leaves();
  std::vector<int> leaf_of_group;
  for (int b = 0; b < tree.own_leaves(); ++b) {
    const TreeBox& box = leaves.boxes[b];
    const int count = box.last_function - box.first_function,
              pieces = (count + largest_group - 1) / largest_group;
    for (int i = 0; i < pieces; ++i) {
      groups_.push_back(
          {box.first_function + count * i / pieces, box.first_function + count * (i + 1) / pieces, {}, {}});
      leaf_of_group.push_back(b);
    }
  }
#pragma omp parallel
  {
    std::vector<std::pair<double, int>> candidates;  // distance in units of the reach, place
#pragma omp for schedule(dynamic)
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      Group& group = groups_[g];
      const int leaf = leaf_of_group[g];
      Vec3 low = leaves.boxes[leaf].centre.array() - 0.5 * leaves.box_size,
           high = low.array() + leaves.box_size;
      const bool whole_leaf =
          group.last - group.first == leaves.boxes[leaf].last_function - leaves.boxes[leaf].first_function;
      if (!whole_leaf) {
        low = high = points[tree.order()[group.first]];
        for (int p = group.first; p < group.last; ++p) {
          low = low.cwiseMin(points[tree.order()[p]]);
          high = high.cwiseMax(points[tree.order()[p]]);
        }
      }
      const double reach = overlap * (high - low).maxCoeff();
      candidates.clear();
      for (const int other : leaves.near(leaf))
        for (int p = leaves.boxes[other].first_function; p < leaves.boxes[other].last_function; ++p) {
          const Vec3& at = points[tree.order()[p]];
          const double outside = std::max((low - at).maxCoeff(), (at - high).maxCoeff());
          const bool own = p >= group.first && p < group.last;
          if (own || outside < reach) candidates.emplace_back(own ? -1.0 : outside, p);
        }
      if (static_cast<int>(candidates.size()) > largest_cut) {
        std::nth_element(candidates.begin(), candidates.begin() + largest_cut, candidates.end());
        candidates.resize(largest_cut);
      }
      for (const auto& [distance, place] : candidates) group.around.push_back(place);
      std::sort(group.around.begin(), group.around.end());
    }
  }
}

void NearInverse::invert(int first, int count,
                         const std::function<void(int, std::span<const int>, ComplexF*)>& gather) {
  const SingleThreadedBlas guard;
#pragma omp parallel
  {
    Values local, right;
    std::vector<int> pivots;
#pragma omp for schedule(dynamic)
    for (int g = first; g < first + count; ++g) {
      Group& group = groups_[g];
      // Row-major entries read as column-major are the transpose: its solutions for unit columns are the rows
      // wanted.
      const int n = static_cast<int>(group.around.size()), own = group.last - group.first;
      local.resize(n, n);
      gather(g - first, group.around, local.data());
      right.setZero(n, own);
      for (int j = 0; j < n; ++j)
        if (group.around[j] >= group.first && group.around[j] < group.last)
          right(j, group.around[j] - group.first) = 1.0f;
      pivots.resize(n);
      int info = 0;
      cgesv_(&n, &own, local.data(), &n, pivots.data(), right.data(), &n, &info);
      if (info != 0) right.setZero();  // a singular cut leaves its directions to the others
      group.values = PackedRows(right.data(), own, n, [&](int) { return allowed_; });
    }
  }
}

std::size_t NearInverse::bytes() const {
  std::size_t sum = 0;
  for (const Group& group : groups_) sum += group.values.bytes() + group.around.size() * sizeof(int);
  return sum;
}

void NearInverse::apply(const ComplexF* x, ComplexF* y, int columns) {
#pragma omp parallel
  {
    Values gathered, product;
    RowMajor unpacked;
    std::vector<float> planes;
#pragma omp for schedule(dynamic, 8)
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const Group& group = groups_[g];
      const int n = static_cast<int>(group.around.size()), own = group.last - group.first;
      gathered.resize(n, columns);
      for (int c = 0; c < columns; ++c)
        for (int i = 0; i < n; ++i) gathered(i, c) = x[c * size_ + group.around[i]];
      product.resize(own, columns);
      if (columns == 1) {
        PackedRows::planes_of({gathered.data(), static_cast<std::size_t>(n)}, planes);
        group.values.multiply(planes, 0, own, product.data());
      } else {
        unpacked.resize(own, n);
        group.values.unpack(0, own, unpacked.data());
        product.noalias() = unpacked * gathered;
      }
      for (int c = 0; c < columns; ++c) std::copy_n(&product(0, c), own, y + c * size_ + group.first);
    }
  }
}

}  // namespace pace
