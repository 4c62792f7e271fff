#include "linalg/packed_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "linalg/packed_word.hpp"

namespace pace {
namespace {

constexpr int lanes = 8;
using Floats = float __attribute__((vector_size(lanes * sizeof(float))));
using Words = std::int16_t __attribute__((vector_size(lanes * sizeof(std::int16_t))));

inline Floats load(const float* from) {
  Floats floats;
  std::memcpy(&floats, from, sizeof floats);
  return floats;
}

inline Floats load(const std::int16_t* from) {
  Words words;
  std::memcpy(&words, from, sizeof words);
  return __builtin_convertvector(words, Floats);
}

inline float sum(const Floats& floats) {
  float total = 0.0f;
  for (int l = 0; l < lanes; ++l) total += floats[l];
  return total;
}

}  // namespace

PackedRows::PackedRows(const ComplexF* values, int rows, int columns)
    : rows_(rows),
      columns_(columns),
      pieces_((columns + piece - 1) / piece),
      values_(2 * piece * static_cast<std::size_t>(rows) * pieces_),
      scales_(static_cast<std::size_t>(rows) * pieces_) {
  for (int r = 0; r < rows; ++r)
    for (int p = 0; p < pieces_; ++p) {
      const ComplexF* from = values + static_cast<std::size_t>(r) * columns + p * piece;
      const int count = std::min(piece, columns - p * piece);
      float most = 0.0f;
      for (int c = 0; c < count; ++c)
        most = std::max({most, std::abs(from[c].real()), std::abs(from[c].imag())});
      const std::size_t at = static_cast<std::size_t>(r) * pieces_ + p;
      const float scale = scales_[at] = word_scale(most), inverse = scale > 0.0f ? 1.0f / scale : 0.0f;
      std::int16_t* parts = values_.data() + 2 * piece * at;
      for (int c = 0; c < count; ++c) {
        parts[c] = packed_word(from[c].real(), inverse);
        parts[piece + c] = packed_word(from[c].imag(), inverse);
        squared_error_ += std::norm(from[c] - scale * ComplexF(parts[c], parts[piece + c]));
      }
    }
}

void PackedRows::unpack(int first, int last, ComplexF* out) const {
  for (int r = first; r < last; ++r)
    for (int p = 0; p < pieces_; ++p) {
      const std::size_t at = static_cast<std::size_t>(r) * pieces_ + p;
      const std::int16_t* parts = values_.data() + 2 * piece * at;
      const float scale = scales_[at];
      const int count = std::min(piece, columns_ - p * piece);
      for (int c = 0; c < count; ++c) *out++ = {scale * parts[c], scale * parts[piece + c]};
    }
}

void PackedRows::planes_of(std::span<const ComplexF> x, std::vector<float>& planes) {
  const std::size_t pieces = (x.size() + piece - 1) / piece;
  planes.assign(2 * piece * pieces, 0.0f);
  for (std::size_t i = 0; i < x.size(); ++i) {
    float* at = planes.data() + 2 * piece * (i / piece) + i % piece;
    at[0] = x[i].real();
    at[piece] = x[i].imag();
  }
}

void PackedRows::multiply(const std::vector<float>& planes, int first, int last, ComplexF* y) const {
  static_assert(piece == 2 * lanes);
  for (int r = first; r < last; ++r) {
    Floats real[2] = {}, imaginary[2] = {};
    const std::int16_t* parts = values_.data() + 2 * piece * static_cast<std::size_t>(r) * pieces_;
    const float *x = planes.data(), *scale = scales_.data() + static_cast<std::size_t>(r) * pieces_;
    for (int p = 0; p < pieces_; ++p, parts += 2 * piece, x += 2 * piece)
      for (int half = 0; half < 2; ++half) {
        const Floats a = load(parts + half * lanes), b = load(parts + piece + half * lanes),
                     xr = load(x + half * lanes), xi = load(x + piece + half * lanes);
        real[half] += scale[p] * (a * xr - b * xi);
        imaginary[half] += scale[p] * (a * xi + b * xr);
      }
    y[r - first] = {sum(real[0] + real[1]), sum(imaginary[0] + imaginary[1])};
  }
}

}  // namespace pace
