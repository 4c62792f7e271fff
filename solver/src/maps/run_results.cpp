#include "maps/run_results.hpp"

#include <algorithm>
#include <fstream>

namespace pace {

InputError maps_unavailable(const std::string& variant, nlohmann::json values, const std::string& where) {
  return InputError(Message{"MAPS_UNAVAILABLE." + variant, std::move(values)}, where);
}

bool is_between(double value, double from, double to, double tolerance) {
  return value >= std::min(from, to) - tolerance && value <= std::max(from, to) + tolerance;
}

std::string fingerprint_of_results(const std::filesystem::path& results) {
  std::ifstream file(results / "result.json");
  const nlohmann::json result = nlohmann::json::parse(file, nullptr, false);
  return result.is_object() ? result.value("fingerprint", std::string()) : std::string();
}

}  // namespace pace
