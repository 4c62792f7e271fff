#include "quadrature/singular_rule.hpp"

#include <array>
#include <cmath>

#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

/// The weights of the reference pair sum to 1/4 (two areas of 1/2); rules are normalised to 1.
constexpr double reference_pairs = 4.0;

class RuleBuilder {
 public:
  RuleBuilder(PairRule& rule, double xi, double weight) : rule_(rule), xi_(xi), weight_(weight) {}
  void add(double x1, double x2, double y1, double y2, double jacobian) {
    rule_.x1.push_back(xi_ * x1);
    rule_.x2.push_back(xi_ * x2);
    rule_.y1.push_back(xi_ * y1);
    rule_.y2.push_back(xi_ * y2);
    rule_.weight.push_back(reference_pairs * weight_ * jacobian);
  }

 private:
  PairRule& rule_;
  double xi_, weight_;
};

void add_vertex(RuleBuilder& rule, double xi, double e1, double e2, double e3) {
  const double jacobian = xi * xi * xi * e2;
  rule.add(1, e1, e2, e2 * e3, jacobian);
  rule.add(e2, e2 * e3, 1, e1, jacobian);
}

void add_edge(RuleBuilder& rule, double xi, double e1, double e2, double e3) {
  const double jacobian = xi * xi * xi * e1 * e1;
  rule.add(1, e1 * e3, 1 - e1 * e2, e1 * (1 - e2), jacobian);
  rule.add(1, e1, 1 - e1 * e2 * e3, e1 * e2 * (1 - e3), jacobian * e2);
  rule.add(1 - e1 * e2, e1 * (1 - e2), 1, e1 * e2 * e3, jacobian * e2);
  rule.add(1 - e1 * e2 * e3, e1 * e2 * (1 - e3), 1, e1, jacobian * e2);
  rule.add(1 - e1 * e2 * e3, e1 * (1 - e2 * e3), 1, e1 * e2, jacobian * e2);
}

/// @param both  each region and the one with both triangles exchanged; else one of them, twice its weight
void add_identical(RuleBuilder& rule, double xi, double e1, double e2, double e3, bool both) {
  const double jacobian = xi * xi * xi * e1 * e1 * e2;
  const auto add = [&](double x1, double x2, double y1, double y2) {
    rule.add(x1, x2, y1, y2, both ? jacobian : 2.0 * jacobian);
    if (both) rule.add(y1, y2, x1, x2, jacobian);
  };
  add(1, 1 - e1 + e1 * e2, 1 - e1 * e2 * e3, 1 - e1);
  add(1, e1 * (1 - e2 + e2 * e3), 1 - e1 * e2, e1 * (1 - e2));
  add(1 - e1 * e2 * e3, e1 * (1 - e2 * e3), 1, e1 * (1 - e2));
}

}  // namespace

void pad(PairRule& rule) {
  constexpr std::size_t widest = 8;
  while (rule.weight.size() % widest != 0) {
    for (auto* values : {&rule.x1, &rule.x2, &rule.y1, &rule.y2}) values->push_back(values->back());
    rule.weight.push_back(0.0);
  }
}

namespace {

/// @param radial  how many of the coordinates are not of the direction
/// @param add     puts the regions of one point of the unit cube into the rule
template <class Add>
PairRule rule_of(int radial, int points, int radial_points, const Add& add) {
  const auto line_of = [&](int coordinate) {
    if (coordinate >= radial || radial_points == 0) return line_rule(points);
    return line_rule(radial > 1 && coordinate == radial - 1 ? radial_points - 1 : radial_points);
  };
  const std::array lines{line_of(0), line_of(1), line_of(2), line_of(3)};
  PairRule rule;
  for (const auto& [xi, w0] : lines[0])
    for (const auto& [e1, w1] : lines[1])
      for (const auto& [e2, w2] : lines[2])
        for (const auto& [e3, w3] : lines[3]) {
          RuleBuilder builder(rule, xi, w0 * w1 * w2 * w3);
          add(builder, xi, e1, e2, e3);
        }
  pad(rule);
  return rule;
}

}  // namespace

PairRule symmetric_rule(int points, int radial_points) {
  return rule_of(3, points, radial_points, [](RuleBuilder& rule, double xi, double e1, double e2, double e3) {
    add_identical(rule, xi, e1, e2, e3, false);
  });
}

PairRule singular_rule(Contact contact, int points, int radial_points) {
  const int radial = contact == Contact::identical ? 3 : contact == Contact::edge ? 2 : 1;
  return rule_of(radial, points, radial_points,
                 [&](RuleBuilder& rule, double xi, double e1, double e2, double e3) {
                   switch (contact) {
                     case Contact::vertex:
                       add_vertex(rule, xi, e1, e2, e3);
                       break;
                     case Contact::edge:
                       add_edge(rule, xi, e1, e2, e3);
                       break;
                     case Contact::identical:
                       add_identical(rule, xi, e1, e2, e3, true);
                       break;
                   }
                 });
}

PairRule inside_rule(std::span<const TrianglePoint> outer, int points, int radial_points) {
  const auto line = line_rule(points), radial = line_rule(radial_points);
  PairRule rule;
  for (const auto& [b, weight] : outer) {
    const std::array<double, 3> at{b[0] + b[1] / 2.0 + b[2] / 3.0, b[1] / 2.0 + b[2] / 3.0, b[2] / 3.0};
    for (int side = 0; side < 3; ++side) {
      const int from = (side + 1) % 3, to = (side + 2) % 3;
      // On an equilateral triangle of sides 1: the distance of the side, and where its ends lie from its
      // nearest point on. Along a side d sinh s, 1/R has no peak.
      const double distance = std::sqrt(0.75) * at[side], begin = -(at[to] + at[side] / 2.0),
                   s_begin = std::asinh(begin / distance), s_end = std::asinh((begin + 1.0) / distance);
      for (const auto& [t, of_line] : line) {
        const double s = s_begin + t * (s_end - s_begin), w = distance * std::sinh(s) - begin;
        for (const auto& [u, of_radial] : radial) {
          std::array<double, 3> y;
          for (int i = 0; i < 3; ++i) y[i] = (1.0 - u) * at[i];
          y[from] += u * (1.0 - w);
          y[to] += u * w;
          rule.x1.push_back(b[1] + b[2]);
          rule.x2.push_back(b[2]);
          rule.y1.push_back(y[1] + y[2]);
          rule.y2.push_back(y[2]);
          rule.weight.push_back(weight * of_radial * 2.0 * u * at[side] * of_line * (s_end - s_begin) *
                                distance * std::cosh(s));
        }
      }
    }
  }
  pad(rule);
  return rule;
}

}  // namespace pace
