// Directions of plane waves: Gauss–Legendre in cos θ, even in φ; and the way from one such grid to a finer
// one.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/types.hpp"
#include "fmm/grid_parity.hpp"

namespace pace {

using MatrixF = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>;

/// 2(L+1)² directions that integrate products of spherical harmonics up to degree 2L + 1 exactly.
struct AngularGrid {
  explicit AngularGrid(int degree);
  int degree;
  int thetas, phis;  ///< L + 1 and 2(L + 1)
  int size;          ///< thetas · phis; direction i has θ number i / phis and φ number i % phis
  int padded;        ///< size rounded up to whole cache lines of floats: the length of a plane
  std::vector<double> theta, theta_weight;
  Vec3 direction(int i) const;
  double weight(int i) const { return theta_weight[i / phis] * 2.0 * pi / phis; }
  double phi_of(int i) const { return 2.0 * pi * (i % phis) / phis; }
};

/// AngularGrid::padded of a degree, also of one that no grid could have: plans are made of any size.
constexpr std::int64_t padded_directions(int degree) {
  const std::int64_t thetas = degree + 1;
  return (2 * thetas * thetas + 15) / 16 * 16;
}

/// A pattern is the θ and φ components of a complex vector field over a grid, split into real planes of
/// `padded` floats: Re θ, Re φ, Im θ, Im φ.
inline constexpr int planes = 4;

/// Carries patterns from a grid to a finer one exactly for all harmonics of the coarser grid's degree, by
/// resampling the Fourier series in φ and, over the whole great circle (period 2π), in θ; and its transpose
/// for the way down. Even and odd orders in φ, and parts that are even and odd about the equator, go through
/// matrices of their own, of half the size each way. [Sarvas 2003, "Performing interpolation and
/// anterpolation entirely by FFT in the 3-D multilevel fast multipole algorithm", SIAM J. Numer. Anal. 41;
/// here as matrix products, which are faster at the degrees that fit one machine.]
class Resampler {
 public:
  Resampler(const AngularGrid& coarse, const AngularGrid& fine);
  /// @param coarse planes·columns planes one after another  @param fine the same, overwritten
  void refine(const float* coarse, float* fine, int columns, std::vector<float>& scratch) const;
  /// The transpose; adds to `coarse`.
  void restrict_to(const float* fine, float* coarse, int columns, std::vector<float>& scratch) const;
  /// Of either way: products of matrices.
  double flops(int columns) const {
    return 2.0 * planes * columns * coarse_.thetas * static_cast<double>(fine_.phis) *
           (coarse_.half() + 0.5 * fine_.thetas);
  }

 private:
  struct Grid {
    int thetas, phis, padded;
    int half() const { return phis / 2; }
    int symmetric() const {
      return (thetas + 1) / 2;
    }  ///< rows of θ of a part that is even about the equator
  };
  /// A matrix row by row, and its transpose.
  struct Both {
    using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Matrix forth, back;
  };
  /// Places of `scratch`.
  struct Room {
    std::array<float*, 2> coarse, between, fine;
  };
  Room room(int count, std::vector<float>& scratch) const;
  /// Of [even, odd orders][even rows of θ, then odd ones][plane][half a turn].
  static ParityParts of_plane(const std::array<float*, 2>& parts, const Grid& grid, int plane, int count);

  Grid coarse_, fine_;
  /// Of even and of odd azimuthal orders, half a turn each: coarse φ × fine φ.
  std::array<Both, 2> phi_;
  /// For the same orders of a vector's components, parts that are even and odd about the equator: fine θ ×
  /// coarse θ.
  std::array<std::array<Both, 2>, 2> theta_;
};

}  // namespace pace
