#include "regions/region_graph.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/error.hpp"
#include "materials/medium.hpp"
#include "mesh/bent_surface.hpp"
#include "mesh/part_name.hpp"
#include "regions/containment.hpp"
#include "regions/outer_media.hpp"

namespace pace {
namespace {

using Json = nlohmann::json;
constexpr int outside = 0;

/// The two regions at some triangles of a part. `inner` is known of the closed ones, which see the exterior
/// of their piece on the other side; between two inner regions the table must say it.
struct Sides {
  std::array<int, 2> regions;  ///< outer, inner if known; else ascending
  bool inner_known;
  int triangles = 0;
  bool is_sheet() const { return regions[0] == regions[1]; }
};

Message place(const Vec3& p) {
  return {"place",
          {{"x", significant(p.x(), 5)}, {"y", significant(p.y(), 5)}, {"z", significant(p.z(), 5)}}};
}

Message triangles(int count) { return {"triangles", {{"count", count}}}; }

/// "a and b and c"
class Together {
 public:
  void add(const Message& one) { all_ = all_ ? Message{"both", {{"first", *all_}, {"second", one}}} : one; }
  const Message& message() const { return *all_; }

 private:
  std::optional<Message> all_;
};

class RegionAnalyzer {
 public:
  RegionAnalyzer(const Mesh& mesh, const Topology& topology, const Json& materials)
      : mesh_(mesh), topology_(topology) {
    table_ = outer_media_of(mesh, materials, result_.findings);
    const SpaceRegions space = regions_of_space(mesh, topology);
    report_clashes(space);
    graph().regions.resize(space.count);
    collect_sides(space);
  }

  RegionExamination analyze() {
    report_leaks();
    check_interfaces();
    take_inner_sides_from_geometry();
    while (take_inner_sides_from_table()) {
    }
    report_unresolved();
    give_materials();
    check_outer_media();
    check_metal_around();
    finish_regions();
    return std::move(result_);
  }

 private:
  RegionGraph& graph() { return result_.graph; }

  void report(Message message, Severity severity, const std::vector<int>& parts) {
    std::set<int> numbers;
    for (const int p : parts) numbers.insert(mesh_.parts[p].number);
    result_.findings.emplace_back(std::move(message), severity,
                                  std::vector<int>(numbers.begin(), numbers.end()));
  }
  Message name(int part) const { return name_of(mesh_.parts[part]); }
  bool is_interface(int part) const {
    return table_[part] && table_[part]->outer_media == OuterMedium::interface;
  }
  bool is_metal(int part) const { return table_[part] && is_pec(table_[part]->material); }

  // --- geometry ---

  void collect_sides(const SpaceRegions& space) {
    graph().side_region.resize(mesh_.triangles.size());
    graph().is_metal_sheet.assign(mesh_.triangles.size(), 0);
    sides_of_triangle_.resize(mesh_.triangles.size());
    sides_.resize(mesh_.parts.size());
    inside_.resize(mesh_.parts.size());
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      const auto [front, back] = topology_.side_shell[t];
      const std::array<int, 2> regions{space.shell_region[front], space.shell_region[back]};
      graph().side_region[t] = regions;
      const bool closed = topology_.surface[t] == Surface::closed && regions[0] != regions[1];
      Sides sides{{std::min(regions[0], regions[1]), std::max(regions[0], regions[1])}, closed};
      if (closed)
        sides.regions =
            topology_.shells[front].exterior ? regions : std::array<int, 2>{regions[1], regions[0]};
      auto& all = sides_[mesh_.triangles[t].part];
      auto same = std::find_if(all.begin(), all.end(), [&](const Sides& s) {
        return s.regions == sides.regions && s.inner_known == sides.inner_known;
      });
      if (same == all.end()) same = all.insert(all.end(), sides);
      ++same->triangles;
      sides_of_triangle_[t] = static_cast<int>(same - all.begin());
    }
  }

  void report_clashes(const SpaceRegions& space) {
    for (const Clash& clash : space.clashes) {
      const auto [a, b] = clash.parts;
      report({clash.touch ? "REGION_TOUCH" : "REGION_TOUCH.cross",
              {{"surface", capital(name(a))},
               {"other", a == b ? Message{"surface.itself"} : name(b)},
               {"place", place(clash.where_m)}}},
             Severity::error, {a, b});
    }
  }

  // --- openings ---

  /// Pieces of surface that should hold a material but have one region on both sides.
  void report_leaks() {
    std::map<int, std::set<int>> leaky;  // component → its parts that hold no material
    std::map<int, int> metal_sheets;     // part → triangles
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      const int part = mesh_.triangles[t].part;
      if (!sides_[part][sides_of_triangle_[t]].is_sheet() || !table_[part] || is_interface(part)) continue;
      if (is_metal(part)) {
        graph().is_metal_sheet[t] = 1;
        ++metal_sheets[part];
      } else {
        leaky[topology_.component[t]].insert(part);
      }
    }
    for (const auto& [component, parts] : leaky) report_leak(component, {parts.begin(), parts.end()});
    for (const auto& [part, count] : metal_sheets)
      report({"REGION_SHEET", {{"surface", capital(name(part))}, {"count", count}}}, Severity::info, {part});
  }

  /// A rim shorter than this, squared over the area, is a gap in a body that was meant to be closed
  /// (mesh/findings.hpp).
  static constexpr double gap_rim_squared_over_area = 1.0;

  void report_leak(int component, const std::vector<int>& parts) {
    double rim = 0.0, area = 0.0;
    int edges = 0;
    Vec3 where = Vec3::Zero();
    std::set<int> at;
    for (const Edge& edge : topology_.edges) {
      const int t = topology_.triangles_at(edge)[0];
      if (edge.count != 1 || topology_.component[t] != component) continue;
      const Vec3 &a = mesh_.vertices[edge.vertex[0]], &b = mesh_.vertices[edge.vertex[1]];
      if (edges++ == 0) where = 0.5 * (a + b);
      rim += (a - b).norm();
      at.insert(mesh_.triangles[t].part);
    }
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t)
      if (topology_.component[t] == component) area += surface_area(mesh_, static_cast<int>(t));
    std::set<std::string> wanted;
    for (const int part : parts) wanted.insert(table_[part]->material);
    Together materials;
    for (const std::string& one : wanted)
      materials.add(one.empty() ? Message{"material.any"} : Message{"material.named", {{"name", one}}});
    const bool is_gap = rim * rim < gap_rim_squared_over_area * area;
    Message message{edges == 0 ? "REGION_LEAK.endsInside"
                    : is_gap   ? "REGION_LEAK.smallGap"
                               : "REGION_LEAK.missingFace",
                    {{"count", parts.size()},
                     {"surfaces", capital(names_of(mesh_, parts))},
                     {"materials", materials.message()}}};
    if (edges > 0)
      message.values.update({{"edges", Message{"edgesAreOpen", {{"count", edges}}}},
                             {"at", names_of(mesh_, {at.begin(), at.end()})},
                             {"place", place(where)}});
    std::vector<int> named = parts;
    named.insert(named.end(), at.begin(), at.end());
    report(std::move(message), Severity::error, named);
  }

  void check_interfaces() {
    for (std::size_t p = 0; p < sides_.size(); ++p) {
      const int part = static_cast<int>(p);
      if (!is_interface(part)) continue;
      int alike = 0, all = 0, region = 0;
      for (const Sides& s : sides_[p]) {
        all += s.triangles;
        if (!s.is_sheet()) continue;
        alike += s.triangles;
        region = s.regions[0];
      }
      if (alike == 0) continue;
      report({"REGION_INTERFACE_SIDES",
              {{"surface", capital(name(part))},
               {"alike", alike},
               {"triangles", triangles(all)},
               {"region", Message{region == outside ? "region.theOutside" : "region.anInner"}}}},
             Severity::error, {part});
    }
  }

  // --- who is inside ---

  void take_inner_sides_from_geometry() {
    for (std::size_t p = 0; p < sides_.size(); ++p)
      for (const Sides& s : sides_[p])
        if (s.inner_known && !is_interface(static_cast<int>(p))) inside_[p].insert(s.regions[1]);
  }

  /// Regions that are `outer_media`: the region outside and those of vacuum, or those inside a surface.
  std::set<int> regions_meant(int outer_media) const {
    if (outer_media != OuterMedium::vacuum) return inside_[*part_of(mesh_, outer_media)];
    std::set<int> regions{outside};
    for (std::size_t p = 0; p < inside_.size(); ++p)
      if (table_[p] && is_vacuum(table_[p]->material)) regions.insert(inside_[p].begin(), inside_[p].end());
    return regions;
  }

  /// Between two inner regions the outer one is that which the table names, or the inner one that which the
  /// part holds already elsewhere. True if something new was learnt.
  bool take_inner_sides_from_table() {
    bool learnt = false;
    for (std::size_t p = 0; p < sides_.size(); ++p) {
      if (!table_[p] || is_interface(static_cast<int>(p))) continue;
      const std::set<int> outer = regions_meant(table_[p]->outer_media);
      for (Sides& s : sides_[p]) {
        if (s.inner_known || s.is_sheet()) continue;
        auto [a, b] = s.regions;
        const bool a_is_outer = outer.contains(a) || inside_[p].contains(b);
        const bool b_is_outer = outer.contains(b) || inside_[p].contains(a);
        if (a_is_outer == b_is_outer) continue;
        if (b_is_outer) std::swap(a, b);
        s.regions = {a, b};
        s.inner_known = true;
        inside_[p].insert(b);
        learnt = true;
      }
    }
    return learnt;
  }

  void report_unresolved() {
    for (std::size_t p = 0; p < sides_.size(); ++p) {
      const int part = static_cast<int>(p);
      if (!table_[p] || is_interface(part)) continue;
      const bool unresolved = std::any_of(sides_[p].begin(), sides_[p].end(),
                                          [](const Sides& s) { return !s.inner_known && !s.is_sheet(); });
      if (!unresolved) continue;
      const int outer = table_[p]->outer_media;
      report({"REGION_CONTRADICTION.between",
              {{"surface", capital(name(part))},
               {"medium", outer == OuterMedium::vacuum ? Message{"region.vacuum"} : inside_of(outer)}}},
             Severity::error, {part});
    }
  }

  /// "inside surface 3"
  Message inside_of(int number) const {
    return {"region.inside", {{"surface", name(*part_of(mesh_, number))}}};
  }

  // --- materials ---

  void give_materials() {
    std::map<int, std::map<std::string, std::vector<int>>> claims;  // region → material → parts
    for (std::size_t p = 0; p < inside_.size(); ++p)
      for (const int region : inside_[p])
        if (table_[p] && !table_[p]->material.empty())
          claims[region][is_metal(static_cast<int>(p)) ? "PEC" : table_[p]->material].push_back(
              static_cast<int>(p));
    for (auto& [region, by_material] : claims) {
      // A wall of PEC around a region that its other walls fill with something else is a film of metal.
      if (by_material.size() > 1 && by_material.contains("PEC")) {
        films_[region] = by_material.at("PEC");
        by_material.erase("PEC");
      }
      if (by_material.size() > 1) report_twice(by_material);
      Region& r = graph().regions[region];
      r.material = by_material.begin()->first;
      r.is_conductor = is_pec(r.material);
      r.is_vacuum = is_vacuum(r.material);
      for (const auto& [material, parts] : by_material)
        for (const int p : parts) r.surfaces.push_back(mesh_.parts[p].number);
      for (const int p : film_parts(region)) r.surfaces.push_back(mesh_.parts[p].number);
      std::sort(r.surfaces.begin(), r.surfaces.end());
    }
    for (const auto& [region, parts] : films_) mark_film(region, parts);
  }

  std::vector<int> film_parts(int region) const {
    const auto found = films_.find(region);
    return found == films_.end() ? std::vector<int>{} : found->second;
  }

  void report_twice(const std::map<std::string, std::vector<int>>& by_material) {
    Json who = Json::array();
    std::vector<int> all;
    for (const auto& [material, parts] : by_material) {
      who.push_back(Message{"material.by", {{"material", material}, {"surfaces", names_of(mesh_, parts)}}});
      all.insert(all.end(), parts.begin(), parts.end());
    }
    report({"REGION_MEDIUM_TWICE", {{"materials", who}}}, Severity::error, all);
  }

  void mark_film(int region, const std::vector<int>& parts) {
    for (const int part : parts) {
      for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
        if (mesh_.triangles[t].part != part) continue;
        const Sides& s = sides_[part][sides_of_triangle_[t]];
        if (s.inner_known && s.regions[1] == region) graph().is_metal_sheet[t] = 1;
      }
      report(
          {"REGION_FILM", {{"surface", capital(name(part))}, {"material", graph().regions[region].material}}},
          Severity::warning, {part});
    }
  }

  // --- the table against the geometry ---

  Message where_is(int region) const {
    const Region& r = result_.graph.regions[region];
    if (region == outside) return {"region.outsideAll"};
    if (r.surfaces.empty()) return {"region.withoutMaterial"};
    std::vector<int> parts;
    for (const int number : r.surfaces) parts.push_back(*part_of(mesh_, number));
    return {"region.inside", {{"surface", names_of(mesh_, parts)}}};
  }

  void check_outer_media() {
    for (std::size_t p = 0; p < sides_.size(); ++p) {
      const int part = static_cast<int>(p);
      if (!table_[p] || is_interface(part)) continue;
      const std::set<int> meant = regions_meant(table_[p]->outer_media);
      int agree = 0, known = 0;
      std::set<int> others;
      for (const Sides& s : sides_[p]) {
        if (!s.inner_known && !(s.is_sheet() && is_metal(part))) continue;
        known += s.triangles;
        if (meant.contains(s.regions[0]))
          agree += s.triangles;
        else
          others.insert(s.regions[0]);
      }
      if (others.empty() || known == 0) continue;
      Together places;
      std::vector<int> named{part};
      for (const int region : others) {
        places.add(where_is(region));
        for (const int number : graph().regions[region].surfaces) named.push_back(*part_of(mesh_, number));
      }
      const int outer = table_[p]->outer_media;
      Message message{agree == 0 ? "REGION_CONTRADICTION" : "REGION_CONTRADICTION.partly",
                      {{"surface", name(part)},
                       {"said", outer == OuterMedium::vacuum ? Message{"region.inVacuum"} : inside_of(outer)},
                       {"places", places.message()}}};
      if (agree > 0) message.values.update({{"others", known - agree}, {"triangles", triangles(known)}});
      report(std::move(message), agree == 0 ? Severity::error : Severity::warning, named);
    }
  }

  void check_metal_around() {
    for (std::size_t p = 0; p < sides_.size(); ++p) {
      const int part = static_cast<int>(p);
      if (is_interface(part)) continue;
      const bool buried = std::any_of(sides_[p].begin(), sides_[p].end(), [&](const Sides& s) {
        return (s.inner_known || s.is_sheet()) && graph().regions[s.regions[0]].is_conductor;
      });
      if (!buried) continue;
      report({"REGION_CONTRADICTION.insidePec", {{"surface", capital(name(part))}}}, Severity::error, {part});
    }
  }

  // --- regions as they are reported ---

  void finish_regions() {
    auto& regions = graph().regions;
    regions[outside].material = "Vacuum";
    regions[outside].is_vacuum = true;
    regions[outside].name = {"region.outside"};
    std::vector<std::set<int>> borders(regions.size());
    for (std::size_t p = 0; p < sides_.size(); ++p)
      for (const Sides& s : sides_[p]) {
        for (const int r : s.regions) borders[r].insert(static_cast<int>(p));
        if (!s.inner_known || s.is_sheet() || is_interface(static_cast<int>(p))) continue;
        if (regions[s.regions[1]].parent < 0) regions[s.regions[1]].parent = s.regions[0];
      }
    for (std::size_t r = 0; r < regions.size(); ++r) {
      Region& region = regions[r];
      region.parts.assign(borders[r].begin(), borders[r].end());
      if (r == outside) continue;
      std::vector<int> enclosing;
      for (const int number : region.surfaces) enclosing.push_back(*part_of(mesh_, number));
      if (!enclosing.empty())
        region.name = {"Region.inside", {{"surface", names_of(mesh_, enclosing)}}};
      else
        region.name = {"Region.between", {{"surfaces", names_of(mesh_, region.parts)}}};
      if (region.material.empty()) report_without_material(region);
    }
    for (std::size_t r = 1; r < regions.size(); ++r) root_in_outside(static_cast<int>(r));
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t)
      graph().outer_side.push_back(outer_side(static_cast<int>(t)));
  }

  char outer_side(int triangle) const {
    const Sides& sides = sides_[mesh_.triangles[triangle].part][sides_of_triangle_[triangle]];
    auto [outer, inner] = sides.regions;
    if (!sides.inner_known && result_.graph.regions[outer].is_conductor) std::swap(outer, inner);
    return result_.graph.side_region[triangle][0] == outer ? 0 : 1;
  }

  void report_without_material(const Region& region) {
    const bool explained = std::any_of(region.parts.begin(), region.parts.end(), [&](int p) {
      return !table_[p] || (!is_interface(p) && table_[p]->material.empty());
    });
    if (explained) return;
    report({"REGION_MATERIAL_MISSING", {{"surfaces", names_of(mesh_, region.parts)}}}, Severity::error,
           region.parts);
  }

  /// Where the table is wrong the chain of parents may not lead outside; it then hangs there itself.
  void root_in_outside(int region) {
    auto& regions = graph().regions;
    std::set<int> met;
    for (int r = region; r != outside; r = regions[r].parent) {
      if (regions[r].parent < 0 || !met.insert(r).second) regions[r].parent = outside;
    }
  }

  const Mesh& mesh_;
  const Topology& topology_;
  RegionExamination result_;
  std::vector<std::optional<OuterMedium>> table_;  ///< by part
  std::vector<std::vector<Sides>> sides_;          ///< by part
  std::vector<int> sides_of_triangle_;             ///< index into sides_ of the triangle's part
  std::vector<std::set<int>> inside_;              ///< by part: regions inside it
  std::map<int, std::vector<int>> films_;          ///< region → parts of PEC on it
};

}  // namespace

bool RegionExamination::has_errors() const {
  return std::any_of(findings.begin(), findings.end(),
                     [](const RegionFinding& f) { return f.severity == Severity::error; });
}

RegionExamination examine_regions(const Mesh& mesh, const Topology& topology, const Json& materials) {
  return RegionAnalyzer(mesh, topology, materials).analyze();
}

std::vector<bool> RegionGraph::conductors() const {
  std::vector<bool> is_conductor;
  for (const Region& region : regions) is_conductor.push_back(region.is_conductor);
  return is_conductor;
}

RegionGraph region_graph(const Mesh& mesh, const Topology& topology, const Json& materials,
                         std::vector<RegionFinding>* findings) {
  RegionExamination examination = examine_regions(mesh, topology, materials);
  const auto is_error = [](const RegionFinding& f) { return f.severity == Severity::error; };
  const auto first = std::find_if(examination.findings.begin(), examination.findings.end(), is_error);
  if (first == examination.findings.end()) {
    if (findings) *findings = std::move(examination.findings);
    return std::move(examination.graph);
  }
  const auto more = std::count_if(examination.findings.begin(), examination.findings.end(), is_error) - 1;
  throw InputError(
      more == 0 ? static_cast<const Statement&>(*first)
                : Statement(first->code, {"region.moreErrors", {{"first", first->message}, {"count", more}}}),
      "/materials/outerMedias");
}

void to_json(Json& json, const Region& region) {
  json = {{"name", english(region.name)},       {"material", region.material}, {"isVacuum", region.is_vacuum},
          {"isConductor", region.is_conductor}, {"surfaces", region.surfaces}, {"parent", region.parent}};
}

void to_json(Json& json, const RegionFinding& finding) {
  const char* severity = finding.severity == Severity::error     ? "error"
                         : finding.severity == Severity::warning ? "warning"
                                                                 : "info";
  json = static_cast<const Statement&>(finding);
  json.update({{"severity", severity}, {"surfaces", finding.surfaces}});
}

}  // namespace pace
