#include "file_schemas.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json document_of(const fs::path& path) {
  std::ifstream file(path);
  return json::parse(file);
}

const valijson::Schema& schema_of(const std::string& name) {
  static std::map<std::string, valijson::Schema> schemas;
  const auto [entry, is_new] = schemas.try_emplace(name);
  if (is_new) {
    const json text = document_of(fs::path(PACE_REPOSITORY) / "contract/schema" / (name + ".schema.json"));
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(valijson::adapters::NlohmannJsonAdapter(text), entry->second);
  }
  return entry->second;
}

/// JSON has one kind of numbers; valijson takes 3.0 for none that is whole.
void make_whole_numbers_integers(json& value) {
  if (value.is_structured()) {
    for (json& child : value) make_whole_numbers_integers(child);
  } else if (value.is_number_float()) {
    const double number = value.get<double>();
    if (std::floor(number) == number && std::fabs(number) < 9e15) value = static_cast<std::int64_t>(number);
  }
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
  make_whole_numbers_integers(whole);
  valijson::ValidationResults results;
  const valijson::adapters::NlohmannJsonAdapter target(whole);
  if (valijson::Validator().validate(schema_of(schema), target, &results)) return "";
  std::string complaints;
  for (const auto& error : results) {
    for (const std::string& place : error.context) complaints += place;
    complaints += ": " + error.description + "\n";
  }
  return complaints.empty() ? "not valid" : complaints;
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
