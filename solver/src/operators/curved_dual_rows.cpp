#include "operators/curved_dual_rows.hpp"

#include <algorithm>
#include <cmath>

#include "operators/kite_rule.hpp"

namespace pace {
namespace {

/// Exact for a function of the kite times a dual function on a bent triangle.
constexpr int kite_degree = 4;

const KiteRule points_of_kite;

Barycentric combined(double a, const Barycentric& p, double b, const Barycentric& q, double c = 0.0,
                     const Barycentric& r = {}) {
  return {a * p[0] + b * q[0] + c * r[0], a * p[1] + b * q[1] + c * r[1], a * p[2] + b * q[2] + c * r[2]};
}

Barycentric at_corners(const Barycentric& b, const std::array<Barycentric, 3>& corner) {
  return combined(b[0], corner[0], b[1], corner[1], b[2], corner[2]);
}

/// Tangents of a triangle and the arm of its last corner: those of the others are arm − u and arm − v.
struct Tangents {
  Vec3 u, v, arm;
};

Tangents tangents_at(const QuadraticForm<Vec3>& form, const Barycentric& b) {
  Tangents at{form.along_u(b[0], b[1]), form.along_v(b[0], b[1]), Vec3::Zero()};
  at.arm = b[0] * at.u + b[1] * at.v;
  return at;
}

double total(const DualArms& arms) { return arms.arm_weight[0] + arms.arm_weight[1] + arms.arm_weight[2]; }
Vec3 weighted_arm(const DualArms& arms, const Tangents& at) {
  return total(arms) * at.arm - arms.arm_weight[0] * at.u - arms.arm_weight[1] * at.v;
}

Vec3 position_on(const QuadraticForm<Vec3>& form, const Barycentric& b, const Tangents& at) {
  return form.value(b[0], b[1], at.u, at.v);
}
Vec3 position_on(const QuadraticForm<Vec3>& form, const Barycentric& b) {
  return position_on(form, b, tangents_at(form, b));
}

int corner_with(const SurfaceTriangle& t, int vertex_id) {
  for (int i = 0; i < 3; ++i)
    if (t.vertex_id[i] == vertex_id) return i;
  return -1;
}

}  // namespace

/// Points of a cell, and for each of them and each row what meets the field there.
struct CurvedDualRows::Test {
  explicit Test(std::size_t rows) : value(rows), charge(rows) {}
  std::vector<Vec3> position;
  std::vector<std::vector<Vec3>> value;     ///< [row][point]
  std::vector<std::vector<double>> charge;  ///< ½∇·g; [row][point]
};

/// A cell with what its sub-triangles are asked for more than once.
struct CurvedDualRows::Cell {
  struct Part {
    int parent, first, end;             ///< corners of the parent: that of the cell, and the end of the side
    std::array<Barycentric, 3> corner;  ///< DualSpace::sub_corners
    CurvedPatch patch;         ///< the cell's vertex, the middle of the side, the middle of the parent
    QuadraticForm<Vec3> form;  ///< of the parent
  };
  Cell(const RwgSpace& space, const DualSpace& dual, const DualCell& of, std::span<const DualCell::Row> rows)
      : vertex(of.vertex), vertex_id(of.vertex_id), rows(rows.size()), radius(0.0) {
    for (int s = 0; s < static_cast<int>(of.subs.size()); ++s) {
      const int parent = of.subs[s] / 6;
      const SurfaceTriangle& t = space.triangles()[parent];
      const std::array<Barycentric, 3> corner = dual.sub_corners(of.subs[s]);
      const int middle = *std::max_element(corner[1].begin(), corner[1].end()) == 0.5 ? 1 : 2;
      int first = 0, end = 0;
      for (int i = 0; i < 3; ++i) {
        if (corner[0][i] == 1.0) first = i;
        if (corner[middle][i] == 0.5 && corner[0][i] == 0.0) end = i;
      }
      parts.push_back({parent, first, end, corner,
                       CurvedPatch(t, {corner[0], corner[middle], corner[3 - middle]}),
                       quadratic_form(t.vertex, t.bend)});
      for (const DualCell::Row& row : rows) arms.push_back(dual.arms(of, row, s));
      for (const Barycentric& b : corner)
        radius = std::max(radius, (position_on(parts.back().form, b) - vertex).norm());
    }
  }
  const DualArms& arms_of(std::size_t part, std::size_t row) const { return arms[part * rows + row]; }

  Vec3 vertex;
  int vertex_id;
  std::size_t rows;
  double radius;  ///< around the vertex
  std::vector<Part> parts;

 private:
  std::vector<DualArms> arms;
};

CurvedDualRows::CurvedDualRows(const RwgSpace& space, const DualSpace& dual, Complex k, Block block,
                               const QuadratureChoice& choice)
    : space_(space), dual_(dual), k_(k), block_(block), choice_(choice), near_(k, choice) {
  for (const SurfaceTriangle& t : space.triangles())
    normals_.push_back({basis_point(t, {1.0, 0.0, 0.0}).normal, basis_point(t, {0.0, 1.0, 0.0}).normal,
                        basis_point(t, {0.0, 0.0, 1.0}).normal});
}

bool CurvedDualRows::is_bent(const DualCell& cell) const {
  return std::any_of(cell.subs.begin(), cell.subs.end(),
                     [&](int s) { return space_.triangles()[s / 6].bend != nullptr; });
}

CurvedDualRows::Test CurvedDualRows::test_by_rule(const Cell& cell,
                                                  std::span<const TrianglePoint> rule) const {
  Test test(cell.rows);
  for (std::size_t s = 0; s < cell.parts.size(); ++s)
    for (const auto& [barycentric, weight] : rule) {
      const Cell::Part& part = cell.parts[s];
      const Barycentric b = at_corners(barycentric, part.corner);
      const Tangents at = tangents_at(part.form, b);
      test.position.push_back(position_on(part.form, b, at));
      for (std::size_t r = 0; r < cell.rows; ++r) {
        test.value[r].push_back(weight * weighted_arm(cell.arms_of(s, r), at));
        test.charge[r].push_back(weight * total(cell.arms_of(s, r)));
      }
    }
  return test;
}

CurvedDualRows::Test CurvedDualRows::far_test(const Cell& cell) const {
  if (choice_.dual_far_degree > 2) return test_by_rule(cell, triangle_rule(choice_.dual_far_degree));
  constexpr int points = KiteRule::points;
  const auto rule = triangle_rule(kite_degree);
  Test test(cell.rows);
  for (std::size_t r = 0; r < cell.rows; ++r) {
    test.value[r].assign(cell.parts.size() / 2 * points, Vec3::Zero());
    test.charge[r].assign(cell.parts.size() / 2 * points, 0.0);
  }
  for (std::size_t s = 0; s < cell.parts.size(); s += 2) {
    const QuadraticForm<Vec3>& form = cell.parts[s].form;
    const auto &first = cell.parts[s].corner, &second = cell.parts[s + 1].corner;
    const std::array<Barycentric, 3> corner{first[0], combined(2.0, first[1], -1.0, first[0]),
                                            combined(2.0, second[2], -1.0, second[0])};
    for (const Vec3& b : points_of_kite.barycentric)
      test.position.push_back(position_on(form, at_corners({b[0], b[1], b[2]}, corner)));
    for (int half = 0; half < 2; ++half)
      for (int p = 0; p < points; ++p) {
        const auto& of = points_of_kite.share[half][p];
        Tangents mean{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
        double share = 0.0;
        for (const auto& [b, weight] : rule) {
          const Tangents at = tangents_at(form, at_corners(b, half == 0 ? first : second));
          const double w = weight * (b[0] * of[0] + b[1] * of[1] + b[2] * of[2]);
          share += w;
          mean.u += w * at.u, mean.v += w * at.v, mean.arm += w * at.arm;
        }
        for (std::size_t r = 0; r < cell.rows; ++r) {
          const DualArms& arms = cell.arms_of(s + half, r);
          test.value[r][s / 2 * points + p] += weighted_arm(arms, mean);
          test.charge[r][s / 2 * points + p] += share * total(arms);
        }
      }
  }
  return test;
}

template <class Real, class Position>
void CurvedDualRows::integrate(const Test& test, const Vec3& origin, const FormBatch<Real>& sources,
                               std::span<const TrianglePoint> rule, const Position& position,
                               HalfValues<Real>& values, Workspace& work) const {
  const CurvedBatch<Real> batch(sources, rule);
  auto& potentials = std::get<std::vector<CurvedPotentials<Real>>>(work.potentials);
  potentials.resize(test.position.size());
  const bool diagonal = block_ == Block::diagonal;
  const auto evaluate = [&]<bool lossy>(std::bool_constant<lossy>) {
    for (std::size_t p = 0; p < test.position.size(); ++p) {
      const VectorOf<Real> at = (test.position[p] - origin).template cast<Real>();
      if (diagonal)
        curved_potentials<false, true, lossy>(k_, at, 1.0, batch, potentials[p]);
      else
        curved_potentials<true, false, lossy>(k_, at, 1.0, batch, potentials[p]);
    }
  };
  k_.imag() == 0.0 ? evaluate(std::false_type()) : evaluate(std::true_type());
  using Lanes = BatchOf<Real>;
  const Complex charge = -4.0 / (k_ * k_), jk = imaginary_unit * k_;
  const Lanes charge_re = constant<Real>(charge.real()), charge_im = constant<Real>(charge.imag()),
              jk_re = constant<Real>(jk.real()), jk_im = constant<Real>(jk.imag());
  for (std::size_t r = 0; r < test.value.size(); ++r) {
    std::array<kernel::ComplexBatchOf<Real>, 3> sum;
    kernel::ComplexBatchOf<Real> of_charge;
    for (std::size_t p = 0; p < test.position.size(); ++p) {
      const CurvedPotentials<Real>& at = potentials[p];
      const PointBatchOf<Real> value = broadcast(VectorOf<Real>(test.value[r][p].template cast<Real>()));
      for (int j = 0; j < 3; ++j) {
        const auto& field = diagonal ? at.curl[j] : at.vector[j];
        sum[j].add(value.x, field.x), sum[j].add(value.y, field.y), sum[j].add(value.z, field.z);
      }
      if (!diagonal) of_charge.add(constant<Real>(test.charge[r][p]), at.scalar);
    }
    for (int j = 0; j < 3; ++j) {
      if (diagonal) {
        values.store(static_cast<int>(r), j, position, sum[j].re, sum[j].im);
        continue;
      }
      const Lanes re = sum[j].re + charge_re * of_charge.re - charge_im * of_charge.im,
                  im = sum[j].im + charge_re * of_charge.im + charge_im * of_charge.re;
      values.store(static_cast<int>(r), j, position, jk_re * re - jk_im * im, jk_re * im + jk_im * re);
    }
  }
}

/// A sub-triangle against a source.
template <class Part>
void CurvedDualRows::add_near(const Part& part, const CurvedPatch& whole, int source, bool smooth,
                              PairBlock& sum) const {
  const SurfaceTriangle &parent = space_.triangles()[part.parent], &q = *whole.triangle;
  const bool diagonal = block_ == Block::diagonal;
  const PairParts parts{.electric = !diagonal, .magnetic = false, .crossed = diagonal};
  if (part.parent == source) {
    near_.add_inside(part.patch, whole.reordered({part.first, part.end, 3 - part.first - part.end}), smooth,
                     parts, sum);
    return;
  }
  const int first = corner_with(q, parent.vertex_id[part.first]),
            end = corner_with(q, parent.vertex_id[part.end]);
  if (first < 0) return near_.add_parts(part.patch, whole, 0, smooth, parts, sum);
  if (end < 0)
    return near_.add_parts(part.patch, whole.reordered({first, (first + 1) % 3, (first + 2) % 3}), 1, smooth,
                           parts, sum);
  // The side is common, half of it the sub-triangle's: one half of the source has that half side in common
  // with it, the other one its end.
  const Barycentric &at_first = whole.corner[first], &at_end = whole.corner[end],
                    &third = whole.corner[3 - first - end], middle = combined(0.5, at_first, 0.5, at_end);
  using Corners = std::array<Barycentric, 3>;
  near_.add_parts(part.patch, CurvedPatch(q, Corners{at_first, middle, third}), 2, smooth, parts, sum);
  near_.add_parts(part.patch.reordered({1, 2, 0}), CurvedPatch(q, Corners{middle, third, at_end}), 1, smooth,
                  parts, sum);
}

template <class Real>
void CurvedDualRows::replace(const DualCell& of, std::span<const DualCell::Row> rows,
                             std::span<const int> close, SourceColumns& columns, HalfValues<Real>& values,
                             Workspace& work) const {
  const bool all = is_bent(of);
  const int count = static_cast<int>(columns.triangles().size());
  const auto& triangles = space_.triangles();
  const SourceList<Real>& sources = columns.sources<Real>();
  const Cell cell(space_, dual_, of, rows);
  const auto add = [&](const Test& test, int degree, const auto& where, const auto& position) {
    integrate(test, sources.origin(), sources.form_at(where), triangle_rule(degree), position, values, work);
  };
  LaneQueue<Real> queue;
  const Test far = far_test(cell);
  if (all) {
    for (int first = 0; first < count; first += lanes_of<Real>) add(far, choice_.far_degree, first, first);
  } else {
    const auto use = [&](const auto& items, const auto& position) {
      add(far, choice_.far_degree, items, position);
    };
    for (int at = 0; at < count; ++at)
      if (triangles[columns.triangles()[at]].bend) queue.add(at, at, use);
    queue.flush(use);
  }

  const Test middle = test_by_rule(cell, triangle_rule(choice_.dual_middle_degree));
  const auto use = [&](const auto& items, const auto& position) {
    add(middle, choice_.middle_degree, items, position);
  };
  for (const int q : close) {
    const int at = columns.position(q);
    const SurfaceTriangle& source = triangles[q];
    if (!all && !source.bend) continue;
    const double distance = (source.centroid - cell.vertex).norm() / (cell.radius + source.radius);
    if (corner_with(source, cell.vertex_id) >= 0 || distance < choice_.near_distance)
      set_near(cell, q, at, values);
    else if (distance < choice_.middle_distance)
      queue.add(at, at, use);
  }
  queue.flush(use);
}

template <class Real>
void CurvedDualRows::set_near(const Cell& cell, int source, int position, HalfValues<Real>& values) const {
  std::vector<std::array<Complex, 3>> sum(cell.rows, std::array<Complex, 3>{});
  const CurvedPatch whole(space_.triangles()[source]);
  bool smooth = false;
  for (std::size_t s = 0; s < cell.parts.size(); ++s) {
    const Cell::Part& part = cell.parts[s];
    if (s % 2 == 0) smooth = is_smooth(part.parent, source);  // two of each parent
    PairBlock block;
    add_near(part, whole, source, smooth, block);
    const auto& entries = block_ == Block::diagonal ? block.crossed : block.electric;
    for (std::size_t r = 0; r < cell.rows; ++r)
      for (int i = 0; i < 3; ++i) {
        // Shares of parts of the source add up to 1; the mean over the sub-triangle divides by its own.
        const double weight = cell.arms_of(s, r).arm_weight[i] / part.patch.share;
        for (int j = 0; j < 3; ++j) sum[r][j] += weight * entries[i][j];
      }
  }
  const Complex factor = block_ == Block::diagonal ? Complex(-1.0) : imaginary_unit * k_;
  for (std::size_t r = 0; r < cell.rows; ++r)
    for (int j = 0; j < 3; ++j) values.set(static_cast<int>(r), j, position, factor * sum[r][j]);
}

/// Whether two triangles are on one smooth surface.
bool CurvedDualRows::is_smooth(int p, int q) const {
  const double turn = std::cos(choice_.smooth_turn), fold = std::cos(choice_.smooth_fold);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const bool same = space_.triangles()[p].vertex_id[i] == space_.triangles()[q].vertex_id[j];
      if (normals_[p][i].dot(normals_[q][j]) < (same ? fold : turn)) return false;
    }
  return true;
}

template <class Real>
void CurvedDualRows::add_identity(const DualCell& cell, std::span<const DualCell::Row> rows,
                                  const SourceColumns& columns, HalfValues<Real>& values) const {
  for (int s = 0; s < static_cast<int>(cell.subs.size()); ++s) {
    const int index = cell.subs[s], at = columns.position(index / 6);
    if (at < 0) continue;
    const SurfaceTriangle& parent = space_.triangles()[index / 6];
    const std::array<Barycentric, 3> corner = dual_.sub_corners(index);
    const Barycentric centre = at_corners({1.0 / 3, 1.0 / 3, 1.0 / 3}, corner);
    const std::array<Vec3, 3> e =
        parent.bend ? derivatives_at(parent.vertex, *parent.bend, centre) : parent.vertex;
    const double side = area_vector_at(e).dot(parent.normal) > 0.0 ? 1.0 : -1.0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const auto& weight = dual_.arms(cell, rows[r], s).arm_weight;
      for (int j = 0; j < 3; ++j) {
        // n · (arm_i × arm_j) = ±b_k J, (i, j, k) cyclic
        const int k = (j + 1) % 3, i = (j + 2) % 3;
        values.add(static_cast<int>(r), j, at, side * (weight[i] * centre[k] - weight[k] * centre[i]));
      }
    }
  }
}

template void CurvedDualRows::replace(const DualCell&, std::span<const DualCell::Row>, std::span<const int>,
                                      SourceColumns&, HalfValues<double>&, Workspace&) const;
template void CurvedDualRows::replace(const DualCell&, std::span<const DualCell::Row>, std::span<const int>,
                                      SourceColumns&, HalfValues<float>&, Workspace&) const;
template void CurvedDualRows::add_identity(const DualCell&, std::span<const DualCell::Row>,
                                           const SourceColumns&, HalfValues<double>&) const;
template void CurvedDualRows::add_identity(const DualCell&, std::span<const DualCell::Row>,
                                           const SourceColumns&, HalfValues<float>&) const;

}  // namespace pace
