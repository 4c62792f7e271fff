#include "input/nearest_name.hpp"

#include <algorithm>
#include <numeric>

namespace pace {
namespace {

constexpr std::size_t longest_name = 64;

std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// Letters to insert, remove, change, or swap with their neighbour.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> two_above, above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
    two_above = above;
    above = row;
  }
  return above[b.size()];
}

}  // namespace

std::optional<std::string> nearest_name(const std::string& given, const std::vector<std::string>& names) {
  if (given.size() > longest_name) return std::nullopt;
  std::optional<std::string> nearest;
  std::size_t least = 0;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(lower_case(given), lower_case(name));
    if (3 * distance > std::max(given.size(), name.size())) continue;
    if (nearest && (distance > least || (distance == least && name > *nearest))) continue;
    nearest = name;
    least = distance;
  }
  return nearest;
}

}  // namespace pace
