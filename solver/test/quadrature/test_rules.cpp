#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "../close_to.hpp"
#include "../static_potentials.hpp"
#include "quadrature/singular_rule.hpp"
#include "quadrature/triangle_rule.hpp"

using namespace pace;

namespace {

double factorial(int n) { return n <= 1 ? 1.0 : n * factorial(n - 1); }

/// Mean over a triangle of λ1^a λ2^b λ3^c = 2 a! b! c! / (a + b + c + 2)!
double exact_mean(int a, int b, int c) {
  return 2 * factorial(a) * factorial(b) * factorial(c) / factorial(a + b + c + 2);
}

/// Mean over {0 ≤ x2 ≤ x1 ≤ 1} of x1^a x2^b.
double reference_mean(int a, int b) { return 2.0 / ((b + 1.0) * (a + b + 2.0)); }

/// ∫ over a triangle by recursive splitting towards the point nearest to r: slow, independent of all closed
/// forms.
template <class F>
auto split_integral(const std::array<Vec3, 3>& v, const Vec3& r, int depth, const F& f) -> decltype(f(r)) {
  const double size = std::max({(v[0] - v[1]).norm(), (v[1] - v[2]).norm(), (v[2] - v[0]).norm()});
  const double distance = (r - (v[0] + v[1] + v[2]) / 3.0).norm();
  if (depth == 0 || distance > 3.0 * size) {
    auto sum = decltype(f(r))(0.0 * f(v[0] + Vec3(1e-3, 2e-3, 3e-3)));
    const double area = 0.5 * (v[1] - v[0]).cross(v[2] - v[0]).norm();
    for (const auto& [b, w] : triangle_rule(8)) sum += w * area * f(b[0] * v[0] + b[1] * v[1] + b[2] * v[2]);
    return sum;
  }
  const Vec3 a = 0.5 * (v[0] + v[1]), b = 0.5 * (v[1] + v[2]), c = 0.5 * (v[2] + v[0]);
  auto sum = split_integral({v[0], a, c}, r, depth - 1, f);
  sum += split_integral({a, v[1], b}, r, depth - 1, f);
  sum += split_integral({c, b, v[2]}, r, depth - 1, f);
  sum += split_integral({a, b, c}, r, depth - 1, f);
  return sum;
}

}  // namespace

TEST_CASE("triangle rules are exact for every monomial up to their degree") {
  for (const int degree : {1, 2, 4, 5, 6, 8})
    for (int a = 0; a <= degree; ++a)
      for (int b = 0; a + b <= degree; ++b) {
        double sum = 0.0;
        for (const auto& p : triangle_rule(degree))
          sum += p.weight * std::pow(p.barycentric[0], a) * std::pow(p.barycentric[1], b);
        CHECK(sum == close_to(exact_mean(a, b, 0), 1e-12));
      }
}

TEST_CASE("line rules are exact for polynomials of degree 2n - 1") {
  for (int n = 1; n <= 12; ++n) {
    double sum = 0.0;
    for (const auto& p : line_rule(n)) sum += p.weight * std::pow(p.x, 2 * n - 1);
    CHECK(sum == close_to(1.0 / (2 * n), 1e-13));
  }
}

TEST_CASE("singular rules integrate every monomial of a triangle pair exactly, so their maps tile the pair") {
  for (const Contact contact : {Contact::vertex, Contact::edge, Contact::identical}) {
    const PairRule rule = singular_rule(contact, 5);
    for (int a = 0; a <= 1; ++a)
      for (int b = 0; b <= 2; ++b)
        for (int c = 0; c <= 2; ++c)
          for (int d = 0; d <= 1; ++d) {
            double sum = 0.0;
            for (std::size_t n = 0; n < rule.weight.size(); ++n)
              sum += rule.weight[n] * std::pow(rule.x1[n], a) * std::pow(rule.x2[n], b) *
                     std::pow(rule.y1[n], c) * std::pow(rule.y2[n], d);
            CHECK(sum == close_to(reference_mean(a, b) * reference_mean(c, d), 1e-12));
          }
  }
}

TEST_CASE("singular rules converge exponentially on 1/R over touching triangles out of plane") {
  const Vec3 a(0, 0, 0), b(1, 0.1, 0), c(0.4, 0.9, 0.1), d(0.6, -0.7, 0.5), e(-0.6, 0.2, 0.7),
      f(-0.3, -0.8, 0.1);
  struct Pair {
    Contact contact;
    std::array<Vec3, 3> p, q;
  };
  for (const Pair& pair :
       {Pair{Contact::identical, {a, b, c}, {a, b, c}}, Pair{Contact::edge, {a, b, c}, {a, b, d}},
        Pair{Contact::vertex, {a, b, c}, {a, e, f}}}) {
    const auto integral = [&](int points) {
      const PairRule rule = singular_rule(pair.contact, points);
      double sum = 0.0;
      for (std::size_t n = 0; n < rule.weight.size(); ++n) {
        const Vec3 r =
            pair.p[0] + rule.x1[n] * (pair.p[1] - pair.p[0]) + rule.x2[n] * (pair.p[2] - pair.p[1]);
        const Vec3 s =
            pair.q[0] + rule.y1[n] * (pair.q[1] - pair.q[0]) + rule.y2[n] * (pair.q[2] - pair.q[1]);
        sum += rule.weight[n] / (r - s).norm();
      }
      return sum;
    };
    const double reference = integral(12);
    CHECK(std::abs(integral(4) / reference - 1.0) < 2e-4);
    CHECK(std::abs(integral(6) / reference - 1.0) < 5e-6);
    CHECK(std::abs(integral(8) / reference - 1.0) < 2e-7);
  }
}

// The potential falls like s ln s beside the common edge, so the outer Gauss points converge algebraically:
// 1e-4.
TEST_CASE(
    "the edge-sharing integral of 1/R by the singular rule equals the closed form of the inner integral") {
  const std::array<Vec3, 3> v{Vec3(0, 0, 0), Vec3(1, 0.1, 0), Vec3(0.4, 0.9, 0.1)};
  const PairRule rule = singular_rule(Contact::edge, 10);
  const std::array<Vec3, 3> q{v[0], v[1], Vec3(0.6, -0.7, 0.5)};
  const double area = 0.5 * (q[1] - q[0]).cross(q[2] - q[0]).norm();
  double pairs = 0.0, closed = 0.0;
  for (std::size_t n = 0; n < rule.weight.size(); ++n) {
    const Vec3 r = v[0] + rule.x1[n] * (v[1] - v[0]) + rule.x2[n] * (v[2] - v[1]);
    const Vec3 s = q[0] + rule.y1[n] * (q[1] - q[0]) + rule.y2[n] * (q[2] - q[1]);
    pairs += rule.weight[n] / (r - s).norm();
    closed += rule.weight[n] * static_potentials(r, q, q[0]).inverse / area;
  }
  CHECK(pairs == close_to(closed, 1e-4));
}

TEST_CASE("closed forms of the static potentials equal brute force above, below, beside and in the plane") {
  const std::array<Vec3, 3> v{Vec3(0.1, 0.2, -0.1), Vec3(1.1, 0.3, 0.2), Vec3(0.4, 1.2, 0.05)};
  const Vec3 centre = (v[0] + v[1] + v[2]) / 3.0;
  const Vec3 normal = (v[1] - v[0]).cross(v[2] - v[0]).normalized();
  const Vec3 in_plane = (v[1] - v[0]).normalized();
  for (const Vec3& r :
       {Vec3(centre + 0.05 * normal), Vec3(centre - 0.3 * normal), Vec3(v[0] - 0.2 * in_plane),
        Vec3(v[1] + 0.3 * in_plane + 0.01 * normal), Vec3(0.9, 1.4, -0.8), Vec3(-0.5, 0.1, 0.4)}) {
    const StaticPotentials s = static_potentials(r, v, centre);
    const int depth = 9;
    const auto vector_of = [&](auto&& f) {
      return split_integral(v, r, depth, [&](const Vec3& p) -> Vec3 { return f(p); });
    };
    CHECK(s.inverse ==
          close_to(split_integral(v, r, depth, [&](const Vec3& p) { return 1.0 / (r - p).norm(); }), 1e-8));
    CHECK(s.distance ==
          close_to(split_integral(v, r, depth, [&](const Vec3& p) { return (r - p).norm(); }), 1e-8));
    CHECK((s.inverse_moment - vector_of([&](const Vec3& p) {
             return Vec3((p - centre) / (r - p).norm());
           })).norm() < 1e-7);
    CHECK((s.distance_moment - vector_of([&](const Vec3& p) {
             return Vec3((p - centre) * (r - p).norm());
           })).norm() < 1e-7);
    CHECK((s.inverse_gradient - vector_of([&](const Vec3& p) {
             return Vec3((r - p) / std::pow((r - p).norm(), 3));
           })).norm() < 1e-6);
    CHECK((s.inverse_vector - vector_of([&](const Vec3& p) {
             return Vec3((r - p) / (r - p).norm());
           })).norm() < 1e-7);
  }
}
