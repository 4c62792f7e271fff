// What the user should know of a run, as result.json and the events hold it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/message.hpp"

namespace pace {

struct Notice : Statement {
  Notice(Statement said, std::string at = {}) : Statement(std::move(said)), where(std::move(at)) {}
  Notice(Message said) : Statement(std::move(said)) {}
  std::string where;  ///< a place in metres, or empty
};
void to_json(nlohmann::json& json, const Notice& notice);

}  // namespace pace
