#include "input/json_file.hpp"

#include <algorithm>
#include <array>
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
  throw InputError(
      errno != 0 ? Message{"JOB_INVALID.notReadable",
                           {{"file", file.string()}, {"reason", std::generic_category().message(errno)}}}
                 : Message{"JOB_INVALID.notFile", {{"file", file.string()}}},
      file.string());
}

/// Of the byte, both counted from 1.
std::array<long, 2> line_and_column(const std::string& text, std::size_t byte) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  const auto line = std::count(text.begin(), end, '\n') + 1;
  const auto line_start = std::find(std::make_reverse_iterator(end), text.rend(), '\n').base();
  return {line, end - line_start + 1};
}

/// @param why  with its own values; the file and the place are added
[[noreturn]] void refuse(const std::filesystem::path& file, const std::array<long, 2>& at, Message why) {
  why.values.update({{"file", file.string()}, {"line", at[0]}, {"column", at[1]}});
  throw InputError(std::move(why), "line " + std::to_string(at[0]) + ", column " + std::to_string(at[1]));
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
    refuse(file, line_and_column(text, error.byte == 0 ? 0 : error.byte - 1),
           {"JOB_INVALID.json", {{"reason", reason_of(error.what())}}});
  } catch (const nlohmann::json::out_of_range& error) {
    const std::string number = quoted(error.what());
    refuse(file, line_and_column(text, text.find(number)), {"JOB_INVALID.number", {{"number", number}}});
  }
}

}  // namespace pace
