#include "operators/curved_dual_rows.hpp"

#include <algorithm>
#include <optional>

#include "operators/alignment.hpp"
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

Vec3 weighted_arm(const DualArms& arms, const BasisPoint& at) {
  return arms.arm_weight[0] * at.arm[0] + arms.arm_weight[1] * at.arm[1] + arms.arm_weight[2] * at.arm[2];
}
double total(const DualArms& arms) { return arms.arm_weight[0] + arms.arm_weight[1] + arms.arm_weight[2]; }

/// How a corner of a sub-triangle is known: a vertex of the mesh, the middle between two, or the middle of a
/// triangle.
using CornerName = std::array<int, 2>;
CornerName vertex_name(int id) { return {id, -1}; }
CornerName middle_name(int a, int b) { return {std::min(a, b), std::max(a, b)}; }
CornerName centre_name(int triangle) { return {-2, triangle}; }

std::array<CornerName, 3> corner_names(const SurfaceTriangle& parent, int index,
                                       const std::array<Barycentric, 3>& corner) {
  std::array<CornerName, 3> names;
  for (int c = 0; c < 3; ++c) {
    std::vector<int> of;
    for (int i = 0; i < 3; ++i)
      if (corner[c][i] > 0.0) of.push_back(parent.vertex_id[i]);
    names[c] = of.size() == 1   ? vertex_name(of[0])
               : of.size() == 2 ? middle_name(of[0], of[1])
                                : centre_name(index / 6);
  }
  return names;
}

int corner_with(const SurfaceTriangle& t, int vertex_id) {
  for (int i = 0; i < 3; ++i)
    if (t.vertex_id[i] == vertex_id) return i;
  return -1;
}

void accumulate(PairBlock& sum, const PairBlock& part) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      sum.electric[i][j] += part.electric[i][j];
      sum.crossed[i][j] += part.crossed[i][j];
    }
}

}  // namespace

/// Points of a cell, and for each of them and each row what meets the field there.
struct CurvedDualRows::Test {
  std::vector<Vec3> position;
  std::vector<std::vector<Vec3>> value;     ///< [row][point]
  std::vector<std::vector<double>> charge;  ///< ½∇·g; [row][point]
};

CurvedDualRows::CurvedDualRows(const RwgSpace& space, const DualSpace& dual, Complex k, Block block,
                               const QuadratureChoice& choice)
    : space_(space),
      dual_(dual),
      k_(k),
      block_(block),
      choice_(choice),
      far_(space, choice.far_degree),
      middle_(space, choice.middle_degree),
      near_(k, choice) {}

bool CurvedDualRows::is_bent(const DualCell& cell) const {
  return std::any_of(cell.subs.begin(), cell.subs.end(),
                     [&](int s) { return space_.triangles()[s / 6].bend != nullptr; });
}

CurvedDualRows::Test CurvedDualRows::test_by_rule(const DualCell& cell, std::span<const DualCell::Row> rows,
                                                  std::span<const TrianglePoint> rule) const {
  Test test;
  test.value.resize(rows.size()), test.charge.resize(rows.size());
  for (int s = 0; s < static_cast<int>(cell.subs.size()); ++s) {
    const int index = cell.subs[s];
    const auto corner = dual_.sub_corners(index);
    std::vector<BasisPoint> at;
    for (const TrianglePoint& point : rule) {
      at.push_back(basis_point(space_.triangles()[index / 6], at_corners(point.barycentric, corner)));
      test.position.push_back(at.back().position);
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const DualArms arms = dual_.arms(cell, rows[r], s);
      for (std::size_t q = 0; q < rule.size(); ++q) {
        test.value[r].push_back(rule[q].weight * weighted_arm(arms, at[q]));
        test.charge[r].push_back(rule[q].weight * total(arms));
      }
    }
  }
  return test;
}

CurvedDualRows::Test CurvedDualRows::far_test(const DualCell& cell,
                                              std::span<const DualCell::Row> rows) const {
  if (choice_.dual_far_degree > 2) return test_by_rule(cell, rows, triangle_rule(choice_.dual_far_degree));
  constexpr int points = KiteRule::points;
  const auto rule = triangle_rule(kite_degree);
  Test test;
  test.value.assign(rows.size(), std::vector<Vec3>(cell.subs.size() / 2 * points, Vec3::Zero()));
  test.charge.assign(rows.size(), std::vector<double>(cell.subs.size() / 2 * points, 0.0));
  for (int s = 0; s < static_cast<int>(cell.subs.size()); s += 2) {
    const int index = cell.subs[s];
    const SurfaceTriangle& parent = space_.triangles()[index / 6];
    const auto first = dual_.sub_corners(index), second = dual_.sub_corners(cell.subs[s + 1]);
    const std::array<Barycentric, 3> corner{first[0], combined(2.0, first[1], -1.0, first[0]),
                                            combined(2.0, second[2], -1.0, second[0])};
    for (const Vec3& b : points_of_kite.barycentric)
      test.position.push_back(basis_point(parent, at_corners({b[0], b[1], b[2]}, corner)).position);
    for (int half = 0; half < 2; ++half) {
      const auto& corners = half == 0 ? first : second;
      for (const TrianglePoint& q : rule) {
        const BasisPoint at = basis_point(parent, at_corners(q.barycentric, corners));
        std::array<double, points> share;
        for (int p = 0; p < points; ++p) {
          const auto& of = points_of_kite.share[half][p];
          share[p] =
              q.weight * (q.barycentric[0] * of[0] + q.barycentric[1] * of[1] + q.barycentric[2] * of[2]);
        }
        for (std::size_t r = 0; r < rows.size(); ++r) {
          const DualArms arms = dual_.arms(cell, rows[r], s + half);
          const Vec3 value = weighted_arm(arms, at);
          for (int p = 0; p < points; ++p) {
            test.value[r][s / 2 * points + p] += share[p] * value;
            test.charge[r][s / 2 * points + p] += share[p] * total(arms);
          }
        }
      }
    }
  }
  return test;
}

template <bool lossy>
void CurvedDualRows::evaluate(const Test& test, const CurvedBatch& sources, Workspace& work) const {
  work.potentials.resize(test.position.size());
  for (std::size_t p = 0; p < test.position.size(); ++p)
    if (block_ == Block::diagonal)
      curved_potentials<false, true, lossy>(k_, test.position[p], 1.0, sources, work.potentials[p]);
    else
      curved_potentials<true, false, lossy>(k_, test.position[p], 1.0, sources, work.potentials[p]);
}

template <class Select, class Position>
void CurvedDualRows::integrate(const Test& test, const CurvedSources& sources, const Select& select,
                               const Position& position, HalfValues& values, Workspace& work) const {
  const CurvedBatch batch(sources, select);
  if (k_.imag() == 0.0)
    evaluate<false>(test, batch, work);
  else
    evaluate<true>(test, batch, work);
  const bool diagonal = block_ == Block::diagonal;
  const Complex charge = -4.0 / (k_ * k_), jk = imaginary_unit * k_;
  for (std::size_t r = 0; r < test.value.size(); ++r) {
    std::array<kernel::ComplexBatch, 3> sum;
    kernel::ComplexBatch of_charge;
    for (std::size_t p = 0; p < test.position.size(); ++p) {
      const CurvedPotentials& at = work.potentials[p];
      const Vec3& value = test.value[r][p];
      const Batch x(value.x()), y(value.y()), z(value.z());
      for (int j = 0; j < 3; ++j) {
        const kernel::ComplexVectorBatch& field = diagonal ? at.curl[j] : at.vector[j];
        sum[j].add(x, field.x), sum[j].add(y, field.y), sum[j].add(z, field.z);
      }
      if (!diagonal) of_charge.add(Batch(test.charge[r][p]), at.scalar);
    }
    for (int j = 0; j < 3; ++j) {
      if (diagonal) {
        values.store(static_cast<int>(r), j, position, sum[j].re, sum[j].im);
        continue;
      }
      const Batch re = sum[j].re + charge.real() * of_charge.re - charge.imag() * of_charge.im,
                  im = sum[j].im + charge.real() * of_charge.im + charge.imag() * of_charge.re;
      values.store(static_cast<int>(r), j, position, jk.real() * re - jk.imag() * im,
                   jk.real() * im + jk.imag() * re);
    }
  }
}

void CurvedDualRows::replace(const DualCell& cell, std::span<const DualCell::Row> rows,
                             std::span<const int> close, const SourceColumns& columns, HalfValues& values,
                             Workspace& work) const {
  const bool all = is_bent(cell);
  const int count = static_cast<int>(columns.triangles().size());
  const auto& triangles = space_.triangles();
  const Test far = far_test(cell, rows);
  if (all) {
    for (int first = 0; first < count; first += lanes)
      columns.with_batch(first,
                         [&](const auto& select) { integrate(far, far_, select, first, values, work); });
  } else {
    const auto use = [&](const Gathered& gathered, const std::array<int, lanes>& position) {
      integrate(far, far_, gathered, position, values, work);
    };
    LaneQueue queue;
    for (int at = 0; at < count; ++at)
      if (triangles[columns.triangles()[at]].bend) queue.add(columns.triangles()[at], at, use);
    queue.flush(use);
  }

  double radius = 0.0;
  for (const int s : cell.subs)
    for (const Barycentric& b : dual_.sub_corners(s))
      radius = std::max(radius, (basis_point(triangles[s / 6], b).position - cell.vertex).norm());
  const Test middle = test_by_rule(cell, rows, triangle_rule(choice_.dual_middle_degree));
  const auto use = [&](const Gathered& gathered, const std::array<int, lanes>& position) {
    integrate(middle, middle_, gathered, position, values, work);
  };
  LaneQueue queue;
  for (const int q : close) {
    const int at = columns.position(q);
    const SurfaceTriangle& source = triangles[q];
    if (at < 0 || (!all && !source.bend)) continue;
    const double distance = (source.centroid - cell.vertex).norm() / (radius + source.radius);
    if (corner_with(source, cell.vertex_id) >= 0 || distance < choice_.near_distance)
      set_near(cell, rows, q, at, values);
    else if (distance < choice_.middle_distance)
      queue.add(q, at, use);
  }
  queue.flush(use);
}

void CurvedDualRows::set_near(const DualCell& cell, std::span<const DualCell::Row> rows, int source,
                              int position, HalfValues& values) const {
  std::vector<std::array<Complex, 3>> sum(rows.size(), std::array<Complex, 3>{});
  for (int s = 0; s < static_cast<int>(cell.subs.size()); ++s) {
    const PairBlock block = near_block(cell.subs[s], source);
    const auto& part = block_ == Block::diagonal ? block.crossed : block.electric;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const DualArms arms = dual_.arms(cell, rows[r], s);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) sum[r][j] += arms.arm_weight[i] * part[i][j];
    }
  }
  const Complex factor = block_ == Block::diagonal ? Complex(-1.0) : imaginary_unit * k_;
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (int j = 0; j < 3; ++j) values.set(static_cast<int>(r), j, position, factor * sum[r][j]);
}

/// A sub-triangle against a source, a mean over both.
PairBlock CurvedDualRows::near_block(int sub, int source) const {
  const SurfaceTriangle &parent = space_.triangles()[sub / 6], &q = space_.triangles()[source];
  const std::array<Barycentric, 3> corner = dual_.sub_corners(sub);
  const std::array<CornerName, 3> names = corner_names(parent, sub, corner);
  const CurvedPatch test(parent, corner);
  const bool diagonal = block_ == Block::diagonal;
  const PairParts parts{.electric = !diagonal, .magnetic = false, .crossed = diagonal};
  PairBlock sum;
  const auto add = [&](const CurvedPatch& part, const std::array<CornerName, 3>& part_names) {
    const Alignment order = align(names, part_names);
    accumulate(sum, near_.of_parts(test.reordered(order.p), part.reordered(order.q), order.common, parts));
  };
  const auto vertex_names = [&] {
    return std::array<CornerName, 3>{vertex_name(q.vertex_id[0]), vertex_name(q.vertex_id[1]),
                                     vertex_name(q.vertex_id[2])};
  };
  const int middle =
      corner[1][0] * corner[1][1] + corner[1][1] * corner[1][2] + corner[1][2] * corner[1][0] > 0.3
          ? 2
          : 1;  // the corner of the sub-triangle in the middle of a side
  if (sub / 6 == source) {
    for (int other = 6 * source; other < 6 * source + 6; ++other) {
      const auto part = dual_.sub_corners(other);
      add(CurvedPatch(q, part), corner_names(q, other, part));
    }
  } else {
    int ends = 0;
    std::array<int, 2> end{};
    for (int i = 0; i < 3; ++i)
      if (corner[middle][i] > 0.0 && corner_with(q, parent.vertex_id[i]) >= 0 && ends < 2)
        end[ends++] = corner_with(q, parent.vertex_id[i]);
    if (ends == 2) {
      // The side is common: each half of the source has a whole side or a corner in common with it.
      const int third = 3 - end[0] - end[1];
      Barycentric half{}, third_corner{};
      half[end[0]] = half[end[1]] = 0.5;
      third_corner[third] = 1.0;
      for (const int e : end) {
        Barycentric end_corner{};
        end_corner[e] = 1.0;
        add(CurvedPatch(q, std::array<Barycentric, 3>{end_corner, half, third_corner}),
            {vertex_name(q.vertex_id[e]), middle_name(q.vertex_id[end[0]], q.vertex_id[end[1]]),
             vertex_name(q.vertex_id[third])});
      }
    } else {
      add(CurvedPatch(q), vertex_names());
    }
  }
  // The shares of the parts of the source add up to 1; the mean over the sub-triangle divides by its own.
  for (auto* block : {&sum.electric, &sum.crossed})
    for (auto& row : *block)
      for (Complex& entry : row) entry /= test.share;
  return sum;
}

void CurvedDualRows::add_identity(const DualCell& cell, std::span<const DualCell::Row> rows,
                                  const SourceColumns& columns, HalfValues& values) const {
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

}  // namespace pace
