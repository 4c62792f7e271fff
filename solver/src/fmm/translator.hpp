// The diagonal operators that turn what leaves one box into what arrives at another.
#pragma once

#include <complex>
#include <map>
#include <vector>
#include <xsimd/xsimd.hpp>

#include "fmm/angular_grid.hpp"
#include "fmm/distributed/division.hpp"
#include "fmm/octree.hpp"

namespace pace {

using AlignedFloats = std::vector<float, xsimd::aligned_allocator<float, 64>>;

/// T(k̂, D) = w(k̂) Σ_{l ≤ L} (−j)^l (2l + 1) h_l⁽²⁾(k|D|) P_l(k̂·D̂) for every offset that occurs in a level, D
/// from the source's centre to the target's; e^{−jk|D + d|}/(4π|D + d|) = −jk/(16π²) Σ_k̂ e^{−jk k̂·d} T(k̂, D).
/// [Coifman, Rokhlin & Wandzura 1993, "The fast multipole method for the wave equation: a pedestrian
/// prescription", IEEE AP Magazine 35(3)]
class Translators {
 public:
  /// @param k       k' − jk'' [1/m]
  /// @param boxes   those whose far neighbours count
  /// @param part    of the planes: these floats alone
  /// @param factor  goes into every value
  Translators(const TreeLevel& level, Range boxes, const AngularGrid& grid, Range part, Complex k,
              Complex factor);
  /// Re and Im planes of an offset (source − target), each as long as the part.
  const float* of(const std::array<signed char, 3>& offset) const {
    return &values_[static_cast<std::size_t>(start_[index(offset)]) * stride_];
  }
  std::size_t bytes() const { return values_.size() * sizeof(float); }

 private:
  static int index(const std::array<signed char, 3>& o) { return ((o[0] + 3) * 7 + o[1] + 3) * 7 + o[2] + 3; }
  std::array<int, 343> start_{};
  std::size_t stride_;
  AlignedFloats values_;
};

/// Coefficients (−j)^l (2l + 1) h_l⁽²⁾(x), l = 0 … degree.
std::vector<Complex> translation_coefficients(int degree, Complex x);

}  // namespace pace
