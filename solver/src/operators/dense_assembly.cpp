#include "operators/dense_assembly.hpp"

#include <omp.h>

#include <algorithm>
#include <mutex>

#include "core/cancel.hpp"
#include "operators/near_pair.hpp"
#include "operators/pair_kernel.hpp"
#include "operators/proximity.hpp"

namespace pace {
namespace {

/// Adds to rows of the matrix from several threads.
class GuardedRows {
 public:
  explicit GuardedRows(DenseMatrix& matrix) : matrix_(matrix), locks_(matrix.size()) {}
  template <class Add>
  void with_row(int i, Add&& add) {
    const std::lock_guard guard(locks_[i]);
    add(matrix_.row(i));
  }

 private:
  DenseMatrix& matrix_;
  std::vector<std::mutex> locks_;
};

/// A testing half function with the constants of the CFIE put in: entry = electric·E + magnetic·M, electric = j·electric_im.
struct TestRow {
  int row, corner;
  double electric_im, magnetic;
};

class Assembly {
 public:
  Assembly(const RwgSpace& space, double k, std::span<const double> alpha, const QuadratureChoice& choice)
      : space_(space), k_(k), alpha_(alpha), choice_(choice), triangles_(static_cast<int>(space.triangles().size())),
        far_(space, choice.far_degree), middle_(space, choice.middle_degree), near_(k, choice),
        middle_pairs_(neighbours_within(space, choice.middle_distance)) {
    with_electric_ = std::any_of(alpha.begin(), alpha.end(), [](double a) { return a > 0.0; });
    with_magnetic_ = std::any_of(alpha.begin(), alpha.end(), [](double a) { return a < 1.0; });
    for (int j = 0; j < 3; ++j) {
      column_[j].assign(far_.padded, 0);
      column_scale_[j].assign(far_.padded, 0.0);
    }
    extra_.resize(triangles_);
    for (int t = 0; t < triangles_; ++t) {
      std::array<bool, 3> taken{};
      for (const auto& half : space.halves(t)) {
        const double scale = 0.5 * half.sign * space.triangles()[t].edge_length[half.corner];
        if (taken[half.corner]) {
          extra_[t].push_back({half.function, half.corner, scale});
        } else {
          taken[half.corner] = true;
          column_[half.corner][t] = half.function;
          column_scale_[half.corner][t] = scale;
        }
      }
    }
  }

  void run(DenseMatrix& matrix, const std::function<void(double)>& progress) {
    GuardedRows rows(matrix);
    int done = 0;
#pragma omp parallel
    {
      std::vector<std::vector<Complex>> buffers;
      std::vector<char> skip(far_.padded, 0);
#pragma omp for schedule(dynamic, 16)
      for (int p = 0; p < triangles_; ++p) {
        if (stop_requested()) continue;
        regular_sources(p, rows, buffers, skip);
        near_sources(p, rows);
        int count;
#pragma omp atomic capture
        count = ++done;
        if (progress && omp_get_thread_num() == 0 && count % 64 < omp_get_num_threads())
          progress(static_cast<double>(count) / triangles_);
      }
    }
    throw_if_cancelled();
  }

 private:
  struct ExtraColumn {
    int column, corner;
    double scale;
  };

  std::vector<TestRow> test_rows(int p) const {
    const double eta = vacuum_impedance;
    std::vector<TestRow> rows;
    for (const auto& half : space_.halves(p)) {
      const double a = alpha_[half.function];
      const double scale = 0.5 * half.sign * space_.triangles()[p].edge_length[half.corner];
      rows.push_back({half.function, half.corner, scale * a * k_ * eta, -scale * (1.0 - a) * eta});
    }
    return rows;
  }

  bool is_near(int p, int q) const {
    const auto& a = space_.triangles()[p];
    const auto& b = space_.triangles()[q];
    const double limit = choice_.near_distance * (a.radius + b.radius);
    return (a.centroid - b.centroid).squaredNorm() < limit * limit || share_corner(a, b);
  }

  template <class Select>
  void evaluate(const TestTriangle& test, const SourcePoints& sources, const Select& select, BatchBlock& block) const {
    if (with_electric_ && with_magnetic_) pair_kernel<true, true>(k_, test, sources, select, block);
    else if (with_electric_) pair_kernel<true, false>(k_, test, sources, select, block);
    else pair_kernel<false, true>(k_, test, sources, select, block);
  }

  /// Adds one batch to the row buffers; lanes with index −1 are left out.
  void scatter(const BatchBlock& block, const std::vector<TestRow>& rows, const std::array<int, lanes>& index,
               std::vector<std::vector<Complex>>& buffers) const {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const TestRow& row = rows[r];
      Complex* buffer = buffers[r].data();
      for (int j = 0; j < 3; ++j) {
        Batch re(0.0), im(0.0);
        if (with_electric_) {
          re = -row.electric_im * block.electric_im[row.corner][j];
          im = row.electric_im * block.electric_re[row.corner][j];
        }
        if (with_magnetic_) {
          re = xsimd::fma(Batch(row.magnetic), block.magnetic_re[row.corner][j], re);
          im = xsimd::fma(Batch(row.magnetic), block.magnetic_im[row.corner][j], im);
        }
        alignas(64) std::array<double, lanes> re_lane, im_lane;
        re.store_aligned(re_lane.data());
        im.store_aligned(im_lane.data());
        for (int l = 0; l < lanes; ++l) {
          const int t = index[l];
          if (t < 0) continue;
          const double scale = column_scale_[j][t];
          buffer[column_[j][t]] += Complex(scale * re_lane[l], scale * im_lane[l]);
          if (extra_[t].empty()) continue;
          for (const auto& extra : extra_[t])
            if (extra.corner == j) buffer[extra.column] += extra.scale * Complex(re_lane[l], im_lane[l]);
        }
      }
    }
  }

  /// All sources that Gauss rules can take: the far ones in file order, those at middle distance gathered.
  void regular_sources(int p, GuardedRows& matrix, std::vector<std::vector<Complex>>& buffers, std::vector<char>& skip) {
    const std::vector<TestRow> rows = test_rows(p);
    if (rows.empty()) return;
    if (buffers.size() < rows.size()) buffers.resize(rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r) buffers[r].assign(space_.size(), Complex(0.0));

    for (const int q : middle_pairs_[p]) skip[q] = 1;
    const TestTriangle far_test(space_.triangles()[p], triangle_rule(choice_.far_degree));
    BatchBlock block;
    std::array<int, lanes> index;
    for (int first = 0; first < triangles_; first += lanes) {
      bool any = false;
      for (int l = 0; l < lanes; ++l) {
        const int t = first + l;
        index[l] = t < triangles_ && !skip[t] ? t : -1;
        any |= index[l] >= 0;
      }
      if (!any) continue;
      evaluate(far_test, far_, Neighbours{static_cast<std::size_t>(first)}, block);
      scatter(block, rows, index, buffers);
    }
    for (const int q : middle_pairs_[p]) skip[q] = 0;

    const TestTriangle middle_test(space_.triangles()[p], triangle_rule(choice_.middle_degree));
    int filled = 0;
    const auto flush = [&] {
      if (filled == 0) return;
      Gathered gathered{index};
      for (int l = filled; l < lanes; ++l) gathered.index[l] = index[0], index[l] = -1;
      evaluate(middle_test, middle_, gathered, block);
      scatter(block, rows, index, buffers);
      filled = 0;
    };
    for (const int q : middle_pairs_[p]) {
      if (is_near(p, q)) continue;
      index[filled++] = q;
      if (filled == lanes) flush();
    }
    flush();

    for (std::size_t r = 0; r < rows.size(); ++r)
      matrix.with_row(rows[r].row, [&](Complex* row) {
        const Complex* buffer = buffers[r].data();
        for (int c = 0; c < space_.size(); ++c) row[c] += buffer[c];
      });
  }

  void add_block(const PairBlock& block, int p, int q, GuardedRows& matrix) const {
    // The block has l_i l_j / 4 in it already: only signs and constants are left.
    const double eta = vacuum_impedance;
    for (const auto& test : space_.halves(p)) {
      const double a = alpha_[test.function];
      matrix.with_row(test.function, [&](Complex* row) {
        for (const auto& source : space_.halves(q)) {
          const Complex electric = block.electric[test.corner][source.corner];
          const Complex magnetic = block.magnetic[test.corner][source.corner];
          row[source.function] += test.sign * source.sign * (a * Complex(0.0, k_ * eta) * electric - (1.0 - a) * eta * magnetic);
        }
      });
    }
  }

  /// Pairs p ≤ q that need closed forms or singular rules, both ways at once, and the ½ of the MFIE.
  void near_sources(int p, GuardedRows& matrix) const {
    const auto& a = space_.triangles()[p];
    for (const int q : middle_pairs_[p]) {
      if (q < p || !is_near(p, q)) continue;
      const auto& b = space_.triangles()[q];
      const NearBlocks blocks = share_corner(a, b) ? near_.touching(a, b) : near_.close(a, b);
      add_block(blocks.forward, p, q, matrix);
      if (q != p) add_block(blocks.backward, q, p, matrix);
    }
    if (with_magnetic_) add_identity(p, matrix);
  }

  /// (1 − α) η ½ ∫ f_i·f_j over the triangle.
  void add_identity(int p, GuardedRows& matrix) const {
    const auto& t = space_.triangles()[p];
    for (const auto& test : space_.halves(p)) {
      matrix.with_row(test.function, [&](Complex* row) {
        for (const auto& source : space_.halves(p)) {
          double product = 0.0;
          for (const auto& [b, weight] : triangle_rule(2)) {
            const Vec3 r = b[0] * t.vertex[0] + b[1] * t.vertex[1] + b[2] * t.vertex[2];
            product += weight * (r - t.vertex[test.corner]).dot(r - t.vertex[source.corner]);
          }
          const double overlap = test.sign * source.sign * t.edge_length[test.corner] *
                                 t.edge_length[source.corner] * product / (4.0 * t.area);
          row[source.function] += (1.0 - alpha_[test.function]) * vacuum_impedance * 0.5 * overlap;
        }
      });
    }
  }

  const RwgSpace& space_;
  double k_;
  std::span<const double> alpha_;
  QuadratureChoice choice_;
  int triangles_;
  SourcePoints far_, middle_;
  NearIntegrator near_;
  std::vector<std::vector<int>> middle_pairs_;
  bool with_electric_, with_magnetic_;
  std::array<std::vector<int>, 3> column_;  ///< first function of each local edge, its scale 0 where there is none
  std::array<std::vector<double>, 3> column_scale_;
  std::vector<std::vector<ExtraColumn>> extra_;  ///< further functions of junction edges
};

}  // namespace

DenseMatrix assemble_dense(const RwgSpace& space, double k, std::span<const double> alpha,
                           const QuadratureChoice& choice, const std::function<void(double)>& progress) {
  DenseMatrix matrix(space.size());
  Assembly(space, k, alpha, choice).run(matrix, progress);
  return matrix;
}

}  // namespace pace
