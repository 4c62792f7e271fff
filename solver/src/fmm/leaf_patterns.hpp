// What every function radiates and receives, as spherical waves about the centre of its leaf.
#pragma once

#include <span>
#include <vector>

#include "basis/dual_space.hpp"
#include "fmm/angular_grid.hpp"
#include "fmm/harmonics.hpp"
#include "fmm/octree.hpp"
#include "fmm/wave_transform.hpp"
#include "linalg/packed_reals.hpp"

namespace pace {

/// Σ over the fields of many functions costs 3(p+1)² real numbers a function, a quarter of its samples on the
/// leaf grid: the functions are real, so the coefficients of ∫ f ψ_lm are, and one set serves both radiation
/// and reception.
class LeafPatterns {
 public:
  /// @param tree   patterns of its own leaves
  /// @param k      k' − jk'' [1/m]
  /// @param alpha  EFIE weight of each function
  /// @param degree p, of the spherical waves
  /// @param digits of the product
  /// @param grid   of the leaf level
  /// @param dual   testing functions of the MFIE; null: the functions themselves
  LeafPatterns(const RwgSpace& space, const DualSpace* dual, const Octree& tree, Complex k,
               std::span<const double> alpha, int degree, double digits, const AngularGrid& grid);

  /// Patterns of some leaves: out = planes of each box and column, one box after another.
  /// @param x  [column][place] complex, tree order; `rows` apart
  void radiate(int first_box, int last_box, const std::complex<float>* x, std::size_t rows, int columns,
               float* out) const;
  /// Adds to y what the functions of the boxes receive from the incoming planes.
  void receive(int first_box, int last_box, const float* incoming, std::complex<float>* y, std::size_t rows,
               int columns) const;

  /// Of one column: by function and, for the matrix between waves and grid, by leaf.
  struct Work {
    double radiated_flops, received_flops, radiated_bytes, received_bytes, grid_flops;
    int received_grids;  ///< how often the matrix is used in a reception
  };
  Work work() const;

  std::size_t bytes() const;
  /// As PackedReals::move_to; null: they stay.
  void move_to(const std::shared_ptr<PagingFile>& file);

  /// What packing may leave of a pattern, of what the digits of the product allow: errors of many functions
  /// add up as random numbers do.
  static constexpr double share_of_digits = 0.02;

 private:
  /// Of the functions of a leaf, [function][l, m][x, y, z].
  struct Leaf {
    PackedReals radiated;  ///< of ∫ f ψ
    PackedReals magnetic;  ///< of (1 − α) ∫ n × f ψ, or −(1 − α) ∫ g ψ, for the MFIE
  };

  struct Workspace;
  void build_box(const RwgSpace& space, const DualSpace* dual, int box, const RegularWaves& waves,
                 std::span<const double> alpha, Workspace& work);

  const Octree& tree_;
  int terms_, degree_;
  WaveTransform transform_;
  double allowed_error_;  ///< of a pattern against itself
  bool with_magnetic_ = false;
  std::vector<Leaf> leaves_, lossy_;  ///< real parts; imaginary ones, in a medium with losses
  std::vector<float> alpha_;          ///< [place]
};

}  // namespace pace
