// First-order derivatives of far fields against exact series and against solves of changed bodies.
#include <doctest/doctest.h>

#include "../extent.hpp"
#include "changed_bodies.hpp"
#include "derivatives.hpp"

using namespace changed;
using namespace derivatives;

namespace {

Sphere conductor(double radius) {
  Sphere sphere;
  sphere.core_radius_m = radius;
  sphere.center_m = centre;
  return sphere;
}

/// Raised by h in the middle of a dent of this radius, along the normals of the body at rest.
Mesh dented(Mesh mesh, const Vec3& middle, double radius, const std::function<Vec3(const Vec3&)>& normal,
            double h) {
  for (Vec3& v : mesh.vertices) {
    const double distance = (v - middle).norm();
    if (distance < radius) v += 0.5 * h * (1.0 + std::cos(pi * distance / radius)) * normal(v);
  }
  return mesh;
}

/// Mean of what the corners of a triangle move along its normal.
double normal_speed(const SurfaceTriangle& t, const std::function<Vec3(const Vec3&)>& velocity) {
  double sum = 0.0;
  for (const Vec3& v : t.vertex) sum += velocity(v).dot(t.normal) / 3.0;
  return sum;
}

}  // namespace

TEST_CASE(
    "a sphere's derivatives by radius, resistance, reactance and layers are those of the exact series within "
    "3 %") {
  const double radius = 0.4;
  const double h = 1e-4;
  const Matrix of_radius = difference(exact(conductor(radius + h)), exact(conductor(radius - h)), 2.0 * h);
  // The step does not matter.
  CHECK(worst(difference(exact(conductor(radius + 2.0 * h)), exact(conductor(radius - 2.0 * h)), 4.0 * h),
              of_radius) < 1e-4);
  const auto impedance = [&](Complex z) {
    Sphere sphere = conductor(radius);
    if (z != 0.0) sphere.core = Sphere::Core::impedance, sphere.surface_impedance_ohm = z;
    return exact(sphere);
  };
  const Matrix of_resistance = one_sided([&](double r) { return impedance(r); }, 0.01);
  const Matrix of_reactance = difference(impedance(Complex(0.0, 0.02)), impedance(Complex(0.0, -0.02)), 0.04);
  const auto layered = [&](const ThinLayer& layer) {
    return one_sided(
        [&](double thickness) {
          Sphere sphere = conductor(radius);
          if (thickness > 0.0)
            sphere.layers = {{radius + thickness, layer.relative_permittivity, layer.relative_permeability}};
          return exact(sphere);
        },
        h);
  };
  const ThinLayer dielectric{Complex(3.0, -1.2)}, magnetic{Complex(7.0, -0.5), Complex(1.8, -1.1)};
  for (const double alpha : {1.0, 0.5}) {
    const Mesh mesh = shapes::bent_sphere(radius, 9, centre);
    const Solved solved(mesh, k, waves, alpha);
    const auto sum = [&](const std::function<Complex(const ProductIntegrals&)>& derivative) {
      return predicted(solved, k,
                       [&](const ProductIntegrals& p, const SurfaceTriangle&) { return derivative(p); });
    };
    CAPTURE(alpha);
    CHECK(worst(sum([](const auto& p) { return by_displacement(p, k); }), of_radius) < 0.03);
    const Matrix by_ohm = sum([](const auto& p) { return by_impedance(p, k); });
    CHECK(worst(by_ohm, of_resistance) < 0.03);
    Matrix by_reactance = by_ohm;
    for (auto& row : by_reactance)
      for (Complex& value : row) value *= imaginary_unit;
    CHECK(worst(by_reactance, of_reactance) < 0.03);
    CHECK(worst(sum([&](const auto& p) { return by_thickness(p, k, dielectric); }), layered(dielectric)) <
          0.03);
    CHECK(worst(sum([&](const auto& p) { return by_thickness(p, k, magnetic); }), layered(magnetic)) < 0.03);
  }
}

TEST_CASE(
    "blown up (CFIE) and dented (EFIE), a faceted ellipsoid changes its field as predicted within 3 %") {
  const Eigen::AngleAxisd tilt(0.6, Vec3(0.3, -0.8, 0.5).normalized());
  const Vec3 axes(0.4, 0.29, 0.32);
  const auto body = [&](double growth) {
    Mesh mesh = shapes::sphere(1.0, 8);
    for (Vec3& v : mesh.vertices) v = centre + tilt * (axes.cwiseProduct(v) * (1.0 + growth));
    return mesh;
  };
  const auto outwards = [&](const Vec3& v) -> Vec3 {
    const Vec3 local = (tilt.inverse() * (v - centre)).cwiseQuotient(axes);
    return tilt * local.cwiseQuotient(axes).normalized();
  };
  const Mesh rest = body(0.0);
  const Vec3 middle = centre + tilt * axes.cwiseProduct(Vec3(0.5, 0.7, 0.51).normalized());
  const double step = 0.006;
  {
    const double alpha = 0.5;
    const Solved solved(rest, k, waves, alpha);
    const Matrix grown = difference(responses(body(step), k, waves, alpha),
                                    responses(body(-step), k, waves, alpha), 2.0 * step);
    CHECK(worst(difference(responses(body(0.5 * step), k, waves, alpha),
                           responses(body(-0.5 * step), k, waves, alpha), step),
                grown) < 0.003);
    const auto by_growth = [&](const ProductIntegrals& p, const SurfaceTriangle& t) {
      return normal_speed(t, [&](const Vec3& v) -> Vec3 { return v - centre; }) * by_displacement(p, k);
    };
    CHECK(worst(predicted(solved, k, by_growth), grown) < 0.03);
  }
  {
    const double alpha = 1.0, radius = 0.33;
    const Solved solved(rest, k, waves, alpha);
    const auto with_dent = [&](double h) {
      return responses(dented(rest, middle, radius, outwards, h), k, waves, alpha);
    };
    const Matrix of_dent = difference(with_dent(step), with_dent(-step), 2.0 * step);
    const auto by_dent = [&](const ProductIntegrals& p, const SurfaceTriangle& t) {
      return normal_speed(t,
                          [&](const Vec3& v) -> Vec3 {
                            const double distance = (v - middle).norm();
                            return distance < radius
                                       ? Vec3(0.5 * (1.0 + std::cos(pi * distance / radius)) * outwards(v))
                                       : Vec3::Zero();
                          }) *
             by_displacement(p, k);
    };
    CHECK(worst(predicted(solved, k, by_dent), of_dent) < 0.03);
  }
}

/// The NASA almond with a rounded tip. @param tip  of the rounding: √(w² + 2 tip w) in place of w in the
/// front half
Vec3 almond_point(const Vec3& on_sphere, double length, double tip) {
  const double along = on_sphere.x();
  const Vec3 across = Vec3(0.0, on_sphere.y(), on_sphere.z()).normalized();
  double width = 0.193333 * std::sqrt(std::max(0.0, 1.0 - along * along)), t = 0.416667 * along;
  if (along > 0.0) {
    t = 0.583333 * along;
    const double sharp = std::max(0.0, 4.83345 * (std::sqrt(1.0 - t * t / (2.08335 * 2.08335)) - 0.96));
    width = std::sqrt(sharp * sharp + 2.0 * tip * along * along * sharp);
  }
  if (!across.allFinite()) return Vec3(length * t, 0.0, 0.0);
  return length * Vec3(t, width * across.y(), width / 3.0 * across.z());
}

/// Twelve edges a quarter turn; with eight it is 5.5 %, with sixteen 1.5 %, with the combined equations as
/// well.
TEST_CASE("an almond whose tip is rounded more or less changes its field as predicted within 3 %" *
          doctest::skip(!in_full())) {
  const Eigen::AngleAxisd tilt(0.7, Vec3(0.4, 0.7, -0.3).normalized());
  const auto body = [&](double tip) {
    Mesh mesh = shapes::sphere(1.0, 12);
    for (Vec3& v : mesh.vertices) v = centre + tilt * almond_point(v.normalized(), 0.9, tip);
    return mesh;
  };
  const double tip = 0.03, step = 0.002;
  const Mesh up = body(tip + step), down = body(tip - step);
  const Matrix measured = difference(responses(up, k, waves), responses(down, k, waves), 2.0 * step);
  const Solved solved(body(tip), k, waves);
  const auto by_tip = [&](const ProductIntegrals& p, const SurfaceTriangle& t) {
    double speed = 0.0;
    for (const int v : t.vertex_id) speed += (up.vertices[v] - down.vertices[v]).dot(t.normal) / (6.0 * step);
    return speed * by_displacement(p, k);
  };
  CHECK(worst(predicted(solved, k, by_tip), measured) < 0.03);
}

/// The coated part is a body of its own: along a rim between coated and bare triangles the impedance
/// formulation has no M on the functions across it, which makes the coating narrower by part of an edge.
TEST_CASE("a reactance on one of two bodies changes the field of an impedance run as predicted within 3 %") {
  shapes::Builder both;
  shapes::add_sphere(both, centre, 0.25, 5, 1);
  shapes::add_sphere(both, centre + Vec3(0.3, 0.45, -0.2), 0.22, 5, 2);
  for (Vec3& v : both.mesh.vertices) v += 0.12 * (v - centre).dot(Vec3(0.3, 0.5, 0.8)) * Vec3(0.4, -0.3, 0.8);
  const Solved solved(both.mesh, k, waves, 0.5);
  const Matrix prediction = predicted(solved, k, [&](const ProductIntegrals& p, const SurfaceTriangle& t) {
    return t.part == 1 ? by_impedance(p, k) : Complex(0.0);
  });
  const auto with = [&](Complex ohm) {
    const Coated coated(both.mesh, k, waves, 0.5, {0.0, ohm});
    return responses(coated.space, k, waves, coated.currents);
  };
  // The field is linear up to Z/η.
  const Complex step(0.0, 4.0);
  const Matrix measured = difference(with(step), with(-step), 2.0 * step);
  if (in_full()) CHECK(worst(difference(with(0.5 * step), with(-0.5 * step), step), measured) < 0.003);
  CHECK(worst(prediction, measured) < 0.03);
}

/// At right angles E_n and H_t grow as r^(−1/3), their squares as r^(−2/3), and a mesh misses what lies
/// nearest to the edge: the error of the sum falls slowly, and 3 % is not reached here. A thin fin is nearly
/// all edge: 24 % of the norm of its derivatives on the finer mesh.
TEST_CASE(
    "beside sharp edges the error is larger and falls with the mesh: the face of a box within a seventh, a fin that "
    "turns less well") {
  const auto box = [](int n, double h) {
    shapes::Builder b;
    b.box(Vec3(-0.3, 0.2, 0.0), Vec3(0.5, 0.7, 0.4), n);
    for (Vec3& v : b.mesh.vertices)
      if (v.x() > 0.4999) v.x() += h;
    for (Vec3& v : b.mesh.vertices) v += Vec3(0.1 * v.y(), 0.0, 0.15 * v.x());
    return b.mesh;
  };
  const auto turning = [](const Vec3& v) -> Vec3 {
    return Vec3(0.2, -0.4, 0.9).normalized().cross(v - Vec3(0.45, 0.5, 0.3));
  };
  const auto fin = [&](int n, double h) {
    shapes::Builder b;
    shapes::add_sphere(b, Vec3(0.0, 0.0, 0.1), 0.2, n / 2 + 1, 1);
    b.box(Vec3(0.35, 0.2, 0.0), Vec3(0.5, 0.8, 0.6), n, 2);
    std::vector<char> is_fin(b.mesh.vertices.size(), false);
    for (const Triangle& t : b.mesh.triangles)
      if (t.part == 1)
        for (const int v : t.vertex) is_fin[v] = true;
    for (std::size_t v = 0; v < is_fin.size(); ++v)
      if (is_fin[v]) b.mesh.vertices[v] += h * turning(b.mesh.vertices[v]);
    return b.mesh;
  };
  const auto mean_error = [](const Matrix& predicted, const Matrix& measured) {
    double error = 0.0, norm = 0.0;
    for (std::size_t d = 0; d < measured.size(); ++d)
      for (std::size_t a = 0; a < measured.size(); ++a)
        error += std::norm(predicted[d][a] - measured[d][a]), norm += std::norm(measured[d][a]);
    return std::sqrt(error / norm);
  };
  constexpr double step = 0.005;
  double before_box = 1.0, before_fin = 1.0;
  for (const int n : {4, 6}) {
    const Solved of_box(box(n, 0.0), k, waves, 0.5);
    const Matrix face = difference(responses(box(n, step), k, waves, 0.5),
                                   responses(box(n, -step), k, waves, 0.5), 2.0 * step);
    const double box_error = mean_error(predicted(of_box, k,
                                                  [&](const ProductIntegrals& p, const SurfaceTriangle& t) {
                                                    return normal_speed(t,
                                                                        [](const Vec3& v) -> Vec3 {
                                                                          return v.x() - 0.1 * v.y() > 0.4999
                                                                                     ? Vec3(1.0, 0.0, 0.15)
                                                                                     : Vec3::Zero();
                                                                        }) *
                                                           by_displacement(p, k);
                                                  }),
                                        face);
    const Solved of_fin(fin(n, 0.0), k, waves, 0.5);
    const Matrix turned = difference(responses(fin(n, step), k, waves, 0.5),
                                     responses(fin(n, -step), k, waves, 0.5), 2.0 * step);
    const double fin_error = mean_error(
        predicted(of_fin, k,
                  [&](const ProductIntegrals& p, const SurfaceTriangle& t) {
                    return t.part == 1 ? normal_speed(t, turning) * by_displacement(p, k) : Complex(0.0);
                  }),
        turned);
    MESSAGE(n << ": box " << box_error << ", fin " << fin_error);
    CHECK(box_error < before_box);
    CHECK(fin_error < before_fin);
    before_box = box_error, before_fin = fin_error;
  }
  CHECK(before_box < 1.0 / 7.0);
}
