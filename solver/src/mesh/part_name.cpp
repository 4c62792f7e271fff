#include "mesh/part_name.hpp"

#include <cctype>

namespace pace {
namespace {

bool is_named(const Part& part) {
  return !part.name.empty() && part.name != "Part " + std::to_string(part.number);
}

/// "3", "3 (radome)"
Message number_of(const Part& part) {
  Message message{"surface.number", {{"number", part.number}}};
  if (is_named(part)) message = {"surface.numberNamed", {{"number", part.number}, {"name", part.name}}};
  return message;
}

}  // namespace

Message name_of(const Part& part) {
  Message message = number_of(part);
  message.key = is_named(part) ? "surface.named" : "surface";
  return message;
}

Message names_of(const Mesh& mesh, const std::vector<int>& parts) {
  if (parts.size() == 1) return name_of(mesh.parts[parts[0]]);
  nlohmann::json list = nlohmann::json::array();
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) list.push_back(number_of(mesh.parts[parts[i]]));
  return {"surfaces", {{"list", list}, {"last", number_of(mesh.parts[parts.back()])}}};
}

Message capital(Message name) {
  name.key[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name.key[0])));
  return name;
}

}  // namespace pace
