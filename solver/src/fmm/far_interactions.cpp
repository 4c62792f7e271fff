#include "fmm/far_interactions.hpp"

namespace pace {

void FarInteractions::gather_below(std::span<const int> places, const NearMatrix& near, ComplexF* own,
                                   ComplexF* crossed) const {
  if (!below_) return;
  struct Piece {
    int leaf;
    std::size_t first;
    std::vector<int> functions;  ///< of the leaf
  };
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int leaf = tree_.leaf_of_place()[places[i]];
    if (pieces.empty() || pieces.back().leaf != leaf) pieces.push_back({leaf, i, {}});
    pieces.back().functions.push_back(places[i] - tree_.leaves().boxes[leaf].first_function);
  }
  Eigen::MatrixXcf of_own, of_crossed;
  for (const Piece& row : pieces)
    for (const Piece& column : pieces) {
      if (near.column_of(row.leaf, column.leaf) >= 0) continue;
      below_->entries(row.leaf, column.leaf, row.functions, column.functions, of_own,
                      crossed ? &of_crossed : nullptr);
      for (std::size_t r = 0; r < row.functions.size(); ++r)
        for (std::size_t c = 0; c < column.functions.size(); ++c) {
          const std::size_t at = (row.first + r) * places.size() + column.first + c;
          own[at] += of_own(r, c);
          if (crossed) crossed[at] += of_crossed(r, c);
        }
    }
}

}  // namespace pace
