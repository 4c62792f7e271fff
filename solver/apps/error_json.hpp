// A refusal as programs read it.
#pragma once

#include <nlohmann/json.hpp>

#include "core/error.hpp"

namespace pace {

/// {"error": {"code", "detail", "where", "message", "values"}}
inline nlohmann::json error_json(const InputError& error) {
  nlohmann::json said{{"code", error.code()}, {"detail", error.what()}, {"where", error.where()}};
  add_message(said, error.message());
  return {{"error", said}};
}

}  // namespace pace
