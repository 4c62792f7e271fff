#include "operators/curved_pair.hpp"

#include "operators/alignment.hpp"
#include "operators/patch_frame.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

using kernel::ComplexBatch;
using kernel::ComplexVectorBatch;

/// Pairs that come this close without a common corner are integrated as they are.
constexpr int deepest_division = 8;

/// Sums over the points of rules, a lane a point: of the products of u, v and the last arm a of the test
/// triangle with those of the source.
struct ByTangents {
  ComplexBatch uu, uv, ua, vu, vv, va, au, av, aa;

  /// Adds factor times the products; those of u and v make the others.
  [[gnu::always_inline]] void add(const PatchPoint& test, const PatchPoint& source,
                                  const ComplexBatch& factor, const PointBatch& test_u,
                                  const PointBatch& test_v, const PointBatch& source_u,
                                  const PointBatch& source_v) {
    const Batch u_u = kernel::dot(test_u, source_u), u_v = kernel::dot(test_u, source_v),
                v_u = kernel::dot(test_v, source_u), v_v = kernel::dot(test_v, source_v);
    const Batch u_a = xsimd::fma(source.b0, u_u, source.b1 * u_v),
                v_a = xsimd::fma(source.b0, v_u, source.b1 * v_v);
    uu.add(u_u, factor), uv.add(u_v, factor), ua.add(u_a, factor);
    vu.add(v_u, factor), vv.add(v_v, factor), va.add(v_a, factor);
    au.add(xsimd::fma(test.b0, u_u, test.b1 * v_u), factor);
    av.add(xsimd::fma(test.b0, u_v, test.b1 * v_v), factor);
    aa.add(xsimd::fma(test.b0, u_a, test.b1 * v_a), factor);
  }

  /// Adds the products of a point's u, v and last arm with three fields.
  [[gnu::always_inline]] void add(const PatchPoint& at, const ComplexVectorBatch& of_u,
                                  const ComplexVectorBatch& of_v, const ComplexVectorBatch& of_a) {
    const auto add_to = [&](ComplexBatch & by_u, ComplexBatch & by_v, ComplexBatch & by_a,
                            const ComplexVectorBatch& field) __attribute__((always_inline)) {
      const ComplexBatch u = kernel::dot(at.u, field), v = kernel::dot(at.v, field);
      by_u.add(u.re, u.im), by_v.add(v.re, v.im), by_a.add(at.b0, u), by_a.add(at.b1, v);
    };
    add_to(uu, vu, au, of_u), add_to(uv, vv, av, of_v), add_to(ua, va, aa, of_a);
  }
};

[[gnu::always_inline]] inline void add_times(ComplexVectorBatch& sum, const PointBatch& a,
                                             const ComplexBatch& c) {
  sum.x.add(a.x, c), sum.y.add(a.y, c), sum.z.add(a.z, c);
}

[[gnu::always_inline]] inline void take_times(ComplexVectorBatch& sum, const PointBatch& a,
                                              const ComplexBatch& c) {
  sum.x.take(a.x, c), sum.y.take(a.y, c), sum.z.take(a.z, c);
}

/// Adds c × a.
[[gnu::always_inline]] inline void add_cross(ComplexVectorBatch& sum, const ComplexVectorBatch& c,
                                             const PointBatch& a) {
  sum.x.add(a.z, c.y), sum.x.take(a.y, c.z);
  sum.y.add(a.x, c.z), sum.y.take(a.z, c.x);
  sum.z.add(a.y, c.x), sum.z.take(a.x, c.y);
}

/// a u + b v
[[gnu::always_inline]] inline PointBatch sum_of(const Batch& a, const PointBatch& u, const Batch& b,
                                                const PointBatch& v) {
  return {xsimd::fma(a, u.x, b * v.x), xsimd::fma(a, u.y, b * v.y), xsimd::fma(a, u.z, b * v.z)};
}

using ByArms = std::array<std::array<Complex, 3>, 3>;

/// The first two arms are the last one less u and less v.
void add_arms(const ByTangents& s, ByArms& sum, bool transposed = false) {
  const Complex uu = kernel::sum(s.uu), uv = kernel::sum(s.uv), ua = kernel::sum(s.ua),
                vu = kernel::sum(s.vu), vv = kernel::sum(s.vv), va = kernel::sum(s.va),
                au = kernel::sum(s.au), av = kernel::sum(s.av), aa = kernel::sum(s.aa);
  const ByArms part{{{aa - ua - au + uu, aa - ua - av + uv, aa - ua},
                     {aa - va - au + vu, aa - va - av + vv, aa - va},
                     {aa - au, aa - av, aa}}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum[i][j] += transposed ? part[j][i] : part[i][j];
}

LineRule rule_inside(const QuadratureChoice::Inside& choice) {
  const auto line = line_rule(choice.outer);
  std::vector<TrianglePoint> outer;
  for (const auto& [u, of_u] : line)
    for (const auto& [v, of_v] : line)
      outer.push_back({{1.0 - u, u * (1.0 - v), u * v}, 2.0 * u * of_u * of_v});
  return inside_lines(outer, choice.side, choice.radial);
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

/// By arm of the test triangle and of the source.
struct CurvedPairIntegrator::Sums {
  Complex charge;  ///< Σ G
  ByArms electric{}, crossed{}, forward{}, backward{};

  /// Puts in what the half of a symmetric rule leaves out.
  void symmetrise() {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < i; ++j)
        for (ByArms* sum : {&electric, &crossed}) {
          Complex &a = (*sum)[i][j], &b = (*sum)[j][i];
          a = b = 0.5 * (a + b);
        }
  }
};

CurvedPairIntegrator::CurvedPairIntegrator(Complex wavenumber, const QuadratureChoice& choice)
    : k_(wavenumber),
      distance_(choice.curved_distance),
      whole_(choice.curved_contacts, true),
      whole_magnetic_(choice.curved_contacts, false),
      part_(choice.part_contacts, true),
      curl_(choice.curl_contacts, true),
      smooth_(choice.smooth_contacts, true),
      part_inside_(rule_inside(choice.part_inside)),
      curl_inside_(rule_inside(choice.curl_inside)),
      smooth_inside_(rule_inside(choice.smooth_inside)),
      plain_(product_rule(choice.curved_degree, choice.curved_degree)),
      part_plain_(product_rule(choice.part_degree, choice.curved_degree)) {}

void CurvedPairIntegrator::add(const PairRule& rule, const CurvedPatch& test, const CurvedPatch& source,
                               PairParts parts, Sums& sums) const {
  const auto add = [&]<bool lossy>(std::bool_constant<lossy>) {
    if (parts.crossed)
      add_with<false, lossy, GradientRows::plain>(rule, test, source, sums);
    else if (parts.magnetic && parts.electric)
      add_with<true, lossy, GradientRows::n_cross>(rule, test, source, sums);
    else if (parts.magnetic)
      add_with<false, lossy, GradientRows::n_cross>(rule, test, source, sums);
    else
      add_with<true, lossy, GradientRows::none>(rule, test, source, sums);
  };
  if (k_.imag() == 0.0)
    add(std::false_type{});
  else
    add(std::true_type{});
}

template <bool electric, bool lossy, GradientRows gradient>
void CurvedPairIntegrator::add_with(const PairRule& rule, const CurvedPatch& test, const CurvedPatch& source,
                                    Sums& sums) const {
  const Vec3 origin = test.triangle->centroid;
  const PatchFrame of_test(test, origin), of_source(source, origin);
  const Batch scale(test.share * source.share / (4.0 * pi));
  [[maybe_unused]] double test_side = 1.0, source_side = 1.0;
  if constexpr (gradient == GradientRows::n_cross)
    test_side = side_of_normals(*test.triangle), source_side = side_of_normals(*source.triangle);
  ComplexBatch charge;
  ByTangents potentials, crossed, forward, backward;
  for (std::size_t n = 0; n < rule.weight.size(); n += lanes) {
    const auto load = [n](const std::vector<double>& values) { return Batch::load_unaligned(&values[n]); };
    const PatchPoint p = of_test.at(load(rule.x1), load(rule.x2)),
                     q = of_source.at(load(rule.y1), load(rule.y2));
    const PointBatch difference = kernel::subtract(p.position, q.position);
    const auto [green, h] = kernel::green<lossy, gradient != GradientRows::none>(
        k_, kernel::dot(difference, difference), scale * load(rule.weight));
    if constexpr (electric) {
      charge.add(green.re, green.im);
      potentials.add(p, q, green, p.u, p.v, q.u, q.v);
    }
    if constexpr (gradient == GradientRows::none) continue;
    const PointBatch of_u = kernel::cross(difference, q.u), of_v = kernel::cross(difference, q.v);
    if constexpr (gradient == GradientRows::plain) crossed.add(p, q, h, p.u, p.v, of_u, of_v);
    if constexpr (gradient == GradientRows::n_cross) {
      const PatchPoint test_turned = PatchFrame::turned(p, test_side),
                       source_turned = PatchFrame::turned(q, source_side);
      forward.add(p, q, h, test_turned.u, test_turned.v, of_u, of_v);
      backward.add(p, q, h, kernel::cross(difference, p.u), kernel::cross(difference, p.v), source_turned.u,
                   source_turned.v);
    }
  }
  if constexpr (electric) {
    sums.charge += kernel::sum(charge);
    add_arms(potentials, sums.electric);
  }
  if constexpr (gradient == GradientRows::plain) add_arms(crossed, sums.crossed);
  if constexpr (gradient == GradientRows::n_cross) {
    add_arms(forward, sums.forward);
    add_arms(backward, sums.backward);
  }
}

void CurvedPairIntegrator::add(const LineRule& rule, const CurvedPatch& test, const CurvedPatch& source,
                               PairParts parts, Sums& sums) const {
  const auto add = [&]<bool lossy>(std::bool_constant<lossy>) {
    if (parts.crossed)
      add_lines<true, lossy>(rule, test, source, sums);
    else
      add_lines<false, lossy>(rule, test, source, sums);
  };
  if (k_.imag() == 0.0)
    add(std::false_type{});
  else
    add(std::true_type{});
}

/// Along a line the difference D of both points and the moving one's tangents are polynomials in t, so that
/// all of a line follows from Σ G tⁿ, n ≤ 2, or Σ h tⁿ, n ≤ 4.
template <bool with_crossed, bool lossy>
void CurvedPairIntegrator::add_lines(const LineRule& rule, const CurvedPatch& test, const CurvedPatch& source,
                                     Sums& sums) const {
  const Vec3 origin = test.triangle->centroid;
  const PatchFrame of_test(test, origin), of_source(source, origin);
  const Batch scale(test.share * source.share / (4.0 * pi));
  ComplexBatch charge;
  ByTangents fixed_in_test, fixed_in_source;
  for (std::size_t n = 0; n < rule.lines(); n += lanes) {
    const auto load = [n](const std::vector<double>& values) { return Batch::load_unaligned(&values[n]); };
    const bool in_test = n < rule.fixed_in_test;
    const PatchPoint fixed = (in_test ? of_test : of_source).at(load(rule.fixed1), load(rule.fixed2));
    const PatchLine line =
        (in_test ? of_source : of_test)
            .along(load(rule.start1), load(rule.start2), load(rule.step1), load(rule.step2));
    // D = d0 − t d1 − t² d2, from the moving point to the fixed one.
    const PointBatch d0 = kernel::subtract(fixed.position, line.position[0]);
    const auto& [unused, d1, d2] = line.position;
    std::array<ComplexBatch, with_crossed ? 5 : 3> moment;
    for (int p = 0; p < rule.points; ++p) {
      const std::size_t at = rule.place(n, p);
      const Batch t = Batch::load_unaligned(&rule.t[at]), square = t * t;
      const PointBatch d{xsimd::fnma(t, xsimd::fma(t, d2.x, d1.x), d0.x),
                         xsimd::fnma(t, xsimd::fma(t, d2.y, d1.y), d0.y),
                         xsimd::fnma(t, xsimd::fma(t, d2.z, d1.z), d0.z)};
      const auto [value, h] = kernel::green<lossy, with_crossed>(
          k_, kernel::dot(d, d), scale * Batch::load_unaligned(&rule.weight[at]));
      const ComplexBatch& g = with_crossed ? h : value;
      moment[0].add(g.re, g.im), moment[1].add(t, g), moment[2].add(square, g);
      if constexpr (with_crossed) moment[3].add(square * t, g), moment[4].add(square * square, g);
    }
    const PointBatch a0 = sum_of(line.b0[0], line.u[0], line.b1[0], line.v[0]),
                     a2 = sum_of(line.b0[1], line.u[1], line.b1[1], line.v[1]),
                     b0_step = sum_of(line.b0[0], line.u[1], line.b0[1], line.u[0]),
                     b1_step = sum_of(line.b1[0], line.v[1], line.b1[1], line.v[0]),
                     a1{b0_step.x + b1_step.x, b0_step.y + b1_step.y, b0_step.z + b1_step.z};
    ComplexVectorBatch of_u, of_v, of_a;
    if constexpr (with_crossed) {
      // Σ h D tⁿ
      const auto of_d = [&](int n) __attribute__((always_inline)) {
        ComplexVectorBatch sum;
        add_times(sum, d0, moment[n]), take_times(sum, d1, moment[n + 1]), take_times(sum, d2, moment[n + 2]);
        return sum;
      };
      const ComplexVectorBatch zeroth = of_d(0), first = of_d(1), second = of_d(2);
      add_cross(of_u, zeroth, line.u[0]), add_cross(of_u, first, line.u[1]);
      add_cross(of_v, zeroth, line.v[0]), add_cross(of_v, first, line.v[1]);
      add_cross(of_a, zeroth, a0), add_cross(of_a, first, a1), add_cross(of_a, second, a2);
    } else {
      charge.add(moment[0].re, moment[0].im);
      add_times(of_u, line.u[0], moment[0]), add_times(of_u, line.u[1], moment[1]);
      add_times(of_v, line.v[0], moment[0]), add_times(of_v, line.v[1], moment[1]);
      add_times(of_a, a0, moment[0]), add_times(of_a, a1, moment[1]), add_times(of_a, a2, moment[2]);
    }
    (in_test ? fixed_in_test : fixed_in_source).add(fixed, of_u, of_v, of_a);
  }
  if constexpr (!with_crossed) sums.charge += kernel::sum(charge);
  ByArms& sum = with_crossed ? sums.crossed : sums.electric;
  add_arms(fixed_in_test, sum);
  add_arms(fixed_in_source, sum, true);
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
  const Complex charge = 4.0 / (k_ * k_) * sums.charge;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      // ∇G = −h (r − r'); r − r' changes sign with the triangle that tests.
      const double scale = 0.25 * p.edge_length[i] * q.edge_length[j];
      result.forward.electric[i][j] = result.backward.electric[j][i] = scale * (sums.electric[i][j] - charge);
      result.forward.crossed[i][j] = result.backward.crossed[j][i] = -scale * sums.crossed[i][j];
      result.forward.magnetic[i][j] = scale * sums.forward[i][j];
      result.backward.magnetic[j][i] = -scale * sums.backward[i][j];
    }
  return result;
}

NearBlocks CurvedPairIntegrator::touching(const SurfaceTriangle& p, const SurfaceTriangle& q,
                                          PairParts parts) const {
  const Alignment order = align(p.vertex_id, q.vertex_id);
  const CurvedPatch test(p, order.p), source(q, order.q);
  const double stretch = contact_stretch(test.corner_position, source.corner_position, order.common);
  Sums sums;
  if (parts.magnetic)
    add(whole_magnetic_.of(order.common, stretch), test, source, parts, sums);
  else
    add(whole_.of(order.common, stretch), test, source, parts, sums);
  if (order.common == 3 && !parts.magnetic) sums.symmetrise();
  return blocks(sums, p, q);
}

NearBlocks CurvedPairIntegrator::close(const SurfaceTriangle& p, const SurfaceTriangle& q,
                                       PairParts parts) const {
  Sums sums;
  divide(plain_, CurvedPatch(p), CurvedPatch(q), 0, parts, sums);
  return blocks(sums, p, q);
}

void CurvedPairIntegrator::add_parts(const CurvedPatch& test, const CurvedPatch& source, int common,
                                     bool smooth, PairParts parts, PairBlock& sum) const {
  Sums sums;
  if (common == 0) {
    divide(part_plain_, test, source, 0, parts, sums);
  } else {
    const double stretch = contact_stretch(test.corner_position, source.corner_position, common);
    if (parts.crossed && smooth)
      add(smooth_.of(common, stretch), test, source, parts, sums);
    else
      add((parts.crossed ? curl_ : part_).of(common, stretch), test, source, parts, sums);
  }
  add_to(sum, sums);
}

void CurvedPairIntegrator::add_inside(const CurvedPatch& test, const CurvedPatch& whole, bool smooth,
                                      PairParts parts, PairBlock& sum) const {
  Sums sums;
  add(!parts.crossed ? part_inside_ : smooth ? smooth_inside_ : curl_inside_, test, whole, parts, sums);
  add_to(sum, sums);
}

void CurvedPairIntegrator::add_to(PairBlock& block, const Sums& sums) const {
  const Complex charge = 4.0 / (k_ * k_) * sums.charge;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      block.electric[i][j] += sums.electric[i][j] - charge;
      block.crossed[i][j] -= sums.crossed[i][j];
    }
}

}  // namespace pace
