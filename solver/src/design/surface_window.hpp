// Sums over the neighbourhood of each triangle: what makes of values of single triangles a map that does not
// depend on the mesh.
#pragma once

#include <array>
#include <span>
#include <unordered_map>
#include <vector>

#include "design/face.hpp"

namespace pace {

/// Σ w(|c_t − c_s|) X_s with w(r) = (1 − r²/R²)² up to R, straight through space;
/// faces whose normals turn by more than 120° from each other do not count, so that the sides of a thin
/// body stay apart, nor do those in another outer region, such as the inner surface of a shell. Of
/// derivatives by displacement this is the derivative by a dent of this shape, 1 in its middle.
class SurfaceWindow {
 public:
  /// @param faces  outlive this  @param radius  R [m], positive
  SurfaceWindow(std::span<const Face> faces, double radius);

  /// @param columns  each with a value a face  @return  the same, summed
  std::vector<std::vector<Complex>> operator()(const std::vector<std::vector<Complex>>& columns) const;

 private:
  std::span<const Face> faces_;
  double radius_;
  Vec3 low_;
  std::array<long, 3> cells_;
  std::unordered_map<long, std::vector<int>> of_cell_;

  std::array<long, 3> cell_of(const Vec3& point) const;
  long number_of(const std::array<long, 3>& cell) const {
    return (cell[0] * cells_[1] + cell[1]) * cells_[2] + cell[2];
  }
};

}  // namespace pace
