#include "design/part_changes.hpp"

namespace pace {

PartChanges::PartChanges(std::span<const Face> faces, std::size_t parts)
    : faces_(faces), middle_(parts, Vec3::Zero()), has_derivatives_(parts, true), is_conductor_(parts, true) {
  std::vector<double> area(parts, 0.0);
  for (const Face& face : faces) {
    middle_[face.part] += face.area * face.centroid;
    area[face.part] += face.area;
    if (face.sheet) has_derivatives_[face.part] = false;
    if (!face.conductor) is_conductor_[face.part] = false;
  }
  for (std::size_t p = 0; p < parts; ++p)
    if (area[p] > 0.0) middle_[p] /= area[p];
}

std::vector<std::optional<PartDerivatives>> PartChanges::operator()(
    std::span<const FaceDerivatives> faces) const {
  std::vector<std::optional<PartDerivatives>> parts(middle_.size());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (!has_derivatives_[p]) continue;
    parts[p].emplace();
    if (is_conductor_[p]) parts[p]->impedance = 0.0;
  }
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const Face& face = faces_[f];
    std::optional<PartDerivatives>& of = parts[face.part];
    if (!of) continue;
    const Complex displaced = faces[f].displacement;
    of->displacement += displaced;
    if (of->impedance) *of->impedance += faces[f].impedance;
    of->layer += faces[f].layer;
    // Rigid motion: a point r moves by v, or by e × (r − middle); what counts is along the normal.
    const Vec3 arm = (face.centroid - middle_[face.part]).cross(face.normal);
    for (int axis = 0; axis < 3; ++axis) {
      of->moved[axis] += face.normal[axis] * displaced;
      of->turned[axis] += arm[axis] * displaced;
    }
  }
  return parts;
}

}  // namespace pace
