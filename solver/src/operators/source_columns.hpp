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

/// The columns of some rows, as functions, and the source triangles on which these live. One object a thread.
class SourceColumns {
 public:
  explicit SourceColumns(const RwgSpace& space) : space_(space), position_(space.triangles().size(), -1) {}

  /// Takes over the columns that the sink wants for these rows; cheap if their groups are those of before.
  /// @return false if it wants nothing
  bool take(const MatrixSink& sink, std::span<const int> rows) {
    groups_of(sink, rows, groups_);
    if (groups_ == taken_groups_) return !triangles_.empty();
    std::swap(groups_, taken_groups_);
    wanted_.clear();
    sink.columns_for(rows, wanted_);
    if (wanted_ != columns_) rebuild();
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
    constexpr int lanes = lanes_of<Real>;
    const int count = static_cast<int>(columns_.size());
    auto& sums = std::get<std::vector<std::complex<Real>>>(sums_);
    sums.resize(rows.size() * count);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const Real *re = values.re(static_cast<int>(r)), *im = values.im(static_cast<int>(r)),
                 factor = static_cast<Real>(factors[r]);
      Real* row = reinterpret_cast<Real*>(sums.data() + r * count);
      for (int first = 0; first < count; first += lanes) {
        const auto half = BatchOf<Real>(factor) * half_lengths<Real>(first);
        const auto sum = [&](const Real* of) {
          return half * (gather(of, &positive_[first]) - gather(of, &negative_[first]));
        };
        alignas(64) std::array<Real, lanes> sum_re, sum_im;
        sum(re).store_aligned(sum_re.data()), sum(im).store_aligned(sum_im.data());
        const auto put = [&](int here) {
#pragma omp simd
          for (int l = 0; l < here; ++l) {
            row[2 * (first + l)] = sum_re[l];
            row[2 * (first + l) + 1] = sum_im[l];
          }
        };
        first + lanes <= count ? put(lanes) : put(count - first);
      }
    }
    sink.add_rows(rows, columns_, sums);
  }

 private:
  template <class Real>
  BatchOf<Real> half_lengths(int first) const {
    alignas(64) std::array<Real, lanes_of<Real>> of;
#pragma omp simd
    for (int l = 0; l < lanes_of<Real>; ++l) of[l] = static_cast<Real>(half_length_[first + l]);
    return BatchOf<Real>::load_aligned(of.data());
  }

  void rebuild() {
    for (const int t : triangles_) position_[t] = -1;
    triangles_.clear();
    std::swap(columns_, wanted_);
    ++list_;
    for (const int function : columns_)
      for (const int t : space_.sides()[function])
        if (position_[t] < 0) {
          position_[t] = static_cast<int>(triangles_.size());
          triangles_.push_back(t);
        }
    const int stride = padded_list(triangles_.size());
    // Whole batches are read: what is past the last column is any value, and goes nowhere.
    const std::size_t padded = padded_list(columns_.size());
    for (std::vector<int>* at : {&positive_, &negative_}) at->assign(padded, 0);
    half_length_.assign(padded, 0.0);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const int function = columns_[c];
      const auto& [first, second] = space_.sides()[function];
      const int corner = corner_of(first, function);
      positive_[c] = corner * stride + position_[first];
      negative_[c] = corner_of(second, function) * stride + position_[second];
      half_length_[c] = 0.5 * space_.triangles()[first].edge_length[corner];
    }
  }

  int corner_of(int triangle, int function) const {
    const auto halves = space_.halves(triangle);
    auto half = halves.begin();
    while (half->function != function) ++half;
    return half->corner;
  }

  const RwgSpace& space_;
  std::vector<int> groups_, taken_groups_;
  std::vector<int> wanted_, columns_, triangles_, position_;
  /// Of each column: where its two halves are among the values of a row, [corner · stride + position], and
  /// half the length of its edge.
  std::vector<int> positive_, negative_;
  std::vector<double> half_length_;
  long list_ = 0;  ///< number of the list
  template <class Real>
  struct Sources {
    SourceList<Real> list;
    long of_list = -1;
  };
  std::tuple<Sources<double>, Sources<float>> sources_;
  std::tuple<std::vector<Complex>, std::vector<ComplexF>> sums_;
};

}  // namespace pace
