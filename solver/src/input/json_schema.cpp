#include "input/json_schema.hpp"

#include <cmath>
#include <cstdint>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace pace {

struct JsonSchema::Parsed {
  valijson::Schema schema;
};

JsonSchema::JsonSchema(const nlohmann::json& document) : parsed_(std::make_unique<Parsed>()) {
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(document), parsed_->schema);
}

JsonSchema::~JsonSchema() = default;

std::vector<JsonSchema::Complaint> JsonSchema::complaints(const nlohmann::json& value) const {
  valijson::ValidationResults results;
  const valijson::adapters::NlohmannJsonAdapter target(value);
  if (valijson::Validator().validate(parsed_->schema, target, &results)) return {};
  std::vector<Complaint> complaints;
  for (const auto& error : results) complaints.push_back({error.context, error.description});
  if (complaints.empty()) complaints.push_back({{}, "not valid"});
  return complaints;
}

void make_whole_numbers_integers(nlohmann::json& value) {
  if (value.is_structured()) {
    for (nlohmann::json& child : value) make_whole_numbers_integers(child);
  } else if (value.is_number_float()) {
    const double number = value.get<double>();
    if (std::floor(number) == number && std::fabs(number) <= largest_safe_integer)
      value = static_cast<std::int64_t>(number);
  }
}

}  // namespace pace
