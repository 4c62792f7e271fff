#include "operators/dual_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/cross.hpp"
#include "operators/green_batch.hpp"
#include "operators/kite_rule.hpp"

namespace pace {

using kernel::ComplexBatch;
using kernel::ComplexVectorBatch;

/// A row of a cell, its coefficients by sub-triangle: g = value + slope (r − c), o the cell's vertex.
struct DualRows::Row {
  template <class Real>
  struct CoefficientsOf {
    VectorOf<Real> value;         ///< v
    VectorOf<Real> offset_cross;  ///< (c − o) × v, for M in S
    VectorOf<Real> with_first;    ///< v − σ(c − o), for P in S
    Real slope;                   ///< σ
    Real charge;                  ///< ½∇·g, integrated with the point's function at kite points

    template <class Other>
    CoefficientsOf<Other> cast() const {
      return {value.template cast<Other>(), offset_cross.template cast<Other>(),
              with_first.template cast<Other>(), static_cast<Other>(slope), static_cast<Other>(charge)};
    }
  };
  using Coefficients = CoefficientsOf<double>;
  int function;
  double weight;  ///< (1 − α) η
  std::vector<Coefficients> subs;
  std::vector<Coefficients> kite_points;  ///< X at three points a kite in the place of M; neither P nor σ
};

/// Pairs of a sub-triangle and a near source on their way into a batch.
template <class Real>
struct DualRows::PairQueue {
  static constexpr int lanes = lanes_of<Real>;
  alignas(64) std::array<std::array<Real, lanes>, 18> corners;  ///< [triangle · 9 + corner · 3 + axis]
  std::array<std::size_t, lanes> target;                        ///< of its first moment
  int filled = 0;

  void add(const std::array<Vec3, 3>& sub, const std::array<Vec3, 3>& source, const Vec3& origin,
           std::size_t to) {
    int n = 0;
    for (const auto* triangle : {&sub, &source})
      for (const Vec3& corner : *triangle)
        for (int axis = 0; axis < 3; ++axis)
          corners[n++][filled] = static_cast<Real>(corner[axis] - origin[axis]);
    target[filled++] = to;
  }
  /// Lanes that are not filled have the first pair again.
  DualPairs<Real> pairs() {
    for (auto& values : corners) std::fill(values.begin() + filled, values.end(), values[0]);
    DualPairs<Real> pairs;
    const auto load = [&](int n) { return BatchOf<Real>::load_aligned(corners[n].data()); };
    for (int i = 0; i < 3; ++i) {
      pairs.sub[i] = {load(3 * i), load(3 * i + 1), load(3 * i + 2)};
      pairs.source[i] = {load(9 + 3 * i), load(10 + 3 * i), load(11 + 3 * i)};
    }
    return pairs;
  }
};

/// What a batch of sources is integrated into.
template <class Real>
struct DualRows::Integrals {
  HalfValues<Real> values;
  /// [row · groups + group]
  std::vector<Row::CoefficientsOf<Real>> coefficients;
  /// By group, as DualMoments
  std::vector<kernel::ComplexVectorBatchOf<Real>> zeroth, first;
  std::vector<kernel::ComplexBatchOf<Real>> potential, first_potential;
  std::array<PairQueue<Real>, DualPairIntegrator::rules> queues;
  /// Of near sources against sub-triangles: [batch of sources][sub-triangle][number of the moments][lane]
  AlignedOf<Real> near_moments;
};

namespace {

const KiteRule kite_rule;

}  // namespace

DualRows::Workspace::Workspace(const RwgSpace& space)
    : columns(space),
      integrals(std::make_unique<Integrals<double>>(), std::make_unique<Integrals<float>>()) {}
DualRows::Workspace::~Workspace() = default;

std::span<const DualRows::Row> DualRows::Workspace::rows() const { return {all_rows.data(), row_count}; }

template <class Real>
DualRows::Integrals<Real>& DualRows::Workspace::of() {
  return *std::get<std::unique_ptr<Integrals<Real>>>(integrals);
}

/// Positions count from the sources' origin.
template <class Real>
struct DualRows::TestPoints {
  struct Point {
    VectorOf<Real> position, from_centroid;
    double weight;
  };
  /// The points of a rule on each sub-triangle of a cell, the sub-triangle's area in the weights.
  TestPoints(std::span<const SubTriangle> subs, std::span<const TrianglePoint> rule, const Vec3& origin)
      : groups(static_cast<int>(subs.size())), per_group(static_cast<int>(rule.size())) {
    for (const SubTriangle& sub : subs) {
      for (const auto& [b, w] : rule) {
        const Vec3 r = b[0] * sub.vertex[0] + b[1] * sub.vertex[1] + b[2] * sub.vertex[2];
        points.push_back({(r - origin).cast<Real>(), (r - sub.centroid).cast<Real>(), w * sub.area});
      }
    }
  }
  /// The points of the kite rule, one a group, weight 1.
  TestPoints(const DualCell& cell, std::span<const SubTriangle> subs, const Vec3& origin)
      : groups(static_cast<int>(subs.size()) / 2 * KiteRule::points), per_group(1) {
    for (std::size_t s = 0; s < subs.size(); s += 2) {
      const SubTriangle &first = subs[s], &second = subs[s + 1];
      const Vec3 after = 2.0 * first.vertex[1] - cell.vertex, before = 2.0 * second.vertex[2] - cell.vertex;
      for (const Vec3& b : kite_rule.barycentric)
        points.push_back(
            {Vec3(b[0] * cell.vertex + b[1] * after + b[2] * before - origin).cast<Real>(), {0, 0, 0}, 1.0});
    }
  }
  int groups, per_group;  ///< a group: points that make one M and one P
  std::vector<Point> points;
};

DualRows::DualRows(const RwgSpace& space, const DualSpace& dual, Complex k, std::span<const double> alpha,
                   Block block, const QuadratureChoice& choice,
                   const std::vector<std::vector<int>>& neighbours)
    : space_(space),
      dual_(dual),
      k_(k),
      alpha_(alpha),
      block_(block),
      choice_(choice),
      neighbours_(neighbours),
      near_(k, block, choice),
      by_kites_(choice.dual_far_degree <= 2) {
  if (space.is_bent()) curved_.emplace(space, dual, k, block, choice);
}

/// @param bent  the rows' coefficients are those of CurvedDualRows
void DualRows::prepare_rows(const DualCell& cell, bool bent, Workspace& work) const {
  work.row_count = 0;
  work.functions.clear();
  for (const DualCell::Row& of : cell.rows) {
    if (alpha_[of.function] == 1.0) continue;
    if (work.row_count == work.all_rows.size()) work.all_rows.emplace_back();
    Row& row = work.all_rows[work.row_count++];
    row.function = of.function;
    row.weight = (1.0 - alpha_[of.function]) * vacuum_impedance;
    row.subs.clear(), row.kite_points.clear();
    for (std::size_t s = 0; !bent && s < cell.subs.size(); ++s) {
      const DualPiece piece = dual_.piece(cell, of, static_cast<int>(s), work.subs[s]);
      const Vec3 from_vertex = work.subs[s].centroid - cell.vertex;
      row.subs.push_back({piece.value, from_vertex.cross(piece.value),
                          piece.value - piece.slope * from_vertex, piece.slope, piece.slope});
    }
    if (by_kites_ && !bent) add_kite_points(cell, of, work.subs, row);
    work.functions.push_back(of.function);
  }
}

/// ∫ L g and ∫ L (r − o) × g, L the interpolating function of each kite point, from L at the corners of a
/// sub-triangle: its mean there and ∫ L (r − c) = A/12 Σ L_i (r_i − c).
void DualRows::add_kite_points(const DualCell& cell, const DualCell::Row& of,
                               std::span<const SubTriangle> subs, Row& row) const {
  for (std::size_t s = 0; s < cell.subs.size(); s += 2) {
    std::array<Row::Coefficients, KiteRule::points> kite;
    kite.fill({Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), 0.0, 0.0});
    for (int half = 0; half < 2; ++half) {
      const SubTriangle& sub = subs[s + half];
      const DualPiece piece = dual_.piece(cell, of, static_cast<int>(s) + half, sub);
      for (int p = 0; p < KiteRule::points; ++p) {
        const auto& share = kite_rule.share[half][p];
        const double mean = (share[0] + share[1] + share[2]) / 3.0;
        Vec3 moment = Vec3::Zero();
        for (int c = 0; c < 3; ++c) moment += share[c] / 12.0 * (sub.vertex[c] - sub.centroid);
        const Vec3 value = sub.area * (mean * piece.value + piece.slope * moment);
        kite[p].value += value;
        kite[p].charge += sub.area * mean * piece.slope;
        kite[p].offset_cross +=
            (sub.centroid - cell.vertex).cross(value) + sub.area * moment.cross(piece.value);
      }
    }
    row.kite_points.insert(row.kite_points.end(), kite.begin(), kite.end());
  }
}

/// The integrals of every group of points against a batch of sources: M, and where groups have several points
/// P; or the potentials, with moments about `origin`.
template <Block block, bool with_first, bool lossy, class Real>
void DualRows::evaluate(const VectorOf<Real>& origin, const TestPoints<Real>& test,
                        const TriangleBatch<Real>& sources, std::span<const TrianglePoint> rule,
                        Integrals<Real>& into) const {
  constexpr bool potentials = block == Block::off_diagonal;
  const std::size_t groups = test.groups;
  std::array<PointBatchOf<Real>, most_source_points> source;
  for (std::size_t n = 0; n < rule.size(); ++n) source[n] = sources.at(rule[n].barycentric);
  into.zeroth.resize(groups);
  into.first.resize(groups);
  if constexpr (potentials) into.potential.resize(groups), into.first_potential.resize(groups);
  const PointBatchOf<Real> from = broadcast(origin);
  for (std::size_t s = 0; s < groups; ++s) {
    kernel::ComplexVectorBatchOf<Real> zeroth, first;
    kernel::ComplexBatchOf<Real> potential, first_potential;
    for (int o = 0; o < test.per_group; ++o) {
      const auto& p = test.points[s * test.per_group + o];
      const PointBatchOf<Real> position = broadcast(p.position);
      kernel::ComplexVectorBatchOf<Real> x;
      kernel::ComplexBatchOf<Real> phi;
      for (std::size_t n = 0; n < rule.size(); ++n) {
        const PointBatchOf<Real> difference = kernel::subtract(position, source[n]);
        const auto [g, h] = kernel::green<lossy, !potentials, Real>(
            k_, kernel::dot(difference, difference), constant<Real>(p.weight * rule[n].weight / (4.0 * pi)));
        if constexpr (potentials) {
          const PointBatchOf<Real> arm = kernel::subtract(source[n], from);
          phi.add(g.re, g.im);
          x.x.add(arm.x, g), x.y.add(arm.y, g), x.z.add(arm.z, g);
        } else {
          x.x.add(difference.x, h), x.y.add(difference.y, h), x.z.add(difference.z, h);
        }
      }
      zeroth.add(x);
      potential.add(phi.re, phi.im);
      if constexpr (!with_first) continue;
      const PointBatchOf<Real> r = broadcast(p.from_centroid);
      if constexpr (potentials) {
        first.x.add(r.x, phi), first.y.add(r.y, phi), first.z.add(r.z, phi);
        first_potential.add(r.x, x.x), first_potential.add(r.y, x.y), first_potential.add(r.z, x.z);
      } else {
        first.x.add(r.z, x.y), first.x.take(r.y, x.z);
        first.y.add(r.x, x.z), first.y.take(r.z, x.x);
        first.z.add(r.y, x.x), first.z.take(r.x, x.y);
      }
    }
    into.zeroth[s] = zeroth;
    into.first[s] = first;
    if constexpr (potentials) into.potential[s] = potential, into.first_potential[s] = first_potential;
  }
}

/// All rows of a cell against a batch of sources. @param position  of the lanes, as HalfValues::store
template <bool with_first, class Real, class Position>
void DualRows::integrate(const VectorOf<Real>& vertex, const TestPoints<Real>& test,
                         const TriangleBatch<Real>& sources, std::span<const TrianglePoint> rule,
                         const Position& position, Integrals<Real>& work) const {
  const auto integrate = [&]<Block block, bool lossy>() {
    evaluate<block, with_first, lossy>(vertex, test, sources, rule, work);
    combine<block, with_first>(vertex, test.groups, sources, position, work);
  };
  const bool lossy = k_.imag() != 0.0;
  if (block_ == Block::diagonal)
    lossy ? integrate.template operator()<Block::diagonal, true>()
          : integrate.template operator()<Block::diagonal, false>();
  else
    lossy ? integrate.template operator()<Block::off_diagonal, true>()
          : integrate.template operator()<Block::off_diagonal, false>();
}

/// Turns M and P of all sub-triangles, or X at all kite points, or the potentials, into the three values of
/// every row.
template <Block block, bool with_first, class Real, class Position>
void DualRows::combine(const VectorOf<Real>& vertex, int groups, const TriangleBatch<Real>& sources,
                       const Position& position, Integrals<Real>& work) const {
  using Lanes = BatchOf<Real>;
  const Complex charge = -4.0 / (k_ * k_), jk = imaginary_unit * k_;
  const auto charge_re = static_cast<Real>(charge.real()), charge_im = static_cast<Real>(charge.imag());
  const Lanes jk_re = constant<Real>(jk.real()), jk_im = constant<Real>(jk.imag());
  std::array<PointBatchOf<Real>, 3> corner;
  for (int j = 0; j < 3; ++j) corner[j] = kernel::subtract(broadcast(vertex), sources.corner[j]);
  const auto rows = static_cast<int>(work.coefficients.size()) / groups;
  for (int r = 0; r < rows; ++r) {
    kernel::ComplexBatchOf<Real> scalar;
    kernel::ComplexVectorBatchOf<Real> vector;
    for (int s = 0; s < groups; ++s) {
      const auto& g = work.coefficients[r * groups + s];
      const kernel::ComplexVectorBatchOf<Real>&m = work.zeroth[s], &p = work.first[s];
      const PointBatchOf<Real> v = broadcast(g.value);
      if constexpr (block == Block::off_diagonal) {
        const kernel::ComplexBatchOf<Real>& phi = work.potential[s];
        scalar.add(v.x, m.x), scalar.add(v.y, m.y), scalar.add(v.z, m.z);
        scalar.add(Lanes(charge_re * g.charge), phi);
        if (charge_im != Real(0))
          scalar.add(Lanes(-charge_im * g.charge) * phi.im, Lanes(charge_im * g.charge) * phi.re);
        vector.x.add(v.x, phi), vector.y.add(v.y, phi), vector.z.add(v.z, phi);
        if constexpr (with_first) {
          const Lanes slope(g.slope);
          scalar.add(slope, work.first_potential[s]);
          vector.x.add(slope, p.x), vector.y.add(slope, p.y), vector.z.add(slope, p.z);
        }
        continue;
      }
      const PointBatchOf<Real> offset = broadcast(g.offset_cross);
      scalar.add(offset.x, m.x), scalar.add(offset.y, m.y), scalar.add(offset.z, m.z);
      vector.x.add(v.y, m.z), vector.x.take(v.z, m.y);
      vector.y.add(v.z, m.x), vector.y.take(v.x, m.z);
      vector.z.add(v.x, m.y), vector.z.take(v.y, m.x);
      if constexpr (with_first) {
        const PointBatchOf<Real> e = broadcast(g.with_first);
        scalar.add(e.x, p.x), scalar.add(e.y, p.y), scalar.add(e.z, p.z);
        const Lanes slope(g.slope);
        vector.x.take(slope, p.x), vector.y.take(slope, p.y), vector.z.take(slope, p.z);
      }
    }
    for (int j = 0; j < 3; ++j) {
      const auto moment = kernel::dot(corner[j], vector);
      const Lanes re = scalar.re + moment.re, im = scalar.im + moment.im;
      if constexpr (block == Block::diagonal)
        work.values.store(r, j, position, re, im);
      else
        work.values.store(r, j, position, jk_re * re - jk_im * im, jk_re * im + jk_im * re);
    }
  }
}

/// What the flat path leaves: all of a bent cell, else the sources that are bent.
template <class Real>
void DualRows::add_curved(const DualCell& cell, Workspace& work) const {
  work.curved_rows.clear();
  for (const DualCell::Row& of : cell.rows)
    if (alpha_[of.function] != 1.0) work.curved_rows.push_back(of);
  HalfValues<Real>& values = work.of<Real>().values;
  curved_->replace(cell, work.curved_rows, work.candidates, work.columns, values, work.curved);
  if (block_ == Block::diagonal && curved_->is_bent(cell))
    curved_->add_identity(cell, work.curved_rows, work.columns, values);
}

void DualRows::add(int cell_index, MatrixSink& sink, Workspace& work) const {
  const DualCell& cell = dual_.cells()[cell_index];
  if (std::none_of(cell.rows.begin(), cell.rows.end(),
                   [&](const auto& row) { return sink.wants(row.function); }))
    return;
  const bool bent = curved_ && curved_->is_bent(cell);
  work.subs.clear();
  for (const int s : cell.subs) work.subs.push_back(dual_.sub(s));
  prepare_rows(cell, bent, work);
  if (work.row_count == 0 || !work.columns.take(sink, work.functions)) return;
  find_candidates(cell, work);
  work.weights.clear();
  for (const Row& row : work.rows()) work.weights.push_back(row.weight);
  if (std::all_of(work.functions.begin(), work.functions.end(),
                  [&](int function) { return sink.is_single(function); }))
    add_rows<float>(cell, bent, sink, work);
  else
    add_rows<double>(cell, bent, sink, work);
}

template <class Real>
void DualRows::add_rows(const DualCell& cell, bool bent, MatrixSink& sink, Workspace& work) const {
  Integrals<Real>& integrals = work.of<Real>();
  const int count = static_cast<int>(work.columns.triangles().size());
  integrals.values.resize(static_cast<int>(work.row_count), work.columns.triangles().size());
  if (!bent) {
    const SourceList<Real>& sources = work.columns.sources<Real>();
    const VectorOf<Real> vertex = (cell.vertex - sources.origin()).template cast<Real>();
    const TestPoints<Real> test =
        by_kites_ ? TestPoints<Real>(cell, work.subs, sources.origin())
                  : TestPoints<Real>(work.subs, triangle_rule(choice_.dual_far_degree), sources.origin());
    set_coefficients<Real>(by_kites_, work);
    const auto rule = triangle_rule(choice_.far_degree);
    for (int first = 0; first < count; first += lanes_of<Real>)
      if (by_kites_)
        integrate<false>(vertex, test, sources.at(first), rule, first, integrals);
      else
        integrate<true>(vertex, test, sources.at(first), rule, first, integrals);
    add_close<Real>(cell, work);
  }
  if (curved_) add_curved<Real>(cell, work);
  if (!bent && block_ == Block::diagonal) add_identity<Real>(cell, work);
  work.columns.emit(integrals.values, work.functions, work.weights, sink);
}

/// Those at kite points, or on sub-triangles.
template <class Real>
void DualRows::set_coefficients(bool at_kite_points, Workspace& work) {
  auto& coefficients = work.of<Real>().coefficients;
  coefficients.clear();
  for (const Row& row : work.rows())
    for (const Row::Coefficients& of : at_kite_points ? row.kite_points : row.subs)
      coefficients.push_back(of.cast<Real>());
}

/// Into `work.candidates` the sources of the list that may be close to a cell.
void DualRows::find_candidates(const DualCell& cell, Workspace& work) const {
  work.candidates.clear();
  work.is_candidate.assign(work.columns.triangles().size(), 0);
  for (std::size_t s = 0; s < cell.subs.size(); s += 2)
    for (const int q : neighbours_[cell.subs[s] / 6]) {
      const int at = work.columns.position(q);
      if (at < 0 || work.is_candidate[at]) continue;
      work.is_candidate[at] = 1;
      work.candidates.push_back(q);
    }
}

/// Replaces what the far rule gave for sources at middle distance and near.
template <class Real>
void DualRows::add_close(const DualCell& cell, Workspace& work) const {
  double radius = 0.0;
  for (const SubTriangle& sub : work.subs)
    for (const Vec3& v : sub.vertex) radius = std::max(radius, (v - cell.vertex).norm());

  Integrals<Real>& integrals = work.of<Real>();
  const SourceList<Real>& sources = work.columns.sources<Real>();
  const VectorOf<Real> vertex = (cell.vertex - sources.origin()).template cast<Real>();
  const TestPoints<Real> test(work.subs, triangle_rule(choice_.dual_middle_degree), sources.origin());
  const auto rule = triangle_rule(choice_.middle_degree);
  set_coefficients<Real>(false, work);
  const auto use = [&](const auto& items, const auto& position) {
    integrate<true>(vertex, test, sources.at(items), rule, position, integrals);
  };
  LaneQueue<Real> queue;
  work.near.clear();
  for (const int q : work.candidates) {
    const int at = work.columns.position(q);
    if (space_.triangles()[q].bend) continue;
    const SurfaceTriangle& source = space_.triangles()[q];
    const bool touching =
        std::find(source.vertex_id.begin(), source.vertex_id.end(), cell.vertex_id) != source.vertex_id.end();
    const double distance = (source.centroid - cell.vertex).norm() / (radius + source.radius);
    if (touching || distance < choice_.near_distance) {
      work.near.push_back(at);
    } else if (distance < choice_.middle_distance) {
      queue.add(at, at, use);
    }
  }
  queue.flush(use);
  add_near<Real>(cell, vertex, work);
}

/// The sources of `work.near`, with the coefficients of the sub-triangles set: moments of each pair, the
/// pairs of one outer rule together, and then all rows of as many sources as there are lanes.
template <class Real>
void DualRows::add_near(const DualCell& cell, const VectorOf<Real>& vertex, Workspace& work) const {
  constexpr int lanes = lanes_of<Real>;
  const int moments = block_ == Block::diagonal ? 12 : 16, groups = static_cast<int>(cell.subs.size()),
            near = static_cast<int>(work.near.size());
  const auto batch_moments = static_cast<std::size_t>(groups) * moments * lanes;
  Integrals<Real>& integrals = work.of<Real>();
  integrals.near_moments.assign((near + lanes - 1) / lanes * batch_moments, Real(0));

  const auto flush = [&](int rule) {
    PairQueue<Real>& queue = integrals.queues[rule];
    if (queue.filled == 0) return;
    const DualMoments<Real> of = near_.integrate(rule, queue.pairs());
    const auto store = [&](int number, const kernel::ComplexBatchOf<Real>& moment) {
      alignas(64) std::array<Real, lanes> re, im;
      moment.re.store_aligned(re.data()), moment.im.store_aligned(im.data());
      for (int l = 0; l < queue.filled; ++l) {
        Real* to = integrals.near_moments.data() + queue.target[l] + number * lanes;
        to[0] = re[l], to[lanes] = im[l];
      }
    };
    store(0, of.zeroth.x), store(2, of.zeroth.y), store(4, of.zeroth.z);
    store(6, of.first.x), store(8, of.first.y), store(10, of.first.z);
    if (block_ == Block::off_diagonal) store(12, of.potential), store(14, of.first_potential);
    queue.filled = 0;
  };
  for (int n = 0; n < near; ++n) {
    const int q = work.columns.triangles()[work.near[n]];
    const SurfaceTriangle& source = space_.triangles()[q];
    for (int s = 0; s < groups; ++s) {
      const SubTriangle& sub = work.subs[s];
      if (block_ == Block::diagonal && sub.parent == q) continue;  // coplanar with itself: 0
      const int rule = near_.rule_of(sub, cell.vertex_id, space_.triangles()[sub.parent], source);
      PairQueue<Real>& queue = integrals.queues[rule];
      queue.add(sub.vertex, source.vertex, cell.vertex,
                n / lanes * batch_moments + static_cast<std::size_t>(s) * moments * lanes + n % lanes);
      if (queue.filled == lanes) flush(rule);
    }
  }
  for (int rule = 0; rule < DualPairIntegrator::rules; ++rule) flush(rule);

  const SourceList<Real>& sources = work.columns.sources<Real>();
  integrals.zeroth.resize(groups), integrals.first.resize(groups);
  integrals.potential.resize(groups), integrals.first_potential.resize(groups);
  for (int first = 0; first < near; first += lanes) {
    std::array<int, lanes> items, position;
    for (int l = 0; l < lanes; ++l) {
      items[l] = work.near[first + l < near ? first + l : first];
      position[l] = first + l < near ? items[l] : -1;
    }
    for (int s = 0; s < groups; ++s) {
      const Real* from = integrals.near_moments.data() + first / lanes * batch_moments +
                         static_cast<std::size_t>(s) * moments * lanes;
      const auto load = [&](int number) {
        return kernel::ComplexBatchOf<Real>{BatchOf<Real>::load_aligned(from + number * lanes),
                                            BatchOf<Real>::load_aligned(from + (number + 1) * lanes)};
      };
      integrals.zeroth[s] = {load(0), load(2), load(4)};
      integrals.first[s] = {load(6), load(8), load(10)};
      if (block_ == Block::off_diagonal)
        integrals.potential[s] = load(12), integrals.first_potential[s] = load(14);
    }
    if (block_ == Block::diagonal)
      combine<Block::diagonal, true>(vertex, groups, sources.at(items), position, integrals);
    else
      combine<Block::off_diagonal, true>(vertex, groups, sources.at(items), position, integrals);
  }
}

/// ½ ∫ (n × g)·(r − w) / A over each sub-triangle: exactly its area times the integrand at its centroid,
/// since n × (r − c) is normal to r − c and the mean of r − c is zero.
template <class Real>
void DualRows::add_identity(const DualCell& cell, Workspace& work) const {
  HalfValues<Real>& values = work.of<Real>().values;
  for (std::size_t s = 0; s < cell.subs.size(); ++s) {
    const SubTriangle& sub = work.subs[s];
    const SurfaceTriangle& parent = space_.triangles()[sub.parent];
    const int at = work.columns.position(sub.parent);
    if (at < 0) continue;
    for (std::size_t r = 0; r < work.row_count; ++r) {
      const Vec3 tangential = parent.normal.cross(work.all_rows[r].subs[s].value);
      for (int j = 0; j < 3; ++j)
        values.add(static_cast<int>(r), j, at,
                   0.5 * sub.area / parent.area * tangential.dot(sub.centroid - parent.vertex[j]));
    }
  }
}

}  // namespace pace
