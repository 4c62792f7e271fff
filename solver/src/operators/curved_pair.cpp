#include "operators/curved_pair.hpp"

#include "operators/alignment.hpp"
#include "operators/complex_batch.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

using kernel::ComplexBatch;

/// Pairs that come this close without a common corner are integrated as they are.
constexpr int deepest_division = 8;

const Bend no_bend{{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}};

Vec3 point_of(const SurfaceTriangle& t, const Barycentric& b) {
  return position_at(t.vertex, t.bend ? *t.bend : no_bend, b);
}

Barycentric middle_of(const Barycentric& a, const Barycentric& b) {
  return {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])};
}

[[gnu::always_inline]] inline PointBatch subtract(const PointBatch& a, const PointBatch& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[gnu::always_inline]] inline PointBatch vector_product(const PointBatch& a, const PointBatch& b) {
  return {xsimd::fms(a.y, b.z, a.z * b.y), xsimd::fms(a.z, b.x, a.x * b.z), xsimd::fms(a.x, b.y, a.y * b.x)};
}
[[gnu::always_inline]] inline PointBatch scaled(const Batch& factor, const PointBatch& a) {
  return {factor * a.x, factor * a.y, factor * a.z};
}
[[gnu::always_inline]] inline void add_scaled_vector(PointBatch& sum, const Batch& factor, const Vec3& v) {
  sum.x = xsimd::fma(factor, Batch(v.x()), sum.x);
  sum.y = xsimd::fma(factor, Batch(v.y()), sum.y);
  sum.z = xsimd::fma(factor, Batch(v.z()), sum.z);
}
[[gnu::always_inline]] inline void add_scaled_vector(PointBatch& sum, const Batch& factor,
                                                     const PointBatch& v) {
  sum.x = xsimd::fma(factor, v.x, sum.x);
  sum.y = xsimd::fma(factor, v.y, sum.y);
  sum.z = xsimd::fma(factor, v.z, sum.z);
}

struct PointsOfPatch {
  PointBatch position;
  std::array<PointBatch, 3> arm;
  std::array<PointBatch, 3> turned;  ///< n × arm; only if asked for
};

/// A patch in the coordinates of a pair rule, r = x1 (c1 − c0) + x2 (c2 − c1) of its corners.
class PatchFrame {
 public:
  PatchFrame(const CurvedPatch& patch, const Vec3& origin) {
    const SurfaceTriangle& t = *patch.triangle;
    bend_ = t.bend ? *t.bend : no_bend;
    for (int i = 0; i < 3; ++i) {
      vertex_[i] = t.vertex[i] - origin;
      zeroth_[i] = patch.corner[0][i];
      first_[i] = patch.corner[1][i] - patch.corner[0][i];
      second_[i] = patch.corner[2][i] - patch.corner[1][i];
    }
    // All normals of a triangle are on one side of it.
    const std::array<Vec3, 3> e = derivatives_at(t.vertex, bend_, {1.0 / 3, 1.0 / 3, 1.0 / 3});
    side_ = area_vector_at(e).dot(t.normal) > 0.0 ? 1.0 : -1.0;
  }

  template <bool with_normals>
  [[gnu::always_inline]] PointsOfPatch at(const Batch& x1, const Batch& x2) const {
    std::array<Batch, 3> b;
    for (int i = 0; i < 3; ++i) b[i] = xsimd::fma(Batch(second_[i]), x2, first_[i] * x1 + zeroth_[i]);
    std::array<PointBatch, 3> e;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      e[i] = {Batch(vertex_[i].x()), Batch(vertex_[i].y()), Batch(vertex_[i].z())};
      add_scaled_vector(e[i], 4.0 * b[k], bend_.sagitta[j]);
      add_scaled_vector(e[i], 4.0 * b[j], bend_.sagitta[k]);
    }
    PointBatch along = scaled(b[0], e[0]), chords = {Batch(0.0), Batch(0.0), Batch(0.0)};
    add_scaled_vector(along, b[1], e[1]);
    add_scaled_vector(along, b[2], e[2]);
    for (int i = 0; i < 3; ++i) add_scaled_vector(chords, b[i], vertex_[i]);
    PointsOfPatch p;
    // Σ b_i e_i counts the quadratic part twice.
    p.position = {0.5 * (along.x + chords.x), 0.5 * (along.y + chords.y), 0.5 * (along.z + chords.z)};
    for (int i = 0; i < 3; ++i) p.arm[i] = subtract(along, e[i]);
    if constexpr (!with_normals) return p;
    PointBatch normal = vector_product(subtract(e[1], e[0]), subtract(e[2], e[0]));
    normal = scaled(side_ / xsimd::sqrt(kernel::dot(normal, normal)), normal);
    for (int i = 0; i < 3; ++i) p.turned[i] = vector_product(normal, p.arm[i]);
    return p;
  }

 private:
  std::array<Vec3, 3> vertex_;
  Bend bend_;
  std::array<double, 3> zeroth_, first_, second_;
  double side_;
};

Complex sum_of(const ComplexBatch& b) { return {xsimd::hadd(b.re), xsimd::hadd(b.im)}; }

/// What the half of a symmetric rule leaves out.
void symmetrise(PairBlock& block) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j) {
      block.electric[i][j] = block.electric[j][i] = 0.5 * (block.electric[i][j] + block.electric[j][i]);
      block.crossed[i][j] = block.crossed[j][i] = 0.5 * (block.crossed[i][j] + block.crossed[j][i]);
    }
}

/// Every point of one rule with every one of the other, in the coordinates of pair rules.
PairRule product_rule(int test_degree, int source_degree) {
  PairRule rule;
  for (const auto& [a, weight_a] : triangle_rule(test_degree))
    for (const auto& [b, weight_b] : triangle_rule(source_degree)) {
      rule.x1.push_back(a[1] + a[2]);
      rule.x2.push_back(a[2]);
      rule.y1.push_back(b[1] + b[2]);
      rule.y2.push_back(b[2]);
      rule.weight.push_back(weight_a * weight_b);
    }
  pad(rule);
  return rule;
}

}  // namespace

CurvedPatch::CurvedPatch(const SurfaceTriangle& of, const std::array<Barycentric, 3>& corners)
    : triangle(&of), corner(corners) {
  const auto& [a, b, c] = corners;
  share = std::abs((b[1] - a[1]) * (c[2] - a[2]) - (c[1] - a[1]) * (b[2] - a[2]));
  Barycentric middle;
  for (int i = 0; i < 3; ++i) middle[i] = (a[i] + b[i] + c[i]) / 3.0;
  centre = point_of(of, middle);
  radius = 0.0;
  for (const Barycentric& at : corners) radius = std::max(radius, (point_of(of, at) - centre).norm());
}

namespace {

std::array<Barycentric, 3> corners_of(const std::array<int, 3>& order) {
  std::array<Barycentric, 3> corner{};
  for (int i = 0; i < 3; ++i) corner[i][order[i]] = 1.0;
  return corner;
}

}  // namespace

CurvedPatch::CurvedPatch(const SurfaceTriangle& of, const std::array<int, 3>& order)
    : CurvedPatch(of, corners_of(order)) {}

CurvedPatch CurvedPatch::reordered(const std::array<int, 3>& order) const {
  CurvedPatch patch = *this;
  for (int i = 0; i < 3; ++i) patch.corner[i] = corner[order[i]];
  return patch;
}

std::array<CurvedPatch, 4> CurvedPatch::quarters() const {
  const auto& [a, b, c] = corner;
  const Barycentric ab = middle_of(a, b), bc = middle_of(b, c), ca = middle_of(c, a);
  using Corners = std::array<Barycentric, 3>;
  return {CurvedPatch(*triangle, Corners{a, ab, ca}), CurvedPatch(*triangle, Corners{ab, b, bc}),
          CurvedPatch(*triangle, Corners{ca, bc, c}), CurvedPatch(*triangle, Corners{ab, bc, ca})};
}

/// By test and source arm, a lane a point of the rule.
struct CurvedPairIntegrator::Sums {
  ComplexBatch charge;  ///< Σ G
  std::array<std::array<ComplexBatch, 3>, 3> electric, crossed, forward, backward;
};

CurvedPairIntegrator::CurvedPairIntegrator(Complex wavenumber, const QuadratureChoice& choice)
    : k_(wavenumber),
      distance_(choice.curved_distance),
      vertex_(singular_rule(Contact::vertex, choice.vertex_points)),
      edge_(singular_rule(Contact::edge, choice.edge_points)),
      identical_(singular_rule(Contact::identical, choice.self_points)),
      part_vertex_(singular_rule(Contact::vertex, choice.part_vertex_points)),
      part_edge_(singular_rule(Contact::edge, choice.part_edge_points)),
      part_identical_(symmetric_rule(choice.part_self_points)),
      curl_vertex_(singular_rule(Contact::vertex, choice.curl_vertex_points)),
      curl_edge_(singular_rule(Contact::edge, choice.curl_edge_points)),
      own_vertex_(singular_rule(Contact::vertex, choice.own_vertex_points)),
      own_edge_(singular_rule(Contact::edge, choice.own_edge_points)),
      own_identical_(symmetric_rule(choice.own_self_points)),
      plain_(product_rule(choice.curved_degree, choice.curved_degree)),
      part_plain_(product_rule(choice.part_degree, choice.curved_degree)) {}

void CurvedPairIntegrator::add(const PairRule& rule, const CurvedPatch& test, const CurvedPatch& source,
                               PairParts parts, Sums& sums) const {
  const auto add = [&]<bool lossy>(std::bool_constant<lossy>) {
    if (parts.crossed)
      add_with<lossy, GradientRows::plain>(rule, test, source, parts, sums);
    else if (parts.magnetic)
      add_with<lossy, GradientRows::n_cross>(rule, test, source, parts, sums);
    else
      add_with<lossy, GradientRows::none>(rule, test, source, parts, sums);
  };
  if (k_.imag() == 0.0)
    add(std::false_type{});
  else
    add(std::true_type{});
}

template <bool lossy, GradientRows gradient>
void CurvedPairIntegrator::add_with(const PairRule& rule, const CurvedPatch& test, const CurvedPatch& source,
                                    PairParts parts, Sums& sums) const {
  const Vec3 origin = test.triangle->centroid;
  const PatchFrame of_test(test, origin), of_source(source, origin);
  const Batch wave(k_.real()), scale(test.share * source.share / (4.0 * pi));
  [[maybe_unused]] const double decay = -k_.imag();
  constexpr bool with_normals = gradient == GradientRows::n_cross;
  for (std::size_t n = 0; n < rule.weight.size(); n += lanes) {
    const auto load = [n](const std::vector<double>& values) { return Batch::load_unaligned(&values[n]); };
    const PointsOfPatch p = of_test.at<with_normals>(load(rule.x1), load(rule.x2));
    const PointsOfPatch q = of_source.at<with_normals>(load(rule.y1), load(rule.y2));
    const PointBatch difference = subtract(p.position, q.position);
    const Batch distance = xsimd::sqrt(kernel::dot(difference, difference)), inverse = 1.0 / distance;
    const auto [sine, cosine] = kernel::sincos(wave * distance);
    Batch amplitude = scale * load(rule.weight) * inverse;
    if constexpr (lossy) amplitude *= xsimd::exp(-decay * distance);
    const ComplexBatch green{amplitude * cosine, -(amplitude * sine)};
    if (parts.electric) {
      sums.charge.add(green.re, green.im);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) sums.electric[i][j].add(kernel::dot(p.arm[i], q.arm[j]), green);
    }
    if constexpr (gradient == GradientRows::none) continue;
    // h (r − r') = −∇G
    Batch inverse_squared = inverse * inverse;
    const Batch k_inverse = wave * inverse;
    if constexpr (lossy) inverse_squared = xsimd::fma(Batch(decay), inverse, inverse_squared);
    const ComplexBatch h{green.re * inverse_squared - green.im * k_inverse,
                         green.im * inverse_squared + green.re * k_inverse};
    std::array<PointBatch, 3> of_arm;
    for (int j = 0; j < 3; ++j) of_arm[j] = vector_product(difference, q.arm[j]);
    if constexpr (gradient == GradientRows::plain)
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) sums.crossed[i][j].add(-kernel::dot(p.arm[i], of_arm[j]), h);
    if constexpr (gradient != GradientRows::n_cross) continue;
    for (int i = 0; i < 3; ++i) {
      const PointBatch back = vector_product(difference, p.arm[i]);
      for (int j = 0; j < 3; ++j) {
        sums.forward[i][j].add(kernel::dot(p.turned[i], of_arm[j]), h);
        sums.backward[j][i].add(-kernel::dot(q.turned[j], back), h);
      }
    }
  }
}

void CurvedPairIntegrator::divide(const PairRule& rule, const CurvedPatch& test, const CurvedPatch& source,
                                  int depth, PairParts parts, Sums& sums) const {
  const double apart = (test.centre - source.centre).norm();
  if (depth == deepest_division || apart >= distance_ * (test.radius + source.radius))
    return add(rule, test, source, parts, sums);
  const bool halve_test = test.radius > 0.7 * source.radius, halve_source = source.radius > 0.7 * test.radius;
  if (halve_test && halve_source) {
    const auto sources = source.quarters();
    for (const CurvedPatch& t : test.quarters())
      for (const CurvedPatch& s : sources) divide(rule, t, s, depth + 1, parts, sums);
  } else if (halve_test) {
    for (const CurvedPatch& t : test.quarters()) divide(rule, t, source, depth + 1, parts, sums);
  } else {
    for (const CurvedPatch& s : source.quarters()) divide(rule, test, s, depth + 1, parts, sums);
  }
}

NearBlocks CurvedPairIntegrator::blocks(const Sums& sums, const SurfaceTriangle& p,
                                        const SurfaceTriangle& q) const {
  NearBlocks result;
  const Complex charge = 4.0 / (k_ * k_) * sum_of(sums.charge);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double scale = 0.25 * p.edge_length[i] * q.edge_length[j];
      result.forward.electric[i][j] = scale * (sum_of(sums.electric[i][j]) - charge);
      result.backward.electric[j][i] = result.forward.electric[i][j];
      result.forward.crossed[i][j] = scale * sum_of(sums.crossed[i][j]);
      result.backward.crossed[j][i] = result.forward.crossed[i][j];
      result.forward.magnetic[i][j] = scale * sum_of(sums.forward[i][j]);
      result.backward.magnetic[j][i] = scale * sum_of(sums.backward[j][i]);
    }
  return result;
}

NearBlocks CurvedPairIntegrator::touching(const SurfaceTriangle& p, const SurfaceTriangle& q,
                                          PairParts parts) const {
  const Alignment order = align(p.vertex_id, q.vertex_id);
  const PairRule& rule = order.common == 3 ? identical_ : order.common == 2 ? edge_ : vertex_;
  Sums sums;
  add(rule, CurvedPatch(p, order.p), CurvedPatch(q, order.q), parts, sums);
  return blocks(sums, p, q);
}

NearBlocks CurvedPairIntegrator::close(const SurfaceTriangle& p, const SurfaceTriangle& q,
                                       PairParts parts) const {
  Sums sums;
  divide(plain_, CurvedPatch(p), CurvedPatch(q), 0, parts, sums);
  return blocks(sums, p, q);
}

PairBlock CurvedPairIntegrator::of_parts(const CurvedPatch& test, const CurvedPatch& source, int common,
                                         PairParts parts) const {
  Sums sums;
  if (common == 0)
    divide(part_plain_, test, source, 0, parts, sums);
  else if (parts.crossed && test.triangle != source.triangle)
    add(common == 2 ? curl_edge_ : curl_vertex_, test, source, parts, sums);
  else if (parts.crossed)
    add(common == 3 ? own_identical_ : common == 2 ? own_edge_ : own_vertex_, test, source, parts, sums);
  else
    add(common == 3 ? part_identical_ : common == 2 ? part_edge_ : part_vertex_, test, source, parts, sums);
  PairBlock block;
  const Complex charge = 4.0 / (k_ * k_) * sum_of(sums.charge);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      block.electric[i][j] = sum_of(sums.electric[i][j]) - charge;
      block.crossed[i][j] = sum_of(sums.crossed[i][j]);
    }
  if (common == 3) symmetrise(block);
  return block;
}

}  // namespace pace
