#include "input/limits.hpp"

#include <nlohmann/json.hpp>

#include "input/embedded_contract.hpp"

namespace pace {

double limit(const char* name) {
  static const nlohmann::json limits = nlohmann::json::parse(limits_text);
  return limits.at(name).get<double>();
}

}  // namespace pace
