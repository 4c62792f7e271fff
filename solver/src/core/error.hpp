// The user's errors: a code of the contract, a sentence that says what, where and what to do.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "core/message.hpp"

namespace pace {

/// Bad input by the user. `code` is one of contract/src/codes.ts; `what()` is a full English sentence with
/// the remedy.
class InputError : public std::runtime_error {
 public:
  explicit InputError(Statement said, std::string where = {})
      : std::runtime_error(said.sentence),
        code_(std::move(said.code)),
        where_(std::move(where)),
        message_(std::move(said.message)) {}
  explicit InputError(Message message, std::string where = {})
      : InputError(Statement(std::move(message)), std::move(where)) {}
  const std::string& code() const { return code_; }
  const Message& message() const { return message_; }
  /// JSON pointer, file line or part that the sentence speaks of; may be empty.
  const std::string& where() const { return where_; }

 private:
  std::string code_, where_;
  Message message_;  ///< of `what()`
};

/// The run was asked to stop (SIGTERM, SIGINT); what was finished stays on disk.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("The run was cancelled.") {}
};

}  // namespace pace
