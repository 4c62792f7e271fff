// Damage to texts and bytes as files suffer it: letters changed, lines lost or doubled, numbers made absurd.
#pragma once

#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[below(all.size())];
  }

  /// One to six damages.
  std::string text(std::string text, const std::vector<std::string>& others) {
    for (std::size_t n = 1 + below(6); n > 0; --n) damage(text, others);
    return text;
  }

 private:
  void damage(std::string& text, const std::vector<std::string>& others) {
    if (text.empty()) text = one_of(others);
    const std::size_t at = below(text.size());
    switch (below(10)) {
      case 0:
        text[at] = static_cast<char>(random_());
        break;
      case 1:
        text.resize(at);
        break;
      case 2:
        text.erase(at, 1 + below(40));
        break;
      case 3:
        text.insert(at, text.substr(below(text.size()), 1 + below(80)));
        break;
      case 4: {
        const std::string& other = one_of(others);
        const std::size_t from = below(other.size());
        text.insert(at, other.substr(from, 1 + below(200)));
        break;
      }
      case 5:
        lines(text, at);
        break;
      default:
        number(text, at);
    }
  }

  /// Loses or doubles the line at a place.
  void lines(std::string& text, std::size_t at) {
    const std::size_t before = text.rfind('\n', at), begin = before == std::string::npos ? 0 : before + 1;
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::string line = text.substr(begin, end - begin);
    if (below(2))
      text.erase(begin, line.size());
    else
      text.insert(begin, line);
  }

  /// The next number becomes another one, in the same columns where it fits.
  void number(std::string& text, std::size_t at) {
    static constexpr std::string_view letters = "+-.0123456789eEdD";
    const std::size_t begin = text.find_first_of("0123456789", at);
    if (begin == std::string::npos) return;
    std::size_t first = begin;
    while (first > 0 && letters.find(text[first - 1]) != std::string_view::npos) --first;
    const std::size_t end = std::min(text.find_first_not_of(letters, begin), text.size());
    static const std::vector<std::string> absurd{"0",
                                                 "-1",
                                                 "1",
                                                 "1e308",
                                                 "-1e308",
                                                 "1e-308",
                                                 "1e155",
                                                 "1e-155",
                                                 "1e20",
                                                 "1e-20",
                                                 "2147483648",
                                                 "2147483647",
                                                 "-2147483648",
                                                 "4294967296",
                                                 "9223372036854775807",
                                                 "18446744073709551616",
                                                 "nan",
                                                 "inf",
                                                 "1e999",
                                                 "0.5",
                                                 "3",
                                                 "91",
                                                 "2411",
                                                 "2412",
                                                 "164",
                                                 "null",
                                                 "1D-320",
                                                 "1000000",
                                                 "1e-9",
                                                 "65536"};
    std::string replacement = one_of(absurd);
    if (replacement.size() < end - first && below(2))
      replacement.insert(0, end - first - replacement.size(), ' ');
    text.replace(first, end - first, replacement);
  }

  std::mt19937_64 random_;
};

}  // namespace fuzz
