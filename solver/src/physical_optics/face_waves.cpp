#include "physical_optics/face_waves.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/cross.hpp"
#include "physical_optics/facet_integral.hpp"
#include "physical_optics/fresnel.hpp"

namespace pace {
namespace {

/// Rays in a face are taken to arrive from so little above it that the edge's other face is in their shadow
/// [rad].
constexpr double above_face = 2e-4;
/// How many edges a ray may have met before its first one.
constexpr int relays = 4;

bool from_metal(const WedgeEdge& edge, const EdgeArrival& a) { return a.angle > edge.n * pi; }

/// Diffraction of a wedge along its face over that of a half-plane; 1 at the shadow boundary.
double over_half_plane(double n, double arrival) {
  if (std::abs(n - 2.0) < 1e-9) return 1.0;
  const double half = std::cos(0.5 * arrival);
  if (std::abs(half) < 1e-5) return 1.0;
  return -2.0 / n * std::sin(pi / n) * half / (std::cos(pi / n) - std::cos(arrival / n));
}

/// Of a wave at the angle `arrival` with unit H along the edge.
EdgeWave edge_wave(double n, double arrival, double sine, double k) {
  const double half = std::cos(0.5 * arrival);
  return {(half > 0.0 ? -2.0 : 2.0) * over_half_plane(n, arrival) / sine,
          2.0 * k * sine * sine * half * half};
}

/// Sine of the angle between a ray and the edge that it meets.
double across(const WedgeEdge& to, const FaceRay& ray) {
  return ray.direction.cross(to.end[1] - to.end[0]).norm() / (to.end[1] - to.end[0]).norm();
}

/// ∫₀^∞ ½erfc(√(ja(ℓ + τ))) e^{−jbτ} dτ with a + b = c ≥ 0.
Complex tail(double a, double c, double length, double k) {
  c = std::max(c, 1e-8 * k);
  double b = c - a;
  if (std::abs(b) < 1e-5 * k) b = 1e-5 * k, c = a + b;
  return (edge_transition(std::sqrt(a * length)) -
          std::sqrt(a / c) * rotation(b * length) * edge_transition(std::sqrt(c * length))) /
         (imaginary_unit * b);
}

/// A plane wave that grazes the face along the ray, E along the normal: on the edge it is the edge wave. A
/// plane wave of this strength has twice its own H on the face.
PlaneWave grazing_wave(const WedgeEdge& to, const FaceRay& ray, Complex current) {
  const Vec3 &n = to.normal[ray.to_face], &s = ray.direction;
  return {(s - above_face * n).normalized(),
          (n + above_face * s).normalized().cast<Complex>() * (0.5 * vacuum_impedance * current)};
}

/// The moment per length of the edge where the ray ends: fringe currents, and what the surface current of the
/// edge wave lacks beyond the edge.
CVec3 moment_of_ray(const WedgeEdge& to, const FaceRay& ray, const EdgeWave& w, double k, const Vec3& r_hat) {
  const Vec3& s = ray.direction;
  const Complex beyond =
      w.amplitude * across(to, ray) * tail(w.detour, k * (1.0 - r_hat.dot(s)), ray.length, k);
  return fringe_moment(to, k, grazing_wave(to, ray, w.at(ray.length)), r_hat) - beyond * s.cast<Complex>();
}

/// Where the rays that end on an edge are: the rays are sorted by that.
std::span<const FaceRay> rays_on(int edge, std::span<const FaceRay> rays) {
  const auto begin =
      std::lower_bound(rays.begin(), rays.end(), edge, [](const FaceRay& r, int e) { return r.to < e; });
  const auto end =
      std::upper_bound(begin, rays.end(), edge, [](int e, const FaceRay& r) { return e < r.to; });
  return {begin, end};
}

}  // namespace

Complex EdgeWave::at(double length) const { return amplitude * edge_transition(std::sqrt(detour * length)); }

std::vector<FaceRay> rays_along_faces(const std::vector<WedgeEdge>& edges, std::span<const char> lit,
                                      const Vec3& towards_source) {
  struct Side {
    int edge, face;
  };
  std::map<int, std::vector<Side>> of_face;
  for (int e = 0; e < static_cast<int>(edges.size()); ++e)
    for (int f = 0; f < 2; ++f)
      if (edges[e].face[f] >= 0) of_face[edges[e].face[f]].push_back({e, f});
  std::vector<FaceRay> rays;
  for (const auto& [_, sides] : of_face) {
    for (const Side& a : sides) {
      const WedgeEdge& from = edges[a.edge];
      const EdgeArrival arrival = edge_arrival(from, a.face, towards_source);
      if (!lit[a.edge] || arrival.sine < along_edge || from_metal(from, arrival)) continue;
      const Vec3 &x = from.along_face[a.face], &y = from.normal[a.face], z = x.cross(y);
      const Vec3 s = arrival.sine * x + arrival.cosine * z;
      const double from_length = (from.end[1] - from.end[0]).norm();
      const Vec3 tangent = (from.end[1] - from.end[0]) / from_length;
      for (const Side& b : sides) {
        const WedgeEdge& to = edges[b.edge];
        if (b.edge == a.edge || to.normal[b.face].dot(y) < 0.9 || s.dot(to.along_face[b.face]) > -1e-6)
          continue;
        const Vec3 between = to.middle() - from.end[0];
        const double distance = between.dot(x);
        if (distance < 1e-9 * from_length) continue;
        const double length = distance / arrival.sine;
        const double at = (between - length * s).dot(tangent);
        if (at < 0.0 || at >= from_length) continue;
        const bool cut = std::any_of(sides.begin(), sides.end(), [&](const Side& c) {
          if (c.edge == a.edge || c.edge == b.edge) return false;
          const WedgeEdge& other = edges[c.edge];
          const double slope = s.dot(other.along_face[c.face]);
          if (std::abs(slope) < 1e-9) return false;
          const double way = (to.middle() - other.end[0]).dot(other.along_face[c.face]) / slope;
          if (way < 1e-6 * length || way > (1.0 - 1e-6) * length) return false;
          const Vec3 side = other.end[1] - other.end[0];
          const double place = (to.middle() - way * s - other.end[0]).dot(side) / side.squaredNorm();
          return place >= 0.0 && place < 1.0;
        });
        if (!cut) rays.push_back({a.edge, b.edge, a.face, b.face, s, length, arrival.sine, arrival.angle});
      }
    }
  }
  std::sort(rays.begin(), rays.end(), [](const FaceRay& a, const FaceRay& b) {
    return std::tie(a.to, a.to_face, a.from, a.from_face) < std::tie(b.to, b.to_face, b.from, b.from_face);
  });
  return rays;
}

FaceWaves::FaceWaves(const std::vector<WedgeEdge>& edges, std::span<const FaceRay> rays, double k,
                     const PlaneWave& wave)
    : edges_(edges), rays_(rays), k_(k), wave_(wave), relayed_(rays.size(), 0.0) {
  for (const FaceRay& ray : rays) {
    const WedgeEdge& from = edges[ray.from];
    EdgeWave w = edge_wave(from.n, ray.arrival, ray.sine, k);
    w.amplitude *= along(from.along_face[ray.from_face].cross(from.normal[ray.from_face]),
                         cross(wave.direction, wave.polarization)) /
                   vacuum_impedance;
    direct_.push_back(w);
  }
  for (int order = 0; order < relays; ++order) {
    std::vector<Complex> relayed(rays.size());
    for (std::size_t i = 0; i < rays.size(); ++i) relayed[i] = relayed_by_rays(i);
    relayed_ = std::move(relayed);
  }
}

Complex FaceWaves::relayed_by_rays(std::size_t i) const {
  const FaceRay& ray = rays_[i];
  const WedgeEdge& from = edges_[ray.from];
  const Vec3 start = edges_[ray.to].middle() - ray.length * ray.direction - from.middle(),
             z = from.along_face[ray.from_face].cross(from.normal[ray.from_face]);
  Complex sum = 0.0;
  for (const FaceRay& before : rays_on(ray.from, rays_)) {
    const std::size_t j = &before - rays_.data();
    const Complex current = (direct_[j].amplitude + relayed_[j]) *
                            edge_transition(std::sqrt(direct_[j].detour * before.length)) *
                            rotation(-k_ * (before.direction - wave_.direction).dot(start));
    const double h = 0.5 * before.direction.cross(from.normal[before.to_face]).dot(z);
    const EdgeWave w = edge_wave(from.n, before.to_face == ray.from_face ? 0.0 : from.n * pi, ray.sine, k_);
    // The phase along the ray is that of the plane wave's own edge wave.
    sum += h * current * w.at(ray.length) * rotation((w.detour - direct_[i].detour) * ray.length);
  }
  return sum / edge_transition(std::sqrt(direct_[i].detour * ray.length));
}

CVec3 FaceWaves::field(const Vec3& r_hat) const {
  const Vec3 q = k_ * (r_hat - wave_.direction);
  CVec3 moment = CVec3::Zero();
  for (std::size_t i = 0; i < rays_.size(); ++i) {
    const FaceRay& ray = rays_[i];
    const EdgeWave w{direct_[i].amplitude + relayed_[i], direct_[i].detour};
    if (std::norm(w.amplitude) == 0.0) continue;
    const WedgeEdge& to = edges_[ray.to];
    const Vec3 length = to.end[1] - to.end[0];
    moment += (length.norm() * sinc(0.5 * k_ * (r_hat - ray.direction).dot(length)) *
               rotation(q.dot(to.middle()))) *
              moment_of_ray(to, ray, w, k_, r_hat);
  }
  return -imaginary_unit * k_ * vacuum_impedance / (4.0 * pi) *
         (moment - r_hat.cast<Complex>() * along(r_hat, moment));
}

}  // namespace pace
