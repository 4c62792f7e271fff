// What the user should know of a run, as result.json and the events hold it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace pace {

struct Notice {
  std::string code, sentence;
  std::string where = {};  ///< a place in metres, or empty
};
void to_json(nlohmann::json& json, const Notice& notice);

}  // namespace pace
