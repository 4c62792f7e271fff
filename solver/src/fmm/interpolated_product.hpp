// Interactions between boxes too small for plane waves, by interpolation of the Green's function.
#pragma once

#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "core/types.hpp"
#include "fmm/interpolation_space.hpp"
#include "fmm/octree.hpp"
#include "linalg/float_columns.hpp"
#include "linalg/low_rank.hpp"

namespace pace {

/// Where a mesh is fine against the wavelength, the octree goes on below the leaves of the plane waves, and
/// there the potentials A = ∫ G f and φ = ∫ G ∇·f of the currents of a box are interpolated over Chebyshev
/// nodes, in place of being expanded in waves: G ≈ Σ S_m(r) G(r_m, r_n) S_n(r') [Fong & Darve, J. Comput.
/// Phys. 228, 2009]. Currents and charges are kept apart, so nothing cancels however small the boxes are. The
/// node values of a level are reduced to the real subspace that its boxes can tell from each other at all.
/// Any k' − jk''.
class InterpolatedProduct {
 public:
  /// @param space  of the tree; its dual functions are left out where all α are 1
  /// @param alpha  EFIE weight of each function
  InterpolatedProduct(std::shared_ptr<InterpolationSpace> space, const Octree& tree, Complex k,
                      std::span<const double> alpha);

  /// to_electric += P electric + Q magnetic, to_magnetic += P magnetic − Q electric, far boxes of these
  /// levels only (operators/assembly.hpp); the magnetic ones may be null. [column][place], tree order, `rows`
  /// apart.
  void add(const ComplexF* electric, const ComplexF* magnetic, ComplexF* to_electric, ComplexF* to_magnetic,
           std::size_t rows, int columns);

  /// Some functions of one leaf, with their moments in the modes of the levels that were asked for.
  class LeafPart {
   public:
    /// @param functions  of the leaf  @param crossed  entries of Q will be asked for too
    LeafPart(const InterpolatedProduct& of, int leaf, std::vector<int> functions, bool crossed);
    int leaf() const { return leaf_; }
    const std::vector<int>& functions() const { return functions_; }

   private:
    friend class InterpolatedProduct;
    /// By potential, of the functions: own potential, curl of the dual functions, then where Q is asked for
    /// own curl and potential of the dual functions, one below the other.
    using Stacks = std::array<Eigen::MatrixXf, 4>;
    const Stacks& at(int level);
    const InterpolatedProduct& of_;
    int leaf_;
    std::vector<int> functions_;
    bool crossed_;
    std::vector<Stacks> stacks_;  ///< by levels above the leaves
    std::vector<int> boxes_;      ///< that the leaf lies in, likewise
  };
  /// The entries of P and Q that these levels stand for, between parts of two leaves that do not touch; zero
  /// where they interact by waves. @param crossed  may be null
  void entries(LeafPart& rows, LeafPart& columns, Eigen::MatrixXcf& own, Eigen::MatrixXcf* crossed) const;

  struct Bytes {
    std::size_t moments, translators, fields;
  };
  Bytes bytes() const;

 private:
  /// rank × [(current, potential), (re, im), column]
  using Coefficients = PackedReals::RowMajor;
  /// `distance`: number of the absolute offset; `reflection`: a bit for each negative component of the
  /// offset.
  struct Pair {
    int distance, reflection, target, source;
  };
  /// A mode is even or odd in each axis, so that reflected offsets share a translator but for signs:
  /// T(R o) = D T(o) D, where D = diag(±1) says which modes the reflection R turns over. Modes serve all
  /// directions, and one offset needs a third of them and less.
  struct Level {
    std::vector<std::vector<Pair>> pairs;  ///< of every `boxes_at_once` targets, by distance and reflection
    std::vector<RealFactors> translators;  ///< by distance
    std::vector<Coefficients> outgoing, incoming;  ///< by box
  };
  /// What one thread translates with; fields have slack behind them (linalg/small_product.hpp).
  struct Room {
    Eigen::MatrixXf right;             ///< of a reflected translator
    PackedReals::RowMajor left, core;  ///< of it
    std::vector<float> sources, inside, crossed, received, targets;
  };
  using Moments = InterpolationSpace::Moments;

  static constexpr int boxes_at_once = 64;
  /// Real columns that go through a translator together, of several pairs where each has few.
  static constexpr int columns_at_once = 64;

  void translate(int l, int chunk, int columns, int blocks, Room& room);
  void radiate(int leaf, const ComplexF* electric, const ComplexF* magnetic, std::size_t rows, int columns);
  void receive(int leaf, bool with_magnetic, ComplexF* to_electric, ComplexF* to_magnetic, std::size_t rows,
               int columns) const;

  const std::shared_ptr<const InterpolationSpace> space_;
  const Octree& tree_;
  int first_level_;
  Complex k_;
  bool with_dual_;
  std::vector<Level> levels_;
  std::vector<float> alpha_;  ///< by place
};

}  // namespace pace
