#include "model/byte_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace pace {

std::pair<std::string, std::string> bytes_told_apart(double a, double b) {
  constexpr std::array<const char*, 5> units{"bytes", "KB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  while (unit + 1 < units.size() && std::min(a, b) >= std::ldexp(1.0, 10 * static_cast<int>(unit + 1)))
    ++unit;
  const double scale = std::ldexp(1.0, -10 * static_cast<int>(unit));
  const auto text = [&](double value, int decimals) {
    std::array<char, 400> digits{};
    std::snprintf(digits.data(), digits.size(), "%.*f ", decimals, value * scale);
    return digits.data() + std::string(units[unit]);
  };
  // Beyond so many decimals of the unit there are no whole bytes.
  const int most = 10 * static_cast<int>(unit);
  int decimals = unit == 0 ? 0 : 1;
  while (decimals < most && text(a, decimals) == text(b, decimals)) ++decimals;
  return {text(a, decimals), text(b, decimals)};
}

}  // namespace pace
