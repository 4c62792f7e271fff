#include "systems/rank_part.hpp"

#include <numeric>

#include "krylov/compressed_product.hpp"

namespace pace {

RankPart::RankPart(const FastPlan& plan, Communicator& ranks)
    : division(*plan.tree, plan.sampling, ranks.size(), plan.leaf_work),
      leaves(*plan.tree, division.boxes(plan.tree->depth(), ranks.rank()).first,
             division.boxes(plan.tree->depth(), ranks.rank()).last),
      share{ranks, division, leaves, *plan.tree},
      halo(*plan.tree, share) {}

Columns multiply_own(LinearOperator& matrix, const Columns& x, const RankPart& part) {
  std::vector<int> as_they_are(part.own().size());
  std::iota(as_they_are.begin(), as_they_are.end(), 0);
  return multiply_compressed(matrix, x, as_they_are, part.share.ranks);
}

}  // namespace pace
