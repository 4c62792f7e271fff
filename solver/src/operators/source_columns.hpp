// From values by source triangle and corner, as the kernels make them, to columns of the matrix.
#pragma once

#include <algorithm>
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
  explicit SourceColumns(const RwgSpace& space)
      : space_(space), position_(space.triangles().size(), -1), slot_(space.size(), -1) {}

  /// Takes over the list that the sink wants for these rows; cheap if their groups are those of before.
  /// @return false if it wants nothing
  bool take(const MatrixSink& sink, std::span<const int> rows) {
    groups_of(sink, rows, groups_);
    if (groups_ == taken_groups_) return !triangles_.empty();
    std::swap(groups_, taken_groups_);
    wanted_.clear();
    sink.sources_for(rows, wanted_);
    if (wanted_ != triangles_) rebuild();
    return !triangles_.empty();
  }

  /// Each group of these rows once, ascending.
  static void groups_of(const MatrixSink& sink, std::span<const int> rows, std::vector<int>& groups) {
    groups.clear();
    for (const int row : rows) groups.push_back(sink.group(row));
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
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

  /// Adds factors[r] · (values of row r) to the rows of the sink.
  void emit(HalfValues& values, std::span<const int> rows, std::span<const double> factors,
            MatrixSink& sink) {
    sums_.resize(rows.size() * columns_.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const double *re = values.re(static_cast<int>(r)), *im = values.im(static_cast<int>(r)),
                   factor = factors[r];
      Complex* row = sums_.data() + r * columns_.size();
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        const Halves& h = halves_[c];
        row[c] = Complex(factor * (h.scale[0] * re[h.at[0]] + h.scale[1] * re[h.at[1]]),
                         factor * (h.scale[0] * im[h.at[0]] + h.scale[1] * im[h.at[1]]));
      }
    }
    sink.add_rows(rows, columns_, sums_);
  }

 private:
  struct Halves {
    int function;
    std::array<int, 2> at;
    std::array<double, 2> scale;  ///< sign · l/2
  };

  void rebuild() {
    for (const int t : triangles_) position_[t] = -1;
    triangles_ = wanted_;
    const int stride = (static_cast<int>(triangles_.size()) + lanes - 1) / lanes * lanes;
    columns_.clear();
    halves_.clear();
    first_halves_.clear();
    for (int i = 0; i < static_cast<int>(triangles_.size()); ++i) {
      const int t = triangles_[i];
      position_[t] = i;
      const auto& edge_length = space_.triangles()[t].edge_length;
      for (const HalfFunction& half : space_.halves(t)) {
        const FirstHalf here{half.function, half.corner * stride + i,
                             0.5 * half.sign * edge_length[half.corner]};
        int& slot = slot_[half.function];
        if (slot < 0) {
          slot = static_cast<int>(first_halves_.size());
          first_halves_.push_back(here);
        } else {
          const FirstHalf& first = first_halves_[slot];
          halves_.push_back({half.function, {first.at, here.at}, {first.scale, here.scale}});
        }
      }
    }
    for (const FirstHalf& first : first_halves_) slot_[first.function] = -1;
    // Sinks run through their rows in this order.
    std::sort(halves_.begin(), halves_.end(),
              [](const Halves& a, const Halves& b) { return a.function < b.function; });
    for (const Halves& halves : halves_) columns_.push_back(halves.function);
  }

  const RwgSpace& space_;
  std::vector<int> groups_, taken_groups_;
  std::vector<int> wanted_, triangles_, position_, columns_;
  std::vector<Halves> halves_;
  /// Functions of which one half has been met while the list is made.
  struct FirstHalf {
    int function, at;
    double scale;
  };
  std::vector<FirstHalf> first_halves_;
  std::vector<int> slot_;  ///< of each function in `first_halves_`, −1 if it is not there
  std::vector<Complex> sums_;
};

}  // namespace pace
