// Interactions between boxes too small for plane waves, by interpolation of the Green's function.
#pragma once

#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "basis/dual_space.hpp"
#include "basis/rwg_space.hpp"
#include "core/types.hpp"
#include "fmm/octree.hpp"
#include "linalg/float_columns.hpp"

namespace pace {

/// Where a mesh is fine against the wavelength, the octree goes on below the leaves of the plane waves, and
/// there the potentials A = ∫ G f and φ = ∫ G ∇·f of the currents of a box are interpolated over Chebyshev
/// nodes, in place of being expanded in waves: G ≈ Σ S_m(r) G(r_m, r_n) S_n(r') [Fong & Darve, J. Comput.
/// Phys. 228, 2009]. Currents and charges are kept apart, so nothing cancels however small the boxes are. The
/// node values of a level are reduced to the real subspace that its boxes can tell from each other at all.
/// Any k' − jk''.
class InterpolatedProduct {
 public:
  /// @param tree         its levels from `first_level` on interact here
  /// @param dual, alpha  as FarProduct
  /// @param digits       relative error of the product at most 10^−digits
  InterpolatedProduct(const RwgSpace& space, const DualSpace* dual, const Octree& tree, int first_level,
                      Complex k, std::span<const double> alpha, int digits);

  /// to_electric += P electric + Q magnetic, to_magnetic += P magnetic − Q electric, far boxes of these
  /// levels only (operators/assembly.hpp); the magnetic ones may be null. [column][place], tree order, `rows`
  /// apart.
  void add(const ComplexF* electric, const ComplexF* magnetic, ComplexF* to_electric, ComplexF* to_magnetic,
           std::size_t rows, int columns);

  /// The entries of P and Q that these levels stand for, between two leaves that do not touch; zero where
  /// they interact by waves.
  /// @param rows, columns  of the leaves' own functions  @param crossed  may be null
  void entries(int row_leaf, int column_leaf, std::span<const int> rows, std::span<const int> columns,
               Eigen::MatrixXcf& own, Eigen::MatrixXcf* crossed) const;

  struct Bytes {
    std::size_t moments, translators, fields;
  };
  Bytes bytes() const;

 private:
  using Coefficients = Eigen::MatrixXcf;  ///< [(current, potential, column)] × [rank]
  /// `distance`: number of the absolute offset; `reflection`: a bit for each negative component of the
  /// offset.
  struct Pair {
    int distance, reflection, target, source;
  };
  /// A mode is even or odd in each axis, so that reflected offsets share a translator but for signs:
  /// T(R o) = D T(o) D, where D = diag(±1) says which modes the reflection R turns over.
  struct Level {
    int rank;
    std::vector<std::vector<Pair>> pairs;          ///< of every `boxes_at_once` targets, by distance
    std::vector<Eigen::MatrixXcf> translators;     ///< by distance, transposed: rank × rank
    std::array<Eigen::VectorXf, 8> signs;          ///< D by reflection
    std::array<Eigen::MatrixXf, 8> from_child;     ///< by octant, transposed: rank of the children × rank
    std::vector<Coefficients> outgoing, incoming;  ///< by box
  };
  /// Integrals of testing functions of a leaf against the interpolation's basis: t S, ∇·t S and t × ∇S.
  struct Moments {
    std::vector<float> values;  ///< [x, y, z, charge, curl x, y, z][function][rank]
  };

  static constexpr int boxes_at_once = 64;
  static constexpr std::size_t pairs_at_once = 64;

  void translate(int l, int chunk, int width);
  /// The translator of any offset, transposed.
  Eigen::MatrixXcf translator(int l, const std::array<signed char, 3>& offset) const;
  void build_leaf(const RwgSpace& space, const DualSpace* dual, std::span<const double> alpha, int leaf,
                  const Eigen::MatrixXd& basis, double half_width);
  void radiate(int leaf, const ComplexF* electric, const ComplexF* magnetic, std::size_t rows, int columns);
  void receive(int leaf, bool with_magnetic, ComplexF* to_electric, ComplexF* to_magnetic, std::size_t rows,
               int columns) const;

  const Octree& tree_;
  int first_level_, nodes_;
  Complex k_;
  bool with_dual_;
  std::vector<Level> levels_;
  std::vector<Moments> own_, dual_;  ///< by leaf: of f, and of (1 − α) g
  std::vector<float> alpha_;         ///< by place
};

/// Nodes along each axis that keep so many digits.
int interpolation_nodes(int digits);
/// Typical dimension of what is left of them in a level of leaves, for estimates.
int interpolation_rank(int digits);

}  // namespace pace
