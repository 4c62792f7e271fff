#include "input/json_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "core/error.hpp"

namespace pace {
namespace {

std::string read_text(const std::filesystem::path& file) {
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  if (stream && !std::filesystem::is_directory(file)) {
    text.assign(std::istreambuf_iterator<char>(stream), {});
    if (!stream.bad()) return text;
  }
  const std::string reason = errno != 0 ? std::generic_category().message(errno) : "it is not a file";
  throw InputError("JOB_INVALID", "The job file " + file.string() + " can not be read: " + reason + ".",
                   file.string());
}

/// "line 3, column 7" of the byte, both counted from 1.
std::string line_and_column(const std::string& text, std::size_t byte) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  const auto line = std::count(text.begin(), end, '\n') + 1;
  const auto line_start = std::find(std::make_reverse_iterator(end), text.rend(), '\n').base();
  return "line " + std::to_string(line) + ", column " + std::to_string(end - line_start + 1);
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& where,
                         const std::string& reason) {
  throw InputError("JOB_INVALID",
                   "The job file " + file.string() + " is not valid JSON at " + where + ": " + reason + ".",
                   where);
}

/// The last part of "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error …".
std::string reason_of(const std::string& what) {
  const std::size_t column = what.find("column ");
  const std::size_t colon = what.find(": ", column == std::string::npos ? 0 : column);
  return colon == std::string::npos ? what : what.substr(colon + 2);
}

/// "number overflow parsing '1e999'" → 1e999
std::string quoted(const std::string& what) {
  const std::size_t first = what.find('\''), last = what.rfind('\'');
  return first < last && last != std::string::npos ? what.substr(first + 1, last - first - 1) : "";
}

}  // namespace

nlohmann::json read_json_file(const std::filesystem::path& file) {
  const std::string text = read_text(file);
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    refuse(file, line_and_column(text, error.byte == 0 ? 0 : error.byte - 1), reason_of(error.what()));
  } catch (const nlohmann::json::out_of_range& error) {
    const std::string number = quoted(error.what());
    refuse(file, line_and_column(text, text.find(number)), "the number " + number + " is too large");
  }
}

}  // namespace pace
