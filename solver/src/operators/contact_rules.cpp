#include "operators/contact_rules.hpp"

#include <algorithm>
#include <cmath>

namespace pace {
namespace {

/// The largest stretch of each level but the last, in units of the usual one, and how many times as many
/// points as for that it has: with them the entries of flat pairs up to that stretch are within about 1e-5 of
/// the largest of a triangle with itself. The first level is that of the parts of a dual cell on the far side
/// of the common vertex.
constexpr std::array<double, 5> largest_stretch{0.8, 1.7, 2.6, 4.0, 7.0};
constexpr std::array<double, 6> of_self{1.0, 1.0, 1.35, 1.75, 3.1, 5.7},
    of_edge{1.0, 1.0, 1.4, 2.4, 4.0, 6.5}, of_vertex{0.67, 1.0, 1.25, 1.75, 2.25, 3.25};

double distance_to_segment(const Vec3& r, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double t = std::clamp((r - a).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (r - a - t * along).norm();
}

double distance_to_triangle(const Vec3& r, const std::array<Vec3, 3>& t) {
  const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]).normalized();
  bool above = true;
  double to_sides = HUGE_VAL;
  for (int i = 0; i < 3; ++i) {
    const Vec3 &a = t[i], &b = t[(i + 1) % 3];
    above = above && normal.cross(b - a).dot(r - a) >= 0.0;
    to_sides = std::min(to_sides, distance_to_segment(r, a, b));
  }
  return above ? std::abs(normal.dot(r - t[0])) : to_sides;
}

/// Source: Ericson, Real-Time Collision Detection, 2005, §5.1.9.
double distance_of_segments(const Vec3& p, const Vec3& p_end, const Vec3& q, const Vec3& q_end) {
  const Vec3 u = p_end - p, v = q_end - q, w = p - q;
  const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v), uw = u.dot(w), vw = v.dot(w),
               determinant = uu * vv - uv * uv;
  double s = determinant > 0.0 ? std::clamp((uv * vw - uw * vv) / determinant, 0.0, 1.0) : 0.0;
  const double t = std::clamp((uv * s + vw) / vv, 0.0, 1.0);
  s = std::clamp((uv * t - uw) / uu, 0.0, 1.0);
  return (w + s * u - t * v).norm();
}

/// Of a triangle from the side of another one that is opposite to the common vertex.
double distance_to_far_side(const std::array<Vec3, 3>& far, const std::array<Vec3, 3>& t) {
  double distance = std::min(distance_to_triangle(far[1], t), distance_to_triangle(far[2], t));
  for (int i = 0; i < 3; ++i)
    distance = std::min(distance, distance_of_segments(far[1], far[2], t[i], t[(i + 1) % 3]));
  return distance;
}

double longest_side(const std::array<Vec3, 3>& t) {
  return std::max({(t[1] - t[0]).norm(), (t[2] - t[1]).norm(), (t[0] - t[2]).norm()});
}

void take(LineRule lines, LineRule& rule) { rule = std::move(lines); }
void take(const LineRule& lines, PairRule& rule) { rule = pairs_of(lines); }
void take(const LineRule& lines, PairRuleOf<float>& rule) { rule = in_single_precision(pairs_of(lines)); }

int times(int points, double factor) { return static_cast<int>(std::lround(points * factor)); }

}  // namespace

double contact_stretch(const std::array<Vec3, 3>& p, const std::array<Vec3, 3>& q, int common) {
  const double longest = std::max(longest_side(p), longest_side(q));
  switch (common) {
    case 3:
      return longest * longest / (p[1] - p[0]).cross(p[2] - p[0]).norm();
    case 2:
      return longest /
             std::min({(p[1] - p[0]).norm(), distance_to_triangle(p[2], q), distance_to_triangle(q[2], p)});
    default:
      return longest / std::min(distance_to_far_side(p, q), distance_to_far_side(q, p));
  }
}

template <class Rule>
ContactRules<Rule>::ContactRules(const QuadratureChoice::Contacts& points, bool symmetric)
    : points_(points),
      symmetric_(symmetric),
      made_(std::make_unique<std::array<std::array<MadeOnce, 3>, levels>>()) {
  static_assert(of_self.size() == levels && of_edge.size() == levels && of_vertex.size() == levels);
}

template <class Rule>
Rule ContactRules<Rule>::make(int common, int level) const {
  const int radial = points_.radial;
  Rule rule;
  if (common == 3) {
    const int points = times(points_.self, of_self[level]);
    take(symmetric_ ? symmetric_lines(points, radial) : singular_lines(Contact::identical, points, radial),
         rule);
  } else if (common == 2) {
    take(singular_lines(Contact::edge, times(points_.edge, of_edge[level]), radial), rule);
  } else {
    take(singular_lines(Contact::vertex, times(points_.vertex, of_vertex[level]), radial), rule);
  }
  return rule;
}

template <class Rule>
const Rule& ContactRules<Rule>::of(int common, double stretch) const {
  const auto level = static_cast<int>(
      std::lower_bound(largest_stretch.begin(), largest_stretch.end(), stretch / points_.stretch) -
      largest_stretch.begin());
  MadeOnce& made = (*made_)[level][common - 1];
  std::call_once(made.flag, [&] { made.rule = make(common, level); });
  return made.rule;
}

template class ContactRules<PairRule>;
template class ContactRules<PairRuleOf<float>>;
template class ContactRules<LineRule>;

}  // namespace pace
