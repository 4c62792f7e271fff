#include "quadrature/triangle_rule.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace pace {
namespace {

struct Orbit {
  double a, b, weight;  ///< barycentric (a, b, 1 − a − b), weight of each of its permutations
};

std::vector<TrianglePoint> expand(std::initializer_list<Orbit> orbits) {
  std::vector<TrianglePoint> rule;
  double sum = 0.0;
  for (const auto& [a, b, weight] : orbits) {
    const double c = 1.0 - a - b;
    std::vector<std::array<double, 3>> points{{a, b, c}};
    const bool centroid = std::abs(a - b) < 1e-12 && std::abs(b - c) < 1e-12;
    if (!centroid) points.insert(points.end(), {{b, c, a}, {c, a, b}});
    const bool scalene = std::abs(a - b) > 1e-12 && std::abs(b - c) > 1e-12 && std::abs(a - c) > 1e-12;
    if (scalene) points.insert(points.end(), {{b, a, c}, {a, c, b}, {c, b, a}});
    for (const auto& p : points) {
      rule.push_back({p, weight});
      sum += weight;
    }
  }
  for (auto& p : rule) p.weight /= sum;  // the tables are printed to 15 digits
  return rule;
}

}  // namespace

std::span<const TrianglePoint> triangle_rule(int degree) {
  static const auto one = expand({{1.0 / 3, 1.0 / 3, 1.0}});
  static const auto two = expand({{1.0 / 6, 1.0 / 6, 1.0 / 3}});
  static const auto four = expand({{0.445948490915965, 0.445948490915965, 0.223381589678011},
                                   {0.091576213509771, 0.091576213509771, 0.109951743655322}});
  static const auto five = expand({{1.0 / 3, 1.0 / 3, 0.225},
                                   {0.470142064105115, 0.470142064105115, 0.132394152788506},
                                   {0.101286507323456, 0.101286507323456, 0.125939180544827}});
  static const auto six = expand({{0.249286745170910, 0.249286745170910, 0.116786275726379},
                                  {0.063089014491502, 0.063089014491502, 0.050844906370207},
                                  {0.053145049844817, 0.310352451033784, 0.082851075618374}});
  static const auto eight = expand({{1.0 / 3, 1.0 / 3, 0.144315607677787},
                                    {0.459292588292723, 0.459292588292723, 0.095091634267285},
                                    {0.170569307751760, 0.170569307751760, 0.103217370534718},
                                    {0.050547228317031, 0.050547228317031, 0.032458497623198},
                                    {0.008394777409958, 0.263112829634638, 0.027230314174435}});
  if (degree <= 1) return one;
  if (degree == 2) return two;
  if (degree <= 4) return four;
  if (degree == 5) return five;
  if (degree == 6) return six;
  if (degree <= 8) return eight;
  throw std::invalid_argument("triangle_rule: no rule above degree 8");
}

std::vector<TrianglePoint> refined(std::span<const TrianglePoint> rule) {
  std::vector<TrianglePoint> fine;
  for (const auto& [b, weight] : rule) {
    for (int corner = 0; corner < 3; ++corner) {
      std::array<double, 3> at{0.5 * b[0], 0.5 * b[1], 0.5 * b[2]};
      at[corner] += 0.5;
      fine.push_back({at, 0.25 * weight});
    }
    fine.push_back({{0.5 * (1.0 - b[0]), 0.5 * (1.0 - b[1]), 0.5 * (1.0 - b[2])}, 0.25 * weight});
  }
  return fine;
}

std::vector<LinePoint> line_rule(int points) {
  std::vector<LinePoint> rule(points);
  for (int i = 0; i < points; ++i) {
    double x = std::cos(std::numbers::pi * (i + 0.75) / (points + 0.5));
    double derivative = 1.0;
    for (int step = 0; step < 100; ++step) {
      double p0 = 1.0, p1 = x;
      for (int n = 2; n <= points; ++n) {
        const double p2 = ((2 * n - 1) * x * p1 - (n - 1) * p0) / n;
        p0 = p1;
        p1 = p2;
      }
      derivative = points * (x * p1 - p0) / (x * x - 1.0);
      const double change = p1 / derivative;
      x -= change;
      if (std::abs(change) < 1e-15) break;
    }
    rule[points - 1 - i] = {0.5 * (1.0 + x), 1.0 / ((1.0 - x * x) * derivative * derivative)};
  }
  return rule;
}

}  // namespace pace
