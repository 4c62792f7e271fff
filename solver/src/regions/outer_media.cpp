#include "regions/outer_media.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "materials/medium.hpp"
#include "mesh/part_name.hpp"

namespace pace {
namespace {

using Json = nlohmann::json;

/// Any frequency will do to ask whether a material is there.
constexpr double some_frequency_hz = 1e9;

class TableReader {
 public:
  TableReader(const Mesh& mesh, const Json& materials, std::vector<RegionFinding>& findings)
      : mesh_(mesh), materials_(materials), findings_(findings), table_(mesh.parts.size()) {}

  std::vector<std::optional<OuterMedium>> read() {
    if (materials_.is_object() && materials_.contains("outerMedias"))
      for (const Json& entry : materials_.at("outerMedias")) take(entry);
    for (std::size_t p = 0; p < table_.size(); ++p) check(static_cast<int>(p));
    find_circles();
    report_missing();
    return std::move(table_);
  }

 private:
  void report(Message message, std::vector<int> numbers) {
    findings_.emplace_back(std::move(message), Severity::error, std::move(numbers));
  }

  void take(const Json& entry) {
    const int number = entry.at("surfaceApplied");
    const OuterMedium medium{entry.at("outerMedia"), entry.at("outerMaterial")};
    const auto part = part_of(mesh_, number);
    if (!part) {
      report({"REGION_TABLE.noSuchSurface", {{"number", number}}}, {number});
      return;
    }
    auto& known = table_[*part];
    if (known && (known->outer_media != medium.outer_media || known->material != medium.material))
      report({"REGION_MEDIUM_TWICE.entries", {{"surface", capital(name_of(mesh_.parts[*part]))}}}, {number});
    if (!known) known = medium;
  }

  void check(int part) {
    auto& entry = table_[part];
    if (!entry || entry->outer_media == OuterMedium::interface) return;
    const int number = mesh_.parts[part].number;
    const Message name = capital(name_of(mesh_.parts[part]));
    if (entry->outer_media != OuterMedium::vacuum && !outer_surface_is_good(number, name, entry->outer_media))
      entry.reset();
    if (!entry) {
      refused_.insert(part);
      return;
    }
    if (entry->material.empty())
      report({"REGION_MATERIAL_MISSING.surface", {{"surface", name}}}, {number});
    else if (!is_pec(entry->material))
      check_material(name, number, entry->material);
  }

  bool outer_surface_is_good(int number, const Message& name, int outer) {
    const auto part = part_of(mesh_, outer);
    if (!part) {
      report({"REGION_TABLE.noSuchOuter", {{"surface", name}, {"outer", outer}}}, {number});
    } else if (outer == number) {
      report({"REGION_TABLE.inItself", {{"surface", name}}}, {number});
    } else if (table_[*part] && table_[*part]->outer_media == OuterMedium::interface) {
      report({"REGION_TABLE.inInterface", {{"surface", name}, {"outer", name_of(mesh_.parts[*part])}}},
             {number, outer});
    } else {
      return true;
    }
    return false;
  }

  void check_material(const Message& name, int number, const std::string& material) {
    try {
      medium_at(materials_, material, some_frequency_hz);
    } catch (const InputError& error) {
      report({"MATERIAL_MISSING.surface", {{"surface", name}, {"reason", error.message()}}}, {number});
    }
  }

  /// Follows the outer media from every surface; a surface met again closes a circle.
  void find_circles() {
    std::set<int> reported;
    for (std::size_t p = 0; p < table_.size(); ++p) {
      std::vector<int> path;
      std::optional<int> at = static_cast<int>(p);
      while (at && std::find(path.begin(), path.end(), *at) == path.end()) {
        path.push_back(*at);
        const auto& entry = table_[*at];
        at = entry && entry->outer_media > 0 ? part_of(mesh_, entry->outer_media) : std::nullopt;
      }
      if (!at) continue;
      const std::vector<int> circle(std::find(path.begin(), path.end(), *at), path.end());
      if (std::any_of(circle.begin(), circle.end(), [&](int part) { return reported.contains(part); }))
        continue;
      std::vector<int> numbers;
      for (const int part : circle) {
        reported.insert(part);
        numbers.push_back(mesh_.parts[part].number);
      }
      std::sort(numbers.begin(), numbers.end());
      report({"REGION_CYCLE", {{"surfaces", capital(names_of(mesh_, circle))}}}, numbers);
    }
    for (const int part : reported) {
      table_[part].reset();
      refused_.insert(part);
    }
  }

  void report_missing() {
    std::vector<int> missing, numbers;
    for (std::size_t p = 0; p < table_.size(); ++p)
      if (!table_[p] && !refused_.contains(static_cast<int>(p))) missing.push_back(static_cast<int>(p));
    for (const int part : missing) numbers.push_back(mesh_.parts[part].number);
    if (missing.empty()) return;
    report({"REGION_TABLE.noEntry",
            {{"count", missing.size()}, {"surfaces", capital(names_of(mesh_, missing))}}},
           numbers);
  }

  const Mesh& mesh_;
  const Json& materials_;
  std::vector<RegionFinding>& findings_;
  std::vector<std::optional<OuterMedium>> table_;
  std::set<int> refused_;  ///< parts whose entry was reported as wrong
};

}  // namespace

std::optional<int> part_of(const Mesh& mesh, int number) {
  for (std::size_t p = 0; p < mesh.parts.size(); ++p)
    if (mesh.parts[p].number == number) return static_cast<int>(p);
  return {};
}

std::vector<std::optional<OuterMedium>> outer_media_of(const Mesh& mesh, const Json& materials,
                                                       std::vector<RegionFinding>& findings) {
  return TableReader(mesh, materials, findings).read();
}

}  // namespace pace
