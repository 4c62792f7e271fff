// Blocks of real numbers in as few bits as an allowed error leaves them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "core/types.hpp"
#include "linalg/paging_file.hpp"

namespace pace {

/// Rows of numbers in pieces. The numbers of a row are whole multiples of one step, and each piece has up to
/// 22 bits a number, as many as its largest one needs; one that needs more has a step that is larger by a
/// power of two. Immutable.
class PackedReals {
 public:
  static constexpr int piece = 32;

  PackedReals() = default;
  /// Writes the numbers of a row, and returns the error that is allowed for them: the root of the mean
  /// square.
  using WriteRow = std::function<double(int row, float* out)>;
  /// @throws std::length_error beyond 4 GiB
  PackedReals(int rows, int columns, const WriteRow& write_row);
  /// So many numbers are within the limit whatever they are.
  static constexpr std::size_t most_numbers = std::size_t{1} << 30;

  bool empty() const { return rows_ == 0; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  /// Σ (number − packed number)² over the block.
  double squared_error() const { return squared_error_; }
  std::size_t bytes() const { return file_ ? size_in_file_ : all_.size(); }
  /// Moves the numbers out of memory; from then on each use reads them there.
  void move_to(std::shared_ptr<PagingFile> file);
  /// Of rows of so many pieces whose numbers have so many bits in the mean.
  static double bytes_of(double rows, int pieces, double bits) {
    return rows * (sizeof(RowHead) + pieces * (1.0 + piece / 8.0 * bits));
  }
  /// Rows [first, last), row-major.
  void unpack(int first, int last, float* out) const;
  using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  RowMajor unpacked() const;
  /// The block times two vectors, real and imaginary parts of one, as they are unpacked: a product that
  /// memory and unpacking bound.
  /// @param x  [2][padded_columns]: zeros behind the last column
  /// @param y  [2][rows]
  void multiply(const float* x, float* y) const;
  /// Adds the transposed block times two vectors. @param x  [2][rows]  @param y  [2][padded_columns]
  void add_transposed(const float* x, float* y) const;
  int padded_columns() const { return pieces_ * piece; }

  /// Where a row stands, for kernels that decode its pieces themselves (packed_piece.hpp).
  struct Row {
    const std::uint8_t *bits, *heads;
    float step;
    int pieces;
  };
  /// The rows in memory: of numbers in a file until the same thread reads others.
  class Rows {
   public:
    Row operator[](int r) const {
      RowHead head;
      std::memcpy(&head, all_ + r * sizeof head, sizeof head);
      return {all_ + head.start, all_ + rows_ * sizeof head + static_cast<std::size_t>(r) * pieces_,
              head.step, pieces_};
    }

   private:
    friend class PackedReals;
    Rows(const std::uint8_t* all, int rows, int pieces) : all_(all), rows_(rows), pieces_(pieces) {}
    const std::uint8_t* all_;
    int rows_, pieces_;
  };
  Rows read() const;

 private:
  struct RowHead {
    float step;
    std::uint32_t start;  ///< of its bits in `all_`
  };
  int rows_ = 0, columns_ = 0, pieces_ = 0;
  double squared_error_ = 0.0;
  /// RowHead of each row, head of each piece, bits of each piece: in one, since there are many small blocks.
  std::vector<std::uint8_t> all_;
  std::shared_ptr<PagingFile> file_;  ///< null: they are in `all_`
  std::uint64_t place_in_file_ = 0;
  std::uint32_t size_in_file_ = 0;
};

}  // namespace pace
