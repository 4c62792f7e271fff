#include "maps/run_currents.hpp"

#include <algorithm>
#include <set>

#include "equations/local_terms.hpp"
#include "materials/surface_impedance.hpp"

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

RunCurrents::RunCurrents(const Job& job, const Mesh& mesh, const Topology& topology, double frequency_hz)
    : k_(2.0 * pi * frequency_hz / speed_of_light), is_composite_(job.program_type == 3) {
  if (job.program_type == 1) {
    conductor_.emplace(mesh, topology);
    unknowns_ = conductor_->size();
    add_conductors(*conductor_);
    return;
  }
  if (is_composite_) {
    add_regions(job, mesh, topology, frequency_hz);
  } else {
    const std::vector<double> frequencies = job.input.frequencies_hz;
    // Which unknowns there are does not depend on α; with α = 1 no dual functions are made.
    spaces_ = impedance_spaces(RwgSpace(mesh, topology), std::vector<double>(mesh.parts.size(), 1.0),
                               part_impedances(job, mesh, frequencies));
    const RwgSpace& outside = spaces_->regions[0].space;
    add_conductors(outside,
                   impedance_remainders(outside, part_impedances(job, mesh, {{frequency_hz}}).front()));
  }
  unknowns_ = spaces_->unknowns;
}

void RunCurrents::add_conductors(const RwgSpace& space,
                                 std::vector<std::optional<LinearRemainder>> remainders) {
  faces_ = faces_of(space);
  boundaries_.push_back(std::make_unique<Boundary>(space, k_, std::move(remainders)));
  for (int t = 0; t < static_cast<int>(faces_.size()); ++t) boundaries_[0]->faces.push_back(t);
}

void RunCurrents::add_regions(const Job& job, const Mesh& mesh, const Topology& topology,
                              double frequency_hz) {
  const RegionGraph graph = region_graph(mesh, topology, job.materials);
  spaces_ = region_spaces(mesh, topology, {graph.side_region, graph.conductors(), graph.is_metal_sheet},
                          std::vector<double>(mesh.parts.size(), 1.0));
  for (const RegionBoundary& boundary : spaces_->regions) {
    boundaries_.push_back(std::make_unique<Boundary>(boundary.space, k_));
    const Region& region = graph.regions[boundary.region];
    if (!region.is_vacuum)
      boundaries_.back()->medium = medium_at(job.materials, region.material, frequency_hz);
  }
  add_faces(graph, mesh);
  add_sides(graph, mesh.parts.size());
  add_materials(graph);
}

void RunCurrents::add_faces(const RegionGraph& graph, const Mesh& mesh) {
  std::vector<int> of_triangle(mesh.triangles.size(), -1);
  for (std::size_t b = 0; b < boundaries_.size(); ++b)
    for (const SurfaceTriangle& t : boundaries_[b]->space->triangles()) {
      const auto& sides = graph.side_region[t.mesh_triangle];
      int& face = of_triangle[t.mesh_triangle];
      if (face < 0) {
        face = static_cast<int>(faces_.size());
        const bool conducts = graph.is_metal_sheet[t.mesh_triangle] || graph.regions[sides[0]].is_conductor ||
                              graph.regions[sides[1]].is_conductor;
        faces_.push_back({t.mesh_triangle, t.part, t.centroid, t.normal, t.area, t.sheet, conducts,
                          sides[graph.outer_side[t.mesh_triangle]]});
      }
      if (spaces_->regions[b].region == faces_[face].outer_region) faces_[face].normal = t.normal;
      boundaries_[b]->faces.push_back(face);
    }
}

void RunCurrents::add_sides(const RegionGraph& graph, std::size_t parts) {
  std::vector<std::set<std::array<std::string, 2>>> found(parts);
  for (const Face& face : faces_) {
    const auto& sides = graph.side_region[face.mesh_triangle];
    const int outer = graph.outer_side[face.mesh_triangle];
    const bool is_film = graph.is_metal_sheet[face.mesh_triangle];
    found[face.part].insert(
        {is_film ? "PEC" : graph.regions[sides[1 - outer]].material, graph.regions[sides[outer]].material});
  }
  for (const auto& of_part : found) {
    sides_.emplace_back();
    if (of_part.size() == 1) sides_.back() = {(*of_part.begin())[0], (*of_part.begin())[1]};
  }
}

void RunCurrents::add_materials(const RegionGraph& graph) {
  const auto region_of = [&](std::size_t b) -> const Region& {
    return graph.regions[spaces_->regions[b].region];
  };
  std::set<std::string> beside_sheets;
  for (std::size_t b = 0; b < boundaries_.size(); ++b)
    if (has_sheets(*boundaries_[b]->space)) beside_sheets.insert(region_of(b).material);
  for (std::size_t b = 0; b < boundaries_.size(); ++b) {
    const Region& region = region_of(b);
    if (region.is_vacuum || beside_sheets.contains(region.material)) continue;
    const auto known = std::find_if(materials_.begin(), materials_.end(),
                                    [&](const Material& m) { return m.name == region.material; });
    boundaries_[b]->material = static_cast<int>(known - materials_.begin());
    if (known == materials_.end()) materials_.push_back({region.material, boundaries_[b]->medium});
    boundaries_[b]->changes.emplace(*boundaries_[b]->space, k_);
  }
}

WaveCurrents RunCurrents::of(std::vector<Complex> solution) const {
  if (!spaces_) return {{}, std::move(solution), {}};
  const RegionBoundary& outside = spaces_->regions[0];
  WaveCurrents wave{
      {}, coefficients_of(outside.electric, solution), coefficients_of(outside.magnetic, solution)};
  if (is_composite_) wave.solution = std::move(solution);
  return wave;
}

BoundaryCurrents RunCurrents::on_boundaries(const WaveCurrents& wave) const {
  BoundaryCurrents currents{boundaries_[0]->products.currents(wave.view())};
  for (std::size_t b = 1; b < boundaries_.size(); ++b) {
    const RegionBoundary& boundary = spaces_->regions[b];
    const auto electric = coefficients_of(boundary.electric, wave.solution),
               magnetic = coefficients_of(boundary.magnetic, wave.solution);
    currents.push_back(boundaries_[b]->products.currents({electric.data(), magnetic.data()}));
  }
  return currents;
}

std::vector<FaceDerivatives> RunCurrents::by_faces(const BoundaryCurrents& direct,
                                                   const BoundaryCurrents& adjoint,
                                                   const std::optional<ThinLayer>& layer) const {
  std::vector<FaceDerivatives> sums(faces_.size());
  for (std::size_t b = 0; b < boundaries_.size(); ++b) {
    const Boundary& boundary = *boundaries_[b];
    const Complex &epsilon = boundary.medium.relative_permittivity,
                  &mu = boundary.medium.relative_permeability;
    const std::vector<ProductIntegrals> integrals = boundary.products(direct[b], adjoint[b]);
    for (std::size_t t = 0; t < integrals.size(); ++t) {
      const int f = boundary.faces[t];
      const Face& face = faces_[f];
      const bool is_outer = !is_composite_ || spaces_->regions[b].region == face.outer_region;
      FaceDerivatives& sum = sums[f];
      if (!is_composite_)
        sum.displacement = by_displacement(integrals[t], k_);
      else
        sum.displacement += (is_outer ? 1.0 : -1.0) * into_medium(integrals[t], k_, epsilon, mu);
      if (face.conductor) sum.impedance += by_impedance(integrals[t], k_);
      if (layer && is_outer) sum.layer = by_thickness(integrals[t], k_, *layer, epsilon, mu);
    }
  }
  return sums;
}

std::vector<MaterialDerivatives> RunCurrents::by_material(const BoundaryCurrents& direct,
                                                          const BoundaryCurrents& adjoint) const {
  std::vector<MaterialDerivatives> sums(materials_.size(), {0.0, 0.0});
  for (std::size_t b = 0; b < boundaries_.size(); ++b) {
    const Boundary& boundary = *boundaries_[b];
    if (!boundary.changes) continue;
    const MaterialDerivatives by = (*boundary.changes)(
        direct[b], adjoint[b], boundary.medium.relative_permittivity, boundary.medium.relative_permeability);
    sums[boundary.material].permittivity += by.permittivity;
    sums[boundary.material].permeability += by.permeability;
  }
  return sums;
}

}  // namespace pace
