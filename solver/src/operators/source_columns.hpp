// From values by source triangle and corner, as the kernels make them, to columns of the matrix.
#pragma once

#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

#include "basis/rwg_space.hpp"
#include "operators/complex_batch.hpp"
#include "operators/matrix_sink.hpp"
#include "operators/source_list.hpp"

namespace pace {

/// Lists of sources are padded to this many, whole batches of either precision.
inline constexpr int list_padding = lanes_of<float>;

inline int padded_list(std::size_t sources) {
  return (static_cast<int>(sources) + list_padding - 1) / list_padding * list_padding;
}

/// Values of several rows for the three half functions (r' − v_j) of each source triangle in a list.
template <class Real>
class HalfValues {
 public:
  void resize(int rows, std::size_t sources) {
    stride_ = padded_list(sources);
    const std::size_t needed = static_cast<std::size_t>(rows) * 6 * stride_;
    if (values_.size() < needed) values_.resize(needed);
  }
  int stride() const { return stride_; }
  /// [corner · stride + position in the list]
  Real* re(int row) { return values_.data() + static_cast<std::size_t>(row) * 6 * stride_; }
  Real* im(int row) { return re(row) + 3 * stride_; }

  void store(int row, int corner, int position, const BatchOf<Real>& real, const BatchOf<Real>& imaginary) {
    real.store_aligned(re(row) + corner * stride_ + position);
    imaginary.store_aligned(im(row) + corner * stride_ + position);
  }
  /// Lane l to position at[l]; −1 is left out.
  void store(int row, int corner, const std::array<int, lanes_of<Real>>& at, const BatchOf<Real>& real,
             const BatchOf<Real>& imaginary) {
    alignas(64) std::array<Real, lanes_of<Real>> r, i;
    real.store_aligned(r.data());
    imaginary.store_aligned(i.data());
    Real *to_r = re(row) + corner * stride_, *to_i = im(row) + corner * stride_;
    for (int l = 0; l < lanes_of<Real>; ++l)
      if (at[l] >= 0) to_r[at[l]] = r[l], to_i[at[l]] = i[l];
  }
  void set(int row, int corner, int position, Complex value) {
    re(row)[corner * stride_ + position] = static_cast<Real>(value.real());
    im(row)[corner * stride_ + position] = static_cast<Real>(value.imag());
  }
  void add(int row, int corner, int position, double value) {
    re(row)[corner * stride_ + position] += static_cast<Real>(value);
  }

 private:
  int stride_ = 0;
  AlignedOf<Real> values_;
};

/// Sources on their way into whole batches, with their positions in the list of sources.
template <class Real>
class LaneQueue {
 public:
  using Indices = std::array<int, lanes_of<Real>>;
  /// @param use  called with the items and positions of a full batch
  template <class Use>
  void add(int item, int at, Use&& use) {
    item_[filled_] = item;
    position_[filled_++] = at;
    if (filled_ == lanes_of<Real>) flush(use);
  }
  /// The rest, the first one repeated with position −1.
  template <class Use>
  void flush(Use&& use) {
    if (filled_ == 0) return;
    for (int l = filled_; l < lanes_of<Real>; ++l) item_[l] = item_[0], position_[l] = -1;
    use(item_, position_);
    filled_ = 0;
  }

 private:
  Indices item_, position_;
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

  /// As SIMD lanes take them, made once for a list.
  template <class Real>
  const SourceList<Real>& sources() {
    auto& made = std::get<Sources<Real>>(sources_);
    if (made.of_list != list_) made.list.set(space_, triangles_), made.of_list = list_;
    return made.list;
  }

  /// Adds factors[r] · (values of row r) to the rows of the sink.
  template <class Real>
  void emit(HalfValues<Real>& values, std::span<const int> rows, std::span<const double> factors,
            MatrixSink& sink) {
    auto& sums = std::get<std::vector<std::complex<Real>>>(sums_);
    sums.resize(rows.size() * columns_.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const Real *re = values.re(static_cast<int>(r)), *im = values.im(static_cast<int>(r)),
                 factor = static_cast<Real>(factors[r]);
      std::complex<Real>* row = sums.data() + r * columns_.size();
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        const Halves& h = halves_[c];
        const Real first = static_cast<Real>(h.scale[0]), second = static_cast<Real>(h.scale[1]);
        row[c] = {factor * (first * re[h.at[0]] + second * re[h.at[1]]),
                  factor * (first * im[h.at[0]] + second * im[h.at[1]])};
      }
    }
    sink.add_rows(rows, columns_, sums);
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
    ++list_;
    const int stride = padded_list(triangles_.size());
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
  long list_ = 0;          ///< number of the list
  template <class Real>
  struct Sources {
    SourceList<Real> list;
    long of_list = -1;
  };
  std::tuple<Sources<double>, Sources<float>> sources_;
  std::tuple<std::vector<Complex>, std::vector<ComplexF>> sums_;
};

}  // namespace pace
