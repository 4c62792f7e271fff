#include "fmm/far_interactions.hpp"

namespace pace {

void FarInteractions::gather_below(std::span<const int> places, const NearMatrix& near, ComplexF* own,
                                   ComplexF* crossed) const {
  if (!below_) return;
  std::vector<std::size_t> first;  // of the places of each leaf
  std::vector<InterpolatedProduct::LeafPart> parts;
  for (std::size_t i = 0; i < places.size();) {
    const int leaf = tree_.leaf_of_place()[places[i]];
    std::vector<int> functions;
    first.push_back(i);
    for (; i < places.size() && tree_.leaf_of_place()[places[i]] == leaf; ++i)
      functions.push_back(places[i] - tree_.leaves().boxes[leaf].first_function);
    parts.emplace_back(*below_, leaf, std::move(functions), crossed != nullptr);
  }
  Eigen::MatrixXcf of_own, of_crossed;
  for (std::size_t row = 0; row < parts.size(); ++row)
    for (std::size_t column = 0; column < parts.size(); ++column) {
      if (near.column_of(parts[row].leaf(), parts[column].leaf()) >= 0) continue;
      below_->entries(parts[row], parts[column], of_own, crossed ? &of_crossed : nullptr);
      for (long r = 0; r < of_own.rows(); ++r)
        for (long c = 0; c < of_own.cols(); ++c) {
          const std::size_t at = (first[row] + r) * places.size() + first[column] + c;
          own[at] += of_own(r, c);
          if (crossed) crossed[at] += of_crossed(r, c);
        }
    }
}

}  // namespace pace
