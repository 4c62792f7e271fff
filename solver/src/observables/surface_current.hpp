// Surface currents where a viewer wants them: at the vertices of the mesh and at the middles of bent sides.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "basis/rwg_space.hpp"

namespace pace {

/// The sides of the bent triangles of a mesh, each once.
class BentSides {
 public:
  BentSides() = default;
  explicit BentSides(const Mesh& mesh);
  /// Of each side, the smaller first; ascending.
  const std::vector<std::array<int, 2>>& vertices() const { return vertices_; }
  /// Into `vertices()`; −1 where no triangle at the side is bent.
  int find(int a, int b) const;

 private:
  std::vector<std::array<int, 2>> vertices_;
};

/// A current [A/m; V/m] at points of the mesh.
struct SurfaceCurrent {
  std::vector<CVec3> vertices;
  std::vector<CVec3> middles;  ///< of the sides of `BentSides`
};

/// The area-weighted mean of a current over the triangles around each vertex, and at both sides of each
/// middle.
class SurfaceMean {
 public:
  /// @param sides  outlives this
  SurfaceMean(std::size_t vertices, const BentSides& sides)
      : sides_(sides), vertices_(vertices), middles_(sides.vertices().size()) {}
  /// @param coefficients  space.size() values  @param takes  the triangles that count
  void add(const RwgSpace& space, const Complex* coefficients,
           const std::function<bool(const SurfaceTriangle&)>& takes);
  /// Zero at points without current.
  SurfaceCurrent values() const;

 private:
  struct Sum {
    CVec3 current = CVec3::Zero();
    double weight = 0.0;
  };
  static std::vector<CVec3> means(const std::vector<Sum>& sums);

  const BentSides& sides_;
  std::vector<Sum> vertices_, middles_;
};

/// J of all triangles [A/m].
/// @param coefficients  space.size() values of one right-hand side
SurfaceCurrent surface_current(const RwgSpace& space, std::size_t vertices, const BentSides& sides,
                               const Complex* coefficients);

}  // namespace pace
