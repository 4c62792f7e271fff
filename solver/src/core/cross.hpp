// Cross product of a real with a complex vector, without conjugation (Eigen's cross() of two complex vectors
// conjugates).
#pragma once

#include "core/types.hpp"

namespace pace {

inline CVec3 cross(const Vec3& a, const CVec3& b) {
  return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()};
}

}  // namespace pace
