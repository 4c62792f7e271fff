// The user's errors: a code of the contract, a sentence that says what, where and what to do.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace pace {

/// Bad input by the user. `code` is one of contract/src/codes.ts; `what()` is a full sentence with the
/// remedy.
class InputError : public std::runtime_error {
 public:
  InputError(std::string code, const std::string& sentence, std::string where = {})
      : std::runtime_error(sentence), code_(std::move(code)), where_(std::move(where)) {}
  const std::string& code() const { return code_; }
  /// JSON pointer, file line or part that the sentence speaks of; may be empty.
  const std::string& where() const { return where_; }

 private:
  std::string code_, where_;
};

/// The run was asked to stop (SIGTERM, SIGINT); what was finished stays on disk.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("The run was cancelled.") {}
};

}  // namespace pace
