#include "physical_optics/fringe.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/cross.hpp"
#include "physical_optics/facet_integral.hpp"

namespace pace {
namespace {

/// Total and physical-optics current have the same pole; nearer to it than this, both are taken beside it
/// [rad].
constexpr double beside_pole = 1e-4;

/// Triangles that turn by less than this (sine) are one flat face.
constexpr double bent = 1e-3;

/// π − α with cos α = μ; for μ > 1 the branch on which the grazing rays decay outward, α = −j arcosh μ.
Complex supplement(double mu) {
  if (mu > 1.0) return {pi, std::acosh(mu)};
  if (mu < -1.0) return {0.0, std::acosh(-mu)};
  return {pi - std::acos(mu), 0.0};
}

/// The two integrals along a face that everything is made of, for unit amplitude, times k_t/2j:
/// of H_z (magnetic) and of the part of −H_x that E_z makes, times Z sin β' (electric).
struct FaceIntegrals {
  Complex electric, magnetic;
};

FaceIntegrals of_wedge(double n, double arrival, Complex rest) {
  const Complex pole = std::cos(rest / n) - std::cos(arrival / n);
  const Complex sine_ratio = std::abs(rest) < 1e-6 ? Complex(1.0 / n) : std::sin(rest / n) / std::sin(rest);
  return {-std::sin(arrival / n) / n / pole, -sine_ratio / n / pole};
}

FaceIntegrals of_physical_optics(double arrival, double mu) {
  const double pole = std::cos(arrival) + mu;
  return {std::sin(arrival) / pole, 1.0 / pole};
}

CVec3 face_moment(const WedgeEdge& edge, int face, double k, const PlaneWave& wave, const Vec3& r_hat) {
  const Vec3 &x = edge.along_face[face], &y = edge.normal[face];
  const Vec3 z = x.cross(y);
  const auto [sine, cosine, angle] = edge_arrival(edge, face, -wave.direction);
  if (sine < along_edge || angle > edge.n * pi) return CVec3::Zero();
  double arrival = angle;
  const bool lit = angle < pi;
  double mu = (r_hat.dot(sine * x + cosine * z) - cosine * cosine) / (sine * sine);

  // Step beside the poles: where the reflection leaves along the ray (removable), and where both meet at
  // grazing.
  arrival = std::clamp(arrival, beside_pole, edge.n * pi - beside_pole);
  if (std::abs(arrival - pi) < beside_pole) arrival = pi + (arrival < pi ? -beside_pole : beside_pole);
  if (std::abs(mu + std::cos(arrival)) < beside_pole) mu = -std::cos(arrival) + beside_pole;
  if (std::abs(mu - 1.0) < beside_pole * beside_pole) mu = 1.0 - beside_pole * beside_pole;

  const double kt = k * sine;
  // Forward along the face the electric current, which falls with the root of the distance, ends with the
  // face.
  const double mu_electric =
      edge.reach[face] > 0.0 ? std::min(mu, 1.0 - 0.25 * pi / (kt * edge.reach[face])) : mu;
  const FaceIntegrals none{0.0, 0.0};
  FaceIntegrals wedge = of_wedge(edge.n, arrival, supplement(mu)),
                optics = lit ? of_physical_optics(arrival, mu) : none;
  if (mu_electric < mu) {
    wedge.electric = of_wedge(edge.n, arrival, supplement(mu_electric)).electric;
    optics.electric = lit ? of_physical_optics(arrival, mu_electric).electric : 0.0;
  }
  const Complex e = along(z, wave.polarization),
                h = along(z, cross(wave.direction, wave.polarization)) / vacuum_impedance;
  const Complex unit = 2.0 * imaginary_unit / kt;
  const Complex across = unit * (wedge.magnetic - optics.magnetic) * h;
  // H_z at the edge: 2/n of the incident one, 2 by physical optics on a lit face.
  const Complex at_edge = (2.0 / edge.n - (lit ? 2.0 : 0.0)) * h;
  const Complex lengthwise =
      unit * (wedge.electric - optics.electric) * e / (vacuum_impedance * sine) -
      imaginary_unit * cosine / (kt * sine) * (at_edge + imaginary_unit * kt * mu * across);
  return x.cast<Complex>() * across + z.cast<Complex>() * lengthwise;
}

/// How far each flat face goes from its edges.
void set_reach(std::vector<WedgeEdge>& edges) {
  std::map<int, std::vector<Vec3>> corners;
  for (const WedgeEdge& e : edges)
    for (const int f : e.face) corners[f].insert(corners[f].end(), e.end.begin(), e.end.end());
  for (WedgeEdge& e : edges)
    for (int f = 0; f < 2; ++f)
      for (const Vec3& corner : corners[e.face[f]])
        e.reach[f] = std::max(e.reach[f], (corner - e.end[0]).dot(e.along_face[f]));
}

void add_cut(std::vector<WedgeEdge>& edges, WedgeEdge edge, double longest) {
  const Vec3 start = edge.end[0], along = edge.end[1] - start;
  const int pieces = std::max(1, static_cast<int>(std::ceil(along.norm() / longest)));
  for (int i = 0; i < pieces; ++i) {
    edge.end = {start + along * i / pieces, start + along * (i + 1) / pieces};
    edges.push_back(edge);
  }
}

}  // namespace

std::vector<int> flat_faces(const Mesh& mesh, const Topology& topology, std::span<const char> keep) {
  std::vector<int> parent(mesh.triangles.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int t) {
    while (parent[t] != t) t = parent[t] = parent[parent[t]];
    return t;
  };
  for (const Edge& e : topology.edges) {
    const std::span<const int> at = topology.triangles_at(e);
    if (at.size() != 2 || topology.surface[at[0]] == Surface::internal ||
        topology.surface[at[1]] == Surface::internal)
      continue;
    if (!keep.empty() && !(keep[at[0]] && keep[at[1]])) continue;
    const Vec3 a = mesh.area_vector(at[0]) * topology.orientation[at[0]],
               b = mesh.area_vector(at[1]) * topology.orientation[at[1]];
    if (a.cross(b).norm() < bent * a.norm() * b.norm() && a.dot(b) > 0.0) parent[root(at[0])] = root(at[1]);
  }
  for (int t = 0; t < static_cast<int>(parent.size()); ++t) parent[t] = root(t);
  return parent;
}

std::vector<WedgeEdge> sharp_edges(const Mesh& mesh, const Topology& topology, double longest,
                                   std::span<const char> keep) {
  std::vector<WedgeEdge> edges;
  std::vector<int> faces;
  const std::vector<int> flat = flat_faces(mesh, topology, keep);
  for (const Edge& e : topology.edges) {
    faces.clear();
    for (const int t : topology.triangles_at(e))
      if (topology.surface[t] != Surface::internal) faces.push_back(t);
    if (faces.empty() || faces.size() > 2) continue;
    if (!keep.empty() && !std::all_of(faces.begin(), faces.end(), [&](int t) { return keep[t]; })) continue;
    WedgeEdge edge{};
    edge.end = {mesh.vertices[e.vertex[0]], mesh.vertices[e.vertex[1]]};
    const Vec3 tangent = (edge.end[1] - edge.end[0]).normalized();
    const auto into_face = [&](int t) -> Vec3 {
      const Vec3 d = 3.0 * (mesh.centroid(t) - edge.middle());
      return (d - d.dot(tangent) * tangent).normalized();
    };
    edge.along_face[0] = into_face(faces[0]);
    edge.normal[0] = (mesh.area_vector(faces[0]) * topology.orientation[faces[0]]).normalized();
    edge.face = {flat[faces.front()], flat[faces.back()]};
    if (faces.size() == 1) {
      edge.n = 2.0;
      edge.along_face[1] = edge.along_face[0];
      edge.normal[1] = -edge.normal[0];
    } else {
      edge.along_face[1] = into_face(faces[1]);
      double angle =
          std::atan2(edge.along_face[1].dot(edge.normal[0]), edge.along_face[1].dot(edge.along_face[0]));
      if (angle < 0.0) angle += 2.0 * pi;
      const bool folded_sheet =
          topology.surface[faces[0]] == Surface::sheet && topology.surface[faces[1]] == Surface::sheet;
      if (folded_sheet && angle < pi) {
        edge.normal[0] = -edge.normal[0];
        angle = 2.0 * pi - angle;
      }
      if (angle < pi + sharp_edge) continue;
      edge.n = angle / pi;
      edge.normal[1] = std::sin(angle) * edge.along_face[0] - std::cos(angle) * edge.normal[0];
    }
    add_cut(edges, edge, longest);
  }
  set_reach(edges);
  return edges;
}

EdgeArrival edge_arrival(const WedgeEdge& edge, int face, const Vec3& towards_source) {
  const Vec3 &x = edge.along_face[face], &y = edge.normal[face];
  const double cosine = -towards_source.dot(x.cross(y));
  double above = towards_source.dot(y);
  // Met edge-on, the rim of a sheet is lit from the side of its first normal, and a closed face is lit.
  constexpr double edge_on = FacetSurface::edge_on;
  if (std::abs(above) < edge_on) above = face == 1 && edge.n == 2.0 ? -edge_on : edge_on;
  double angle = std::atan2(above, towards_source.dot(x));
  if (angle < 0.0) angle += 2.0 * pi;
  return {std::sqrt(std::max(0.0, 1.0 - cosine * cosine)), cosine, angle};
}

CVec3 fringe_moment(const WedgeEdge& edge, double k, const PlaneWave& wave, const Vec3& r_hat) {
  return face_moment(edge, 0, k, wave, r_hat) + face_moment(edge, 1, k, wave, r_hat);
}

CVec3 fringe_field(const std::vector<WedgeEdge>& edges, const std::vector<char>& lit, double k,
                   const PlaneWave& wave, const Vec3& r_hat) {
  const Vec3 q = k * (r_hat - wave.direction);
  CVec3 moment = CVec3::Zero();
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!lit[i]) continue;
    const Vec3 length = edges[i].end[1] - edges[i].end[0];
    moment += fringe_moment(edges[i], k, wave, r_hat) *
              (length.norm() * sinc(0.5 * q.dot(length)) * rotation(q.dot(edges[i].middle())));
  }
  const Complex factor = -imaginary_unit * k * vacuum_impedance / (4.0 * pi);
  return factor * (moment - r_hat.cast<Complex>() * along(r_hat, moment));
}

std::vector<char> edges_lit(const std::vector<WedgeEdge>& edges, const RayScene& scene,
                            const Vec3& towards_source) {
  // From beside each face, so that a ray along one does not meet it.
  std::vector<Vec3> origins;
  origins.reserve(2 * edges.size());
  for (const WedgeEdge& edge : edges)
    for (const Vec3& normal : edge.normal)
      origins.push_back(edge.middle() + 2.0 * scene.lift() * (edge.bisector() + normal).normalized());
  std::vector<char> blocked, lit;
  scene.blocked_towards(origins, towards_source, blocked);
  for (std::size_t i = 0; i < edges.size(); ++i) lit.push_back(!blocked[2 * i] || !blocked[2 * i + 1]);
  return lit;
}

}  // namespace pace
