// Lines and numbers of a universal file: a cursor over a memory buffer, fast enough for millions of records.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>

namespace pace {

/// Walks over the lines of a text in memory. A copy is a bookmark.
class LineCursor {
 public:
  explicit LineCursor(std::string_view text) : text_(text) {}

  /// The next line without its end (LF or CRLF), or nothing at the end of the text.
  std::optional<std::string_view> next() {
    if (position_ >= text_.size()) return std::nullopt;
    const char* begin = text_.data() + position_;
    const std::size_t rest = text_.size() - position_;
    const char* end = static_cast<const char*>(std::memchr(begin, '\n', rest));
    std::size_t length = end ? static_cast<std::size_t>(end - begin) : rest;
    position_ += length + (end ? 1 : 0);
    ++line_number_;
    if (length > 0 && begin[length - 1] == '\r') --length;
    return std::string_view(begin, length);
  }
  /// Number (from 1) of the line that `next` returned last.
  long line_number() const { return line_number_; }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  long line_number_ = 0;
};

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes the next blank-separated word off the front of `line`; empty when there is none.
inline std::string_view take_word(std::string_view& line) {
  std::size_t begin = 0;
  while (begin < line.size() && is_blank(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !is_blank(line[end])) ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

inline int count_words(std::string_view line) {
  int count = 0;
  while (!take_word(line).empty()) ++count;
  return count;
}

inline std::optional<long long> to_integer(std::string_view word) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  long long value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

/// A Fortran or C real: 1.5, 1.5E+03, 1.5D+03, 1.5+103. Nothing for garbage, NaN and infinities.
inline std::optional<double> to_real(std::string_view word) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  std::array<char, 64> plain;
  if (word.empty() || word.size() + 1 > plain.size()) return std::nullopt;
  std::size_t length = 0;
  bool has_exponent = false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    char c = word[i];
    if (c == 'D' || c == 'd' || c == 'E' || c == 'e') {
      c = 'e';
      has_exponent = true;
    } else if ((c == '+' || c == '-') && i > 0 && !has_exponent) {
      plain[length++] = 'e';  // Fortran drops the letter before a three-digit exponent
      has_exponent = true;
    }
    if (c == '+') continue;  // from_chars takes no plus sign
    plain[length++] = c;
    if (length + 1 >= plain.size()) return std::nullopt;
  }
  double value = 0.0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + length, value);
  if (end != plain.data() + length) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // An underflow such as 1D-320 is a zero of the writer; an overflow is no coordinate.
    const char* exponent = static_cast<const char*>(std::memchr(plain.data(), 'e', length));
    if (exponent && exponent[1] == '-') return 0.0;
    return std::nullopt;
  }
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace pace
