#include "quadrature/singular_rule.hpp"

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
void add_identical(RuleBuilder& rule, double xi, double e1, double e2, double e3, bool both = true) {
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

PairRule symmetric_rule(int points) {
  const auto line = line_rule(points);
  PairRule rule;
  for (const auto& [xi, w0] : line)
    for (const auto& [e1, w1] : line)
      for (const auto& [e2, w2] : line)
        for (const auto& [e3, w3] : line) {
          RuleBuilder builder(rule, xi, w0 * w1 * w2 * w3);
          add_identical(builder, xi, e1, e2, e3, false);
        }
  pad(rule);
  return rule;
}

PairRule singular_rule(Contact contact, int points) {
  const auto line = line_rule(points);
  PairRule rule;
  for (const auto& [xi, w0] : line)
    for (const auto& [e1, w1] : line)
      for (const auto& [e2, w2] : line)
        for (const auto& [e3, w3] : line) {
          RuleBuilder builder(rule, xi, w0 * w1 * w2 * w3);
          switch (contact) {
            case Contact::vertex:
              add_vertex(builder, xi, e1, e2, e3);
              break;
            case Contact::edge:
              add_edge(builder, xi, e1, e2, e3);
              break;
            case Contact::identical:
              add_identical(builder, xi, e1, e2, e3);
              break;
          }
        }
  pad(rule);
  return rule;
}

}  // namespace pace
