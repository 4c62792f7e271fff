#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "equations/current_spaces.hpp"
#include "mesh/spatial_order.hpp"

namespace pace {
namespace {

/// A triangle at an edge, met on the way round it.
struct Face {
  int triangle;
  double angle;
  int ahead, behind;  ///< regions beside it, further on and before
};

class Builder {
 public:
  Builder(const Mesh& mesh, const Topology& topology, const SideRegions& regions)
      : mesh_(mesh),
        topology_(topology),
        regions_(regions),
        triangles_(regions.conductor.size()),
        pairings_(regions.conductor.size()),
        electric_(regions.conductor.size()),
        magnetic_(regions.conductor.size()),
        local_(regions.conductor.size(), std::vector<int>(mesh.triangles.size(), -1)) {
    for (const int t : spatial_order(mesh))
      for (const int side : {0, 1}) {
        const int region = regions.of_triangle[t][side];
        if (regions.conductor[region] || local_[region][t] >= 0) continue;
        local_[region][t] = static_cast<int>(triangles_[region].size());
        triangles_[region].push_back(surface_triangle(mesh, t, side == 0 ? 1 : -1, is_sheet(t)));
      }
    for (const Edge& edge : topology.edges) add(edge);
  }

  CurrentSpaces spaces(std::span<const double> part_alpha, InterfaceEquations equations) {
    CurrentSpaces result;
    result.unknowns = unknowns_;
    result.points = std::move(points_);
    for (std::size_t r = 0; r < triangles_.size(); ++r) {
      if (regions_.conductor[r]) continue;
      result.regions.push_back({RwgSpace(mesh_, std::move(triangles_[r]), pairings_[r]),
                                {},
                                {},
                                {},
                                std::move(electric_[r]),
                                std::move(magnetic_[r]),
                                static_cast<int>(r)});
      result.regions.back().dual.emplace(result.regions.back().space);
    }
    set_weights(result, part_alpha, equations);
    return result;
  }

 private:
  /// Every function carries an electric unknown; all functions of an unknown get the same α.
  void set_weights(CurrentSpaces& spaces, std::span<const double> part_alpha,
                   InterfaceEquations equations) const {
    std::vector<int> regions_of(spaces.unknowns, 0);
    std::vector<char> can_be_tested(spaces.unknowns, 1);
    for (const RegionBoundary& region : spaces.regions)
      for (int f = 0; f < region.space.size(); ++f) {
        ++regions_of[region.electric[f].index];
        if (!region.dual->has(f)) can_be_tested[region.electric[f].index] = 0;
      }
    for (RegionBoundary& region : spaces.regions) {
      region.alpha.assign(region.space.size(), 1.0);
      region.between.assign(region.space.size(), 0);
      bool used = false;
      for (int f = 0; f < region.space.size(); ++f) {
        const int unknown = region.electric[f].index;
        region.between[f] = regions_of[unknown] > 1;
        if (!can_be_tested[unknown]) continue;
        const auto& a = region.space.triangles()[region.space.sides()[f][0]];
        const auto& b = region.space.triangles()[region.space.sides()[f][1]];
        if (region.between[f]) {
          if (equations == InterfaceEquations::jmcfie) region.alpha[f] = jmcfie_alpha;
        } else if (is_solid(a.mesh_triangle) && is_solid(b.mesh_triangle)) {
          region.alpha[f] = 0.5 * (part_alpha[a.part] + part_alpha[b.part]);
        }
        used |= region.alpha[f] < 1.0;
      }
      if (!used) region.dual.reset();
    }
  }

  bool is_sheet(int t) const { return regions_.of_triangle[t][0] == regions_.of_triangle[t][1]; }
  /// The skin of a solid conductor.
  bool is_solid(int t) const {
    const auto& [front, back] = regions_.of_triangle[t];
    return regions_.conductor[front] || regions_.conductor[back];
  }
  bool conducts(int t) const {
    return is_sheet(t) || is_solid(t) || (!regions_.metal_film.empty() && regions_.metal_film[t]);
  }

  void add(const Edge& edge) {
    std::vector<Face> faces = around(edge);
    if (faces.empty()) return;
    if (std::any_of(faces.begin(), faces.end(), [&](const Face& f) { return is_sheet(f.triangle); }))
      return add_with_sheets(edge, faces);
    const int count = static_cast<int>(faces.size());
    for (int i = 0; i < count; ++i)
      if (faces[i].ahead != faces[(i + 1) % count].behind || count < 2)
        throw InputError(Message{"REGIONS_DISAGREE",
                                 {{"place", place(edge)},
                                  {"surface", name(faces[i].triangle)},
                                  {"other", name(faces[(i + 1) % count].triangle)}}});
    // Sectors between one conducting face and the next share H; a full turn without one shares E too.
    int start = 0;
    while (start < count && !conducts(faces[start].triangle)) ++start;
    const bool open = start == count;
    int electric = -1, magnetic = -1;
    if (open) electric = unknown(edge), magnetic = unknown(edge), start = 0;
    for (int n = 0; n < count; ++n) {
      const Face &face = faces[(start + n) % count], &next = faces[(start + n + 1) % count];
      if (!open && conducts(face.triangle)) electric = regions_.conductor[face.ahead] ? -1 : unknown(edge);
      if (electric >= 0) pair(edge, face.ahead, next.triangle, face.triangle, electric, magnetic);
    }
  }

  /// Thin sheets carry the sum of the currents of both sides: as on conductors alone, one function less than
  /// faces.
  void add_with_sheets(const Edge& edge, const std::vector<Face>& faces) {
    for (const Face& f : faces)
      if (!conducts(f.triangle))
        throw InputError(
            Message{"SHEET_MEETS_INTERFACE", {{"place", place(edge)}, {"interface", name(f.triangle)}}});
    for (std::size_t region = 0; region < triangles_.size(); ++region) {
      int first = -1;
      for (const Face& f : faces) {
        if (local_[region][f.triangle] < 0) continue;
        if (first < 0)
          first = f.triangle;
        else
          pair(edge, static_cast<int>(region), first, f.triangle, unknown(edge), -1);
      }
    }
  }

  /// J = n × H with H along the edge flows from `from`, the face at the end of the sector, to `to` at its
  /// beginning; M = E × n the other way.
  void pair(const Edge& edge, int region, int from, int to, int electric, int magnetic) {
    pairings_[region].push_back({edge, {local_[region][from], local_[region][to]}});
    electric_[region].push_back({electric, 1.0});
    magnetic_[region].push_back({magnetic, -1.0});
  }

  int unknown(const Edge& edge) {
    points_.push_back(0.5 * (mesh_.vertices[edge.vertex[0]] + mesh_.vertices[edge.vertex[1]]));
    return unknowns_++;
  }

  /// The faces at an edge by angle, without those inside a conductor.
  std::vector<Face> around(const Edge& edge) const {
    const Vec3 origin = mesh_.vertices[edge.vertex[0]],
               along = (mesh_.vertices[edge.vertex[1]] - origin).normalized();
    std::vector<Face> faces;
    Vec3 zero = Vec3::Zero();
    for (const int t : topology_.triangles_at(edge)) {
      const auto& [front, back] = regions_.of_triangle[t];
      if (regions_.conductor[front] && regions_.conductor[back]) continue;
      Vec3 out = Vec3::Zero();
      for (const int v : mesh_.triangles[t].vertex)
        if (v != edge.vertex[0] && v != edge.vertex[1]) out = mesh_.vertices[v] - origin;
      out -= out.dot(along) * along;
      if (faces.empty()) zero = out.normalized();
      const Vec3 quarter = along.cross(zero);
      const bool front_ahead = mesh_.area_vector(t).dot(along.cross(out)) > 0.0;
      double angle = std::atan2(out.dot(quarter), out.dot(zero));
      if (angle < -1e-12) angle += 2.0 * pi;
      faces.push_back({t, angle, front_ahead ? front : back, front_ahead ? back : front});
    }
    std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) { return a.angle < b.angle; });
    return faces;
  }

  Message place(const Edge& edge) const {
    const Vec3 middle = 0.5 * (mesh_.vertices[edge.vertex[0]] + mesh_.vertices[edge.vertex[1]]);
    return {"place",
            {{"x", significant(middle.x(), 4)},
             {"y", significant(middle.y(), 4)},
             {"z", significant(middle.z(), 4)}}};
  }
  std::string name(int t) const { return mesh_.parts[mesh_.triangles[t].part].name; }

  const Mesh& mesh_;
  const Topology& topology_;
  const SideRegions& regions_;
  std::vector<std::vector<SurfaceTriangle>> triangles_;  ///< [region]
  std::vector<std::vector<RwgSpace::Pairing>> pairings_;
  std::vector<std::vector<Unknown>> electric_, magnetic_;
  std::vector<std::vector<int>> local_;  ///< [region][mesh triangle]
  std::vector<Vec3> points_;
  int unknowns_ = 0;
};

}  // namespace

CurrentSpaces region_spaces(const Mesh& mesh, const Topology& topology, const SideRegions& regions,
                            std::span<const double> part_alpha, InterfaceEquations equations) {
  return Builder(mesh, topology, regions).spaces(part_alpha, equations);
}

}  // namespace pace
