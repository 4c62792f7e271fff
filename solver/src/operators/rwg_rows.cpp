#include "operators/rwg_rows.hpp"

#include <algorithm>

#include "operators/proximity.hpp"

namespace pace {
/// A testing half function with the constants of the CFIE put in: entry = electric·E + magnetic·M.
struct RwgRows::TestRow {
  int row, corner;
  Complex electric;
  double magnetic;
};

RwgRows::RwgRows(const RwgSpace& space, const DualSpace* dual, Complex k, std::span<const double> alpha,
                 Block block, const QuadratureChoice& choice, const std::vector<std::vector<int>>& neighbours)
    : space_(space),
      dual_(dual),
      k_(k),
      alpha_(alpha),
      block_(block),
      choice_(choice),
      neighbours_(neighbours),
      far_(space, choice.far_degree),
      middle_(space, choice.middle_degree),
      near_(k, choice),
      needs_(space.triangles().size()) {
  if (space.is_bent()) curved_.emplace(space, k, choice);
  for (std::size_t p = 0; p < needs_.size(); ++p)
    for (const auto& half : space.halves(static_cast<int>(p))) {
      needs_[p].electric |= alpha[half.function] > 0.0;
      needs_[p].magnetic |= magnetic_weight(half.function) > 0.0;
    }
}

/// 1 − α, or 0 where the dual functions test that part; off-diagonal rows without dual functions have α = 1
/// (assembly.hpp).
double RwgRows::magnetic_weight(int function) const {
  return block_ == Block::off_diagonal || (dual_ && dual_->has(function)) ? 0.0 : 1.0 - alpha_[function];
}

std::vector<RwgRows::TestRow> RwgRows::test_rows(int p) const {
  const double eta = vacuum_impedance;
  std::vector<TestRow> rows;
  for (const auto& half : space_.halves(p)) {
    const double scale = 0.5 * half.sign * space_.triangles()[p].edge_length[half.corner];
    const Complex constant = block_ == Block::diagonal ? imaginary_unit * k_ * eta : Complex(eta);
    rows.push_back({half.function, half.corner, scale * alpha_[half.function] * constant,
                    -scale * magnetic_weight(half.function) * eta});
  }
  return rows;
}

bool RwgRows::is_near(int p, int q) const {
  const auto& a = space_.triangles()[p];
  const auto& b = space_.triangles()[q];
  const double limit = choice_.near_distance * (a.radius + b.radius);
  return (a.centroid - b.centroid).squaredNorm() < limit * limit || share_corner(a, b);
}

void RwgRows::add(int p, MatrixSink& sink, Workspace& work) const {
  if (needs_[p].any()) add_regular(p, sink, work);
  add_near(p, sink, work);
  if (needs_[p].magnetic) add_identity(p, sink);
}

template <bool lossy, class Select>
void RwgRows::evaluate(Needs needs, const TestTriangle& test, const SourcePoints& points,
                       const Select& select, BatchBlock& block) const {
  if (block_ == Block::off_diagonal)
    pair_kernel<false, GradientRows::plain, lossy>(k_, test, points, select, block);
  else if (needs.electric && needs.magnetic)
    pair_kernel<true, GradientRows::n_cross, lossy>(k_, test, points, select, block);
  else if (needs.electric)
    pair_kernel<true, GradientRows::none, lossy>(k_, test, points, select, block);
  else
    pair_kernel<false, GradientRows::n_cross, lossy>(k_, test, points, select, block);
}

template <bool lossy, class Select>
void RwgRows::evaluate(Needs needs, const CurvedTest& test, const CurvedPoints& points, const Select& select,
                       BatchBlock& block) const {
  if (block_ == Block::off_diagonal || !needs.electric)
    curved_kernel<false, true, lossy>(k_, test, points, select, block);
  else if (needs.magnetic)
    curved_kernel<true, true, lossy>(k_, test, points, select, block);
  else
    curved_kernel<true, false, lossy>(k_, test, points, select, block);
}

/// All sources that Gauss rules can take: the far rule over the whole list, the middle rule over it where it
/// is closer. Sources that are bent, or all if the test triangle is, have kernels of their own.
void RwgRows::add_regular(int p, MatrixSink& sink, Workspace& work) const {
  const std::vector<TestRow> rows = test_rows(p);
  work.rows.clear();
  for (const TestRow& row : rows) work.rows.push_back(row.row);
  SourceColumns& sources = work.columns;
  if (!sources.take(sink, work.rows)) return;
  const int count = static_cast<int>(sources.triangles().size());
  work.values.resize(static_cast<int>(rows.size()), count);

  const auto [electric, magnetic] = needs_[p];
  BatchBlock block;
  const bool lossy = k_.imag() != 0.0;
  const auto evaluate = [&](const auto& test, const auto& points, const auto& select) {
    if (lossy)
      this->evaluate<true>(needs_[p], test, points, select, block);
    else
      this->evaluate<false>(needs_[p], test, points, select, block);
  };
  const auto store = [&](const auto& position) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const TestRow& row = rows[r];
      for (int j = 0; j < 3; ++j) {
        Batch re(0.0), im(0.0);
        if (electric) {
          const bool own = block_ == Block::diagonal;
          const Batch& e_re = (own ? block.electric_re : block.magnetic_re)[row.corner][j];
          const Batch& e_im = (own ? block.electric_im : block.magnetic_im)[row.corner][j];
          re = row.electric.real() * e_re - row.electric.imag() * e_im;
          im = row.electric.real() * e_im + row.electric.imag() * e_re;
        }
        if (magnetic) {
          re = xsimd::fma(Batch(row.magnetic), block.magnetic_re[row.corner][j], re);
          im = xsimd::fma(Batch(row.magnetic), block.magnetic_im[row.corner][j], im);
        }
        work.values.store(static_cast<int>(r), j, position, re, im);
      }
    }
  };

  const SurfaceTriangle& triangle = space_.triangles()[p];
  const auto far_rule = triangle_rule(choice_.far_degree), middle_rule = triangle_rule(choice_.middle_degree);
  const GradientRows gradient = block_ == Block::off_diagonal ? GradientRows::plain : GradientRows::n_cross;
  const bool bent = triangle.bend != nullptr;
  const auto for_whole_list = [&](const auto& test, const auto& points) {
    for (int first = 0; first < count; first += lanes) {
      sources.with_batch(first, [&](const auto& select) { evaluate(test, points, select); });
      store(first);
    }
  };
  if (bent)
    for_whole_list(CurvedTest(triangle, far_rule, gradient), CurvedPoints{curved_->sources, far_rule});
  else
    for_whole_list(TestTriangle(triangle, far_rule), far_);
  if (curved_ && !bent) {
    const CurvedTest test(triangle, far_rule, gradient);
    const auto use = [&](const Gathered& gathered, const std::array<int, lanes>& position) {
      evaluate(test, CurvedPoints{curved_->sources, far_rule}, gathered);
      store(position);
    };
    LaneQueue queue;
    for (int at = 0; at < count; ++at)
      if (space_.triangles()[sources.triangles()[at]].bend) queue.add(sources.triangles()[at], at, use);
    queue.flush(use);
  }

  LaneQueue flat_queue, curved_queue;
  const TestTriangle flat_test(triangle, middle_rule);
  std::optional<CurvedTest> curved_test;
  if (curved_) curved_test.emplace(triangle, middle_rule, gradient);
  const auto use_flat = [&](const Gathered& gathered, const std::array<int, lanes>& position) {
    evaluate(flat_test, middle_, gathered);
    store(position);
  };
  const auto use_curved = [&](const Gathered& gathered, const std::array<int, lanes>& position) {
    evaluate(*curved_test, CurvedPoints{curved_->sources, middle_rule}, gathered);
    store(position);
  };
  for (const int q : neighbours_[p]) {
    const int at = sources.position(q);
    if (at < 0) continue;
    if (is_near(p, q)) {
      for (std::size_t r = 0; r < rows.size(); ++r)
        for (int j = 0; j < 3; ++j) work.values.set(static_cast<int>(r), j, at, 0.0);
    } else if (bent || space_.triangles()[q].bend) {
      curved_queue.add(q, at, use_curved);
    } else {
      flat_queue.add(q, at, use_flat);
    }
  }
  flat_queue.flush(use_flat);
  curved_queue.flush(use_curved);

  work.factors.assign(rows.size(), 1.0);
  sources.emit(work.values, work.rows, work.factors, sink);
}

void RwgRows::add_block(const PairBlock& block, int p, int q, MatrixSink& sink, Workspace& work) const {
  // The block has l_i l_j / 4 in it already: only signs and constants are left.
  const double eta = vacuum_impedance;
  const auto sources = space_.halves(q);
  std::vector<int>& columns = work.block_columns;
  std::vector<Complex>& values = work.block_values;
  columns.clear();
  for (const HalfFunction& source : sources) columns.push_back(source.function);
  values.resize(columns.size());
  for (const auto& test : space_.halves(p)) {
    const double a = alpha_[test.function], m = magnetic_weight(test.function);
    if (a == 0.0 && m == 0.0) continue;
    for (std::size_t c = 0; c < sources.size(); ++c) {
      const HalfFunction& source = sources[c];
      const Complex electric = block_ == Block::diagonal
                                   ? imaginary_unit * k_ * block.electric[test.corner][source.corner]
                                   : block.crossed[test.corner][source.corner];
      const Complex magnetic = block.magnetic[test.corner][source.corner];
      values[c] = test.sign * source.sign * eta * (a * electric - m * magnetic);
    }
    sink.add_row(test.function, columns, values);
  }
}

/// The rules treat the two triangles of a pair a little differently: the one that the mesh names first is the
/// first, wherever the pair lies in space.
NearBlocks RwgRows::near_blocks(int p, int q) const {
  const SurfaceTriangle &a = space_.triangles()[p], &b = space_.triangles()[q];
  if (a.mesh_triangle > b.mesh_triangle) {
    NearBlocks blocks = near_blocks(q, p);
    std::swap(blocks.forward, blocks.backward);
    return blocks;
  }
  const bool magnetic = needs_[p].magnetic || needs_[q].magnetic,
             off_diagonal = block_ == Block::off_diagonal;
  if (!a.bend && !b.bend)
    return share_corner(a, b) ? near_.touching(a, b, off_diagonal || magnetic)
                              : near_.close(a, b, off_diagonal || magnetic);
  const PairParts parts{.electric = !off_diagonal && (needs_[p].electric || needs_[q].electric),
                        .magnetic = !off_diagonal && magnetic,
                        .crossed = off_diagonal};
  return share_corner(a, b) ? curved_->near.touching(a, b, parts) : curved_->near.close(a, b, parts);
}

/// Pairs p ≤ q that need closed forms or singular rules, both ways at once.
void RwgRows::add_near(int p, MatrixSink& sink, Workspace& work) const {
  const auto wanted = [&](int t) {
    for (const auto& half : space_.halves(t))
      if (sink.wants(half.function)) return true;
    return false;
  };
  const bool wanted_here = wanted(p);
  for (const int q : neighbours_[p]) {
    if (q < p || !is_near(p, q) || !(needs_[p].any() || needs_[q].any())) continue;
    if (!wanted_here && !wanted(q)) continue;
    const NearBlocks blocks = near_blocks(p, q);
    add_block(blocks.forward, p, q, sink, work);
    if (q != p) add_block(blocks.backward, q, p, sink, work);
  }
}

/// (1 − α) η ½ ∫ f_i·f_j over the triangle.
void RwgRows::add_identity(int p, MatrixSink& sink) const {
  const auto& t = space_.triangles()[p];
  for (const auto& test : space_.halves(p)) {
    const double weight = magnetic_weight(test.function);
    if (weight == 0.0) continue;
    for (const auto& source : space_.halves(p)) {
      const double product = arm_product(t, test.corner, source.corner);
      const Complex value = weight * vacuum_impedance * test.sign * source.sign * t.edge_length[test.corner] *
                            t.edge_length[source.corner] * product / (8.0 * t.area);
      sink.add_row(test.function, {&source.function, 1}, {&value, 1});
    }
  }
}

}  // namespace pace
