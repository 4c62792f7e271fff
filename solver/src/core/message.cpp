#include "core/message.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <string_view>

#include "core/embedded_messages.hpp"

namespace pace {
namespace {

using Json = nlohmann::json;

const Json& catalogue() {
  static const Json sentences = Json::parse(english_messages_text);
  return sentences;
}

[[noreturn]] void refuse(const Message& message, const std::string& why) {
  throw std::logic_error("The message " + message.key + " " + why);
}

const std::string& sentence_of(const Message& message) {
  auto found = catalogue().find(message.key);
  if (found == catalogue().end() && message.values.contains("count"))
    found = catalogue().find(message.key + (message.values.at("count") == 1 ? "_one" : "_other"));
  if (found == catalogue().end()) refuse(message, "is not in the catalogue.");
  return found->get_ref<const std::string&>();
}

/// As numberText of contract/src/messages.ts writes it.
std::string text_of(double value) {
  const double size = std::fabs(value);
  const bool is_plain = size == 0.0 || (size >= 1e-4 && size < 1e15);
  std::array<char, 64> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                 is_plain ? std::chars_format::fixed : std::chars_format::scientific)
                       .ptr;
  return {digits.data(), end};
}

std::string text_of(const Message& message, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return text_of(value.get<double>());
  if (value.is_number()) return value.dump();
  if (value.is_object() && value.contains("message"))
    return english({value.at("message"), value.at("values")});
  if (!value.is_array()) refuse(message, "has a value that is none: " + value.dump());
  std::string list;
  for (const Json& one : value) list += (list.empty() ? "" : ", ") + text_of(message, one);
  return list;
}

Json finite_or_word(double value, int digits, const char* format) {
  if (!std::isfinite(value)) return std::isnan(value) ? "nan" : value > 0.0 ? "inf" : "-inf";
  std::array<char, 400> text{};
  std::snprintf(text.data(), text.size(), format, digits, value);
  return std::strtod(text.data(), nullptr);
}

}  // namespace

void to_json(Json& json, const Message& message) {
  json = Json::object();
  add_message(json, message);
}

void add_message(Json& json, const Message& message) {
  json["message"] = message.key;
  json["values"] = message.values;
}

void to_json(Json& json, const Statement& statement) {
  json = {{"code", statement.code}, {"sentence", statement.sentence}};
  add_message(json, statement.message);
}

std::string english(const Message& message) {
  const std::string_view sentence = sentence_of(message);
  std::string text;
  std::set<std::string> used;
  std::size_t at = 0;
  for (std::size_t open; (open = sentence.find("{{", at)) != std::string_view::npos;) {
    const std::size_t close = sentence.find("}}", open);
    const std::string name(sentence.substr(open + 2, close - open - 2));
    if (!message.values.contains(name)) refuse(message, "needs the value " + name + ".");
    used.insert(name);
    text += std::string(sentence.substr(at, open - at)) + text_of(message, message.values.at(name));
    at = close + 2;
  }
  text += sentence.substr(at);
  for (const auto& [name, value] : message.values.items())
    if (!used.contains(name) && name != "count") refuse(message, "does not use the value " + name + ".");
  return text;
}

Json significant(double value, int digits) { return finite_or_word(value, digits, "%.*g"); }
Json decimals(double value, int digits) { return finite_or_word(value, digits, "%.*f"); }

std::vector<std::string> message_keys() {
  std::vector<std::string> keys;
  for (const auto& [key, sentence] : catalogue().items()) keys.push_back(key);
  return keys;
}

}  // namespace pace
