#include "operators/curved_pair.hpp"

#include "operators/alignment.hpp"
#include "operators/patch_frame.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

using kernel::ComplexBatch;

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
};

using ByArms = std::array<std::array<Complex, 3>, 3>;

/// The first two arms are the last one less u and less v.
void add_arms(const ByTangents& s, ByArms& sum) {
  const Complex uu = kernel::sum(s.uu), uv = kernel::sum(s.uv), ua = kernel::sum(s.ua),
                vu = kernel::sum(s.vu), vv = kernel::sum(s.vv), va = kernel::sum(s.va),
                au = kernel::sum(s.au), av = kernel::sum(s.av), aa = kernel::sum(s.aa);
  const ByArms part{{{aa - ua - au + uu, aa - ua - av + uv, aa - ua},
                     {aa - va - au + vu, aa - va - av + vv, aa - va},
                     {aa - au, aa - av, aa}}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum[i][j] += part[i][j];
}

PairRule rule_inside(const QuadratureChoice::Inside& choice) {
  const auto line = line_rule(choice.outer);
  std::vector<TrianglePoint> outer;
  for (const auto& [u, of_u] : line)
    for (const auto& [v, of_v] : line)
      outer.push_back({{1.0 - u, u * (1.0 - v), u * v}, 2.0 * u * of_u * of_v});
  return inside_rule(outer, choice.side, choice.radial);
}

std::array<Vec3, 3> corners(const CurvedPatch& patch) {
  std::array<Vec3, 3> position;
  for (int i = 0; i < 3; ++i) position[i] = basis_point(*patch.triangle, patch.corner[i]).position;
  return position;
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
  const ContactRules& contacts = parts.magnetic ? whole_magnetic_ : whole_;
  const CurvedPatch test(p, order.p), source(q, order.q);
  Sums sums;
  add(contacts.of(order.common, contact_stretch(corners(test), corners(source), order.common)), test, source,
      parts, sums);
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
  const ContactRules& contacts = !parts.crossed ? part_ : smooth ? smooth_ : curl_;
  if (common == 0)
    divide(part_plain_, test, source, 0, parts, sums);
  else
    add(contacts.of(common, contact_stretch(corners(test), corners(source), common)), test, source, parts,
        sums);
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
