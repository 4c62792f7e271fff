// A JSON file, or a sentence that says where it stops being one.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace pace {

/// @throws InputError JOB_INVALID: cannot be read, or is no JSON (`where()` is "line 3, column 7")
nlohmann::json read_json_file(const std::filesystem::path& file);

}  // namespace pace
