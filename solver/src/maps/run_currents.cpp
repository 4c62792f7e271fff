#include "maps/run_currents.hpp"

#include <algorithm>
#include <set>

#include "materials/surface_impedance.hpp"
#include "regions/region_graph.hpp"

namespace pace {
namespace {

std::vector<Complex> coefficients_of(const std::vector<Unknown>& unknowns,
                                     const std::vector<Complex>& solution) {
  std::vector<Complex> coefficients(unknowns.size(), 0.0);
  for (std::size_t f = 0; f < unknowns.size(); ++f)
    if (unknowns[f].index >= 0) coefficients[f] = unknowns[f].sign * solution[unknowns[f].index];
  return coefficients;
}

bool has_sheets(const RwgSpace& space) {
  return std::any_of(space.triangles().begin(), space.triangles().end(),
                     [](const SurfaceTriangle& t) { return t.sheet; });
}

}  // namespace

RunCurrents::RunCurrents(const Job& job, const Mesh& mesh, const Topology& topology, double frequency_hz) {
  if (job.program_type == 1) {
    conductor_.emplace(mesh, topology);
    unknowns_ = conductor_->size();
    return;
  }
  if (job.program_type == 2) {
    const std::vector<double> frequencies = frequencies_hz(job.input.frequency_sweep, job.input.frequency_hz);
    // Which unknowns there are does not depend on α; with α = 1 no dual functions are made.
    spaces_ = impedance_spaces(RwgSpace(mesh, topology), std::vector<double>(mesh.parts.size(), 1.0),
                               coated_parts(job, mesh, frequencies));
  } else {
    add_regions(job, mesh, topology, frequency_hz);
  }
  unknowns_ = spaces_->unknowns;
}

void RunCurrents::add_regions(const Job& job, const Mesh& mesh, const Topology& topology,
                              double frequency_hz) {
  const RegionGraph graph = region_graph(mesh, topology, job.materials);
  spaces_ = region_spaces(mesh, topology, {graph.side_region, graph.conductors(), graph.is_metal_sheet},
                          std::vector<double>(mesh.parts.size(), 1.0));
  const double k = 2.0 * pi * frequency_hz / speed_of_light;
  std::set<std::string> beside_sheets;
  for (const RegionBoundary& boundary : spaces_->regions)
    if (has_sheets(boundary.space)) beside_sheets.insert(graph.regions[boundary.region].material);
  for (int b = 0; b < static_cast<int>(spaces_->regions.size()); ++b) {
    const RegionBoundary& boundary = spaces_->regions[b];
    const Region& region = graph.regions[boundary.region];
    if (region.is_vacuum || region.is_conductor || beside_sheets.contains(region.material)) continue;
    const auto known = std::find_if(materials_.begin(), materials_.end(),
                                    [&](const Material& m) { return m.name == region.material; });
    const auto material = static_cast<int>(known - materials_.begin());
    if (known == materials_.end())
      materials_.push_back({region.material, medium_at(job.materials, region.material, frequency_hz)});
    filled_.push_back({b, material, std::make_unique<RegionChanges>(boundary.space, k)});
  }
}

WaveCurrents RunCurrents::of(std::vector<Complex> solution) const {
  if (!spaces_) return {{}, std::move(solution), {}};
  const RegionBoundary& outside = spaces_->regions[0];
  WaveCurrents wave{
      {}, coefficients_of(outside.electric, solution), coefficients_of(outside.magnetic, solution)};
  if (!filled_.empty()) wave.solution = std::move(solution);
  return wave;
}

RegionCurrents RunCurrents::inside(const WaveCurrents& wave) const {
  RegionCurrents currents;
  for (const FilledRegion& of : filled_) {
    const RegionBoundary& boundary = spaces_->regions[of.boundary];
    const auto electric = coefficients_of(boundary.electric, wave.solution),
               magnetic = coefficients_of(boundary.magnetic, wave.solution);
    currents.push_back(of.changes->currents({electric.data(), magnetic.data()}));
  }
  return currents;
}

std::vector<MaterialDerivatives> RunCurrents::by_material(const RegionCurrents& direct,
                                                          const RegionCurrents& adjoint) const {
  std::vector<MaterialDerivatives> sums(materials_.size(), {0.0, 0.0});
  for (std::size_t r = 0; r < filled_.size(); ++r) {
    const Medium& medium = materials_[filled_[r].material].medium;
    const MaterialDerivatives by = (*filled_[r].changes)(direct[r], adjoint[r], medium.relative_permittivity,
                                                         medium.relative_permeability);
    sums[filled_[r].material].permittivity += by.permittivity;
    sums[filled_[r].material].permeability += by.permeability;
  }
  return sums;
}

}  // namespace pace
