// V or H on the command line.
#pragma once

#include <optional>
#include <string>

#include "excitation/plane_wave.hpp"

namespace pace {

inline std::optional<Polarization> polarization_of(const std::string& letter) {
  if (letter.empty()) return std::nullopt;
  return letter == "V" ? Polarization::vertical : Polarization::horizontal;
}

}  // namespace pace
