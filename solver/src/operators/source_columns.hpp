// From values by source triangle and corner, as the kernels make them, to columns of the matrix.
#pragma once

#include <span>
#include <vector>

#include "basis/rwg_space.hpp"
#include "operators/complex_batch.hpp"
#include "operators/matrix_sink.hpp"
#include "operators/source_points.hpp"

namespace pace {

/// Values of several rows for the three half functions (r' − v_j) of each source triangle in a list.
class HalfValues {
 public:
  void resize(int rows, int sources) {
    stride_ = (sources + lanes - 1) / lanes * lanes;
    const std::size_t needed = static_cast<std::size_t>(rows) * 6 * stride_;
    if (values_.size() < needed) values_.resize(needed);
  }
  int stride() const { return stride_; }
  /// [corner · stride + position in the list]
  double* re(int row) { return values_.data() + static_cast<std::size_t>(row) * 6 * stride_; }
  double* im(int row) { return re(row) + 3 * stride_; }

  void store(int row, int corner, int position, const Batch& real, const Batch& imaginary) {
    real.store_aligned(re(row) + corner * stride_ + position);
    imaginary.store_aligned(im(row) + corner * stride_ + position);
  }
  /// Lane l to position at[l]; −1 is left out.
  void store(int row, int corner, const std::array<int, lanes>& at, const Batch& real,
             const Batch& imaginary) {
    alignas(64) std::array<double, lanes> r, i;
    real.store_aligned(r.data());
    imaginary.store_aligned(i.data());
    for (int l = 0; l < lanes; ++l)
      if (at[l] >= 0) set(row, corner, at[l], {r[l], i[l]});
  }
  void set(int row, int corner, int position, Complex value) {
    re(row)[corner * stride_ + position] = value.real();
    im(row)[corner * stride_ + position] = value.imag();
  }
  void add(int row, int corner, int position, double value) { re(row)[corner * stride_ + position] += value; }

 private:
  int stride_ = 0;
  AlignedDoubles values_;
};

/// Source triangles on their way into whole batches, with their positions in the list of sources.
class LaneQueue {
 public:
  /// @param use  called with the triangles and positions of a full batch
  template <class Use>
  void add(int triangle, int at, Use&& use) {
    gathered_.index[filled_] = triangle;
    position_[filled_++] = at;
    if (filled_ == lanes) flush(use);
  }
  /// The rest, the first one repeated with position −1.
  template <class Use>
  void flush(Use&& use) {
    if (filled_ == 0) return;
    for (int l = filled_; l < lanes; ++l) gathered_.index[l] = gathered_.index[0], position_[l] = -1;
    use(gathered_, position_);
    filled_ = 0;
  }

 private:
  Gathered gathered_;
  std::array<int, lanes> position_;
  int filled_ = 0;
};

/// The source triangles of some rows and the functions that live on them alone. One object a thread.
class SourceColumns {
 public:
  explicit SourceColumns(const RwgSpace& space) : space_(space), position_(space.triangles().size(), -1) {}

  /// Takes over the list that the sink wants for these rows; cheap if it is the one of before.
  /// @return false if it wants nothing
  bool take(const MatrixSink& sink, std::span<const int> rows) {
    wanted_.clear();
    sink.sources_for(rows, wanted_);
    if (wanted_ != triangles_) rebuild();
    return !triangles_.empty();
  }

  const std::vector<int>& triangles() const { return triangles_; }
  /// Of a triangle in the list, −1 if it is not there.
  int position(int triangle) const { return position_[triangle]; }

  /// The `lanes` triangles from this position on, the last one repeated at the end of the list.
  template <class Use>
  void with_batch(int first, Use&& use) const {
    const int count = static_cast<int>(triangles_.size());
    if (first + lanes <= count && triangles_[first + lanes - 1] - triangles_[first] == lanes - 1) {
      use(Neighbours{static_cast<std::size_t>(triangles_[first])});
      return;
    }
    Gathered gathered;
    for (int l = 0; l < lanes; ++l) gathered.index[l] = triangles_[std::min(first + l, count - 1)];
    use(gathered);
  }

  /// Adds factor · (values of one row) to the sink's row.
  void emit(HalfValues& values, int slot, int row, double factor, MatrixSink& sink) {
    const double *re = values.re(slot), *im = values.im(slot);
    row_.resize(columns_.size());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Halves& h = halves_[c];
      row_[c] = Complex(factor * (h.scale[0] * re[h.at[0]] + h.scale[1] * re[h.at[1]]),
                        factor * (h.scale[0] * im[h.at[0]] + h.scale[1] * im[h.at[1]]));
    }
    sink.add_row(row, columns_, row_);
  }

 private:
  struct Halves {
    std::array<int, 2> at;
    std::array<double, 2> scale;  ///< sign · l/2
  };

  void rebuild() {
    for (const int t : triangles_) position_[t] = -1;
    triangles_ = wanted_;
    for (int i = 0; i < static_cast<int>(triangles_.size()); ++i) position_[triangles_[i]] = i;
    columns_.clear();
    for (const int t : triangles_)
      for (const HalfFunction& half : space_.halves(t))
        if (half.sign > 0.0 && position_[space_.sides()[half.function][1]] >= 0)
          columns_.push_back(half.function);
    std::sort(columns_.begin(), columns_.end());
    const int stride = (static_cast<int>(triangles_.size()) + lanes - 1) / lanes * lanes;
    halves_.resize(columns_.size());
    for (std::size_t c = 0; c < columns_.size(); ++c)
      for (int side = 0; side < 2; ++side) {
        const int t = space_.sides()[columns_[c]][side];
        for (const HalfFunction& half : space_.halves(t)) {
          if (half.function != columns_[c]) continue;
          halves_[c].at[side] = half.corner * stride + position_[t];
          halves_[c].scale[side] = 0.5 * half.sign * space_.triangles()[t].edge_length[half.corner];
        }
      }
  }

  const RwgSpace& space_;
  std::vector<int> wanted_, triangles_, position_, columns_;
  std::vector<Halves> halves_;
  std::vector<Complex> row_;
};

}  // namespace pace
