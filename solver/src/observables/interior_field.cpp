#include "observables/interior_field.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "core/cross.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

/// Least distance of a point from the middle of a triangle, in its longest edges.
constexpr double clearance = 1.0;
/// The usual depth where the body is thick enough, in edges.
constexpr double shallowest = 1.25;
/// Triangles nearer than this, in longest edges, are integrated by the finer rule.
constexpr double near = 3.0;
constexpr int near_degree = 8, far_degree = 4;

double longest_edge(const SurfaceTriangle& t) {
  return std::max({t.edge_length[0], t.edge_length[1], t.edge_length[2]});
}

/// Distance along a ray to a triangle, infinite without a hit (Möller & Trumbore 1997).
double hit(const SurfaceTriangle& t, const Vec3& from, const Vec3& along) {
  constexpr double none = std::numeric_limits<double>::infinity();
  const Vec3 a = t.vertex[1] - t.vertex[0], b = t.vertex[2] - t.vertex[0], p = along.cross(b);
  const double determinant = a.dot(p);
  if (determinant == 0.0) return none;
  const Vec3 s = from - t.vertex[0];
  const double u = s.dot(p) / determinant;
  if (!(u >= 0.0 && u <= 1.0)) return none;
  const Vec3 q = s.cross(a);
  const double w = along.dot(q) / determinant;
  if (!(w >= 0.0 && u + w <= 1.0)) return none;
  const double distance = b.dot(q) / determinant;
  return distance > 0.0 ? distance : none;
}

bool is_clear(const RwgSpace& space, const Vec3& point) {
  return std::all_of(space.triangles().begin(), space.triangles().end(), [&](const SurfaceTriangle& t) {
    return (point - t.centroid).norm() >= clearance * longest_edge(t);
  });
}

/// J = centre + slope (r − c), times η: what the sums below need of both kinds of currents.
struct LinearCurrent {
  CVec3 centre = CVec3::Zero();
  Complex slope = 0.0;
};

LinearCurrent current_on(const RwgSpace& space, int triangle, const Complex* coefficients) {
  const SurfaceTriangle& t = space.triangles()[triangle];
  LinearCurrent current;
  for (const HalfFunction& half : space.halves(triangle)) {
    const Complex a = vacuum_impedance * half.sign * t.edge_length[half.corner] / (2.0 * t.area) *
                      coefficients[half.function];
    current.centre += a * (t.centroid - t.vertex[half.corner]).cast<Complex>();
    current.slope += a;
  }
  return current;
}

/// Integrals over a triangle of centroid c, which the currents of all columns share.
struct Kernel {
  Complex g = 0.0;                 ///< ∫ G
  CVec3 g_offset = CVec3::Zero();  ///< ∫ G (r' − c)
  CVec3 h = CVec3::Zero();         ///< ∫ h D
  CVec3 h_offset = CVec3::Zero();  ///< ∫ h D × (r' − c)
};

Kernel kernel_of(const SurfaceTriangle& triangle, double k, const Vec3& point) {
  const double distance = (point - triangle.centroid).norm();
  Kernel kernel;
  for (const auto& [b, weight] :
       triangle_rule(distance < near * longest_edge(triangle) ? near_degree : far_degree)) {
    const Vec3 source = b[0] * triangle.vertex[0] + b[1] * triangle.vertex[1] + b[2] * triangle.vertex[2];
    const Vec3 d = point - source, offset = source - triangle.centroid;
    const double r = d.norm();
    const Complex g = std::polar(weight * triangle.area / (4.0 * std::numbers::pi * r), -k * r);
    const Complex h = g * Complex(1.0, k * r) / (r * r);
    kernel.g += g;
    kernel.g_offset += g * offset.cast<Complex>();
    kernel.h += h * d.cast<Complex>();
    kernel.h_offset += h * d.cross(offset).cast<Complex>();
  }
  return kernel;
}

/// The same of a bent triangle: η J is a_i arm_i / J, and the integrals are of each arm.
struct BentCurrent {
  std::array<Complex, 3> of_arm{};
};

BentCurrent bent_current_on(const RwgSpace& space, int triangle, const Complex* coefficients) {
  BentCurrent current;
  for (const HalfFunction& half : space.halves(triangle))
    current.of_arm[half.corner] += vacuum_impedance * half.sign * 0.5 *
                                   space.triangles()[triangle].edge_length[half.corner] *
                                   coefficients[half.function];
  return current;
}

struct BentKernel {
  CVec3 h = CVec3::Zero();               ///< mean of h D
  std::array<CVec3, 3> g_arm, curl_arm;  ///< means of G arm and of h D × arm
};

BentKernel bent_kernel_of(const SurfaceTriangle& triangle, double k, const Vec3& point) {
  const double distance = (point - triangle.centroid).norm();
  BentKernel kernel;
  kernel.g_arm.fill(CVec3::Zero()), kernel.curl_arm.fill(CVec3::Zero());
  for (const auto& [b, weight] :
       triangle_rule(distance < near * longest_edge(triangle) ? near_degree : far_degree)) {
    const BasisPoint at = basis_point(triangle, b);
    const Vec3 d = point - at.position;
    const double r = d.norm();
    const Complex g = std::polar(weight / (4.0 * std::numbers::pi * r), -k * r);
    const Complex h = g * Complex(1.0, k * r) / (r * r);
    kernel.h += h * d.cast<Complex>();
    for (int i = 0; i < 3; ++i) {
      kernel.g_arm[i] += g * at.arm[i].cast<Complex>();
      kernel.curl_arm[i] += h * d.cross(at.arm[i]).cast<Complex>();
    }
  }
  return kernel;
}

/// Without conjugation.
CVec3 complex_cross(const CVec3& a, const CVec3& b) {
  return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()};
}

}  // namespace

std::vector<Vec3> interior_points(const RwgSpace& space, double k, int count,
                                  const std::function<bool(const SurfaceTriangle&)>& is_closed) {
  const auto& triangles = space.triangles();
  std::vector<int> closed;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    if (is_closed(triangles[t])) closed.push_back(static_cast<int>(t));
  if (closed.empty()) return {};
  // Modes may live near the surface or in the middle: depths in wavelengths, and half of the way to the other
  // side.
  constexpr std::array<double, 4> depths{0.25, 0.5, 1.0, std::numeric_limits<double>::infinity()};
  const int tries = std::min<int>(2 * count, static_cast<int>(closed.size()));
  const double wavelength = 2.0 * std::numbers::pi / k;
  std::vector<std::optional<Vec3>> found(tries);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < tries; ++i) {
    const SurfaceTriangle& t =
        triangles[closed[static_cast<std::size_t>(i) * closed.size() / static_cast<std::size_t>(tries)]];
    double across = std::numeric_limits<double>::infinity();
    for (const SurfaceTriangle& other : triangles)
      if (&other != &t) across = std::min(across, hit(other, t.centroid, -t.normal));
    if (!std::isfinite(across)) continue;
    const double depth = std::min(
        std::max(shallowest * longest_edge(t), depths[i % depths.size()] * wavelength), 0.5 * across);
    const Vec3 point = t.centroid - depth * t.normal;
    if (is_clear(space, point)) found[i] = point;
  }
  std::vector<Vec3> all;
  for (const auto& point : found)
    if (point) all.push_back(*point);
  if (static_cast<int>(all.size()) <= count) return all;
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i)
    points.push_back(all[static_cast<std::size_t>(i) * all.size() / static_cast<std::size_t>(count)]);
  return points;
}

std::vector<std::vector<PointField>> field_at(const RwgSpace& space, double k,
                                              const std::vector<Vec3>& points, const Columns& electric,
                                              const Columns& magnetic) {
  const int columns = electric.columns;
  const bool has_magnetic = magnetic.columns > 0;
  std::vector<std::vector<PointField>> fields(columns, std::vector<PointField>(points.size()));
  const int count = static_cast<int>(space.triangles().size());
  std::vector<LinearCurrent> of_triangles(static_cast<std::size_t>(count) * columns * (has_magnetic ? 2 : 1));
  for (int t = 0; t < count; ++t)
    for (int c = 0; c < columns; ++c)
      for (int kind = 0; kind < (has_magnetic ? 2 : 1) && !space.triangles()[t].bend; ++kind)
        of_triangles[(static_cast<std::size_t>(kind) * columns + c) * count + t] =
            current_on(space, t, (kind == 0 ? electric : magnetic).column(c));
#pragma omp parallel for schedule(dynamic)
  for (std::size_t p = 0; p < points.size(); ++p)
    for (int t = 0; t < count; ++t) {
      if (space.triangles()[t].bend) {
        const BentKernel kernel = bent_kernel_of(space.triangles()[t], k, points[p]);
        for (int c = 0; c < columns; ++c)
          for (int kind = 0; kind < (has_magnetic ? 2 : 1); ++kind) {
            const BentCurrent x = bent_current_on(space, t, (kind == 0 ? electric : magnetic).column(c));
            CVec3 l = CVec3::Zero(), curl = CVec3::Zero();
            for (int i = 0; i < 3; ++i) {
              l += x.of_arm[i] * (2.0 * imaginary_unit / k * kernel.h - imaginary_unit * k * kernel.g_arm[i]);
              curl -= x.of_arm[i] * kernel.curl_arm[i];
            }
            PointField& field = fields[c][p];
            field.electric += kind == 0 ? l : CVec3(-curl);
            field.eta_magnetic += kind == 0 ? curl : l;
          }
        continue;
      }
      const Kernel kernel = kernel_of(space.triangles()[t], k, points[p]);
      for (int c = 0; c < columns; ++c)
        for (int kind = 0; kind < (has_magnetic ? 2 : 1); ++kind) {
          const LinearCurrent& x = of_triangles[(static_cast<std::size_t>(kind) * columns + c) * count + t];
          const CVec3 l = -imaginary_unit * k * (kernel.g * x.centre + x.slope * kernel.g_offset) +
                          imaginary_unit / k * 2.0 * x.slope * kernel.h;
          const CVec3 curl = -complex_cross(kernel.h, x.centre) - x.slope * kernel.h_offset;
          PointField& field = fields[c][p];
          field.electric += kind == 0 ? l : CVec3(-curl);
          field.eta_magnetic += kind == 0 ? curl : l;
        }
    }
  return fields;
}

double field_left(const std::vector<Vec3>& points, const std::vector<PointField>& scattered, double k,
                  const PlaneWave& wave) {
  if (points.empty()) return 0.0;
  const CVec3 magnetic = cross(wave.direction, wave.polarization);
  double sum = 0.0;
  for (std::size_t p = 0; p < points.size(); ++p) {
    const Complex phase = std::polar(1.0, -k * wave.direction.dot(points[p]));
    sum += 0.5 * ((scattered[p].electric + phase * wave.polarization).squaredNorm() +
                  (scattered[p].eta_magnetic + phase * magnetic).squaredNorm());
  }
  return std::sqrt(sum / static_cast<double>(points.size()));
}

}  // namespace pace
