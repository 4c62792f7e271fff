// Files that the solver writes, checked by the JSON Schemas of the contract (contract/schema).
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

/// What is wrong with a document, place by place; empty if nothing is.
/// @param schema  as in contract/schema/{schema}.schema.json
std::string schema_complaints(const std::string& schema, const nlohmann::json& document);

/// Checks every JSON file of a results folder by the schema of its name. A name that is none of a result file
/// is a failure, too.
void check_result_files(const std::filesystem::path& results);
