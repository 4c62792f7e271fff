#include "linalg/packed_reals.hpp"

#include <algorithm>

#include "linalg/packed_word.hpp"

namespace pace {

PackedReals::PackedReals(std::size_t rows, int columns)
    : columns_(columns),
      pieces_((columns + piece - 1) / piece),
      values_(rows * columns),
      scales_(rows * pieces_) {}

void PackedReals::set(std::size_t row, const float* values) {
  for (int p = 0; p < pieces_; ++p) {
    const int first = p * piece, count = std::min(piece, columns_ - first);
    float most = 0.0f;
    for (int c = 0; c < count; ++c) most = std::max(most, std::abs(values[first + c]));
    const float scale = scales_[row * pieces_ + p] = word_scale(most),
                inverse = scale > 0.0f ? 1.0f / scale : 0.0f;
    std::int16_t* words = values_.data() + row * columns_ + first;
    for (int c = 0; c < count; ++c) words[c] = packed_word(values[first + c], inverse);
  }
}

void PackedReals::unpack(std::size_t first, int count, float* out) const {
  const std::int16_t* words = values_.data() + first * columns_;
  const float* scale = scales_.data() + first * pieces_;
  for (int r = 0; r < count; ++r)
    for (int p = 0; p < pieces_; ++p, ++scale) {
      const int length = std::min(piece, columns_ - p * piece);
      const float factor = *scale;
#pragma omp simd
      for (int c = 0; c < length; ++c) out[c] = factor * static_cast<float>(words[c]);
      out += length, words += length;
    }
}

}  // namespace pace
