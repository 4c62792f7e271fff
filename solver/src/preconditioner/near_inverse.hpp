// A sparse approximate inverse from the near matrix: every leaf with some of its surroundings, inverted on its own.
#pragma once

#include "fmm/near_matrix.hpp"
#include "krylov/linear_operator.hpp"

namespace pace {

/// The rows of a leaf in the inverse of the near matrix cut to the leaf and the functions around it (restricted additive
/// Schwarz) [Cai & Sarkis 1999, SIAM J. Sci. Comput. 21; Carpentieri, Duff & Giraud 2005, SIAM J. Sci. Comput. 27].
class NearInverse : public LinearOperator {
 public:
  /// @param points   of the functions [m]
  /// @param overlap  how far around a leaf functions are taken, in leaf sizes (0: the leaf alone, 1: all near boxes)
  NearInverse(const Octree& tree, const NearMatrix& near, std::span<const Vec3> points, double overlap);

  std::size_t size() const override { return tree_.order().size(); }
  void apply(const ComplexF* x, ComplexF* y, int columns) override;
  std::size_t bytes() const { return values_.size() * sizeof(ComplexF) + places_.size() * sizeof(int); }

 private:
  const Octree& tree_;
  std::vector<std::size_t> start_;        ///< of each leaf's values, and the end
  std::vector<std::size_t> first_place_;  ///< of each leaf's columns, and the end
  std::vector<int> places_;
  std::vector<ComplexF> values_;          ///< row-major blocks: leaf functions × places
};

}  // namespace pace
