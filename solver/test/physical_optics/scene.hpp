// A surface with its rays: what the tests of this room start from.
#pragma once

#include <cmath>

#include "../mesh/shapes.hpp"
#include "excitation/directions.hpp"
#include "mesh/topology.hpp"
#include "physical_optics/bounces.hpp"
#include "physical_optics/flat_surface.hpp"
#include "physical_optics/fringe.hpp"
#include "physical_optics/horizon.hpp"
#include "physical_optics/radiation.hpp"

namespace optics {

using namespace pace;

struct Scene {
  explicit Scene(Mesh given, double sampling = 0.25)
      : mesh(std::move(given)),
        topology(analyse(mesh)),
        surface(mesh, topology),
        rays(surface),
        illuminator(surface, rays, sampling) {}

  Lighting light(double theta, double phi) const { return illuminator.light(r_hat(theta, phi)); }
  /// First reflection only.
  CVec3 field(double k, double theta, double phi, int polarization, const Vec3& observer) const {
    const PlaneWave wave = plane_wave(theta, phi, polarization);
    return physical_optics_field(
        k, wave, observer, lit_area_spectrum(surface, light(theta, phi), k * (observer - wave.direction)));
  }
  double lit_area(double theta, double phi) const {
    const Lighting lighting = light(theta, phi);
    double area = 0.0;
    for (std::size_t f = 0; f < surface.facets.size(); ++f)
      if (lighting.side[f] != 0) area += 0.5 * surface.facets[f].area_vector.norm();
    for (const LitPiece& piece : lighting.pieces) area += 0.5 * piece.share * piece.area_vector.norm();
    return area;
  }

  Mesh mesh;
  Topology topology;
  FacetSurface surface;
  RayScene rays;
  Illuminator illuminator;
};

inline Complex component(const Vec3& axis, const CVec3& v) {
  return axis.x() * v.x() + axis.y() * v.y() + axis.z() * v.z();
}

/// A flat sheet a × b across z around `centre`, n × n cells.
inline Mesh plate(double a, double b, int n = 1, const Vec3& centre = Vec3::Zero()) {
  shapes::Builder builder;
  builder.surface(
      n, n, [&](double u, double v) -> Vec3 { return centre + Vec3(a * (u - 0.5), b * (v - 0.5), 0.0); });
  return builder.mesh;
}

}  // namespace optics
