// Spherical waves of a leaf as fields over its grid, and back.
#pragma once

#include <array>
#include <vector>

#include "fmm/angular_grid.hpp"
#include "fmm/grid_parity.hpp"

namespace pace {

/// F(k̂) = Σ_lm jˡ a_lm Y_lm(k̂) for vectors a_lm, by its θ and φ components. Where a Y_lm e_c is even or odd
/// over a half turn and about the equator, so are its components: coefficients of four classes know four
/// parts of the grid alone.
class WaveTransform {
 public:
  WaveTransform(int degree, const AngularGrid& grid);
  /// @param q    [l, m][x, y, z] × (Re, Im, Re, Im …)
  /// @param out  of each column a θ plane and a φ plane
  void to_grid(const MatrixF& q, float* out) const;
  /// The transpose, with (−j)ˡ. @param is_crossed  of (k̂ × Y_lm e_c) instead
  void to_waves(const float* fields, int columns, bool is_crossed, MatrixF& q) const;

  double flops() const;  ///< of a complex field

 private:
  /// Coefficients that are odd over a half turn (or not), and whose θ component is odd about the equator (or
  /// not), times signs of jˡ.
  struct Class {
    std::vector<int> coefficients;
    bool has_odd_degrees;
    int count() const { return static_cast<int>(coefficients.size()); }
    std::vector<float> to_grid, to_waves;  ///< coefficients × directions, and its transpose
  };
  /// Parts of fields, [column][row of θ, then of φ, of what is even and odd about the equator][half a turn].
  using ByClass = std::array<std::vector<float>, 4>;
  /// What is of one component of a field.
  ParityParts parts_of(ByClass& by_class, int column, bool is_phi) const;
  ByClass room(int columns) const;

  int thetas_, half_, padded_, size_of_grid_, size_;
  std::array<Class, 4> classes_;  ///< [2 · odd order + odd about the equator]
};

}  // namespace pace
