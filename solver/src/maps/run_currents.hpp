// Which of a run's unknowns is which current, and where it flows.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "design/region_changes.hpp"
#include "equations/current_spaces.hpp"
#include "input/job.hpp"
#include "materials/medium.hpp"

namespace pace {

/// Coefficients of one wave by function of the outer space.
struct WaveCurrents {
  std::vector<Complex> solution;            ///< with the currents inside; empty where there are none
  std::vector<Complex> electric, magnetic;  ///< magnetic: of M/η₀; empty on a conductor
  SurfaceCoefficients view() const { return {electric.data(), magnetic.empty() ? nullptr : magnetic.data()}; }
};

/// Currents of one wave on the boundary of each region of a material.
using RegionCurrents = std::vector<TriangleCurrents>;

/// The surfaces of a finished run of the full wave.
class RunCurrents {
 public:
  /// A material of a composite, none of whose regions has open sheets in it: their sides are not known apart.
  struct Material {
    std::string name;
    Medium medium;
  };

  /// @param mesh  outlives this
  RunCurrents(const Job& job, const Mesh& mesh, const Topology& topology, double frequency_hz);

  int unknowns() const { return unknowns_; }
  /// What borders the vacuum around the body.
  const RwgSpace& outside() const { return spaces_ ? spaces_->regions[0].space : *conductor_; }
  const std::vector<Material>& materials() const { return materials_; }
  /// @param solution  as many as there are unknowns
  WaveCurrents of(std::vector<Complex> solution) const;
  RegionCurrents inside(const WaveCurrents& wave) const;
  /// Derivatives of the far field, one a material.
  std::vector<MaterialDerivatives> by_material(const RegionCurrents& direct,
                                               const RegionCurrents& adjoint) const;

 private:
  struct FilledRegion {
    int boundary, material;  ///< into the regions of the spaces, and into the materials
    std::unique_ptr<RegionChanges> changes;
  };
  void add_regions(const Job& job, const Mesh& mesh, const Topology& topology, double frequency_hz);

  int unknowns_ = 0;
  std::optional<RwgSpace> conductor_;    ///< of program type 1
  std::optional<CurrentSpaces> spaces_;  ///< of the others
  std::vector<Material> materials_;
  std::vector<FilledRegion> filled_;
};

}  // namespace pace
