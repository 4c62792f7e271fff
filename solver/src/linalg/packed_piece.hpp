// The bits of 32 whole numbers, and how a processor reads them eight at a time.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace pace {

constexpr int piece_lanes = 8, piece_parts = 4;
using PieceFloats = float __attribute__((vector_size(piece_lanes * sizeof(float))));
using PieceWords = std::int32_t __attribute__((vector_size(piece_lanes * sizeof(std::int32_t))));
/// Of eight numbers each.
using Piece = std::array<PieceFloats, piece_parts>;

inline PieceFloats load_floats(const float* from) {
  PieceFloats floats;
  std::memcpy(&floats, from, sizeof floats);
  return floats;
}

inline float sum_of(const PieceFloats& floats) {
  float total = 0.0f;
  for (int l = 0; l < piece_lanes; ++l) total += floats[l];
  return total;
}

/// Half of the bits of a number in the lower four bits, the power of two of its step in the others.
struct PieceHead {
  static constexpr int most_bits = 22, most_power = 15;
  int bits = 0, power = 0;
  static PieceHead of(std::uint8_t byte) { return {2 * (byte & 15), byte >> 4}; }
  std::uint8_t byte() const { return static_cast<std::uint8_t>(power << 4 | bits / 2); }
};

/// Bits of a number: a first plane of 4, 8 or 16, then one of 4, then one of 2. Lanes are words of 32 bits,
/// and a lane's numbers are beside each other in its word, or in half or a quarter of one: compilers make
/// shifts of words fast everywhere, but not always the widening of bytes.
struct PiecePlanes {
  int first, four, two;
  static constexpr PiecePlanes of(int bits) {
    const int first = bits >= 16 ? 16 : bits >= 8 ? 8 : 4;
    return {first, bits - first >= 4 ? 4 : 0, (bits - first) % 4};
  }
  static constexpr std::size_t bytes(int bits) { return bits * piece_lanes * piece_parts / 8; }
};

namespace piece_detail {

using Longs = std::int64_t __attribute__((vector_size(sizeof(PieceWords))));

inline PieceWords load_words(const std::uint8_t* from) {
  PieceWords words;
  std::memcpy(&words, from, sizeof words);
  return words;
}

/// Where a lane's four bits (times four parts) stand in the words that `load_fours` repeats; of two bits
/// alike.
constexpr PieceWords four_at{0, 0, 0, 0, 16, 16, 16, 16}, two_at{0, 0, 8, 8, 16, 16, 24, 24};

inline PieceWords load_fours(const std::uint8_t* from) {
  std::int64_t half[2];
  std::memcpy(half, from, sizeof half);
  return reinterpret_cast<PieceWords>(Longs{half[0], half[1], half[0], half[1]});
}

inline PieceWords load_twos(const std::uint8_t* from) {
  std::int64_t all;
  std::memcpy(&all, from, sizeof all);
  return reinterpret_cast<PieceWords>(Longs{all, all, all, all});
}

template <int bits>
std::array<PieceWords, piece_parts> words_of(const std::uint8_t* from) {
  constexpr PiecePlanes planes = PiecePlanes::of(bits);
  std::array<PieceWords, piece_parts> words;
  if constexpr (planes.first == 16) {
#pragma GCC unroll 2
    for (int pair = 0; pair < 2; ++pair) {
      const PieceWords both = load_words(from + pair * sizeof(PieceWords));
      words[2 * pair] = (both << 16) >> 16;
      words[2 * pair + 1] = both >> 16;
    }
  } else if constexpr (planes.first == 8) {
    const PieceWords all = load_words(from);
#pragma GCC unroll 4
    for (int part = 0; part < piece_parts; ++part) words[part] = (all << (24 - 8 * part)) >> 24;
  } else {
    const PieceWords all = load_fours(from) >> four_at;
#pragma GCC unroll 4
    for (int part = 0; part < piece_parts; ++part) words[part] = ((all >> (4 * part)) & 15) - 8;
  }
  from += PiecePlanes::bytes(planes.first);
  if constexpr (planes.four > 0) {
    const PieceWords all = load_fours(from) >> four_at;
#pragma GCC unroll 4
    for (int part = 0; part < piece_parts; ++part)
      words[part] = (words[part] << 4) + ((all >> (4 * part)) & 15);
    from += PiecePlanes::bytes(4);
  }
  if constexpr (planes.two > 0) {
    const PieceWords all = load_twos(from) >> two_at;
#pragma GCC unroll 4
    for (int part = 0; part < piece_parts; ++part)
      words[part] = (words[part] << 2) + ((all >> (2 * part)) & 3);
  }
  return words;
}

}  // namespace piece_detail

/// The whole numbers of a piece as floats. @return where its bits end
inline const std::uint8_t* decode_piece(const std::uint8_t* from, int bits, Piece& out) {
  const auto take = [&]<int b>(std::integral_constant<int, b>) {
    const auto words = piece_detail::words_of<b>(from);
#pragma GCC unroll 4
    for (int part = 0; part < piece_parts; ++part)
      out[part] = __builtin_convertvector(words[part], PieceFloats);
  };
  switch (bits) {
    case 4:
      take(std::integral_constant<int, 4>{});
      break;
    case 6:
      take(std::integral_constant<int, 6>{});
      break;
    case 8:
      take(std::integral_constant<int, 8>{});
      break;
    case 10:
      take(std::integral_constant<int, 10>{});
      break;
    case 12:
      take(std::integral_constant<int, 12>{});
      break;
    case 14:
      take(std::integral_constant<int, 14>{});
      break;
    case 16:
      take(std::integral_constant<int, 16>{});
      break;
    case 18:
      take(std::integral_constant<int, 18>{});
      break;
    case 20:
      take(std::integral_constant<int, 20>{});
      break;
    case 22:
      take(std::integral_constant<int, 22>{});
      break;
    default:
      out.fill(PieceFloats{});
  }
  return from + PiecePlanes::bytes(bits);
}

}  // namespace pace
