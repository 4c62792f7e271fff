// What the interpolation below the plane waves takes from the mesh and the tree: the modes of each level, and
// what functions give to those of their leaf.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "basis/dual_space.hpp"
#include "basis/rwg_space.hpp"
#include "core/types.hpp"
#include "fmm/octree.hpp"
#include "linalg/packed_reals.hpp"

namespace pace {

/// That flow on a surface.
enum class CurrentKinds { electric, electric_and_magnetic };

/// G between the combinations of nodes of boxes, by distance; empty where a level has no such far neighbours.
using LevelGreens = std::vector<Eigen::MatrixXcf>;

/// Number of the absolute offset of a far neighbour, and a bit for each negative component of the offset.
inline constexpr int distances_of_level = 4 * 4 * 4;
int distance_number(const std::array<signed char, 3>& offset);
int reflection_number(const std::array<signed char, 3>& offset);

/// The node values of a level are reduced to the real subspace (the modes) that its boxes can tell from each
/// other at all. Fields of one wave number k have one radial function of each spherical harmonic, r^l (1 −
/// k²r²/(4l + 6) …): modes of several wave numbers serve all between them, modes of one do not.
class InterpolationSpace {
 public:
  struct Level {
    double half_width = 0.0;  ///< of what is interpolated over [m]
    int rank = 0;
    /// By parity (a bit for each axis, 1: odd): the modes among the combinations of nodes of that parity,
    /// which follow each other among all modes from `first` on.
    std::array<Eigen::MatrixXd, 8> modes;
    std::array<int, 8> first;
    std::array<Eigen::VectorXf, 8> signs;       ///< by reflection: ±1 of each mode, as it turns over
    std::array<Eigen::MatrixXf, 8> from_child;  ///< by octant, transposed: rank of the children × rank
  };
  /// Integrals of testing functions of a leaf against its modes: x, y, z of t S, ∇·t S, and x, y, z of t ×
  /// ∇S; each [function][rank], or empty where nothing asks for it.
  using Moments = std::array<PackedReals, 7>;

  /// @param tree         its levels from `first_level` on are interpolated
  /// @param dual, alpha  as FarProduct
  /// @param served       wave numbers of a band that the modes are made of; one: it is served alone
  /// @param digits       relative error of the product at most 10^−digits
  /// @param currents     that radiate: with magnetic ones each function asks for potentials and for the curl
  InterpolationSpace(const RwgSpace& space, const DualSpace* dual, const Octree& tree, int first_level,
                     std::span<const Complex> served, std::span<const double> alpha, int digits,
                     CurrentKinds currents);

  /// Its moments of dual functions have these weights, or are not needed.
  bool serves(std::span<const double> alpha, int digits, CurrentKinds currents) const;

  int first_level() const { return first_level_; }
  int digits() const { return digits_; }
  const Level& level(int l) const { return levels_[l]; }
  const std::vector<Moments>& own() const { return own_; }    ///< by leaf, of f
  const std::vector<Moments>& dual() const { return dual_; }  ///< of (1 − α) g; empty where all α are 1
  std::size_t bytes() const;                                  ///< of the moments
  /// G between the modes of a level at a wave number, by distance, transposed: rank × rank.
  LevelGreens translators(const Octree& tree, int l, Complex k);

 private:
  void build_leaf(const RwgSpace& space, const DualSpace* dual, const Octree& tree,
                  std::span<const double> alpha, std::span<const double> edges, int leaf,
                  const Eigen::MatrixXd& basis, double half_width);

  int first_level_, digits_, nodes_;
  bool with_dual_;
  CurrentKinds currents_;
  double lowest_k_;  ///< of those served [1/m]
  Complex k_;
  std::vector<double> alpha_;  ///< of the dual functions; empty where all are 1
  std::vector<Level> levels_;
  std::vector<LevelGreens> greens_;  ///< at k, the only one, until they are asked for
  std::vector<Moments> own_, dual_;
};

/// Nodes along each axis that keep so many digits.
int interpolation_nodes(int digits);
/// Typical dimension of what is left of them in a level of leaves, for estimates.
int interpolation_rank(int digits);

}  // namespace pace
