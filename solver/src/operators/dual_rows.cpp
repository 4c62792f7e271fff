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
  struct Coefficients {
    Vec3 value;         ///< v
    Vec3 offset_cross;  ///< (c − o) × v, for M in S
    Vec3 with_first;    ///< v − σ(c − o), for P in S
    double slope;       ///< σ
    double charge;      ///< ½∇·g, integrated with the point's function at kite points
  };
  int function;
  double weight;  ///< (1 − α) η
  std::vector<Coefficients> subs;
  std::vector<Coefficients> kite_points;  ///< X at three points a kite in the place of M; neither P nor σ
};

namespace {

const KiteRule kite_rule;

}  // namespace

DualRows::Workspace::Workspace(const RwgSpace& space) : columns(space) {}
DualRows::Workspace::~Workspace() = default;

struct DualRows::TestPoints {
  struct Point {
    Vec3 position, from_centroid;
    double weight;
  };
  /// The points of a rule on each sub-triangle of a cell, the sub-triangle's area in the weights.
  TestPoints(std::span<const SubTriangle> subs, std::span<const TrianglePoint> rule)
      : groups(static_cast<int>(subs.size())), per_group(static_cast<int>(rule.size())) {
    for (const SubTriangle& sub : subs) {
      for (const auto& [b, w] : rule) {
        const Vec3 r = b[0] * sub.vertex[0] + b[1] * sub.vertex[1] + b[2] * sub.vertex[2];
        points.push_back({r, r - sub.centroid, w * sub.area});
      }
    }
  }
  /// The points of the kite rule, one a group, weight 1.
  TestPoints(const DualCell& cell, std::span<const SubTriangle> subs)
      : groups(static_cast<int>(subs.size()) / 2 * KiteRule::points), per_group(1) {
    for (std::size_t s = 0; s < subs.size(); s += 2) {
      const SubTriangle &first = subs[s], &second = subs[s + 1];
      const Vec3 after = 2.0 * first.vertex[1] - cell.vertex, before = 2.0 * second.vertex[2] - cell.vertex;
      for (const Vec3& b : kite_rule.barycentric)
        points.push_back({b[0] * cell.vertex + b[1] * after + b[2] * before, Vec3::Zero(), 1.0});
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
      far_(space, choice.far_degree),
      middle_(space, choice.middle_degree),
      near_(k, choice),
      near_potentials_(k, choice),
      by_kites_(choice.dual_far_degree <= 2) {
  if (space.is_bent()) curved_.emplace(space, dual, k, block, choice);
}

/// @param bent  the rows' coefficients are those of CurvedDualRows
void DualRows::prepare_rows(const DualCell& cell, bool bent, Workspace& work) const {
  work.rows.clear();
  work.functions.clear();
  for (const DualCell::Row& of : cell.rows) {
    if (alpha_[of.function] == 1.0) continue;
    Row row{of.function, (1.0 - alpha_[of.function]) * vacuum_impedance, {}, {}};
    for (std::size_t s = 0; !bent && s < cell.subs.size(); ++s) {
      const DualPiece piece = dual_.piece(cell, of, static_cast<int>(s), work.subs[s]);
      const Vec3 from_vertex = work.subs[s].centroid - cell.vertex;
      row.subs.push_back({piece.value, from_vertex.cross(piece.value),
                          piece.value - piece.slope * from_vertex, piece.slope, piece.slope});
    }
    if (by_kites_ && !bent) add_kite_points(cell, of, work.subs, row);
    work.rows.push_back(std::move(row));
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

/// M, and where groups have several points P, of every group of points against `lanes` sources.
template <bool with_first, bool lossy, class Select>
void DualRows::evaluate(const TestPoints& test, const SourcePoints& sources, const Select& select,
                        Workspace& work) const {
  const std::size_t inner = sources.points.size(), groups = test.groups;
  std::array<PointBatch, most_source_points> source;
  for (std::size_t n = 0; n < inner; ++n) source[n] = select(sources.points[n]);
  work.zeroth.resize(groups);
  if constexpr (with_first) work.first.resize(groups);
  for (std::size_t s = 0; s < groups; ++s) {
    ComplexVectorBatch zeroth, first;
    for (int o = 0; o < test.per_group; ++o) {
      const TestPoints::Point& p = test.points[s * test.per_group + o];
      ComplexVectorBatch x;
      for (std::size_t n = 0; n < inner; ++n) {
        const Batch dx = p.position.x() - source[n].x, dy = p.position.y() - source[n].y,
                    dz = p.position.z() - source[n].z;
        const ComplexBatch h = kernel::green<lossy, true>(k_, xsimd::fma(dx, dx, xsimd::fma(dy, dy, dz * dz)),
                                                          Batch(p.weight * sources.weight[n] / (4.0 * pi)))
                                   .gradient;
        x.x.add(dx, h), x.y.add(dy, h), x.z.add(dz, h);
      }
      if constexpr (with_first) {
        const Batch one(1.0), rx(p.from_centroid.x()), ry(p.from_centroid.y()), rz(p.from_centroid.z());
        zeroth.x.add(one, x.x), zeroth.y.add(one, x.y), zeroth.z.add(one, x.z);
        first.x.add(rz, x.y), first.x.add(-ry, x.z);
        first.y.add(rx, x.z), first.y.add(-rz, x.x);
        first.z.add(ry, x.x), first.z.add(-rx, x.y);
      } else {
        zeroth = x;
      }
    }
    work.zeroth[s] = zeroth;
    if constexpr (with_first) work.first[s] = first;
  }
}

/// The potentials' integrals of every group of points against `lanes` sources.
template <bool with_first, bool lossy, class Select>
void DualRows::evaluate_potentials(const Vec3& origin, const TestPoints& test, const SourcePoints& sources,
                                   const Select& select, Workspace& work) const {
  const std::size_t inner = sources.points.size(), groups = test.groups;
  std::array<PointBatch, most_source_points> source;
  for (std::size_t n = 0; n < inner; ++n) source[n] = select(sources.points[n]);
  work.zeroth.resize(groups);
  work.potential.resize(groups);
  work.first.resize(groups);
  work.first_potential.resize(groups);
  for (std::size_t s = 0; s < groups; ++s) {
    ComplexVectorBatch vector, first;
    ComplexBatch potential, first_potential;
    for (int o = 0; o < test.per_group; ++o) {
      const TestPoints::Point& p = test.points[s * test.per_group + o];
      ComplexVectorBatch a;
      ComplexBatch phi;
      for (std::size_t n = 0; n < inner; ++n) {
        const Batch dx = p.position.x() - source[n].x, dy = p.position.y() - source[n].y,
                    dz = p.position.z() - source[n].z;
        const ComplexBatch g =
            kernel::green<lossy, false>(k_, xsimd::fma(dx, dx, xsimd::fma(dy, dy, dz * dz)),
                                        Batch(p.weight * sources.weight[n] / (4.0 * pi)))
                .value;
        phi.add(g.re, g.im);
        a.x.add(source[n].x - origin.x(), g), a.y.add(source[n].y - origin.y(), g),
            a.z.add(source[n].z - origin.z(), g);
      }
      const Batch one(1.0);
      potential.add(one, phi);
      vector.x.add(one, a.x), vector.y.add(one, a.y), vector.z.add(one, a.z);
      if constexpr (with_first) {
        const Batch rx(p.from_centroid.x()), ry(p.from_centroid.y()), rz(p.from_centroid.z());
        first.x.add(rx, phi), first.y.add(ry, phi), first.z.add(rz, phi);
        first_potential.add(rx, a.x), first_potential.add(ry, a.y), first_potential.add(rz, a.z);
      }
    }
    work.zeroth[s] = vector;
    work.first[s] = first;
    work.potential[s] = potential;
    work.first_potential[s] = first_potential;
  }
}

/// All rows of a cell against `lanes` sources.
template <bool with_first, class Select, class Position>
void DualRows::integrate(const DualCell& cell, const TestPoints& test, const SourcePoints& sources,
                         const Select& select, const Position& position, Workspace& work) const {
  const bool lossy = k_.imag() != 0.0;
  if (block_ == Block::diagonal) {
    if (lossy)
      evaluate<with_first, true>(test, sources, select, work);
    else
      evaluate<with_first, false>(test, sources, select, work);
    combine<Block::diagonal, with_first>(cell, sources, select, position, work);
  } else {
    if (lossy)
      evaluate_potentials<with_first, true>(cell.vertex, test, sources, select, work);
    else
      evaluate_potentials<with_first, false>(cell.vertex, test, sources, select, work);
    combine<Block::off_diagonal, with_first>(cell, sources, select, position, work);
  }
}

/// Turns M and P of all sub-triangles, or X at all kite points, or the potentials, into the three values of
/// every row.
template <Block block, bool with_first, class Select, class Position>
void DualRows::combine(const DualCell& cell, const SourcePoints& sources, const Select& select,
                       const Position& position, Workspace& work) const {
  const Complex charge = -4.0 / (k_ * k_), jk = imaginary_unit * k_;
  std::array<PointBatch, 3> corner;
  for (int j = 0; j < 3; ++j) {
    const PointBatch w = select(sources.corners[j]);
    corner[j] = {cell.vertex.x() - w.x, cell.vertex.y() - w.y, cell.vertex.z() - w.z};
  }
  for (std::size_t r = 0; r < work.rows.size(); ++r) {
    const auto& coefficients = with_first ? work.rows[r].subs : work.rows[r].kite_points;
    ComplexBatch scalar;
    ComplexVectorBatch vector;
    for (std::size_t s = 0; s < coefficients.size(); ++s) {
      const Row::Coefficients& g = coefficients[s];
      const ComplexVectorBatch& m = work.zeroth[s];
      const Batch vx(g.value.x()), vy(g.value.y()), vz(g.value.z());
      if constexpr (block == Block::off_diagonal) {
        const ComplexBatch& phi = work.potential[s];
        scalar.add(vx, m.x), scalar.add(vy, m.y), scalar.add(vz, m.z);
        scalar.add(Batch(charge.real() * g.charge), phi);
        if (charge.imag() != 0.0)
          scalar.add(Batch(-charge.imag() * g.charge) * phi.im, Batch(charge.imag() * g.charge) * phi.re);
        vector.x.add(vx, phi), vector.y.add(vy, phi), vector.z.add(vz, phi);
        if constexpr (with_first) {
          const ComplexVectorBatch& p = work.first[s];
          const Batch slope(g.slope);
          scalar.add(slope, work.first_potential[s]);
          vector.x.add(slope, p.x), vector.y.add(slope, p.y), vector.z.add(slope, p.z);
        }
        continue;
      }
      scalar.add(Batch(g.offset_cross.x()), m.x), scalar.add(Batch(g.offset_cross.y()), m.y),
          scalar.add(Batch(g.offset_cross.z()), m.z);
      vector.x.add(vy, m.z), vector.x.add(-vz, m.y);
      vector.y.add(vz, m.x), vector.y.add(-vx, m.z);
      vector.z.add(vx, m.y), vector.z.add(-vy, m.x);
      if constexpr (with_first) {
        const ComplexVectorBatch& p = work.first[s];
        const Vec3& e = g.with_first;
        scalar.add(Batch(e.x()), p.x), scalar.add(Batch(e.y()), p.y), scalar.add(Batch(e.z()), p.z);
        const Batch slope(-g.slope);
        vector.x.add(slope, p.x), vector.y.add(slope, p.y), vector.z.add(slope, p.z);
      }
    }
    for (int j = 0; j < 3; ++j) {
      const ComplexBatch moment = dot(corner[j], vector);
      const Batch re = scalar.re + moment.re, im = scalar.im + moment.im;
      if constexpr (block == Block::diagonal)
        work.values.store(static_cast<int>(r), j, position, re, im);
      else
        work.values.store(static_cast<int>(r), j, position, jk.real() * re - jk.imag() * im,
                          jk.real() * im + jk.imag() * re);
    }
  }
}

/// What the flat path leaves: all of a bent cell, else the sources that are bent.
void DualRows::add_curved(const DualCell& cell, Workspace& work) const {
  work.curved_rows.clear();
  for (const DualCell::Row& of : cell.rows)
    if (alpha_[of.function] != 1.0) work.curved_rows.push_back(of);
  curved_->replace(cell, work.curved_rows, work.candidates, work.columns, work.values, work.curved);
  if (block_ == Block::diagonal && curved_->is_bent(cell))
    curved_->add_identity(cell, work.curved_rows, work.columns, work.values);
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
  if (work.rows.empty() || !work.columns.take(sink, work.functions)) return;
  const int count = static_cast<int>(work.columns.triangles().size());
  work.values.resize(static_cast<int>(work.rows.size()), count);

  find_candidates(cell, work);
  if (bent) {
    add_curved(cell, work);
  } else {
    const TestPoints far_test = by_kites_ ? TestPoints(cell, work.subs)
                                          : TestPoints(work.subs, triangle_rule(choice_.dual_far_degree));
    for (int first = 0; first < count; first += lanes)
      work.columns.with_batch(first, [&](const auto& select) {
        if (by_kites_)
          integrate<false>(cell, far_test, far_, select, first, work);
        else
          integrate<true>(cell, far_test, far_, select, first, work);
      });
    add_close(cell, work);
    if (curved_) add_curved(cell, work);
    if (block_ == Block::diagonal) add_identity(cell, work);
  }
  work.weights.clear();
  for (const Row& row : work.rows) work.weights.push_back(row.weight);
  work.columns.emit(work.values, work.functions, work.weights, sink);
}

/// Into `work.candidates` the sources that may be close to a cell, ascending.
void DualRows::find_candidates(const DualCell& cell, Workspace& work) const {
  work.candidates.clear();
  for (std::size_t s = 0; s < cell.subs.size(); s += 2) {
    const auto& beside = neighbours_[cell.subs[s] / 6];
    work.candidates.insert(work.candidates.end(), beside.begin(), beside.end());
  }
  std::sort(work.candidates.begin(), work.candidates.end());
  work.candidates.erase(std::unique(work.candidates.begin(), work.candidates.end()), work.candidates.end());
}

/// Replaces what the far rule gave for sources at middle distance and near.
void DualRows::add_close(const DualCell& cell, Workspace& work) const {
  double radius = 0.0;
  for (const SubTriangle& sub : work.subs)
    for (const Vec3& v : sub.vertex) radius = std::max(radius, (v - cell.vertex).norm());

  const TestPoints middle_test(work.subs, triangle_rule(choice_.dual_middle_degree));
  const auto use = [&](const Gathered& gathered, const std::array<int, lanes>& position) {
    integrate<true>(cell, middle_test, middle_, gathered, position, work);
  };
  LaneQueue queue;
  for (const int q : work.candidates) {
    const int at = work.columns.position(q);
    if (at < 0 || space_.triangles()[q].bend) continue;
    const SurfaceTriangle& source = space_.triangles()[q];
    const bool touching =
        std::find(source.vertex_id.begin(), source.vertex_id.end(), cell.vertex_id) != source.vertex_id.end();
    const double distance = (source.centroid - cell.vertex).norm() / (radius + source.radius);
    if (touching || distance < choice_.near_distance) {
      set_near(cell, q, at, work);
    } else if (distance < choice_.middle_distance) {
      queue.add(q, at, use);
    }
  }
  queue.flush(use);
}

void DualRows::set_near(const DualCell& cell, int source, int position, Workspace& work) const {
  const SurfaceTriangle& q = space_.triangles()[source];
  const StaticSource statics(q);
  std::vector<Complex> scalar(work.rows.size());
  std::vector<CVec3> vector(work.rows.size(), CVec3::Zero());
  const auto dot = [](const Vec3& a, const CVec3& b) {
    return a.x() * b.x() + a.y() * b.y() + a.z() * b.z();
  };
  for (std::size_t s = 0; s < cell.subs.size(); ++s) {
    const SubTriangle& sub = work.subs[s];
    if (block_ == Block::off_diagonal) {
      const PotentialIntegrals a =
          near_potentials_(sub, cell.vertex, space_.triangles()[sub.parent], statics);
      for (std::size_t r = 0; r < work.rows.size(); ++r) {
        const Row::Coefficients& g = work.rows[r].subs[s];
        scalar[r] += dot(g.value, a.vector) + g.slope * (a.first_vector - 4.0 / (k_ * k_) * a.potential);
        vector[r] += g.value * a.potential + g.slope * a.first_potential;
      }
      continue;
    }
    if (sub.parent == source) continue;
    const auto [m, p] = near_(sub, cell.vertex_id, space_.triangles()[sub.parent], statics);
    for (std::size_t r = 0; r < work.rows.size(); ++r) {
      const Row::Coefficients& g = work.rows[r].subs[s];
      scalar[r] += dot(g.offset_cross, m) + dot(g.with_first, p);
      vector[r] += cross(g.value, m) - g.slope * p;
    }
  }
  for (std::size_t r = 0; r < work.rows.size(); ++r)
    for (int j = 0; j < 3; ++j)
      work.values.set(static_cast<int>(r), j, position,
                      (block_ == Block::diagonal ? 1.0 : imaginary_unit * k_) *
                          (scalar[r] + dot(cell.vertex - q.vertex[j], vector[r])));
}

/// ½ ∫ (n × g)·(r − w) / A over each sub-triangle: exactly its area times the integrand at its centroid,
/// since n × (r − c) is normal to r − c and the mean of r − c is zero.
void DualRows::add_identity(const DualCell& cell, Workspace& work) const {
  for (std::size_t s = 0; s < cell.subs.size(); ++s) {
    const SubTriangle& sub = work.subs[s];
    const SurfaceTriangle& parent = space_.triangles()[sub.parent];
    const int at = work.columns.position(sub.parent);
    if (at < 0) continue;
    for (std::size_t r = 0; r < work.rows.size(); ++r) {
      const Vec3 tangential = parent.normal.cross(work.rows[r].subs[s].value);
      for (int j = 0; j < 3; ++j)
        work.values.add(static_cast<int>(r), j, at,
                        0.5 * sub.area / parent.area * tangential.dot(sub.centroid - parent.vertex[j]));
    }
  }
}

}  // namespace pace
