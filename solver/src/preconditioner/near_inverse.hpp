// A sparse approximate inverse from the near matrix: every small group of functions with its surroundings,
// inverted alone.
#pragma once

#include <functional>

#include "fmm/distributed/near_halo.hpp"
#include "fmm/near_matrix.hpp"
#include "krylov/linear_operator.hpp"
#include "linalg/packed_rows.hpp"

namespace pace {

/// The rows of a group in the inverse of the near matrix cut to the group and the functions around it
/// (restricted additive Schwarz) [Cai & Sarkis 1999, SIAM J. Sci. Comput. 21; Carpentieri, Duff & Giraud
/// 2005, SIAM J. Sci. Comput. 27].
class NearInverse : public LinearOperator {
 public:
  /// @param points   of the functions [m]
  /// @param overlap  how far around a group functions are taken, in sizes of the group (0: the group alone);
  /// groups are leaves,
  ///                 or pieces of leaves with many functions
  /// @param allowed  error of a row of the inverse against the row
  NearInverse(const Octree& tree, const NearMatrix& near, std::span<const Vec3> points, double overlap,
              double allowed = largest_error);
  /// The same of any matrix whose near entries (row-major, rows and columns these places) the function
  /// writes; called from several threads.
  using GatherEntries = std::function<void(std::span<const int> places, ComplexF* out)>;
  NearInverse(const Octree& tree, const GatherEntries& gather, std::span<const Vec3> points, double overlap,
              double allowed = largest_error);
  /// The same on one of several ranks; all make theirs at the same time.
  /// @param tree  the rank's locally essential one; x and y of `apply` have all of its places, y matters at
  /// its own ones
  NearInverse(const Octree& tree, CutEntries& entries, std::span<const Vec3> points, double overlap,
              double allowed = largest_error);

  std::size_t size() const override { return size_; }
  void apply(const ComplexF* x, ComplexF* y, int columns) override;
  std::size_t bytes() const;

  /// Larger leaves are cut into pieces of this many functions; no cut has more than so many.
  static constexpr int largest_group = 96;
  static constexpr int largest_cut = 6 * largest_group;
  /// Of a row of the inverse against the row, where charges do not rule: it only has to be near to the
  /// inverse.
  static constexpr double largest_error = 4e-3;

 private:
  struct Group {
    int first, last;          ///< places
    std::vector<int> around;  ///< places of the cut, ascending, the group's own among them
    PackedRows values;        ///< group × cut
  };
  void choose_groups(const Octree& tree, std::span<const Vec3> points, double overlap);
  /// @param gather  (number of the cut from `first` on, places, out)
  void invert(int first, int count,
              const std::function<void(int cut, std::span<const int> places, ComplexF* out)>& gather);

  std::size_t size_;
  double allowed_;
  std::vector<Group> groups_;
};

}  // namespace pace
