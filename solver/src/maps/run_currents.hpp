// Which of a run's unknowns is which current, and where it flows.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "design/face.hpp"
#include "design/region_changes.hpp"
#include "equations/current_spaces.hpp"
#include "input/job.hpp"
#include "materials/medium.hpp"
#include "regions/region_graph.hpp"

namespace pace {

/// Coefficients of one wave by function of the outer space.
struct WaveCurrents {
  std::vector<Complex> solution;            ///< with the currents inside; empty of other than composites
  std::vector<Complex> electric, magnetic;  ///< magnetic: of M/η₀; empty on a conductor
  SurfaceCoefficients view() const { return {electric.data(), magnetic.empty() ? nullptr : magnetic.data()}; }
};

/// Currents of one wave on the boundary of each region.
using BoundaryCurrents = std::vector<TriangleCurrents>;

/// The surfaces of a finished run of the full wave.
class RunCurrents {
 public:
  /// A material of a composite, none of whose regions has open sheets in it: their sides are not known apart.
  struct Material {
    std::string name;
    Medium medium;
  };
  /// What a part of a composite bounds, where that is the same everywhere on it.
  struct Sides {
    std::string inner, outer;  ///< materials; outwards is from the inner one into the outer one
  };

  /// @param mesh  outlives this
  RunCurrents(const Job& job, const Mesh& mesh, const Topology& topology, double frequency_hz);

  int unknowns() const { return unknowns_; }
  /// What borders the vacuum around the body.
  const RwgSpace& outside() const { return *boundaries_[0]->space; }
  /// All that carries currents.
  const std::vector<Face>& faces() const { return faces_; }
  /// The face of each triangle of `outside()`.
  const std::vector<int>& outside_faces() const { return boundaries_[0]->faces; }
  const std::vector<Material>& materials() const { return materials_; }
  /// By part; empty of conductors and impedance surfaces in vacuum.
  const std::vector<std::optional<Sides>>& sides() const { return sides_; }
  /// @param solution  as many as there are unknowns
  WaveCurrents of(std::vector<Complex> solution) const;
  BoundaryCurrents on_boundaries(const WaveCurrents& wave) const;
  /// Derivatives of the far field, one a face; 0 of sheets.
  std::vector<FaceDerivatives> by_faces(const BoundaryCurrents& direct, const BoundaryCurrents& adjoint,
                                        const std::optional<ThinLayer>& layer) const;
  /// Derivatives of the far field, one a material.
  std::vector<MaterialDerivatives> by_material(const BoundaryCurrents& direct,
                                               const BoundaryCurrents& adjoint) const;

 private:
  /// Of a region, as seen from inside of it.
  struct Boundary {
    Boundary(const RwgSpace& of, double k, std::vector<std::optional<LinearRemainder>> remainders = {})
        : space(&of), products(of, k, std::move(remainders)) {}
    const RwgSpace* space;
    CurrentProducts products;
    std::vector<int> faces;  ///< by triangle
    Medium medium;
    int material = -1;                     ///< into the materials; −1: none of them
    std::optional<RegionChanges> changes;  ///< of a material
  };
  void add_conductors(const RwgSpace& space, std::vector<std::optional<LinearRemainder>> remainders = {});
  void add_regions(const Job& job, const Mesh& mesh, const Topology& topology, double frequency_hz);
  void add_faces(const RegionGraph& graph, const Mesh& mesh);
  void add_sides(const RegionGraph& graph, std::size_t parts);
  void add_materials(const RegionGraph& graph);

  double k_;
  int unknowns_ = 0;
  std::optional<RwgSpace> conductor_;    ///< of program type 1
  std::optional<CurrentSpaces> spaces_;  ///< of the others
  bool is_composite_;
  std::vector<std::unique_ptr<Boundary>> boundaries_;  ///< as the regions of the spaces
  std::vector<Face> faces_;
  std::vector<Material> materials_;
  std::vector<std::optional<Sides>> sides_;
};

}  // namespace pace
