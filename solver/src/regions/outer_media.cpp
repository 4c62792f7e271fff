#include "regions/outer_media.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "materials/medium.hpp"

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
  void tell(const char* code, const std::string& sentence, std::vector<int> numbers) {
    findings_.push_back({code, Severity::error, sentence, std::move(numbers)});
  }

  void take(const Json& entry) {
    const int number = entry.at("surfaceApplied");
    const OuterMedium medium{entry.at("outerMedia"), entry.at("outerMaterial")};
    const auto part = part_of(mesh_, number);
    if (!part) {
      tell("REGION_TABLE",
           "The table of outer media names surface " + std::to_string(number) +
               ", which the model does not have. Remove the entry.",
           {number});
      return;
    }
    auto& known = table_[*part];
    if (known && (known->outer_media != medium.outer_media || known->material != medium.material))
      tell("REGION_MEDIUM_TWICE",
           capital(name_of(mesh_.parts[*part])) +
               " has two entries in the table of outer media that "
               "say different things. Remove one of them.",
           {number});
    if (!known) known = medium;
  }

  void check(int part) {
    auto& entry = table_[part];
    if (!entry || entry->outer_media == OuterMedium::interface) return;
    const int number = mesh_.parts[part].number;
    const std::string name = capital(name_of(mesh_.parts[part]));
    if (entry->outer_media != OuterMedium::vacuum && !outer_surface_is_good(number, name, entry->outer_media))
      entry.reset();
    if (!entry) {
      refused_.insert(part);
      return;
    }
    if (entry->material.empty())
      tell("REGION_MATERIAL_MISSING",
           name +
               " has no material for the region inside it. Choose one, or PEC, or mark the "
               "surface as an interface.",
           {number});
    else if (!is_pec(entry->material))
      check_material(name, number, entry->material);
  }

  bool outer_surface_is_good(int number, const std::string& name, int outer) {
    const auto part = part_of(mesh_, outer);
    const std::string remedy = " Choose vacuum (0) or the surface around it.";
    if (!part) {
      tell("REGION_TABLE",
           name + " is said to lie inside surface " + std::to_string(outer) +
               ", which the model does not have." + remedy,
           {number});
    } else if (outer == number) {
      tell("REGION_TABLE", name + " is said to lie inside itself." + remedy, {number});
    } else if (table_[*part] && table_[*part]->outer_media == OuterMedium::interface) {
      tell("REGION_TABLE",
           name + " is said to lie inside " + name_of(mesh_.parts[*part]) +
               ", which is an interface and has no inside of its own. Name another surface of the "
               "same region.",
           {number, outer});
    } else {
      return true;
    }
    return false;
  }

  void check_material(const std::string& name, int number, const std::string& material) {
    try {
      medium_at(materials_, material, some_frequency_hz);
    } catch (const InputError& error) {
      tell("MATERIAL_MISSING", name + ": " + error.what(), {number});
    }
  }

  /// Follows the outer media from every surface; a surface met again closes a circle.
  void find_circles() {
    std::set<int> told;
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
      if (std::any_of(circle.begin(), circle.end(), [&](int part) { return told.contains(part); })) continue;
      std::vector<int> numbers;
      for (const int part : circle) {
        told.insert(part);
        numbers.push_back(mesh_.parts[part].number);
      }
      std::sort(numbers.begin(), numbers.end());
      tell("REGION_CYCLE",
           capital(names_of(mesh_, circle)) +
               " are said to lie inside one another in a circle. The "
               "outermost of them must lie in vacuum (0).",
           numbers);
    }
    for (const int part : told) {
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
    tell("REGION_TABLE",
         capital(names_of(mesh_, missing)) + (missing.size() == 1 ? " has" : " have") +
             " no entry in the table of outer media. Say what lies outside and which material inside, or "
             "mark it as an interface.",
         numbers);
  }

  const Mesh& mesh_;
  const Json& materials_;
  std::vector<RegionFinding>& findings_;
  std::vector<std::optional<OuterMedium>> table_;
  std::set<int> refused_;  ///< parts whose entry was told to be wrong
};

}  // namespace

std::string name_of(const Part& part) {
  const std::string number = std::to_string(part.number);
  return "surface " + number +
         (part.name.empty() || part.name == "Part " + number ? "" : " (" + part.name + ")");
}

std::string names_of(const Mesh& mesh, const std::vector<int>& parts) {
  if (parts.size() == 1) return name_of(mesh.parts[parts[0]]);
  std::string text = "surfaces ";
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + name_of(mesh.parts[parts[i]]).substr(8);
  return text;
}

std::string capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

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
