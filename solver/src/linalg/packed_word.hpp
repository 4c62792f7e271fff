// A real number in 16 bits beside a scale that it shares with others.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace pace {

inline constexpr float largest_word = 32767.0f;

/// The scale of numbers of which this is the largest. Those that floats can hardly hold are zero.
inline float word_scale(float most) { return most > 1e-30f ? most / largest_word : 0.0f; }

/// @param inverse_scale  `largest_word` over the largest of the numbers that share the scale; 0 if all are
/// zero
inline std::int16_t packed_word(float value, float inverse_scale) {
  return static_cast<std::int16_t>(
      std::clamp(std::nearbyint(value * inverse_scale), -largest_word, largest_word));
}

}  // namespace pace
