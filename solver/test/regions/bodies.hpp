// Small composite bodies with conformal junctions: spheres cut by planes, boxes that share faces, bodies in
// bodies.
#pragma once

#include <nlohmann/json.hpp>

#include "../mesh/shapes.hpp"

namespace bodies {

using Json = nlohmann::json;
using pace::Mesh;
using pace::Vec3;
using shapes::Builder;

/// A sphere of latitude rings about z, so that planes z = const through rings cut it along edges; wound
/// outwards. Ring j of `rings` lies at θ = π j/rings; j0 … j1 is what is added.
inline void add_zone(Builder& b, const Vec3& centre, double radius, int rings, int j0, int j1, int part) {
  const int sectors = 2 * rings;
  const auto at = [&](int j, int i) -> Vec3 {
    const double theta = pace::pi * j / rings, phi = 2 * pace::pi * (i % sectors) / sectors;
    const double s = j == 0 || j == rings ? 0.0 : std::sin(theta);
    return centre + radius * Vec3(s * std::cos(phi), s * std::sin(phi), std::cos(theta));
  };
  for (int j = j0; j < j1; ++j)
    for (int i = 0; i < sectors; ++i) {
      if (j > 0) b.triangle(at(j, i), at(j + 1, i), at(j, i + 1), part);
      if (j < rings - 1) b.triangle(at(j, i + 1), at(j + 1, i), at(j + 1, i + 1), part);
    }
}

inline void add_ball(Builder& b, const Vec3& centre, double radius, int rings, int part) {
  add_zone(b, centre, radius, rings, 0, rings, part);
}

/// The equatorial disc between two radii (0 for a full one) with the sectors of `add_zone`, normal +z.
inline void add_disc(Builder& b, double inner, double outer, int rings, int part) {
  const int sectors = 2 * rings, cells = 4;
  const auto at = [&](int r, int i) -> Vec3 {
    const double radius = inner + (outer - inner) * r / cells, phi = 2 * pace::pi * (i % sectors) / sectors;
    return {radius * std::cos(phi), radius * std::sin(phi), 0.0};
  };
  for (int r = 0; r < cells; ++r)
    for (int i = 0; i < sectors; ++i) {
      if (r > 0 || inner > 0.0) b.triangle(at(r, i), at(r + 1, i), at(r, i + 1), part);
      b.triangle(at(r + 1, i), at(r + 1, i + 1), at(r, i + 1), part);
    }
}

constexpr int rings = 8;

/// Parts: 1 upper half, 2 lower half, 3 the disc between them.
inline Mesh half_spheres() {
  Builder b;
  add_zone(b, Vec3::Zero(), 1.0, rings, 0, rings / 2, 1);
  add_zone(b, Vec3::Zero(), 1.0, rings, rings / 2, rings, 2);
  add_disc(b, 0.0, 1.0, rings, 3);
  return b.mesh;
}

/// A core of radius 1 under half a shell of radius 1.5. Parts: 1 bare lower half, 2 covered upper half, 3
/// shell, 4 its rim.
inline Mesh half_covered(bool split_core = true) {
  Builder b;
  add_zone(b, Vec3::Zero(), 1.0, rings, rings / 2, rings, 1);
  add_zone(b, Vec3::Zero(), 1.0, rings, 0, rings / 2, split_core ? 2 : 1);
  add_zone(b, Vec3::Zero(), 1.5, rings, 0, rings / 2, 3);
  add_disc(b, 1.0, 1.5, rings, 4);
  return b.mesh;
}

/// Spheres about the origin, part p with radius radii[p − 1].
inline Mesh nested(const std::vector<double>& radii) {
  Builder b;
  for (std::size_t i = 0; i < radii.size(); ++i)
    add_ball(b, Vec3::Zero(), radii[i], rings, static_cast<int>(i) + 1);
  return b.mesh;
}

inline Json entry(int surface, int outer, const char* material) {
  return {{"surfaceApplied", surface}, {"outerMedia", outer}, {"outerMaterial", material}};
}

/// Teflon, Resin, Water and PEC with a table of outer media (a list of one entry may stand without its list).
inline Json materials(const Json& table) {
  const auto material = [](const char* name, double eps) -> Json {
    return {{"id", name},
            {"name", name},
            {"frequency", 0},
            {"permitivity", {{"real", eps}, {"imaginary", 0}}},
            {"permeability", {{"real", 1}, {"imaginary", 0}}}};
  };
  return {{"inputMaterials",
           {material("Teflon", 2.1), material("Resin", 3), material("Water", 75), material("PEC", 1)}},
          {"outerMedias", table.is_object() ? Json::array({table}) : table}};
}

}  // namespace bodies
