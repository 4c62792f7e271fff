#include "systems/rank_part.hpp"

#include <algorithm>
#include <numeric>

#include "krylov/compressed_product.hpp"

namespace pace {

namespace {

Octree leaves_of_rank(const Octree& tree, const Division& division, int rank) {
  const Range own = division.boxes(tree.depth(), rank);
  return {tree, own.first, own.last};
}

}  // namespace

RankPart::RankPart(const FastPlan& plan, Communicator& ranks)
    : division(*plan.tree, plan.sampling, ranks.size(), plan.leaf_work),
      leaves(leaves_of_rank(*plan.tree, division, ranks.rank())),
      share{ranks, division, leaves, *plan.tree},
      halo(*plan.tree, share) {}

RankPart::RankPart(const Octree& tree, std::span<const double> leaf_work, Communicator& ranks)
    : division(without_waves(tree, ranks.size(), leaf_work)),
      leaves(leaves_of_rank(tree, division, ranks.rank())),
      share{ranks, division, leaves, tree},
      halo(tree, share) {}

void ReachingInverse::apply(const ComplexF* x, ComplexF* y, int columns) {
  for (int first = 0; first < columns; first += FarProduct::most_columns) {
    const int count = std::min(FarProduct::most_columns, columns - first);
    const ComplexF* around = halo_.extend(x + first * halo_.own(), count);
    extended_.resize(halo_.extended() * count);
    inverse_.apply(around, extended_.data(), count);
    for (int c = 0; c < count; ++c)
      std::copy_n(&extended_[c * halo_.extended()], halo_.own(), y + (first + c) * halo_.own());
  }
}

Columns multiply_own(LinearOperator& matrix, const Columns& x, const RankPart& part) {
  std::vector<int> as_they_are(part.own().size());
  std::iota(as_they_are.begin(), as_they_are.end(), 0);
  return multiply_compressed(matrix, x, as_they_are, part.share.ranks);
}

}  // namespace pace
