// Products of a real with a complex vector, without conjugation (Eigen's cross() and dot() of two complex
// vectors conjugate).
#pragma once

#include "core/types.hpp"

namespace pace {

inline CVec3 cross(const Vec3& a, const CVec3& b) {
  return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()};
}

/// Component of `v` along a unit vector.
inline Complex along(const Vec3& axis, const CVec3& v) {
  return axis.x() * v.x() + axis.y() * v.y() + axis.z() * v.z();
}

}  // namespace pace
