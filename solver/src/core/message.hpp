// What the program says to a user: a key of contract/messages and the values of its sentence. Programs read
// these; the English sentence is made of them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace pace {

struct Message {
  std::string key;  ///< a code of the contract, or CODE.variant
  /// By name, as in the sentence's {{name}}: numbers rounded to the digits that mean something, texts,
  /// messages, or lists of these. `count` chooses between singular and plural.
  nlohmann::json values = nlohmann::json::object();

  /// The code: the key without its variant.
  std::string code() const { return key.substr(0, key.find('.')); }
};

/// {"message": key, "values": {…}}: also how a message is a value of another one.
void to_json(nlohmann::json& json, const Message& message);

/// Adds `message` and `values` to what is written of a finding, notice, reason or error.
void add_message(nlohmann::json& json, const Message& message);

/// The sentence of contract/messages/en.json.
/// @throws std::logic_error  the catalogue has no such key, or other values than these
std::string english(const Message& message);

/// A message with its code and its English sentence: what findings and notices are made of.
struct Statement {
  Statement(Message said) : Statement(said.code(), said) {}
  /// Of another code than the key begins with.
  Statement(std::string its_code, Message said)
      : code(std::move(its_code)), sentence(english(said)), message(std::move(said)) {}
  std::string code, sentence;
  Message message;
};
/// {"code", "sentence", "message", "values"}
void to_json(nlohmann::json& json, const Statement& statement);

/// As a value: so many significant digits; "inf" or "nan" where it is no number.
nlohmann::json significant(double value, int digits);
/// As a value: so many decimals.
nlohmann::json decimals(double value, int digits);

/// All keys of the catalogue.
std::vector<std::string> message_keys();

}  // namespace pace
