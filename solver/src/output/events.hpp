// What a run says while it works: one JSON object a line on stdout (contract/schema/event.schema.json).
#pragma once

#include <cstdio>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

#include "core/message.hpp"

namespace pace {

/// Stage names on the wire.
namespace stage {
inline constexpr const char* near = "CALCULATING NEAR INTERACTIONS";
inline constexpr const char* fields = "CALCULATING FIELDS";
inline constexpr const char* solution = "SOLUTION STAGE";
inline constexpr const char* errors = "ESTIMATING ERRORS";
inline constexpr const char* finished = "Finished";
inline constexpr const char* error = "Error";
}  // namespace stage

class EventStream {
 public:
  /// @param target  null: nothing is said
  explicit EventStream(std::FILE* target) : target_(target) {}
  void say(const nlohmann::json& event) {
    if (!target_) return;
    const std::lock_guard guard(lock_);
    const std::string line = event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    std::fwrite(line.data(), 1, line.size(), target_);
    std::fflush(target_);
  }
  void notice(const Statement& statement) {
    nlohmann::json event = statement;
    event["event"] = "notice";
    say(event);
  }
  void error(const Statement& statement, const std::string& where = {}) {
    nlohmann::json event{{"event", "error"}, {"code", statement.code}, {"detail", statement.sentence}};
    add_message(event, statement.message);
    if (!where.empty()) event["where"] = where;
    say(event);
  }

 private:
  std::FILE* target_;
  std::mutex lock_;
};

}  // namespace pace
