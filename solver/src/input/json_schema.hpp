// JSON Schema (draft 7). What checks it is a large template library, which one file alone compiles.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace pace {

class JsonSchema {
 public:
  struct Complaint {
    std::vector<std::string> place;  ///< "<root>", "[solverInput]", "[0]"
    std::string description;
  };

  explicit JsonSchema(const nlohmann::json& document);
  ~JsonSchema();

  /// What of a value is not as the schema wants it; empty if nothing is.
  std::vector<Complaint> complaints(const nlohmann::json& value) const;

 private:
  struct Parsed;
  std::unique_ptr<Parsed> parsed_;
};

/// Number.MAX_SAFE_INTEGER: whole numbers beyond it cannot be distinguished.
inline constexpr double largest_safe_integer = 9007199254740991.0;

/// JSON has one kind of numbers, the schemas' checker two: 3.0 and 1e9 become integers where they are exact.
void make_whole_numbers_integers(nlohmann::json& value);

}  // namespace pace
