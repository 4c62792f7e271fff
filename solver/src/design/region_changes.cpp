#include "design/region_changes.hpp"

#include "core/cross.hpp"

namespace pace {
namespace {

/// J = n × H and M/η₀ at a place.
struct Currents {
  const MiddleCurrent &electric, &magnetic;
};

/// E/η₀ and H beside a boundary.
struct Fields {
  CVec3 electric, magnetic;
  Complex electric_normal, magnetic_normal;
};

Fields fields_of(const Currents& of, const Vec3& normal, double k, const Complex& epsilon,
                 const Complex& mu) {
  Fields fields{cross(normal, of.magnetic.current), -cross(normal, of.electric.current),
                imaginary_unit * of.electric.divergence / (k * epsilon),
                imaginary_unit * of.magnetic.divergence / (k * mu)};
  fields.electric += fields.electric_normal * normal.cast<Complex>();
  fields.magnetic += fields.magnetic_normal * normal.cast<Complex>();
  return fields;
}

/// n·T·r of one field with itself, T = F F* + F* F − F·F*.
Complex stress(const CVec3& a, const Complex& a_normal, const CVec3& b, const Complex& b_normal,
               const Vec3& place, double along_normal) {
  return along(place, a) * b_normal + along(place, b) * a_normal - dot_product(a, b) * along_normal;
}

/// What a place adds to ∫ ε_r e·e* dV and to ∫ μ_r h·h* dV.
struct Integrands {
  Complex electric = 0.0, magnetic = 0.0;
};

}  // namespace

RegionChanges::RegionChanges(const RwgSpace& boundary, double k) : space_(boundary), k_(k) {
  double area = 0.0;
  for (const SurfaceTriangle& t : boundary.triangles()) {
    middle_ += t.area * t.centroid;
    area += t.area;
  }
  middle_ /= area;
}

MaterialDerivatives RegionChanges::operator()(const TriangleCurrents& direct, const TriangleCurrents& adjoint,
                                              const Complex& epsilon, const Complex& mu) const {
  Integrands sum;
  const auto add = [&](double weight, const SurfaceTriangle& t, const Currents& a, const Currents& b) {
    const Fields p = fields_of(a, t.normal, k_, epsilon, mu), q = fields_of(b, t.normal, k_, epsilon, mu);
    const Vec3 place = t.centroid - middle_;
    const double along_normal = place.dot(t.normal);
    const Complex both =
        imaginary_unit / (2.0 * k_) *
        (dot_product(p.electric, b.electric.current) + dot_product(q.electric, a.electric.current));
    const Complex difference =
        mu * stress(p.magnetic, p.magnetic_normal, q.magnetic, q.magnetic_normal, place, along_normal) -
        epsilon * stress(p.electric, p.electric_normal, q.electric, q.electric_normal, place, along_normal);
    sum.electric += 0.5 * weight * t.area * (both - difference);
    sum.magnetic += 0.5 * weight * t.area * (both + difference);
  };
  for (std::size_t t = 0; t < space_.triangles().size(); ++t) {
    const SurfaceTriangle& triangle = space_.triangles()[t];
    add(1.0, triangle, {direct.electric.middle[t], direct.magnetic.middle[t]},
        {adjoint.electric.middle[t], adjoint.magnetic.middle[t]});
    for (int i = 0; i < 2; ++i)
      add(-1.0, triangle, {direct.electric.variation[t][i], direct.magnetic.variation[t][i]},
          {adjoint.electric.variation[t][i], adjoint.magnetic.variation[t][i]});
  }
  const double factor = k_ * k_ * vacuum_impedance * vacuum_impedance / (4.0 * pi);
  return {factor * sum.electric / epsilon, -factor * sum.magnetic / mu};
}

}  // namespace pace
