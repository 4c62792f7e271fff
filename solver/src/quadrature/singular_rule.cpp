#include "quadrature/singular_rule.hpp"

#include <array>
#include <cmath>

#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

/// The weights of the reference pair sum to 1/4 (two areas of 1/2); rules are normalised to 1.
constexpr double reference_pairs = 4.0;
constexpr std::size_t widest = 8;

struct Line {
  std::array<double, 2> fixed, start, step;
  double factor;  ///< of the weights
};

/// Lays lines out for SIMD.
class LineBuilder {
 public:
  explicit LineBuilder(int points) { rule_.points = points; }

  /// @param nodes  t and weight of each point
  void add(bool fixed_in_test, const Line& line, std::span<const LinePoint> nodes) {
    (fixed_in_test ? in_test_ : in_source_).push_back({line, {nodes.begin(), nodes.end()}});
  }

  LineRule take() {
    for (auto* lines : {&in_test_, &in_source_}) {
      while (lines->size() % widest != 0) {
        lines->push_back(lines->back());
        lines->back().line.factor = 0.0;
      }
    }
    rule_.fixed_in_test = in_test_.size();
    for (const auto* lines : {&in_test_, &in_source_})
      for (const WithNodes& of : *lines) lay_out(of);
    return std::move(rule_);
  }

 private:
  struct WithNodes {
    Line line;
    std::vector<LinePoint> nodes;
  };
  void lay_out(const WithNodes& of) {
    const std::size_t n = rule_.lines();
    rule_.fixed1.push_back(of.line.fixed[0]), rule_.fixed2.push_back(of.line.fixed[1]);
    rule_.start1.push_back(of.line.start[0]), rule_.start2.push_back(of.line.start[1]);
    rule_.step1.push_back(of.line.step[0]), rule_.step2.push_back(of.line.step[1]);
    if (n % widest == 0) {
      rule_.t.resize(rule_.t.size() + widest * of.nodes.size());
      rule_.weight.resize(rule_.t.size());
    }
    for (int p = 0; p < rule_.points; ++p) {
      rule_.t[rule_.place(n, p)] = of.nodes[p].x;
      rule_.weight[rule_.place(n, p)] = of.line.factor * of.nodes[p].weight;
    }
  }

  LineRule rule_;
  std::vector<WithNodes> in_test_, in_source_;
};

/// A region of a pair in the coordinates ξ, η1, η2, η3: positions without the factor ξ, the moving ones along
/// η3.
struct Region {
  bool fixed_in_test;
  Line line;
};

std::vector<Region> at_vertex(double e1, double e2) {
  const Line line{{1.0, e1}, {e2, 0.0}, {0.0, e2}, e2};
  return {{true, line}, {false, line}};
}

std::vector<Region> at_edge(double e1, double e2) {
  const double both = e1 * e2, square = e1 * e1;
  return {{false, {{1.0 - both, e1 - both}, {1.0, 0.0}, {0.0, e1}, square}},
          {true, {{1.0, e1}, {1.0, both}, {-both, -both}, square * e2}},
          {true, {{1.0 - both, e1 - both}, {1.0, 0.0}, {0.0, both}, square * e2}},
          {false, {{1.0, e1}, {1.0, both}, {-both, -both}, square * e2}},
          {false, {{1.0, both}, {1.0, e1}, {-both, -both}, square * e2}}};
}

/// @param both  each region and the one with both triangles exchanged; else one of them, twice its weight
std::vector<Region> of_identical(double e1, double e2, bool both) {
  const double product = e1 * e2, factor = (both ? 1.0 : 2.0) * e1 * product;
  std::vector<Region> regions{
      {true, {{1.0, 1.0 - e1 + product}, {1.0, 1.0 - e1}, {-product, 0.0}, factor}},
      {false, {{1.0 - product, e1 - product}, {1.0, e1 - product}, {0.0, product}, factor}},
      {false, {{1.0, e1 - product}, {1.0, e1}, {-product, -product}, factor}}};
  if (both)
    for (int i = 0; i < 3; ++i) regions.push_back({!regions[i].fixed_in_test, regions[i].line});
  return regions;
}

/// @param radial   how many of the coordinates are not of the direction
/// @param regions  of η1 and η2
template <class Regions>
LineRule rule_of(int radial, int points, int radial_points, const Regions& regions) {
  const auto line_of = [&](int coordinate) {
    if (coordinate >= radial || radial_points == 0) return line_rule(points);
    return line_rule(radial > 1 && coordinate == radial - 1 ? radial_points - 1 : radial_points);
  };
  const std::array lines{line_of(0), line_of(1), line_of(2), line_of(3)};
  LineBuilder builder(static_cast<int>(lines[3].size()));
  for (const auto& [xi, w0] : lines[0])
    for (const auto& [e1, w1] : lines[1])
      for (const auto& [e2, w2] : lines[2])
        for (Region region : regions(e1, e2)) {
          for (auto* position : {&region.line.fixed, &region.line.start, &region.line.step})
            for (double& x : *position) x *= xi;
          region.line.factor *= reference_pairs * w0 * w1 * w2 * xi * xi * xi;
          builder.add(region.fixed_in_test, region.line, lines[3]);
        }
  return builder.take();
}

}  // namespace

void pad(PairRule& rule) {
  while (rule.weight.size() % widest != 0) {
    for (auto* values : {&rule.x1, &rule.x2, &rule.y1, &rule.y2}) values->push_back(values->back());
    rule.weight.push_back(0.0);
  }
}

PairRule pairs_of(const LineRule& lines) {
  PairRule rule;
  for (std::size_t n = 0; n < lines.lines(); ++n)
    for (int p = 0; p < lines.points; ++p) {
      const std::size_t at = lines.place(n, p);
      if (lines.weight[at] == 0.0) continue;
      const bool fixed_in_test = n < lines.fixed_in_test;
      const double moving1 = lines.start1[n] + lines.t[at] * lines.step1[n],
                   moving2 = lines.start2[n] + lines.t[at] * lines.step2[n];
      rule.x1.push_back(fixed_in_test ? lines.fixed1[n] : moving1);
      rule.x2.push_back(fixed_in_test ? lines.fixed2[n] : moving2);
      rule.y1.push_back(fixed_in_test ? moving1 : lines.fixed1[n]);
      rule.y2.push_back(fixed_in_test ? moving2 : lines.fixed2[n]);
      rule.weight.push_back(lines.weight[at]);
    }
  pad(rule);
  return rule;
}

PairRuleOf<float> in_single_precision(const PairRule& rule) {
  constexpr std::size_t widest = 16;
  const auto cast = [](const std::vector<double>& values, float padding) {
    std::vector<float> single(values.begin(), values.end());
    single.resize((values.size() + widest - 1) / widest * widest, padding);
    return single;
  };
  // The last point again: the distance of two points is never zero.
  return {cast(rule.x1, static_cast<float>(rule.x1.back())),
          cast(rule.x2, static_cast<float>(rule.x2.back())),
          cast(rule.y1, static_cast<float>(rule.y1.back())),
          cast(rule.y2, static_cast<float>(rule.y2.back())), cast(rule.weight, 0.0F)};
}

LineRule symmetric_lines(int points, int radial_points) {
  return rule_of(3, points, radial_points, [](double e1, double e2) { return of_identical(e1, e2, false); });
}

LineRule singular_lines(Contact contact, int points, int radial_points) {
  switch (contact) {
    case Contact::vertex:
      return rule_of(1, points, radial_points, at_vertex);
    case Contact::edge:
      return rule_of(2, points, radial_points, at_edge);
    case Contact::identical:
      break;
  }
  return rule_of(3, points, radial_points, [](double e1, double e2) { return of_identical(e1, e2, true); });
}

LineRule inside_lines(std::span<const TrianglePoint> outer, int points, int radial_points) {
  const auto line = line_rule(points), radial = line_rule(radial_points);
  LineBuilder builder(points);
  for (const auto& [b, weight] : outer) {
    const std::array<double, 3> at{b[0] + b[1] / 2.0 + b[2] / 3.0, b[1] / 2.0 + b[2] / 3.0, b[2] / 3.0};
    for (int side = 0; side < 3; ++side) {
      const int from = (side + 1) % 3, to = (side + 2) % 3;
      // On an equilateral triangle of sides 1: the distance of the side, and where its ends lie from its
      // nearest point on. Along a side d sinh s, 1/R has no peak.
      const double distance = std::sqrt(0.75) * at[side], begin = -(at[to] + at[side] / 2.0),
                   s_begin = std::asinh(begin / distance), s_end = std::asinh((begin + 1.0) / distance);
      std::vector<LinePoint> nodes;
      for (const auto& [t, of_line] : line) {
        const double s = s_begin + t * (s_end - s_begin);
        nodes.push_back(
            {distance * std::sinh(s) - begin, of_line * (s_end - s_begin) * distance * std::cosh(s)});
      }
      for (const auto& [u, of_radial] : radial) {
        std::array<double, 3> start, step{};
        for (int i = 0; i < 3; ++i) start[i] = (1.0 - u) * at[i];
        start[from] += u, step[from] -= u, step[to] += u;
        builder.add(true,
                    {{b[1] + b[2], b[2]},
                     {start[1] + start[2], start[2]},
                     {step[1] + step[2], step[2]},
                     weight * of_radial * 2.0 * u * at[side]},
                    nodes);
      }
    }
  }
  return builder.take();
}

}  // namespace pace
