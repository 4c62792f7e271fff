#include "linalg/packed_reals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "linalg/packed_piece.hpp"

namespace pace {
namespace {

static_assert(PackedReals::piece == piece_lanes * piece_parts);
using Words = std::array<int, PackedReals::piece>;

/// Bits of a number that is at most so large, with its sign.
constexpr int largest_of(int bits) { return (1 << (bits - 1)) - 1; }
/// Numbers that floats can hardly hold are zero.
constexpr float smallest = 1e-30f;
/// A rounded number is off by the step over √12 in the root of the mean square.
const double steps_of_error = std::sqrt(12.0);

PieceHead head_for(float most, float step) {
  PieceHead head;
  const float steps = most / step;
  if (steps < 0.5f) return head;
  head.bits = 4;
  while (head.bits < PieceHead::most_bits && steps > static_cast<float>(largest_of(head.bits)) + 0.5f)
    head.bits += 2;
  while (steps > std::ldexp(static_cast<float>(largest_of(PieceHead::most_bits)), head.power) &&
         head.power < PieceHead::most_power)
    ++head.power;
  return head;
}

/// The planes of the words, as `decode_piece` reads them.
void encode(const Words& words, int bits, std::uint8_t* out) {
  const PiecePlanes planes = PiecePlanes::of(bits);
  const auto number = [&](int part, int lane) { return words[part * piece_lanes + lane]; };
  const auto take = [&](std::uint32_t word) {
    std::memcpy(out, &word, sizeof word);
    out += sizeof word;
  };
  const auto with = [](int value, int bits_of, int at) {
    return (static_cast<std::uint32_t>(value) & ((1u << bits_of) - 1)) << at;
  };
  const auto fours = [&](auto value) {
    for (int lane = 0; lane < piece_lanes / 2; ++lane) {
      std::uint32_t word = 0;
      for (int part = 0; part < piece_parts; ++part)
        word |= with(value(number(part, lane)), 4, 4 * part) |
                with(value(number(part, lane + piece_lanes / 2)), 4, 16 + 4 * part);
      take(word);
    }
  };
  const int later = bits - planes.first;
  if (planes.first == 16)
    for (int pair = 0; pair < 2; ++pair)
      for (int lane = 0; lane < piece_lanes; ++lane)
        take(with(number(2 * pair, lane) >> later, 16, 0) |
             with(number(2 * pair + 1, lane) >> later, 16, 16));
  else if (planes.first == 8)
    for (int lane = 0; lane < piece_lanes; ++lane) {
      std::uint32_t word = 0;
      for (int part = 0; part < piece_parts; ++part) word |= with(number(part, lane) >> later, 8, 8 * part);
      take(word);
    }
  else
    fours([&](int value) { return (value >> later) + 8; });
  if (planes.four > 0) fours([&](int value) { return value >> planes.two; });
  if (planes.two > 0)
    for (int word_of = 0; word_of < 2; ++word_of) {
      std::uint32_t word = 0;
      for (int at = 0; at < 4; ++at)
        for (int part = 0; part < piece_parts; ++part)
          word |= with(number(part, 2 * at + word_of), 2, 8 * at + 2 * part);
      take(word);
    }
}

}  // namespace

PackedReals::PackedReals(int rows, int columns, const WriteRow& write_row)
    : rows_(rows), columns_(columns), pieces_((columns + piece - 1) / piece) {
  std::vector<float> numbers(static_cast<std::size_t>(pieces_) * piece);
  const std::size_t first_head = rows * sizeof(RowHead);
  std::vector<std::uint8_t> all(first_head + static_cast<std::size_t>(rows) * pieces_);
  for (int r = 0; r < rows; ++r) {
    const auto allowed = static_cast<float>(steps_of_error * write_row(r, numbers.data()));
    std::fill(numbers.begin() + columns, numbers.end(), 0.0f);
    float most = 0.0f;
    for (const float number : numbers) most = std::max(most, std::abs(number));
    const float least = std::ldexp(most / largest_of(PieceHead::most_bits), -PieceHead::most_power),
                step = std::max({allowed, least, smallest});
    const RowHead row_head{step, static_cast<std::uint32_t>(all.size())};
    std::memcpy(all.data() + r * sizeof row_head, &row_head, sizeof row_head);
    for (int p = 0; p < pieces_; ++p) {
      const float* from = numbers.data() + p * piece;
      float most_here = 0.0f;
      for (int i = 0; i < piece; ++i) most_here = std::max(most_here, std::abs(from[i]));
      const PieceHead head = head_for(most_here, step);
      const float wide = step * static_cast<float>(1 << head.power), inverse = 1.0f / wide;
      all[first_head + static_cast<std::size_t>(r) * pieces_ + p] = head.byte();
      Words words{};
      if (head.bits > 0) {
        const auto limit = static_cast<float>(largest_of(head.bits));
        for (int i = 0; i < piece; ++i)
          words[i] = static_cast<int>(std::nearbyint(std::clamp(from[i] * inverse, -limit, limit)));
        const std::size_t end = all.size();
        all.resize(end + PiecePlanes::bytes(head.bits));
        encode(words, head.bits, all.data() + end);
      }
      float squared = 0.0f;
      for (int i = 0; i < piece; ++i) {
        const float error = from[i] - wide * static_cast<float>(words[i]);
        squared += error * error;
      }
      squared_error_ += squared;
    }
  }
  if (all.size() > std::numeric_limits<std::uint32_t>::max())
    throw std::length_error("a packed block of more than 4 GiB");
  all_.assign(all.begin(), all.end());
}

void PackedReals::move_to(std::shared_ptr<PagingFile> file) {
  if (empty() || file_) return;
  place_in_file_ = file->append(all_);
  size_in_file_ = static_cast<std::uint32_t>(all_.size());
  std::vector<std::uint8_t>().swap(all_);  // an assigned {} would keep the memory
  file_ = std::move(file);
}

PackedReals::Rows PackedReals::read() const {
  if (!file_) return {all_.data(), rows_, pieces_};
  thread_local std::vector<std::uint8_t> from_file;
  if (from_file.size() < size_in_file_) from_file.resize(size_in_file_);
  file_->read(place_in_file_, {from_file.data(), size_in_file_});
  return {from_file.data(), rows_, pieces_};
}

PackedReals::RowMajor PackedReals::unpacked() const {
  RowMajor values(rows_, columns_);
  unpack(0, rows_, values.data());
  return values;
}

void PackedReals::multiply(const float* x, float* y) const {
  Piece numbers;
  const Rows rows = read();
  for (int r = 0; r < rows_; ++r) {
    const Row from = rows[r];
    const std::uint8_t* bits = from.bits;
    std::array<Piece, 2> sums{};
    for (int p = 0; p < pieces_; ++p) {
      const PieceHead head = PieceHead::of(from.heads[p]);
      bits = decode_piece(bits, head.bits, numbers);
      const auto step = static_cast<float>(1 << head.power);
      for (int part = 0; part < piece_parts; ++part) {
        const PieceFloats values = step * numbers[part];
        const float* at = x + p * piece + part * piece_lanes;
        sums[0][part] += values * load_floats(at);
        sums[1][part] += values * load_floats(at + padded_columns());
      }
    }
    for (int vector = 0; vector < 2; ++vector) {
      const Piece& sum = sums[vector];
      y[vector * rows_ + r] = from.step * sum_of((sum[0] + sum[1]) + (sum[2] + sum[3]));
    }
  }
}

void PackedReals::add_transposed(const float* x, float* y) const {
  Piece numbers;
  const Rows rows = read();
  for (int r = 0; r < rows_; ++r) {
    const Row from = rows[r];
    const std::uint8_t* bits = from.bits;
    const float first = from.step * x[r], second = from.step * x[rows_ + r];
    for (int p = 0; p < pieces_; ++p) {
      const PieceHead head = PieceHead::of(from.heads[p]);
      bits = decode_piece(bits, head.bits, numbers);
      const auto step = static_cast<float>(1 << head.power);
      for (int part = 0; part < piece_parts; ++part) {
        float* at = y + p * piece + part * piece_lanes;
        const PieceFloats a = load_floats(at) + (step * first) * numbers[part],
                          b = load_floats(at + padded_columns()) + (step * second) * numbers[part];
        std::memcpy(at, &a, sizeof a);
        std::memcpy(at + padded_columns(), &b, sizeof b);
      }
    }
  }
}

void PackedReals::unpack(int first, int last, float* out) const {
  Piece numbers;
  const Rows rows = read();
  for (int r = first; r < last; ++r) {
    const Row from = rows[r];
    const std::uint8_t* bits = from.bits;
    for (int p = 0; p < pieces_; ++p) {
      const PieceHead head = PieceHead::of(from.heads[p]);
      bits = decode_piece(bits, head.bits, numbers);
      const float step = from.step * static_cast<float>(1 << head.power);
      for (PieceFloats& part : numbers) part *= step;
      const int count = std::min(piece, columns_ - p * piece);
      if (count == piece)
        std::memcpy(out, numbers.data(), sizeof numbers);
      else
        std::memcpy(out, numbers.data(), count * sizeof(float));
      out += count;
    }
  }
}

}  // namespace pace
