#include "design/part_changes.hpp"

namespace pace {

PartChanges::PartChanges(const RwgSpace& space, std::size_t parts, bool is_composite)
    : space_(space), middle_(parts, Vec3::Zero()), has_derivatives_(parts, !is_composite) {
  std::vector<double> area(parts, 0.0);
  for (const SurfaceTriangle& t : space.triangles()) {
    middle_[t.part] += t.area * t.centroid;
    area[t.part] += t.area;
    if (t.sheet) has_derivatives_[t.part] = false;
  }
  for (std::size_t p = 0; p < parts; ++p)
    if (area[p] > 0.0) middle_[p] /= area[p];
}

std::vector<std::optional<PartDerivatives>> PartChanges::operator()(
    const std::vector<ProductIntegrals>& integrals, double k, const std::optional<ThinLayer>& layer) const {
  std::vector<std::optional<PartDerivatives>> parts(middle_.size());
  for (std::size_t p = 0; p < parts.size(); ++p)
    if (has_derivatives_[p]) parts[p].emplace();
  for (std::size_t t = 0; t < integrals.size(); ++t) {
    const SurfaceTriangle& triangle = space_.triangles()[t];
    std::optional<PartDerivatives>& of = parts[triangle.part];
    if (!of) continue;
    const Complex displaced = by_displacement(integrals[t], k);
    of->displacement += displaced;
    of->impedance += by_impedance(integrals[t], k);
    if (layer) of->layer += by_thickness(integrals[t], k, *layer);
    // Rigid motion: a point r moves by v, or by e × (r − middle); what counts is along the normal.
    const Vec3 arm = (triangle.centroid - middle_[triangle.part]).cross(triangle.normal);
    for (int axis = 0; axis < 3; ++axis) {
      of->moved[axis] += triangle.normal[axis] * displaced;
      of->turned[axis] += arm[axis] * displaced;
    }
  }
  return parts;
}

}  // namespace pace
