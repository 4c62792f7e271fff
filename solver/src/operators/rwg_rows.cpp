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
      near_(k, choice),
      needs_(space.triangles().size()) {
  if (space.is_bent()) curved_.emplace(k, choice);
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
  if (needs_[p].any()) {
    const std::vector<TestRow> rows = test_rows(p);
    const bool single =
        std::all_of(rows.begin(), rows.end(), [&](const TestRow& row) { return sink.is_single(row.row); });
    if (single)
      add_regular<float>(p, rows, sink, work);
    else
      add_regular<double>(p, rows, sink, work);
  }
  add_near(p, sink, work);
  if (needs_[p].magnetic) add_identity(p, sink);
}

template <class Real>
void RwgRows::evaluate(Needs needs, const TestTriangle<Real>& test, const TriangleBatch<Real>& sources,
                       std::span<const TrianglePoint> rule, BatchBlockOf<Real>& block) const {
  const auto evaluate = [&]<bool lossy>(std::bool_constant<lossy>) {
    if (block_ == Block::off_diagonal)
      pair_kernel<false, GradientRows::plain, lossy>(k_, test, sources, rule, block);
    else if (needs.electric && needs.magnetic)
      pair_kernel<true, GradientRows::n_cross, lossy>(k_, test, sources, rule, block);
    else if (needs.electric)
      pair_kernel<true, GradientRows::none, lossy>(k_, test, sources, rule, block);
    else
      pair_kernel<false, GradientRows::n_cross, lossy>(k_, test, sources, rule, block);
  };
  k_.imag() == 0.0 ? evaluate(std::false_type()) : evaluate(std::true_type());
}

template <class Real>
void RwgRows::evaluate(Needs needs, const CurvedTest<Real>& test, const FormBatch<Real>& sources,
                       std::span<const TrianglePoint> rule, BatchBlockOf<Real>& block) const {
  const auto evaluate = [&]<bool lossy>(std::bool_constant<lossy>) {
    if (block_ == Block::off_diagonal || !needs.electric)
      curved_kernel<false, true, lossy>(k_, test, sources, rule, block);
    else if (needs.magnetic)
      curved_kernel<true, true, lossy>(k_, test, sources, rule, block);
    else
      curved_kernel<true, false, lossy>(k_, test, sources, rule, block);
  };
  k_.imag() == 0.0 ? evaluate(std::false_type()) : evaluate(std::true_type());
}

/// The rows' values from a block of pairs. @param position  of the block's lanes, as HalfValues::store
template <class Real>
void RwgRows::store(int p, std::span<const TestRow> rows, const BatchBlockOf<Real>& block,
                    const auto& position, HalfValues<Real>& values) const {
  const auto [electric, magnetic] = needs_[p];
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const TestRow& row = rows[r];
    const auto a_re = constant<Real>(row.electric.real()), a_im = constant<Real>(row.electric.imag()),
               m = constant<Real>(row.magnetic);
    for (int j = 0; j < 3; ++j) {
      auto re = constant<Real>(0.0), im = constant<Real>(0.0);
      if (electric) {
        const bool own = block_ == Block::diagonal;
        const auto& e_re = (own ? block.electric_re : block.magnetic_re)[row.corner][j];
        const auto& e_im = (own ? block.electric_im : block.magnetic_im)[row.corner][j];
        re = a_re * e_re - a_im * e_im;
        im = a_re * e_im + a_im * e_re;
      }
      if (magnetic) {
        re = xsimd::fma(m, block.magnetic_re[row.corner][j], re);
        im = xsimd::fma(m, block.magnetic_im[row.corner][j], im);
      }
      values.store(static_cast<int>(r), j, position, re, im);
    }
  }
}

/// All sources that Gauss rules can take: the far rule over the whole list, the middle rule over it where it
/// is closer. Sources that are bent, or all if the test triangle is, have kernels of their own.
template <class Real>
void RwgRows::add_regular(int p, std::span<const TestRow> rows, MatrixSink& sink, Workspace& work) const {
  work.rows.clear();
  for (const TestRow& row : rows) work.rows.push_back(row.row);
  if (!work.columns.take(sink, work.rows)) return;
  const std::vector<int>& triangles = work.columns.triangles();
  const int count = static_cast<int>(triangles.size());
  auto& values = std::get<HalfValues<Real>>(work.values);
  values.resize(static_cast<int>(rows.size()), triangles.size());

  const SurfaceTriangle& triangle = space_.triangles()[p];
  const SourceList<Real>& sources = work.columns.sources<Real>();
  const GradientRows gradient = block_ == Block::off_diagonal ? GradientRows::plain : GradientRows::n_cross;
  // Each rule with its kernels of flat and of bent pairs; places as HalfValues::store.
  struct Tests {
    std::span<const TrianglePoint> rule;
    TestTriangle<Real> flat;
    std::optional<CurvedTest<Real>> bent;
  };
  const auto tests_of = [&](int degree) {
    const auto rule = triangle_rule(degree);
    Tests tests{rule, TestTriangle<Real>(triangle, rule, sources.origin()), {}};
    if (curved_) tests.bent.emplace(triangle, rule, gradient, sources.origin());
    return tests;
  };
  BatchBlockOf<Real> block;
  const auto add_flat = [&](const Tests& tests, const auto& where, const auto& places) {
    evaluate(needs_[p], tests.flat, sources.at(where), tests.rule, block);
    store(p, rows, block, places, values);
  };
  const auto add_bent = [&](const Tests& tests, const auto& where, const auto& places) {
    evaluate(needs_[p], *tests.bent, sources.form_at(where), tests.rule, block);
    store(p, rows, block, places, values);
  };
  const auto is_bent = [&](int q) { return triangle.bend || space_.triangles()[q].bend; };
  LaneQueue<Real> flat_queue, bent_queue;

  const Tests far = tests_of(choice_.far_degree);
  for (int first = 0; first < count; first += lanes_of<Real>)
    triangle.bend ? add_bent(far, first, first) : add_flat(far, first, first);
  if (curved_ && !triangle.bend) {
    const auto use = [&](const auto& items, const auto& places) { add_bent(far, items, places); };
    for (int at = 0; at < count; ++at)
      if (is_bent(triangles[at])) bent_queue.add(at, at, use);
    bent_queue.flush(use);
  }

  const Tests middle = tests_of(choice_.middle_degree);
  const auto use_flat = [&](const auto& items, const auto& places) { add_flat(middle, items, places); };
  const auto use_bent = [&](const auto& items, const auto& places) { add_bent(middle, items, places); };
  for (const int q : neighbours_[p]) {
    const int at = work.columns.position(q);
    if (at < 0) continue;
    if (is_near(p, q)) {
      for (std::size_t r = 0; r < rows.size(); ++r)
        for (int j = 0; j < 3; ++j) values.set(static_cast<int>(r), j, at, 0.0);
    } else if (is_bent(q)) {
      bent_queue.add(at, at, use_bent);
    } else {
      flat_queue.add(at, at, use_flat);
    }
  }
  flat_queue.flush(use_flat);
  bent_queue.flush(use_bent);

  work.factors.assign(rows.size(), 1.0);
  work.columns.emit(values, work.rows, work.factors, sink);
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
NearBlocks RwgRows::near_blocks(int p, int q, bool single) const {
  const SurfaceTriangle &a = space_.triangles()[p], &b = space_.triangles()[q];
  if (a.mesh_triangle > b.mesh_triangle) {
    NearBlocks blocks = near_blocks(q, p, single);
    std::swap(blocks.forward, blocks.backward);
    return blocks;
  }
  const bool magnetic = needs_[p].magnetic || needs_[q].magnetic,
             off_diagonal = block_ == Block::off_diagonal;
  if (!a.bend && !b.bend)
    return share_corner(a, b) ? near_.touching(a, b, off_diagonal || magnetic, single)
                              : near_.close(a, b, off_diagonal || magnetic);
  const PairParts parts{.electric = !off_diagonal && (needs_[p].electric || needs_[q].electric),
                        .magnetic = !off_diagonal && magnetic,
                        .crossed = off_diagonal};
  return share_corner(a, b) ? curved_->touching(a, b, parts) : curved_->close(a, b, parts);
}

/// Pairs p ≤ q that need closed forms or singular rules, both ways at once.
void RwgRows::add_near(int p, MatrixSink& sink, Workspace& work) const {
  const auto wanted = [&](int t) {
    for (const auto& half : space_.halves(t))
      if (sink.wants(half.function)) return true;
    return false;
  };
  const auto is_single = [&](int t) {
    const auto halves = space_.halves(t);
    return std::all_of(halves.begin(), halves.end(),
                       [&](const HalfFunction& half) { return sink.is_single(half.function); });
  };
  const bool single_here = is_single(p);
  const bool wanted_here = wanted(p);
  for (const int q : neighbours_[p]) {
    if (q < p || !is_near(p, q) || !(needs_[p].any() || needs_[q].any())) continue;
    if (!wanted_here && !wanted(q)) continue;
    const NearBlocks blocks = near_blocks(p, q, single_here && is_single(q));
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
