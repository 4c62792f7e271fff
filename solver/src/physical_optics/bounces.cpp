#include "physical_optics/bounces.hpp"

#include <algorithm>
#include <cmath>

#include "excitation/directions.hpp"
#include "physical_optics/facet_integral.hpp"

namespace pace {
namespace {

/// A footprint met at a smaller sine than this is longer than the facets it is on; its current, which goes
/// with the sine, is left out.
constexpr double grazing = 0.02;

/// The rectangle across the wave that holds the surface's shadow.
struct Aperture {
  Vec3 direction, u, v;  ///< u × v = −direction
  double u0, v0, back;   ///< corner along u and v; position along `direction` in front of everything
  double du, dv;         ///< between rays: the spacing, lessened so that whole tubes fill the rectangle
  long columns, rows;

  Aperture(const FacetSurface& surface, double theta, double phi, double spacing)
      : direction(-r_hat(theta, phi)), u(theta_hat(theta, phi)), v(phi_hat(theta, phi)) {
    double u1 = -1e300, v1 = -1e300;
    u0 = v0 = back = 1e300;
    for (const Vec3& p : surface.vertices) {
      const double a = u.dot(p), b = v.dot(p);
      u0 = std::min(u0, a), u1 = std::max(u1, a), v0 = std::min(v0, b), v1 = std::max(v1, b);
      back = std::min(back, direction.dot(p));
    }
    back -= 1e-3 * surface.extent;
    columns = std::max(1L, std::lround(std::ceil((u1 - u0) / spacing)));
    rows = std::max(1L, std::lround(std::ceil((v1 - v0) / spacing)));
    du = (u1 - u0) / static_cast<double>(columns);
    dv = (v1 - v0) / static_cast<double>(rows);
  }
  Vec3 start(long column, long row) const {
    return (u0 + (static_cast<double>(column) + 0.5) * du) * u +
           (v0 + (static_cast<double>(row) + 0.5) * dv) * v + back * direction;
  }
};

Vec3 reflected(const Vec3& d, const Vec3& normal) { return d - 2.0 * d.dot(normal) * normal; }

void follow(const FacetSurface& surface, const RayScene& scene, const Aperture& aperture, Vec3 origin,
            const RayGrid& grid, std::vector<Bounce>& bounces) {
  Vec3 direction = aperture.direction;
  std::array<Vec3, 2> side{aperture.du * aperture.u, aperture.dv * aperture.v}, field{aperture.u, aperture.v};
  double path = direction.dot(origin);
  for (int reflections = 1; reflections <= grid.most_reflections; ++reflections) {
    const auto hit = scene.first_hit(origin, direction);
    if (!hit) return;
    const Facet& facet = surface.facets[hit->facet];
    const double cosine = facet.normal.dot(direction);
    if (cosine > 0.0 && !facet.sheet) return;  // slipped through a seam to the inner side
    const Vec3 normal = cosine > 0.0 ? Vec3(-facet.normal) : facet.normal;
    const double sine = std::abs(cosine);
    if (sine < grazing) return;
    const Vec3 point = origin + hit->distance * direction;
    path += hit->distance;
    for (Vec3& s : side) s += normal.dot(s) / sine * direction;  // along the ray onto the facet
    if (reflections > 1) bounces.push_back({point, normal, direction, side, field, path});
    for (Vec3& e : field) e = 2.0 * normal.dot(e) * normal - e;
    direction = reflected(direction, normal);
    origin = point + scene.lift() * normal;
    path += scene.lift() * normal.dot(direction);
  }
}

}  // namespace

double ray_count(const FacetSurface& surface, double theta, double phi, double spacing) {
  const Aperture aperture(surface, theta, phi, spacing);
  return static_cast<double>(aperture.columns) * static_cast<double>(aperture.rows);
}

void trace_bounces(const FacetSurface& surface, const RayScene& scene, double theta, double phi,
                   const RayGrid& grid, const std::function<void(std::span<const Bounce>)>& take) {
  if (grid.most_reflections < 2) return;
  const Aperture aperture(surface, theta, phi, grid.spacing);
  const long rows_at_once = std::max(1L, rays_at_once / aperture.columns);
  for (long first = 0; first < aperture.rows; first += rows_at_once) {
    const long rows = std::min(rows_at_once, aperture.rows - first);
    std::vector<std::vector<Bounce>> of_row(rows);
#pragma omp parallel for schedule(dynamic, 4)
    for (long row = 0; row < rows; ++row)
      for (long column = 0; column < aperture.columns; ++column)
        follow(surface, scene, aperture, aperture.start(column, first + row), grid, of_row[row]);
    std::vector<Bounce> bounces;
    for (auto& row : of_row) bounces.insert(bounces.end(), row.begin(), row.end());
    take(bounces);
  }
}

std::array<CVec3, 2> bounce_field(std::span<const Bounce> bounces, double k, const Vec3& r_hat) {
  std::array<CVec3, 2> sum{CVec3::Zero(), CVec3::Zero()};
  for (const Bounce& b : bounces) {
    const Vec3 q = 0.5 * k * (r_hat - b.direction);
    const double area = b.edge[0].cross(b.edge[1]).norm();
    const Complex weight =
        area * sinc(q.dot(b.edge[0])) * sinc(q.dot(b.edge[1])) * rotation(k * (r_hat.dot(b.point) - b.path));
    for (int p = 0; p < 2; ++p) {
      const Vec3 current = b.normal.cross(b.direction.cross(b.field[p]));
      sum[p] += (current - r_hat.dot(current) * r_hat).cast<Complex>() * weight;
    }
  }
  const Complex factor = -imaginary_unit * k / (2.0 * pi);
  return {factor * sum[0], factor * sum[1]};
}

}  // namespace pace
