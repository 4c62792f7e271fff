#include "file_schemas.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <map>

#include "input/json_schema.hpp"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json document_of(const fs::path& path) {
  std::ifstream file(path);
  return json::parse(file);
}

const pace::JsonSchema& schema_of(const std::string& name) {
  static std::map<std::string, pace::JsonSchema> schemas;
  const auto known = schemas.find(name);
  if (known != schemas.end()) return known->second;
  const fs::path file = fs::path(PACE_REPOSITORY) / "contract/schema" / (name + ".schema.json");
  return schemas.try_emplace(name, document_of(file)).first->second;
}

/// The schema of a file of a results folder, empty where it has none.
std::string schema_name(const std::string& file) {
  if (file == "result.json") return "result";
  if (file == "monostatic.json") return "monostatic";
  for (const auto& [kind, schema] : {std::pair{"_farzone_", "farzone"},
                                     {"_iterations_", "iterations"},
                                     {"_iterationsV_", "iterations"},
                                     {"_iterationsH_", "iterations"},
                                     {"_time_", "times"}})
    if (file.starts_with("solver_result_") && file.find(kind) != std::string::npos) return schema;
  return "";
}

}  // namespace

std::string schema_complaints(const std::string& schema, const json& document) {
  // As it is written: what is no finite number becomes null.
  json whole = json::parse(document.dump(-1, ' ', false, json::error_handler_t::replace));
  pace::make_whole_numbers_integers(whole);
  std::string complaints;
  for (const auto& [place, description] : schema_of(schema).complaints(whole)) {
    for (const std::string& part : place) complaints += part;
    complaints += ": " + description + "\n";
  }
  return complaints;
}

void check_result_files(const fs::path& results) {
  for (const auto& entry : fs::directory_iterator(results)) {
    const std::string name = entry.path().filename();
    if (entry.path().extension() != ".json" || name.starts_with(".")) continue;
    CAPTURE(name);
    const std::string schema = schema_name(name);
    REQUIRE(!schema.empty());
    CHECK(schema_complaints(schema, document_of(entry.path())) == "");
  }
}
