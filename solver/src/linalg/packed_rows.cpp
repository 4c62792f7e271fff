#include "linalg/packed_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "linalg/packed_piece.hpp"

namespace pace {
namespace {

int parts_of(int columns) {
  return (columns + PackedRows::piece - 1) / PackedRows::piece * PackedReals::piece;
}

/// real[first], imaginary[first], real[first + 1] … of half of the lanes.
template <int first>
PieceFloats interleaved(const PieceFloats& real, const PieceFloats& imaginary) {
  PieceWords lane;
  for (int l = 0; l < piece_lanes; ++l) lane[l] = first + l / 2 + l % 2 * piece_lanes;
  return __builtin_shuffle(real, imaginary, lane);
}

}  // namespace

PackedRows::PackedRows(const ComplexF* values, int rows, int columns,
                       const std::function<double(int row)>& allowed)
    : columns_(columns), parts_(rows, parts_of(columns), [&](int r, float* out) {
        const ComplexF* from = values + static_cast<std::size_t>(r) * columns;
        std::fill_n(out, parts_of(columns), 0.0f);
        double squared = 0.0;
        for (int c = 0; c < columns; ++c) {
          float* at = out + c / piece * PackedReals::piece + c % piece;
          at[0] = from[c].real();
          at[piece] = from[c].imag();
          squared += std::norm(Complex(from[c]));
        }
        return allowed(r) * std::sqrt(squared / (2.0 * columns));
      }) {}

void PackedRows::unpack_row(const PackedReals::Row& row, ComplexF* out) const {
  Piece numbers;
  const std::uint8_t* bits = row.bits;
  for (int p = 0; p < row.pieces; ++p) {
    const PieceHead head = PieceHead::of(row.heads[p]);
    bits = decode_piece(bits, head.bits, numbers);
    const float step = row.step * static_cast<float>(1 << head.power);
    Piece pairs;
    for (int half = 0; half < 2; ++half) {
      const PieceFloats real = step * numbers[half], imaginary = step * numbers[2 + half];
      pairs[2 * half] = interleaved<0>(real, imaginary);
      pairs[2 * half + 1] = interleaved<piece_lanes / 2>(real, imaginary);
    }
    const int count = std::min(piece, columns_ - p * piece);
    if (count == piece)
      std::memcpy(static_cast<void*>(out), pairs.data(), sizeof pairs);
    else
      std::memcpy(static_cast<void*>(out), pairs.data(), count * sizeof(ComplexF));
    out += count;
  }
}

void PackedRows::unpack(int first, int last, ComplexF* out) const {
  const PackedReals::Rows rows = parts_.read();
  for (int r = first; r < last; ++r, out += columns_) unpack_row(rows[r], out);
}

void PackedRows::unpack(std::span<const int> which, ComplexF* out) const {
  const PackedReals::Rows rows = parts_.read();
  for (const int r : which) {
    unpack_row(rows[r], out);
    out += columns_;
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
  static_assert(piece == 2 * piece_lanes);
  Piece numbers;
  const PackedReals::Rows rows = parts_.read();
  for (int r = first; r < last; ++r) {
    const PackedReals::Row row = rows[r];
    const std::uint8_t* bits = row.bits;
    const float* x = planes.data();
    PieceFloats real[2] = {}, imaginary[2] = {};
    for (int p = 0; p < row.pieces; ++p, x += 2 * piece) {
      const PieceHead head = PieceHead::of(row.heads[p]);
      bits = decode_piece(bits, head.bits, numbers);
      const auto step = static_cast<float>(1 << head.power);
      for (int half = 0; half < 2; ++half) {
        const PieceFloats a = step * numbers[half], b = step * numbers[2 + half],
                          xr = load_floats(x + half * piece_lanes),
                          xi = load_floats(x + piece + half * piece_lanes);
        real[half] += a * xr - b * xi;
        imaginary[half] += a * xi + b * xr;
      }
    }
    y[r - first] = row.step * ComplexF(sum_of(real[0] + real[1]), sum_of(imaginary[0] + imaginary[1]));
  }
}

}  // namespace pace
