#include "model/byte_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace pace {

namespace {

constexpr std::array<const char*, 5> units{"bytes", "KB", "MB", "GB", "TB"};

std::size_t unit_of(double bytes) {
  std::size_t unit = 0;
  while (unit + 1 < units.size() && bytes >= std::ldexp(1.0, 10 * static_cast<int>(unit + 1))) ++unit;
  return unit;
}

}  // namespace

Message byte_text(double bytes) {
  const std::size_t unit = unit_of(bytes);
  return {"bytes",
          {{"amount", decimals(std::ldexp(bytes, -10 * static_cast<int>(unit)), unit == 0 ? 0 : 1)},
           {"unit", units[unit]}}};
}

std::pair<Message, Message> bytes_told_apart(double a, double b) {
  const std::size_t unit = unit_of(std::min(a, b));
  const double scale = std::ldexp(1.0, -10 * static_cast<int>(unit));
  const auto number = [&](double value, int digits) { return decimals(value * scale, digits); };
  // Beyond so many decimals of the unit there are no whole bytes.
  const int most = 10 * static_cast<int>(unit);
  int digits = unit == 0 ? 0 : 1;
  while (digits < most && number(a, digits) == number(b, digits)) ++digits;
  const auto text = [&](double value) {
    return Message{"bytes", {{"amount", number(value, digits)}, {"unit", units[unit]}}};
  };
  return {text(a), text(b)};
}

}  // namespace pace
